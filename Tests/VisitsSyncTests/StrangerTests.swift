import FHIR
import Testing
import VisitsModel
import VisitsStore
import VisitsTestSupport

@testable import VisitsExchange
@testable import VisitsSync
@testable import simulate

/// Records upstream as other systems write them, in our own words.
@Suite("An Appointment of a stranger's", .ownThread)
struct StrangerTests {
  private func add(_ participants: [JSONDocument], to name: String = "a", _ agency: Agency) {
    agency.simulation.upstream.edit("Appointment/\(name)", at: agency.there) {
      $0["participant"] = .array($0["participant", default: []].items + participants)
    }
  }

  private func replaceWorker(by participant: JSONDocument, _ agency: Agency) {
    agency.simulation.upstream.edit("Appointment/a", at: agency.there) { json in
      let others = json["participant", default: []].items.filter {
        $0["actor"]?["reference"]?.string != "Practitioner/sarah"
      }
      json["participant"] = .array(others + [participant])
    }
  }

  /// The participants of the Appointment, by reference or name.
  private func participants(_ agency: Agency) -> [String] {
    (agency.simulation.upstream.record("Appointment/a")?["participant"]?.items ?? [])
      .compactMap { $0["actor"]?["reference"]?.string ?? $0["actor"]?["display"]?.string }
  }

  /// So many minutes after nine, as FHIR writes it.
  private static func text(_ minutes: Int64) -> String {
    FHIRInstant(milliseconds: Agency.nine.adding(minutes: minutes).milliseconds).description
  }

  private func assign(_ worker: String?, _ agency: Agency) throws {
    try agency.change(agency.visit("a").id) { visit, _ in visit.worker = worker.flatMap(WorkerID.init(rawValue:)) }
    try agency.simulation.run(seconds: 60)
  }

  @Test("is held where its Location has just a name, by that name, and keeps the Location when it is written")
  func namedPlace() throws {
    let agency = try Agency { simulation in
      try simulation.upstream.put(
        #"{"resourceType":"Location","id":"day","name":"Rosewood Day Centre"}"#, at: Agency.nine.adding(minutes: -700))
    }
    add([["actor": ["reference": "Location/day"], "status": "accepted"]], agency)
    try agency.simulation.run(seconds: 60)
    #expect(try agency.visit("a").address == "Rosewood Day Centre")
    try agency.note("Bring gloves", on: "a")
    try agency.simulation.run(seconds: 60)
    #expect(participants(agency).last == "Location/day")
    #expect(agency.simulation.upstream.record("Appointment/a")?["contained"] == nil)
    #expect(try agency.problems == [])
  }

  @Test("is held where it says, if its Location cannot be read")
  func unreadPlace() throws {
    let agency = try Agency()
    add([["actor": ["reference": "Location/gone", "display": "Clinic A"], "status": "accepted"]], agency)
    try agency.simulation.run(seconds: 60)
    #expect(try agency.visit("a").address == "Clinic A")
    try agency.note("Bring gloves", on: "a")
    try agency.simulation.run(seconds: 60)
    #expect(participants(agency).last == "Location/gone")
  }

  @Test("names two places: the first one counts, and the office is told of the other, once")
  func twoPlaces() throws {
    let agency = try Agency { simulation in
      for (id, address) in [("l", "1 First"), ("m", "2 Second")] {
        try simulation.upstream.put(
          #"{"resourceType":"Location","id":"\#(id)","address":{"text":"\#(address)"}}"#,
          at: Agency.nine.adding(minutes: -700))
      }
    }
    add(
      [
        ["actor": ["reference": "Location/l"], "status": "accepted"],
        ["actor": ["reference": "Location/m", "display": "North"], "status": "accepted"],
      ], agency)
    try agency.simulation.run(seconds: 60)
    agency.simulation.upstream.edit("Appointment/a", at: agency.there) { $0["priority"] = 3 }
    try agency.simulation.run(seconds: 60)
    #expect(try agency.visit("a").address == "1 First")
    #expect(try agency.problems == ["overruled participant[4].actor import.fhir.furtherPlace North"])
  }

  @Test("keeps what an earlier version read of its place, and what the office has changed since, without a word")
  func upgraded() throws {
    let agency = try Agency()
    let contained: JSONDocument = [
      "resourceType": "Location", "id": "1", "name": "Room 43b", "address": ["text": "9 Elm"],
    ]
    agency.simulation.upstream.edit("Appointment/a", at: agency.there) { $0["contained"] = [contained] }
    add([["actor": ["reference": "#1"], "status": "accepted"]], agency)
    try agency.simulation.run(seconds: 60)
    #expect(try agency.visit("a").address == "Room 43b, 9 Elm")
    // As an earlier version kept it, and the office has moved it since.
    let address = RecordAddress(type: "Appointment", id: "a")
    let records = try agency.simulation.store.readNow { try $0.agreed(on: address) }
    try agency.simulation.store.keepNow { ledger in
      for var record in records {
        var snapshot: AppointmentSnapshot = try MappedText.value(from: record.fields)
        snapshot.mapped.placeName = nil
        snapshot.place = ResolvedPlace(PlaceFields(line: "9 Elm", parts: nil), home: nil)
        record.fields = snapshot.text
        try ledger.agree(on: record)
      }
    }
    try agency.change(agency.visit("a").id) { visit, _ in visit.address = "5 Clinic St" }
    agency.simulation.upstream.edit("Appointment/a", at: agency.there) { $0["priority"] = 3 }
    try agency.simulation.run(seconds: 120)
    #expect(try agency.visit("a").address == "5 Clinic St")
    #expect(try agency.problems == [])
  }

  @Test(
    "is a call where its Location or its HealthcareService is one, with the link",
    arguments: [
      (
        "Location/v",
        #"{"resourceType":"Location","id":"v","name":"Video room","physicalType":{"coding":[{"code":"vi"}]},"#
          + #""telecom":[{"system":"url","value":"https://m.example/9"}]}"#
      ),
      (
        "HealthcareService/v",
        #"{"resourceType":"HealthcareService","id":"v","name":"Virtual visits","#
          + #""telecom":[{"system":"url","value":"https://m.example/9"}]}"#
      ),
    ])
  func calls(reference: String, record: String) throws {
    let agency = try Agency { simulation in
      try simulation.upstream.put(record, at: Agency.nine.adding(minutes: -700))
    }
    add([["actor": ["reference": .string(reference)], "status": "accepted"]], agency)
    try agency.simulation.run(seconds: 60)
    #expect(try agency.visit("a").virtual == VirtualPlace(link: "https://m.example/9"))
    #expect(try agency.visit("a").address == nil)
    try agency.complete("a")
    try agency.simulation.run(seconds: 60)
    #expect(participants(agency).last == reference)
    let name = try #require(agency.simulation.upstream.names(of: "Encounter").first)
    #expect(agency.simulation.upstream.record(name)?["class"]?["code"]?.string == "VR")
    #expect(try agency.problems == [])
  }

  @Test("whose worker has just a name is not open")
  func namedWorker() throws {
    let agency = try Agency()
    replaceWorker(
      by: [
        "type": [["coding": [["code": "ATND"]]]], "actor": ["display": "Dr Ann Smith"], "status": "accepted",
      ], agency)
    try agency.simulation.run(seconds: 60)
    #expect(try agency.visit("a").worker?.rawValue == "sarah")
    #expect(try agency.problems == ["unread participant[2].actor import.fhir.workerNamedOnly Dr Ann Smith"])
  }

  @Test("with somebody who has just a name is told, and is not given to a second worker upstream")
  func named() throws {
    let agency = try Agency()
    replaceWorker(by: ["actor": ["display": "Carey Long"], "status": "accepted"], agency)
    try agency.simulation.run(seconds: 60)
    #expect(try agency.visit("a").worker == nil)
    #expect(try agency.problems == ["overruled participant[2].actor import.fhir.namedOnly Carey Long"])
    try assign("james", agency)
    #expect(participants(agency) == ["Patient/margaret-chen", "Device/17", "Carey Long"])
    #expect(
      try agency.problems.last == "parked participant[2].actor import.fhir.namedOnly Carey Long")
  }

  @Test("whose client has declined is told")
  func declined() throws {
    let agency = try Agency()
    agency.simulation.upstream.edit("Appointment/a", at: agency.there) { json in
      json["participant"] = .array(
        json["participant", default: []].items.map { participant in
          var participant = participant
          if participant["actor"]?["reference"]?.string == "Patient/margaret-chen" {
            participant["status"] = "declined"
          }
          return participant
        })
    }
    try agency.simulation.run(seconds: 60)
    #expect(try agency.visit("a").status == .scheduled)
    #expect(try agency.problems == ["overruled participant[0].actor import.fhir.clientDeclined"])
  }

  @Test("that names its worker by a role, too, is given to another worker, and to nobody, without the role")
  func roles() throws {
    for (worker, left) in [("james", ["Practitioner/james"]), (nil, [])] as [(String?, [String])] {
      let agency = try Agency()
      add(
        [["actor": ["reference": "PractitionerRole/r", "display": "Sarah Miller, RN"], "status": "accepted"]], agency)
      try agency.simulation.run(seconds: 60)
      #expect(try agency.visit("a").worker?.rawValue == "sarah")
      try assign(worker, agency)
      #expect(participants(agency) == ["Patient/margaret-chen", "Device/17"] + left)
      #expect(try agency.problems == [])
    }
  }

  @Test("that is moved takes the times of its participants with it")
  func periods() throws {
    let agency = try Agency()
    replaceWorker(
      by: [
        "actor": ["reference": "Practitioner/sarah"], "status": "accepted",
        "period": ["start": .string(Self.text(0)), "end": .string(Self.text(60))],
      ], agency)
    try agency.simulation.run(seconds: 60)
    try agency.change(agency.visit("a").id) { visit, _ in
      (visit.start, visit.end) = (visit.start.adding(minutes: 240), visit.end.adding(minutes: 240))
    }
    try agency.simulation.run(seconds: 60)
    let period = agency.simulation.upstream.record("Appointment/a")?["participant"]?.items.last?["period"]
    #expect(period?["start"]?.string == Self.text(240))
    #expect(period?["end"]?.string == Self.text(300))
  }

  @Test("that says something unknown which changes its meaning is not read, and that is told")
  func modified() throws {
    let agency = try Agency()
    agency.simulation.upstream.edit("Appointment/a", at: agency.there) {
      $0["modifierExtension"] = [["url": "http://x.example/not", "valueBoolean": true]]
      $0["comment"] = "Ring twice"
    }
    try agency.simulation.run(seconds: 60)
    #expect(try agency.visit("a").note == nil)
    #expect(try agency.problems == ["unread modifierExtension import.fhir.modified http://x.example/not"])
  }
}
