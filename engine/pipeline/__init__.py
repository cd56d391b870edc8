"""The pipelines: the files to read first. They decide what is detected, recognised and given away, and when."""
