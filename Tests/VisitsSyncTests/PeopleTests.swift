import FHIR
import Testing
import VisitsModel
import VisitsStore
import VisitsTestSupport

@testable import simulate

@Suite("People upstream", .ownThread)
struct PeopleTests {
  @Test("who bear one identifier are two")
  func sharedIdentifier() throws {
    let agency = try Agency()
    for (id, name) in [("lena", "Lena Novak"), ("omar", "Omar Haddad")] {
      try agency.simulation.upstream.put(
        """
        {"resourceType":"Practitioner","id":"\(id)","name":[{"text":"\(name)"}],
         "identifier":[{"system":"urn:example:agency","value":"17"}]}
        """, at: agency.there)
      try agency.simulation.upstream.put(
        """
        {"resourceType":"Patient","id":"p-\(id)","name":[{"text":"\(name)"}],
         "identifier":[{"system":"urn:example:household","value":"9"}]}
        """, at: agency.there)
    }
    try agency.book("b", at: Agency.nine.adding(minutes: 60), worker: "lena")
    try agency.book("c", at: Agency.nine.adding(minutes: 120), worker: "omar")
    try agency.simulation.run(seconds: 60)
    #expect(try agency.visit("b").worker?.rawValue == "lena")
    #expect(try agency.visit("c").worker?.rawValue == "omar")
    let clients = try agency.simulation.store.readNow { reader in
      try ["p-lena", "p-omar"].flatMap { try reader.agreed(on: RecordAddress(type: "Patient", id: $0)) }
        .map(\.thing.rawValue)
    }
    #expect(Set(clients).count == 2)
  }

  @Test("of whom one has taken another's place are told apart on one page of visits")
  func mergedOnOnePage() throws {
    let agency = try Agency(visits: [])
    for id in ["m-chen", "john-smith"] {
      try agency.simulation.upstream.put(
        #"{"resourceType":"Patient","id":"\#(id)","name":[{"text":"\#(id)"}]}"#, at: agency.there)
    }
    agency.simulation.upstream.edit("Patient/margaret-chen", at: agency.there) {
      $0["link"] = [["other": ["reference": "Patient/m-chen"], "type": "replaced-by"]]
    }
    try agency.simulation.run(seconds: 60)
    for (number, name) in ["a", "b"].enumerated() {
      try agency.book(name, at: Agency.nine.adding(minutes: 120 + Int64(number) * 60))
    }
    agency.simulation.upstream.edit("Appointment/b", at: agency.there) {
      $0["participant", default: []].items[0]["actor"] = ["reference": "Patient/john-smith"]
    }
    try agency.simulation.run(seconds: 60)
    #expect(try ["a", "b"].map { try agency.visit($0).client.rawValue } == ["m-chen", "john-smith"])
    #expect(try agency.problems == [])
  }

  @Test("of whom one has taken another's place have the other's visits too, and nothing is written back")
  func merged() throws {
    let agency = try Agency(visits: ["a", "b"])
    let upstream = { agency.simulation.upstream }
    try agency.simulation.upstream.put(
      #"{"resourceType":"Patient","id":"m-chen","name":[{"text":"Maggie Chen"}]}"#, at: agency.there)
    agency.simulation.upstream.edit("Patient/margaret-chen", at: agency.there) {
      $0["active"] = false
      $0["link"] = [["other": ["reference": "Patient/m-chen"], "type": "replaced-by"]]
    }
    agency.simulation.upstream.edit("Appointment/a", at: agency.there) {
      $0["participant", default: []].items[0]["actor"] = ["reference": "Patient/m-chen"]
    }
    try agency.simulation.run(seconds: 60)
    #expect(try agency.visit("a").client.rawValue == "m-chen")
    try agency.note("Ring twice", on: "a")
    try agency.note("Ring thrice", on: "b")
    try agency.simulation.run(seconds: 60)
    let actors = ["a", "b"].map {
      upstream().record("Appointment/\($0)")?["participant"]?.items.first?["actor"]?["reference"]?.string
    }
    #expect(actors == ["Patient/m-chen", "Patient/margaret-chen"])
    #expect(upstream().records["Appointment/a"]?.count == 3, "the note, and no more")
    #expect(upstream().record("Appointment/b")?["comment"] == "Ring thrice")
    #expect(try agency.rows == SyncStanding.Rows())
    #expect(try agency.problems == [])
  }

  @Test("a Practitioner who comes back with a new id and the same identifier is the same worker")
  func renumbered() throws {
    let agency = try Agency()
    let simulation = agency.simulation
    let identifier = #""identifier":[{"system":"urn:staff","value":"S-1"}]"#
    try simulation.upstream.put(
      #"{"resourceType":"Practitioner","id":"sarah","name":[{"text":"Sarah Miller"}],\#(identifier)}"#, at: agency.there
    )
    try simulation.run(seconds: 60)
    simulation.upstream.delete("Practitioner/sarah", at: agency.there)
    try simulation.upstream.put(
      #"{"resourceType":"Practitioner","id":"p2","name":[{"text":"Sarah Miller"}],\#(identifier)}"#, at: agency.there)
    simulation.upstream.edit("Appointment/a", at: agency.there) { json in
      let text = String(decoding: json.json, as: UTF8.self).replacing("Practitioner/sarah", with: "Practitioner/p2")
      json = (try? JSONDocument(json: Array(text.utf8))) ?? json
    }
    try simulation.run(seconds: 120)
    #expect(try agency.visit("a").worker?.rawValue == "sarah")
    let workers = try simulation.store.readNow { try $0.workers(includeInactive: true, limit: 10).map(\.id.rawValue) }
    #expect(workers == ["james", "sarah"])
    #expect(try agency.problems == [])
  }

  @Test("somebody new with the number of somebody who has gone is not that person")
  func sameNumber() throws {
    let agency = try Agency()
    let simulation = agency.simulation
    func put(_ type: String, _ id: String, _ name: String) throws {
      try simulation.upstream.put(
        """
        {"resourceType":"\(type)","id":"\(id)","name":[{"text":"\(name)"}],
         "identifier":[{"system":"urn:number","value":"7"}]}
        """, at: agency.there)
    }
    try put("Practitioner", "sarah", "Sarah Miller")
    try put("Patient", "margaret-chen", "Margaret Chen")
    try simulation.run(seconds: 60)
    try agency.complete("a")
    try simulation.run(seconds: 60)
    for (type, gone, new, name) in [
      ("Practitioner", "sarah", "ann", "Ann Lee"), ("Patient", "margaret-chen", "henry", "Henry Chen"),
    ] {
      simulation.upstream.delete("\(type)/\(gone)", at: agency.there)
      try put(type, new, name)
      try simulation.run(seconds: 120)
    }
    let (workers, clients) = try simulation.store.readNow { reader in
      (
        try reader.workers(includeInactive: true, limit: 10).map { "\($0.id.rawValue) \($0.name)" },
        try reader.clients(includeInactive: true, limit: 10).map { "\($0.id.rawValue) \($0.name)" }
      )
    }
    #expect(workers == ["ann Ann Lee", "james James Okafor", "sarah Sarah Miller"])
    #expect(clients == ["henry Henry Chen", "margaret-chen Margaret Chen"])
    let visit = try agency.visit("a")
    #expect([visit.worker?.rawValue, visit.client.rawValue] == ["sarah", "margaret-chen"])
  }
}
