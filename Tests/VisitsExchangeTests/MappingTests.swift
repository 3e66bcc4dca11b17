import Testing
import VisitsExchange
import VisitsModel

@Suite("What upstream says, and what it means here")
struct MappingTests {
  private func plan(_ resources: String...) -> ImportPlan {
    let entries = resources.map { "{\"resource\":\($0)}" }.joined(separator: ",")
    return FHIRBundleReader(now: now).plan(from: "{\"resourceType\":\"Bundle\",\"entry\":[\(entries)]}")
  }

  private func visit(_ status: String, participation: String = "accepted", more: String = "") -> PlannedVisit? {
    plan(
      #"{"resourceType":"Patient","id":"p"}"#, #"{"resourceType":"Practitioner","id":"w"}"#,
      #"""
      {"resourceType":"Appointment","id":"v","status":"\#(status)","start":"2026-11-20T15:00:00Z",\#(more)
       "end":"2026-11-20T16:00:00Z","participant":[{"actor":{"reference":"Patient/p"}},
       {"actor":{"reference":"Practitioner/w"},"status":"\#(participation)"}]}
      """#
    ).visits.first
  }

  @Test(
    "each state of an Appointment has its place in a visit's life",
    arguments: [
      ("proposed", .scheduled), ("pending", .scheduled), ("waitlist", .scheduled), ("booked", .scheduled),
      ("arrived", .scheduled), ("checked-in", .scheduled), ("fulfilled", .completed), ("cancelled", .cancelled),
      ("noshow", .missed),
    ] as [(String, Status)])
  func states(status: String, expected: Status) {
    #expect(visit(status)?.life.status == expected)
    #expect(visit(status)?.life.checkIn == nil)
  }

  @Test(
    "while nothing is agreed, a visit is open unless a Practitioner has accepted or is asked",
    arguments: [
      ("proposed", "accepted", true), ("proposed", "needs-action", true), ("proposed", "tentative", false),
      ("pending", "tentative", false), ("waitlist", "declined", false), ("waitlist", "accepted", true),
      ("booked", "tentative", true), ("booked", "declined", false), ("arrived", "needs-action", true),
    ])
  func openVisits(status: String, participation: String, isTaken: Bool) {
    #expect((visit(status, participation: participation)?.worker != nil) == isTaken)
  }

  @Test(
    "who failed is read from the reason of a missed visit",
    arguments: [
      (#""code":"pat""#, .client), (#""code":"pat-crs""#, .client), (#""code":"prov""#, .worker),
      (#""code":"prov-pers""#, .worker), (#""code":"maint""#, .agency), (#""code":"meds-inc""#, .agency),
      (#""code":"other""#, .agency), (#""system":"urn:ours","code":"pat""#, .agency),
    ] as [(String, MissedBy)])
  func missedBy(coding: String, expected: MissedBy) {
    let missed = visit("noshow", more: #""cancelationReason":{"coding":[{\#(coding)}]},"#)
    #expect(missed?.life.missedBy == expected)
  }

  @Test("a visit missed or cancelled without a reason says so; the patient is who usually does not appear")
  func withoutReason() {
    #expect(visit("noshow")?.life == .missed(by: .client, reason: "no reason given"))
    #expect(visit("cancelled")?.life == .cancelled(reason: "no reason given", checkIn: nil))
  }

  @Test(
    "an address is one line, and names the city once",
    arguments: [
      (#""line":["123 Oak St"],"city":"Edmonton""#, "123 Oak St, Edmonton"),
      (#""line":["123 Oak St, Edmonton"],"city":"Edmonton""#, "123 Oak St, Edmonton"),
      (#""line":["123 Oak St","EDMONTON AB T5J 0A1"],"city":"Edmonton""#, "123 Oak St, EDMONTON AB T5J 0A1"),
      (#""line":["5 Rue Cote, Montréal"],"city":"Montreal""#, "5 Rue Cote, Montréal"),
      (#""line":["10 Edmonton Trail"],"city":"Edmonton""#, "10 Edmonton Trail, Edmonton"),
      (#""line":["Edmonton Trail 10"],"city":"Edmonton""#, "Edmonton Trail 10, Edmonton"),
      (#""line":["Unit 4\r\n9 Elm St"]"#, "Unit 4, 9 Elm St"),
      (#""text":"9 Elm St\nCalgary""#, "9 Elm St, Calgary"),
      (#""text":"9 Elm Street, Calgary","line":["9 Elm St"],"city":"Calgary""#, "9 Elm St, Calgary"),
      (#""city":"Leduc""#, "Leduc"),
      (#""postalCode":"T5J 0A1""#, "T5J 0A1"),
      (#""use":"old","line":["9 Elm St"]"#, nil),
      (#""use":"billing","line":["9 Elm St"]"#, nil),
      (#""line":["9 Elm St"],"period":{"end":"2026-11-19"}"#, nil),
      (#""line":["9 Elm St"],"period":{"end":"2026-11"}"#, "9 Elm St"),
      (#""line":["9 Elm St"],"period":{"start":"2026-12-01"}"#, nil),
    ] as [(String, String?)])
  func addresses(json: String, line: String?) {
    let client = plan(#"{"resourceType":"Patient","id":"p","address":[{\#(json)}]}"#).clients.first
    #expect(client?.address == line)
  }

  @Test("a place that people live in goes before a post office box")
  func postBox() {
    let client = plan(
      #"""
      {"resourceType":"Patient","id":"p","address":[{"use":"home","type":"postal","line":["PO Box 1"]},
       {"use":"work","type":"physical","line":["9 Elm St"]}]}
      """#
    ).clients.first
    #expect(client?.address == "9 Elm St")
  }

  @Test(
    "a name is the one in use, as people say it",
    arguments: [
      (#"{"text":"Chen, Margaret","family":"Chen","given":["Margaret"]}"#, "Margaret Chen", "margaret-chen"),
      (#"{"family":"Chen"}"#, "Chen", "chen"),
      (#"{"given":["Margaret"]}"#, "Margaret", "margaret"),
      (
        #"{"use":"nickname","text":"Peggy"},{"use":"official","family":"Chen","given":["Margaret"]}"#,
        "Margaret Chen", "margaret-chen"
      ),
      (
        #"{"use":"usual","given":["Peggy"]},{"use":"official","family":"Chen","given":["Margaret"]}"#,
        "Margaret Chen", "margaret-chen"
      ),
      (
        #"{"use":"official","text":"Margaret Chen","period":{"end":"2020"}},{"text":"Margaret Wong"}"#,
        "Margaret Wong", "margaret-wong"
      ),
      (#"{"use":"maiden","text":"Margaret Li"}"#, "Client NO.SLUG", "client"),
      (#"{"text":"Łukasz Żółć"}"#, "Łukasz Żółć", "lukasz-zolc"),
      (#"{"text":"陈明"}"#, "陈明", "client"),
    ])
  func names(json: String, name: String, slug: String) {
    let client = plan(#"{"resourceType":"Patient","id":"NO.SLUG","name":[\#(json)]}"#).clients.first
    #expect(client?.name == name)
    #expect(client?.slug == slug)
  }

  @Test("an Encounter gives check-in and check-out, and contradicts a visit that nobody came to")
  func encounters() {
    func read(_ status: String, _ encounter: String, _ period: String) -> ImportPlan {
      plan(
        #"{"resourceType":"Patient","id":"p"}"#,
        #"""
        {"resourceType":"Appointment","id":"v","status":"\#(status)","start":"2026-11-20T15:00:00Z",
         "end":"2026-11-20T16:00:00Z","participant":[{"actor":{"reference":"Patient/p"}}]}
        """#,
        #"""
        {"resourceType":"Encounter","id":"e","status":"\#(encounter)","period":{\#(period)},
         "appointment":[{"reference":"Appointment/v"}]}
        """#)
    }
    let start = #""start":"2026-11-20T14:58:00Z""#
    let checkIn = Check(at: Instant(milliseconds: 1_795_186_680_000), receivedAt: now, method: .upstream)
    #expect(read("fulfilled", "in-progress", start).visits.first?.life == .inProgress(checkIn: checkIn))
    #expect(read("booked", "onleave", start).visits.first?.life == .inProgress(checkIn: checkIn))
    #expect(
      read("fulfilled", "finished", start).visits.first?.life == .completed(checkIn: checkIn, checkOut: nil))
    #expect(
      read("cancelled", "finished", start).visits.first?.life
        == .cancelled(reason: "no reason given", checkIn: checkIn))
    #expect(read("fulfilled", "entered-in-error", start).visits.first?.life.checkIn == nil)
    #expect(read("booked", "planned", start).visits.first?.life == .scheduled)
    // A day alone does not say when somebody came.
    #expect(
      read("fulfilled", "finished", #""start":"2026-11-20""#).visits.first?.life
        == .completed(checkIn: nil, checkOut: nil))
    for (status, encounter) in [("noshow", "finished"), ("noshow", "in-progress"), ("cancelled", "in-progress")] {
      #expect(read(status, encounter, start).refused.map(\.place) == [.path("entry[1] Appointment/v: status")])
    }
    #expect(
      read("fulfilled", "finished", start + #","end":"2026-11-20T14:57:00Z""#).refused.map(\.reason)
        == [.fault(TextFault(.fhirEncounterBackwards))])
  }
}
