"""A group of workers behind one or more fronts, joined by NATS JetStream."""
