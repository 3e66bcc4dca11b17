"""What an agency's own system holds: five weeks of visits, as a FHIR server stores them."""

import datetime
import json
import random

WORKERS = 500
CLIENTS = 2000
# The days that visitsd keeps, from a week back on.
DAYS = 36
# Hours of a day in Edmonton, in UTC and winter, none of which touches another or midnight.
STARTS = [f"{hour:02}:00" for hour in range(13, 24)]
STREETS = ["Oak St", "Maple Ave", "102 Ave NW", "Whyte Ave", "Jasper Ave"]
SERVICES = ["Personal care", "Medication", "Respite", "Meal preparation"]


def people(workers, clients):
    """Practitioners and Patients, who came one after the other in the years before."""
    began = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0) - datetime.timedelta(days=2000)

    def came(number):
        return {"lastUpdated": instant(began + datetime.timedelta(hours=number))}

    for number in range(workers):
        yield {
            "resourceType": "Practitioner",
            "id": f"worker-{number}",
            "meta": came(number),
            "active": True,
            "name": [{"family": f"Number {number}", "given": ["Worker"]}],
            "telecom": [{"system": "phone", "value": f"780-555-{number:04}"}],
        }
    for number in range(clients):
        line = f"{number} {STREETS[number % len(STREETS)]}"
        yield {
            "resourceType": "Patient",
            "id": f"client-{number}",
            "meta": came(workers + number),
            "active": True,
            "name": [{"family": f"Number {number}", "given": ["Client"]}],
            "birthDate": f"{1930 + number % 30}-05-17",
            "telecom": [{"system": "phone", "value": f"780-556-{number:04}"}],
            "address": [{"line": [line], "city": "Edmonton", "state": "AB", "postalCode": "T5J 0N3"}],
        }


def appointments(count, workers, clients):
    """Bookings of an hour, as many on each day, booked in random order within the last month."""
    chance = random.Random(5)
    now = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
    first = now.date() - datetime.timedelta(days=7)
    slots = [(day, start, worker) for start in STARTS for worker in range(workers) for day in range(DAYS)][:count]
    assert len(slots) == count, f"{workers} workers have no time for {count} visits"
    chance.shuffle(slots)
    for number, (day, start, worker) in enumerate(slots):
        begins = datetime.datetime.fromisoformat(f"{first + datetime.timedelta(days=day)}T{start}:00+00:00")
        service = SERVICES[number % len(SERVICES)]
        yield {
            "resourceType": "Appointment",
            "id": f"a-{number}",
            "meta": {"lastUpdated": instant(now - datetime.timedelta(seconds=3600 + (count - number) * 20))},
            "identifier": [{"system": "https://agency.example/visits", "value": f"V-{number:07}"}],
            "status": "booked",
            "serviceType": [{"text": service}],
            "priority": 5,
            "start": instant(begins),
            "end": instant(begins + datetime.timedelta(hours=1)),
            "comment": "Key at the neighbour's, ring twice" if number % 3 == 0 else "",
            "participant": [
                {"actor": {"reference": f"Patient/client-{chance.randrange(clients)}"}, "status": "accepted"},
                {"actor": {"reference": f"Practitioner/worker-{worker}"}, "status": "accepted"},
            ],
        }


def instant(moment):
    """A moment as FHIR writes it."""
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def write(path, count, workers=WORKERS, clients=CLIENTS):
    """All of it as one Bundle."""
    with path.open("w") as file:
        file.write('{"resourceType":"Bundle","type":"collection","entry":[\n')
        mark = ""
        for resource in (*people(workers, clients), *appointments(count, workers, clients)):
            # FHIR knows no empty strings.
            resource = {name: value for name, value in resource.items() if value != ""}
            file.write(mark + json.dumps({"resource": resource}))
            mark = ",\n"
        file.write("\n]}\n")
