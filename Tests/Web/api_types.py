"""The types of the API for the web app's type checker, generated from the daemon's own description of its methods.

Run as a program, this writes Sources/VisitsWeb/Types/api.d.ts.
"""

import json
import pathlib
import sys

FILE = pathlib.Path(__file__).resolve().parents[2] / "Sources/VisitsWeb/Types/api.d.ts"

# The methods that the app calls.
METHODS = [
    "client.show", "device.enrol", "device.leave", "device.me", "sync.now", "today", "visit.complete", "visit.show",
    "visit.start",
]  # fmt: skip
# The gateway sends these itself.
HIDDEN = {"auth", "authWorker", "source"}

HEAD = """\
// The methods that the app calls. Generated from the method table: python Tests/Web/api_types.py

"""
TAIL = """
export type TodayView = Extract<Methods['today']['result'], { progress: unknown; cards: unknown }>;
export type Card = TodayView['cards'][number];
export type VisitView = Methods['visit.show']['result']['visit'];
export type VisitCardAnswer = Methods['visit.complete']['result'];
export type DeviceMe = Methods['device.me']['result'];

/** Problem details (RFC 9457), as the gateway answers a refusal. */
export interface Problem {
  title: string;
  status: number;
  detail: string;
  code: number;
  kind: string;
  /** Why a call is forbidden, unavailable, or refused by the gateway. */
  reason?: string;
  /** The limit that the call exceeds. */
  limit?: string;
  /** Seconds until the call may succeed. */
  retryAfter?: number;
  /** The parameter that is wrong, the rule that it violates, and its value. */
  field?: string;
  rule?: string;
  found?: unknown;
}
"""

PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def declarations(methods):
    """The text of the file; `methods` are those of rpc.discover by name."""
    rows = {name: (parameters(methods[name]), methods[name]["result"]["schema"]) for name in METHODS}
    names = Names()
    for params, result in rows.values():
        names.count(params, "params")
        names.count(result, "result")
    lines = []
    for name, (params, result) in rows.items():
        members = f"    params: {names.typed(params, 2)};\n    result: {names.typed(result, 2)};"
        lines += [f"  '{name}': {{", members, "  };"]
    return HEAD + "\n".join(["export interface Methods {", *lines, "}"]) + "\n" + names.interfaces() + TAIL


def parameters(method):
    """The parameters of a method as the schema of an object."""
    fields = {param["name"]: param for param in method["params"] if param["name"] not in HIDDEN}
    if method["name"] == "device.enrol":
        # The gateway's own parameter: the token goes into a cookie.
        fields["cookie"] = {"schema": {"type": "boolean"}, "required": False}
    return {
        "type": "object",
        "properties": {name: field["schema"] for name, field in fields.items()},
        "required": [name for name, field in fields.items() if field["required"]],
    }


class Names:
    """The objects of the schemas; one that occurs more than once gets a name, after the member that holds it."""

    def __init__(self):
        self._counts, self._schemas, self._names = {}, {}, {}

    def count(self, schema, member):
        """Counts the objects in a schema."""
        for each in schema.get("anyOf", []):
            self.count(each, member)
        if "items" in schema:
            self.count(schema["items"], member.removesuffix("s"))
        if "properties" not in schema:
            return
        key = identity(schema)
        self._counts[key] = self._counts.get(key, 0) + 1
        if self._counts[key] == 2:
            name = member[0].upper() + member[1:]
            taken = set(self._names.values())
            self._names[key] = next(each for each in [name, *(f"{name}{i}" for i in range(2, 99))] if each not in taken)
            self._schemas[key] = schema
        if self._counts[key] == 1:
            for name, each in schema["properties"].items():
                self.count(each, name)

    def typed(self, schema, depth):
        """The type of a value."""
        if "enum" in schema or "const" in schema:
            values = schema.get("enum", [schema.get("const")])
            return " | ".join(json.dumps(value).replace('"', "'") for value in values)
        if "anyOf" in schema:
            return " | ".join(dict.fromkeys(self.typed(each, depth) for each in schema["anyOf"]))
        kind = schema.get("type")
        if isinstance(kind, list):
            return " | ".join(PLAIN[each] for each in kind)
        if kind == "array":
            return f"Array<{self.typed(schema['items'], depth)}>"
        if "properties" not in schema:
            return PLAIN.get(kind, "unknown")
        return self._names.get(identity(schema)) or self.members(schema, depth)

    def members(self, schema, depth):
        """The type of an object."""
        required = set(schema.get("required", []))
        indent = "  " * (depth + 1)
        lines = [
            f"{indent}{name}{'' if name in required else '?'}: {self.typed(each, depth + 1)};\n"
            for name, each in schema["properties"].items()
        ]
        return "{\n" + "".join(lines) + "  " * depth + "}" if lines else "{}"

    def interfaces(self):
        """The declarations of the objects with a name."""
        return "".join(
            f"\ninterface {self._names[key]} {self.members(self._schemas[key], 0)}\n" for key in self._schemas
        )


def identity(schema):
    """The same text for the same object, whatever describes it."""
    return json.dumps({**schema, "description": None}, sort_keys=True)


if __name__ == "__main__":
    sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "EndToEnd"))
    from programs import Daemon

    daemon = Daemon().start()
    try:
        with daemon.client() as caller:
            FILE.write_text(declarations(caller.methods))
    finally:
        daemon.remove()
