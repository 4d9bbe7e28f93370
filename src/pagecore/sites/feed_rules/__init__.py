"""The parts of the method `wtm`: collector, matcher, composer, storage manager, and applying."""
