"""What the table agreed happened: SQLite in a data folder, on the disk before it is shown."""
