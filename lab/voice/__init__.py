"""Speaks the page's phrases; a tool, never imported by the product."""
