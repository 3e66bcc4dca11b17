import FHIR
import Testing
import VisitsModel
import VisitsStore

@testable import simulate

@Suite("An identifier that stands on two Appointments")
struct IdentifierTests {
  private func copy(_ name: String, to other: String, in agency: Agency) throws {
    var json = try #require(agency.simulation.upstream.record("Appointment/\(name)"))
    json["id"] = .string(other)
    try agency.simulation.upstream.put(String(decoding: json.json, as: UTF8.self), at: agency.there)
  }

  @Test("makes them two visits, each with what happened to it", arguments: Agency.servers)
  func twins(_ server: Agency.Server) throws {
    let agency = try Agency(server)
    agency.simulation.upstream.edit("Appointment/a", at: agency.there) {
      $0["identifier"] = [["system": "urn:example:contract", "value": "17"]]
    }
    try copy("a", to: "b", in: agency)
    try agency.simulation.run(seconds: 40)
    #expect(try agency.visit("a").id != agency.visit("b").id)
    try agency.complete("b")
    try agency.simulation.run(seconds: 40)
    #expect(agency.simulation.upstream.record("Appointment/a")?["status"] == "booked")
    #expect(agency.simulation.upstream.record("Appointment/b")?["status"] == "fulfilled")
    #expect(try agency.problems == [])
  }

  @Test("is named where it is ours, and our visit stays what it was", arguments: Agency.servers)
  func copies(_ server: Agency.Server) throws {
    let agency = try Agency(server)
    try agency.add()
    try agency.simulation.run(seconds: 40)
    let names = agency.simulation.upstream.names(of: "Appointment").filter { $0 != "Appointment/a" }
    let made = try #require(names.first).split(separator: "/")[1]
    let before = try agency.visit(String(made))
    try copy(String(made), to: "copy", in: agency)
    try agency.simulation.run(seconds: 40)
    #expect(try agency.problems == ["unread copy"])
    #expect(try agency.find("copy") == nil)
    #expect(try agency.visit(String(made)) == before)
  }
}
