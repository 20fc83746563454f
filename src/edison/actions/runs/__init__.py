"""What people do with runs of every kind: prepare, start, control, drive."""
