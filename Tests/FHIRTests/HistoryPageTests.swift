import FHIR
import Testing

@Suite("A page of what happened to resources")
struct HistoryPageTests {
  private func page(_ entries: String, _ more: String = "") throws -> HistoryPage {
    try HistoryPage(json: Array(#"{"resourceType":"Bundle","type":"history"\#(more),"entry":[\#(entries)]}"#.utf8))
  }

  private func told(_ page: HistoryPage) -> [String] {
    page.entries.map { "\($0.isDeleted ? "deleted" : "kept") \($0.address.type)/\($0.address.id)" }
  }

  @Test("tells which were deleted, and when, as R4 has it")
  func deleted() throws {
    let page = try page(
      """
      {"fullUrl":"https://ehr.example/fhir/Appointment/1","request":{"method":"DELETE","url":"Appointment/1"},
       "response":{"status":"204","lastModified":"2026-11-20T15:00:00Z"}},
      {"fullUrl":"https://ehr.example/fhir/Appointment/2","resource":{"resourceType":"Appointment","id":"2"},
       "request":{"method":"PUT","url":"Appointment/2"},"response":{"status":"200"}},
      {"fullUrl":"https://ehr.example/fhir/Appointment/3","resource":{"resourceType":"Appointment","id":"3"},
       "request":{"method":"POST","url":"Appointment"},"response":{"status":"201"}}
      """, #","link":[{"relation":"next","url":"https://ehr.example/fhir?page=2"}]"#)
    #expect(told(page) == ["deleted Appointment/1", "kept Appointment/2", "kept Appointment/3"])
    #expect(page.entries.first?.lastModified?.description == "2026-11-20T15:00:00Z")
    #expect(page.next == "https://ehr.example/fhir?page=2")
  }

  @Test("takes the address of a version, or one that only the request or fullUrl names")
  func addresses() throws {
    #expect(
      try told(
        page(
          """
          {"request":{"method":"DELETE","url":"https://ehr.example/fhir/Encounter/7/_history/3"}},
          {"fullUrl":"https://ehr.example/fhir/Encounter/8","request":{"method":"DELETE"}}
          """)) == ["deleted Encounter/7", "deleted Encounter/8"])
  }

  @Test("leaves out what names no resource, and refuses what is no Bundle")
  func broken() throws {
    #expect(
      try told(page(#"{},{"request":7},{"request":{"method":"DELETE","url":"no address"}},5,{"fullUrl":[]}"#)) == [])
    #expect(throws: FHIRProblem.self) {
      try HistoryPage(json: Array(#"{"resourceType":"OperationOutcome"}"#.utf8))
    }
  }
}
