"""What the server is told when it starts."""

import dataclasses

# What can be switched off with --without, as a CapabilityStatement tells it.
FEATURES = ("versioning", "conditional-create", "update-as-create", "transaction")

TYPES = (
    "Patient",
    "Practitioner",
    "Location",
    "Appointment",
    "Encounter",
    "Task",
    "Flag",
    "Communication",
    "Goal",
    "Observation",
)


@dataclasses.dataclass(frozen=True)
class Settings:
    """How this server differs from the next one."""

    without: frozenset = frozenset()
    # What a version that does not match is answered with: 412 as R4 says, or 409 as some servers do.
    conflict: int = 412
    max_bytes: int = 16 * 1024 * 1024
    max_entries: int = 1000
    # Whether it tells what happened to all resources of a type, as few servers do.
    type_history: bool = False
    # Seconds that a `next` link can be followed.
    page_life: float = 300

    def has(self, feature):
        """Whether the server does what one of FEATURES names."""
        return feature not in self.without
