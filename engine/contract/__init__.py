"""What the rest of the house may know of the engine: values, Protocols and errors, nothing that runs."""
