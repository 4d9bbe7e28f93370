"""What is measured, a file a metric: pure functions of gold and output, no files and no clock."""
