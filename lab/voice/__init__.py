"""Speaking the phrases of the page; a workshop, never imported by the product."""
