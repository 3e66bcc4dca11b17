"""A FHIR R4 server to sync with: what sync needs of one, done exactly, with faults that a test scripts.

It listens on loopback only and knows nothing of visitsd. scripts/upstream starts it.
"""
