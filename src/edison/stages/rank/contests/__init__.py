"""Rankings of texts that were compared in pairs, with grades from anchors."""
