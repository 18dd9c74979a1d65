"""Full-text search as Lucene does it: analysis of text, its query language, BM25 scores."""
