"""Cuts the page's fonts; a tool, never imported by the product."""
