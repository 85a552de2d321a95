"""The project's own tile faces as SVG; no rule of the game and no page of the dashboard lives here."""
