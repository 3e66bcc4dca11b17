import Testing
import VisitsExchange
import VisitsModel

@Suite("The place of a stranger's Appointment")
struct StrangerPlaceTests {
  private typealias Bundle = StrangerBundle

  private func plan(_ locations: String..., at participants: String...) -> ImportPlan {
    let appointment = Bundle.appointment(
      Bundle.patient, Bundle.worker, participants.joined(separator: ","))
    let entries = ([Bundle.margaret, Bundle.tom, appointment] + locations)
      .map { "{\"resource\":\($0)}" }.joined(separator: ",")
    return FHIRBundleReader(now: now).plan(
      from: "{\"resourceType\":\"Bundle\",\"type\":\"collection\",\"entry\":[\(entries)]}")
  }

  private static func actor(_ id: String) -> String { "{\"actor\":{\"reference\":\"Location/\(id)\"}}" }

  @Test(
    "is its Location, by the name where there is no address, and by both where there are both",
    arguments: [
      (#""name":"Rosewood Day Centre""#, "Rosewood Day Centre"),
      (#""name":"Meeting Room 1","address":{"line":["9 Main St"],"city":"Leduc"}"#, "Meeting Room 1, 9 Main St, Leduc"),
      (#""name":"Clinic A","address":{"text":"Clinic A, 5 Main St"}"#, "Clinic A, 5 Main St"),
      (#""name":"Ward 3","address":{"state":"AB"}"#, "Ward 3, AB"),
      (#""address":{"line":["9 Main St"],"city":"Leduc"}"#, "9 Main St, Leduc"),
    ])
  func names(location: String, address: String) {
    let plan = plan("{\"resourceType\":\"Location\",\"id\":\"l\",\(location)}", at: Self.actor("l"))
    #expect(plan.visits.map(\.address) == [address])
    #expect(plan.remarks == [])
  }

  @Test("keeps its name as the first line of its address")
  func parts() {
    let plan = plan(
      #"{"resourceType":"Location","id":"l","name":"Room 1","address":{"line":["9 Main St"],"city":"Leduc"}}"#,
      at: Self.actor("l"))
    #expect(plan.visits.map(\.addressParts) == [PostalAddress(lines: ["Room 1", "9 Main St"], city: "Leduc")])
  }

  @Test(
    "is the client's home where the Location is that, or stands for any client's",
    arguments: [
      #""name":"Mrs. Chen","address":{"line":["9 Home St"],"city":"Edmonton"}"#,
      #""name":"Patient's Home","mode":"kind","physicalType":{"coding":[{"code":"ho"}]}"#,
      #""name":"Home","type":[{"coding":[{"code":"PTRES"}]}]"#,
    ])
  func homes(location: String) {
    let plan = plan("{\"resourceType\":\"Location\",\"id\":\"l\",\(location)}", at: Self.actor("l"))
    #expect(plan.visits.map(\.address) == [nil])
  }

  @Test("is the first of several Locations, and the others are told")
  func several() {
    let plan = plan(
      #"{"resourceType":"Location","id":"l","address":{"line":["1 First"],"city":"Leduc"}}"#,
      #"{"resourceType":"Location","id":"m","name":"North","address":{"line":["2 Second"],"city":"Leduc"}}"#,
      at: Self.actor("l"), Self.actor("m"))
    #expect(plan.visits.map(\.address) == ["1 First, Leduc"])
    #expect(
      plan.remarks == [
        "entry[2] Appointment/a: participant[3].actor: \"North\" is a further place; the visit is planned at the first one"
      ])
  }

  @Test("is what the Appointment calls it where the Location is not there, and that is told")
  func elsewhere() {
    let named = plan(at: #"{"actor":{"reference":"Location/zz","display":"Clinic A"}}"#)
    #expect(named.visits.map(\.address) == ["Clinic A"])
    #expect(
      named.remarks == [
        "entry[2] Appointment/a: participant[2].actor: \"Location/zz\" is not in this Bundle, so just the name of the "
          + "place is known: \"Clinic A\""
      ])
    #expect(plan(at: #"{"actor":{"type":"Location","display":"Clinic B"}}"#).visits.map(\.address) == ["Clinic B"])
    let role = #"{"type":[{"coding":[{"code":"LOC"}]}],"actor":{"display":"Clinic C"}}"#
    #expect(plan(at: role).visits.map(\.address) == ["Clinic C"])
  }

  @Test("is known though just a client's postal code and country are")
  func postalCode() {
    let plan = FHIRBundleReader(now: now).plan(
      from: #"{"resourceType":"Bundle","entry":[{"resource":{"resourceType":"Patient","id":"p","#
        + #""name":[{"text":"Ann"}],"address":[{"use":"home","postalCode":"T5J 0A1","country":"CA"}]}}]}"#)
    #expect(plan.clients.map(\.address) == ["T5J 0A1, CA"])
    #expect(plan.clients.map(\.addressParts) == [PostalAddress(postalCode: "T5J 0A1", country: "CA")])
  }

  @Test("that an earlier version read without its name is no news")
  func former() {
    let named = plan(
      #"{"resourceType":"Location","id":"l","name":"Room 1","address":{"line":["9 Main St"],"city":"Leduc"}}"#,
      at: Self.actor("l"))
    let before = plan(
      #"{"resourceType":"Location","id":"l","address":{"line":["9 Main St"],"city":"Leduc"}}"#, at: Self.actor("l"))
    #expect(named.visits.first?.formerWords.first == before.visits.first?.words)
    let day = plan(#"{"resourceType":"Location","id":"l","name":"Day Centre"}"#, at: Self.actor("l"))
    #expect(day.visits.first?.formerWords.first == plan(at: Bundle.worker).visits.first?.words)
  }
}
