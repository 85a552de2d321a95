"""The one room that knows where evidence comes from: records and devices."""
