"""Programs that make this repository's figures, plots and documents; never installed."""
