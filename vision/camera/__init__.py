"""Pictures come in: every kind of camera, files, photographs, and how good a picture is."""
