"""The agency of the tests and the pictures."""

from programs import CONFIGURATION

# The sample agency, whose office can be called.
OFFICE = CONFIGURATION.replace("agency:\n", 'agency:\n  name: Sample Home Care\n  officePhone: "780 555 0100"\n')
