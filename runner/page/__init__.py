"""Pages: a Markdown file read into cells, data blocks and expected blocks, and written again."""
