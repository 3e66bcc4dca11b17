import FHIR
import Testing
import VisitsModel
import VisitsStore

@testable import simulate

@Suite("People upstream")
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
}
