"""What this world knows: cases with their right and wrong answers, and essays of known quality."""
