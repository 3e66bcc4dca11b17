import Testing

@testable import VisitsSync

@Suite("Whose a link is")
struct OriginTests {
  @Test(
    "a port that goes without saying may be said, and letters be large",
    arguments: [
      "https://ehr.example/fhir?_page=2", "https://ehr.example:443/fhir?_page=2", "HTTPS://EHR.example/fhir",
      "https://ehr.example",
    ])
  func own(link: String) {
    #expect(SyncDesk.origin(of: link) == "https://ehr.example")
  }

  @Test(
    "another scheme, host or port is another server's",
    arguments: [
      "http://ehr.example/fhir", "https://ehr.example:80/fhir", "https://ehr.example:8443/fhir",
      "https://ehr.example.org/fhir", "https://ehr.example@evil.example/fhir",
    ])
  func foreign(link: String) {
    #expect(SyncDesk.origin(of: link) != "https://ehr.example")
  }

  @Test("a relative link is nobody else's", arguments: ["/fhir?_page=2", "?_page=2", "Appointment?_page=2"])
  func relative(link: String) {
    #expect(SyncDesk.origin(of: link) == nil)
  }
}
