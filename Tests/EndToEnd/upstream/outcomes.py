"""Refusals, and the OperationOutcome that tells them."""

# The code of FHIR's issue-type that fits a status, where a refusal names no other.
_CODES = {
    400: "invalid",
    401: "login",
    404: "not-found",
    405: "not-supported",
    406: "not-supported",
    409: "conflict",
    410: "deleted",
    412: "conflict",
    413: "too-long",
    415: "not-supported",
    422: "invalid",
    429: "throttled",
    500: "exception",
    503: "transient",
}


class Refusal(Exception):
    """A request that is not carried out, with the status that it is answered with."""

    def __init__(self, status, diagnostics, code=None, expression=None, issues=None):
        super().__init__(diagnostics)
        self.status = status
        self.issues = issues or [issue(status, diagnostics, code, expression)]

    def of_entry(self, index):
        """The same, of one entry of a Bundle."""
        place = f"Bundle.entry[{index}]"
        told = [{**one, "expression": [place], "diagnostics": f"{place}: {one['diagnostics']}"} for one in self.issues]
        return Refusal(self.status, str(self), issues=told)

    def outcome(self):
        """The OperationOutcome."""
        return {"resourceType": "OperationOutcome", "issue": self.issues}


def issue(status, diagnostics, code=None, expression=None):
    """One issue of an OperationOutcome."""
    told = {"severity": "error", "code": code or _CODES.get(status, "processing"), "diagnostics": diagnostics}
    if expression:
        told["expression"] = [expression]
    return told
