"""The parts of VIPS: kinds of node, block extraction, separators and construction."""
