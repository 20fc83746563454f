"""One process at work: its machine, its sessions, its heartbeat, its shares of what may be asked."""
