"""What `edison stats` tells machines."""
