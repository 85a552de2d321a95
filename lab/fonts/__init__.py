"""Cutting the fonts of the page; a workshop, never imported by the product."""
