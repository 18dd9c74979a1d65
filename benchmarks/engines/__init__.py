"""What is measured: one engine a file, on one contract."""
