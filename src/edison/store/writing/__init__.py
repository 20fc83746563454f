"""One writer per process: group commits of attempts, answers and conclusions."""
