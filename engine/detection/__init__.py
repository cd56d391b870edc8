"""Where somebody speaks: the energy gate, the voice detector, the segmenter and the packer."""
