"""The syntax tree of Cypher: plain data with the place of every part in the text."""
