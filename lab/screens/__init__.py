"""Pictures of every view of the page, made from one scripted evening so that they can be made again."""
