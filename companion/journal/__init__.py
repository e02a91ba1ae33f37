"""What the table agreed happened, on disk before it is shown."""
