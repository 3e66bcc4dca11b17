"""The figures as a table in Markdown, each beside what it is to reach."""


def rows(result):
    """(what, measured, target, whether it is reached)."""
    reads, changes, times = result["reads"], result["changes"], result["commands"]

    def rate(name, connections):
        return reads[f"{name} {connections}"]["rate"] / reads[f"redis {connections}"]["rate"]

    def tail(name, connections):
        return reads[f"{name} {connections}"]["p99"] / reads[f"redis {connections}"]["p99"]

    for name, words in [("unchanged", "`today`, not modified"), ("changed", "`today`, whole")]:
        for connections, target in [(1, 0.9), (16, None), (64, 0.75)]:
            yield f"{words}, {connections} connections: rate, of redis GET", rate(name, connections), target, "x", 1
        for connections, target in [(1, 2.5), (16, 2.5), (64, 1.5)]:
            yield f"{words}, {connections} connections: p99, of redis's", tail(name, connections), target, "x", -1
    yield "`today` from the database, 1 connection: p50", reads["miss 1"]["p50"] / 1000, 0.3, " ms", -1
    yield "`today` from the database, 64 connections: rate", reads["miss 64"]["rate"], None, "/s", 1
    yield "`home` from the database, 1 connection: p50", result["homes"]["p50"] / 1000, 0.5, " ms", -1
    yield from of_commands(times)
    one, many = changes["1"], changes["64"]
    yield "`visit.complete`, 1 connection: rate", one["rate"], None, "/s", 1
    yield "`visit.complete`, 1 connection: syncs per change", one["syncsPerChange"], 1, "", 1
    yield "`visit.complete`, 64 connections: rate, of 1 connection", many["rate"] / one["rate"], 4, "x", 1
    yield "`visit.complete`, 64 connections: syncs per change", many["syncsPerChange"], 0.1, "", -1
    yield f"`visit.add`, {result['stored']:,} in random order, 200 connections", result["fill"]["rate"], None, "/s", 1
    starts = result["starts"]
    yield f"start to READY=1, {result['stored']:,} visits, after a stop in order", starts["ready"], 0.5, " s", -1
    yield "the same: the slowest", starts["slowest"], None, " s", -1
    yield "SIGTERM to the end, nobody connected", starts["stopped"], None, " s", -1
    yield "resident memory, idle", result["residentIdle"], 45, " MB", -1
    crowd = result["crowds"]
    subscriber = crowd["subscriber"]
    yield "1,024 idle connections: memory more", crowd["idle"], 30, " MB", -1
    yield "a stopped subscriber and 100,000 events: memory more", subscriber["resident"], 5, " MB", -1
    yield "the same: `today`'s p99, of that without it", subscriber["p99"] / subscriber["p99Alone"], 1.2, "x", -1
    yield "`emergency.raise` while 64 connections write: p99", crowd["emergency"] / 1000, 50, " ms", -1
    yield "garbage from 16 connections: rate of `today`, of that without it", crowd["garbage"], 0.5, "x", 1
    rules = result["rules"]
    yield "looking at the 40,000 visits of a day for what needs attention: rules", rules["watch"], 20, " ms", -1
    yield "the same, from the database, after a start", rules["afterStart"], 20, " ms", -1
    yield "the same, from the database, each minute", rules["eachMinute"], 20, " ms", -1
    yield "`task.day` of a client with ten years of nine care tasks", rules["taskDay"], 0.5, " ms", -1
    yield "the same, of that of a client with one year", rules["taskDay"] / rules["taskDayYear"], 1.5, "x", -1
    yield "`task.stats` of the same client", rules["taskStats"], 5, " ms", -1
    yield "the same, of that of a client with one year", rules["taskStats"] / rules["taskStatsYear"], 10, "x", -1
    expansion = rules["series"] / 1000
    yield "expanding 10,000 series that began five years ago by a week", expansion, 4, " s", -1
    for name, words in [("ids", "with ids"), ("none", "without ids")]:
        table = result["tables"][name]
        yield f"import of 100,000 CSV rows, {words}: time", table["seconds"], 20, " s", -1
        yield "the same: memory more", table["memory"], 150, " MB", -1
    for form, export in result["tables"]["export"]["forms"].items():
        yield f"export of 100,000 visits, {form}: time", export, None, " s", -1
    yield "the same, one after the other: memory more", result["tables"]["export"]["memory"], 100, " MB", -1
    yield from of_gateway(result["gateway"])
    yield from of_web(result["web"])
    yield from of_attacks(result["attacks"])
    yield from of_sync(result["sync"], result["calendars"])
    yield "resident memory, after the load", result["residentAfterLoad"], 120, " MB", -1


def of_commands(times):
    """The rows of the command line: each program from start to end."""
    visits = times["visits today"]
    yield "`visits --version`, start to end", times["visits --version"], 2, " ms", -1
    yield "`visits today`, start to end", visits, 4, " ms", -1
    yield "`visits today`, of `khal list today`", visits / times["khal list today"], 0.1, "x", -1
    yield "`visits today`, of `remind`", visits / times["remind"], None, "x", -1
    yield "`visits today`, of a C program that connects and prints", visits / times["connect and print"], None, "x", -1


def of_gateway(gateway):
    """The rows of the gateway."""
    reads = gateway["reads"]
    for name, words in [
        ("unchanged", "`GET /v1/today` unchanged, of nginx answering 304 for a file"),
        ("whole", "the same, whole, of nginx serving the same bytes"),
    ]:
        for connections in (1, 64):
            rate = reads[f"{name} {connections}"]["rate"] / reads[f"nginx {name} {connections}"]["rate"]
            yield f"{words}; {connections} connections", rate, 0.1, "x", 1
    yield "`GET /v1/today` unchanged, 64 connections: rate", reads["unchanged 64"]["rate"], None, "/s", 1
    made = gateway["completions"]
    share = made["HTTP"] / made["socket"]
    yield "`POST /v1/visit.complete`, 64 connections: rate, of the same on the socket", share, 0.6, "x", 1
    yield "visits-gateway, resident memory, idle", gateway["residentIdle"], 30, " MB", -1
    yield "the same after the load", gateway["residentAfterLoad"], None, " MB", -1


def of_web(web):
    """The rows of the web app."""
    yield "the web app with words and styles, compressed", web["size"], 90, " KB", -1
    yield "the web app's first load to Today, CPU slowed 4 times", web["load"], 1.5, " s", -1
    yield "tap on Start visit to its change in the sheet, CPU slowed 4 times", web["start"], 100, " ms", -1
    yield "tap on Complete to the card's mark, CPU slowed 4 times", web["mark"], 100, " ms", -1
    yield "the web app's start from its cache, CPU slowed 4 times", web["again"], 0.5, " s", -1
    yield "the same from the first paint on", web["view"], 200, " ms", -1
    yield "the longest frame while 60 cards scroll, CPU slowed 4 times", web["scroll"], 50, " ms", -1
    yield "1,000 changes of 50 clients, from the start of the app until all are sent", web["seconds"], 20, " s", -1
    yield "the same: the longest frame", web["longest"], 50, " ms", -1


def of_attacks(attacks):
    """The rows of each attack, and of a thing with a long history."""
    for name, words in [
        ("silent", "24 connections that read nothing"),
        ("batches", "batches of long lists that nobody reads"),
        ("calendars", "imports of calendars without an occurrence"),
        ("names", "batches of long unknown names"),
        ("waits", "6,400 waits, and changes"),
        ("texts", "the longest lines of a user who only reads"),
    ]:
        attack = attacks[name]
        yield f"{words}: rate of `today`, of that without them", attack["rate"], 0.5, "x", 1
        yield "the same: p99 of `today`", attack["p99"] / 1000, 50, " ms", -1
        yield "the same: most memory", attack["memory"], 200, " MB", -1
        yield "the same: SIGTERM to the end", attack["stopped"], 10, " s", -1
    yield "10,000 changes of one visit: the last 500, of the first", attacks["history"]["last"], 2, "x", -1
    yield "the same: bytes stored for each", attacks["history"]["bytes"], 2000, "", -1


def of_sync(sync, calendars):
    """The same of sync."""
    first, week = sync["first"], sync["week"]
    yield f"first pull of {sync['count']:,} Appointments, killed twice: CPU time", first["cpu"], 24, " s", -1
    yield "the same: resident memory at most", first["memory"], 150, " MB", -1
    yield "the same: `today` of another worker each time, p99", first["p99"], 5, " ms", -1
    yield "a pull that finds nothing: CPU time", sync["unchanged"], 14, " ms", -1
    yield "10,000 completions of a week offline: requests", week["requests"], 110, "", -1
    yield "the same: CPU time", week["cpu"], None, " s", -1
    for name in ("first", "unchanged"):
        visits, others = calendars["visits"][name], calendars["vdirsyncer"][name]
        what = f"`visits sync` of 1,000 Appointments, {name}"
        yield f"{what}: time, of `vdirsyncer sync`", visits["seconds"] / others["seconds"], None, "x", -1
        yield f"{what}: CPU time, of `vdirsyncer sync`", visits["cpu"] / others["cpu"], None, "x", -1


def number(value, unit):
    """A figure in as many digits as it deserves."""
    digits = 0 if value >= 100 else 1 if value >= 10 else 2 if value >= 0.1 else 3
    return f"{value:,.{digits}f}{unit}"


def table(result):
    """The table."""
    lines = ["| what | measured | target |", "|---|---:|---:|"]
    if "reads" in result:
        told = rows(result)
    elif "gateway" in result:
        told = of_gateway(result["gateway"])
    elif "web" in result:
        told = of_web(result["web"])
    elif "attacks" in result:
        told = of_attacks(result["attacks"])
    elif "sync" in result:
        told = of_sync(result["sync"], result["calendars"])
    else:
        told = of_commands(result["commands"])
    for what, value, target, unit, direction in told:
        goal = ""
        if target is not None:
            word, kept = ("at least", value >= target) if direction > 0 else ("at most", value <= target)
            goal = f"{word} {target:g}{unit}" + ("" if kept else " (missed)")
        lines.append(f"| {what} | {number(value, unit)} | {goal} |")
    return "\n".join(lines)
