"""Who speaks when: segmentation, voices, clustering."""
