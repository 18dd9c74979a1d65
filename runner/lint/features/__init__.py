"""The vocabulary of ``features`` in front matter, recognised in syntax trees."""
