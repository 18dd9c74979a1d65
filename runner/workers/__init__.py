"""Runs pages in several processes at once; outcomes come in the order of the pages."""
