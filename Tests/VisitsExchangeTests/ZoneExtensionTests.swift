import Testing
import VisitsExchange
import VisitsModel

@Suite("The zone of a client from a Bundle")
struct ZoneExtensionTests {
  private static let timezone = "http://hl7.org/fhir/StructureDefinition/timezone"
  private static let tzCode = "http://hl7.org/fhir/StructureDefinition/tz-code"

  private static func zone(_ url: String, _ name: String) -> String {
    "\"extension\":[{\"url\":\"\(url)\",\"valueCode\":\"\(name)\"}]"
  }

  private func plan(_ patient: String, address: String) -> ImportPlan {
    let text = """
      {"resourceType":"Bundle","type":"collection","entry":[{"resource":{"resourceType":"Patient","id":"p",
       "name":[{"text":"Margaret Chen"}]\(patient),"address":[\(address)]}}]}
      """
    return FHIRBundleReader(now: now).plan(from: text)
  }

  @Test(
    "is that of the home address, by either extension; that of the person goes before it",
    arguments: [
      ("", "{\"text\":\"9 Home St\",\(zone(tzCode, "America/Halifax"))}", "America/Halifax"),
      ("", "{\"text\":\"9 Home St\",\(zone(timezone, "America/Halifax"))}", "America/Halifax"),
      (
        "",
        "{\"use\":\"old\",\"text\":\"1 Old St\",\(zone(tzCode, "America/Toronto"))},"
          + "{\"use\":\"home\",\"text\":\"9 Home St\",\(zone(tzCode, "America/Halifax"))}", "America/Halifax"
      ),
      (
        "," + zone(timezone, "America/Edmonton"), "{\"text\":\"9 Home St\",\(zone(tzCode, "America/Halifax"))}",
        "America/Edmonton"
      ),
      ("", "{\"text\":\"9 Home St\"}", nil),
    ] as [(String, String, String?)])
  func address(patient: String, address: String, zone: String?) {
    let plan = plan(patient, address: address)
    #expect(plan.clients.map { ($0.zone ?? $0.homeZone)?.identifier } == [zone])
    #expect(plan.remarks == [])
  }

  @Test("is named where it is none")
  func unknown() {
    let plan = plan("", address: "{\"text\":\"9 Home St\",\(Self.zone(Self.tzCode, "Mars/Olympus"))}")
    #expect(plan.clients.map { $0.zone ?? $0.homeZone } == [nil])
    #expect(plan.remarks.count == 1)
  }
}
