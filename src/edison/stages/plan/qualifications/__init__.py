"""What judges are asked when they are examined."""
