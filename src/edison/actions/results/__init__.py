"""What came of runs: reports, boards, rankings, cards, exports."""
