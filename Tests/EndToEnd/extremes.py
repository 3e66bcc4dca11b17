"""Numbers and times at and beyond every limit, for whatever a program reads."""

import itertools

NUMBERS = [
    -(2**63), 2**63 - 1, 2**63, 2**53 + 1, 2**32, 2**31 - 1, -(2**31), 10**30, 0, -1, -0.0, 0.5, 1e308, -1e308, 5e-324,
]  # fmt: skip

TIMES = [
    "0001-01-01", "9999-12-31", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", "0001-01-01T12:00:00-23:59",
    "9999-12-31T12:00:00+23:59", "0001-01-01 00:00", "9999-12-31 23:59", "+9999", "-9999 00:00", "31.12.9999", "29.2.",
]  # fmt: skip

# Numbers as texts, and texts that hold numbers: a cursor, a page's end, a rule, a zone.
TEXTS = [
    *[str(number) for number in NUMBERS],
    *["NaN", "inf", "-Infinity", "+9223372036854775808", "0x8000000000000000", "1e999", "-", "+"],
    *["9223372036854775807:9223372036854775807", "1:9223372036854775807", "99999999999999999999:1"],
    *["FREQ=DAILY;INTERVAL=1000;COUNT=10000", "FREQ=YEARLY;UNTIL=99991231T235960Z", "every 999 weeks", "Etc/GMT+12"],
    *TIMES,
]


def kinds(schema):
    """The kinds of value that a JSON schema allows, without null."""
    if "anyOf" in schema:
        return [kind for choice in schema["anyOf"] for kind in kinds(choice)]
    return [] if schema.get("type") == "null" else [schema]


def plain(schema):
    """An ordinary value of the first kind that a schema allows."""
    kind = kinds(schema)[0]
    if "enum" in kind:
        return kind["enum"][0]
    match kind.get("type"):
        case "integer" | "number":
            return kind.get("minimum", 0)
        case "boolean":
            return True
        case "array":
            return []
        case "object":
            return {name: plain(kind["properties"][name]) for name in kind.get("required", [])}
    return {"date": "2026-11-20", "date-time": "2026-11-20T15:00:00Z"}.get(kind.get("format"), "x")


def extremes(schema):
    """Values at and beyond the limits of a schema."""
    for kind in kinds(schema):
        if "enum" in kind:
            continue
        match kind.get("type"):
            case "integer" | "number":
                limits = [kind[name] for name in ("minimum", "maximum") if name in kind]
                yield from [*NUMBERS, *[limit + step for limit in limits for step in (-1, 0, 1)]]
            case "string":
                yield from TEXTS
            case "array":
                yield from [[value] for value in extremes(kind["items"])]
            case "object":
                for name, member in kind.get("properties", {}).items():
                    yield from [{**plain(kind), name: value} for value in extremes(member)]


def ordinary(method, known):
    """The parameters that a method needs, as rpc.discover describes it, with ordinary values.

    `known` holds values by the parameters' names, such as a worker's id; those of "always" are given to every method that
    has them.
    """
    schemas = {field["name"]: field["schema"] for field in method["params"] if field["required"]}
    always = {name for field in method["params"] if (name := field["name"]) in known["always"]}
    needed = {name: known.get(name, plain(schema)) for name, schema in schemas.items()}
    return needed | {name: known["always"][name] for name in always}


def parameters(method, known):
    """Parameters for a method: each extreme while the others are ordinary, and all times extreme together."""
    base = ordinary(method, known)
    schemas = {field["name"]: field["schema"] for field in method["params"]}
    for name, schema in schemas.items():
        yield from [{**base, name: value} for value in extremes(schema)]
    times = [name for name, schema in schemas.items() if any("format" in kind for kind in kinds(schema))]
    for first, second in itertools.product(TIMES[:6], repeat=2):
        yield {**base, **dict(zip(times, itertools.cycle([first, second])))}


def options(command, words=()):
    """The words of each command and each of its options that take a value, as the parser's own dump tells them."""
    arguments = [argument for argument in command.get("arguments", []) if argument["kind"] != "flag"]
    for below in command.get("subcommands", []):
        yield from options(below, (*words, below["commandName"]))
    if not command.get("subcommands"):
        yield from [(words, argument, arguments) for argument in arguments]


def line(words, extreme, value, arguments, known):
    """A command line with this value for one argument, and ordinary ones for the others that are needed."""
    named, placed = [], []
    for argument in arguments:
        if argument is not extreme and argument.get("isOptional"):
            continue
        ordinary = (argument.get("allValues") or [known.get(argument.get("valueName"), "x")])[0]
        text = str(value) if argument is extreme else ordinary
        if argument["kind"] == "option":
            name = next(name["name"] for name in argument["names"] if name["kind"] == "long")
            named.append(f"--{name}={text}")
        else:
            placed.append(text)
    return [*words, *named, *placed]
