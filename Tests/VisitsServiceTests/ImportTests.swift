import JSON
import JSONRPC
import Testing
import VisitsExchange
import VisitsModel
import VisitsTestSupport

@Suite("The import of a FHIR Bundle, through the socket")
struct ImportTests {
  /// The sample as at so many minutes of 2026-11-20 in Edmonton: 10:20, unless told otherwise.
  private func sample(at minute: Int64 = 620) throws -> String {
    let zone = try #require(Zone("America/Edmonton"))
    let midnight = zone.start(of: try #require(CareDay("2026-11-20")))
    return SampleAgency.bundle(at: midnight.adding(minutes: minute), in: zone)
  }

  @Test("the sample agency gives Sarah the Today of the design")
  func sampleAgency() async throws {
    try await TestDaemon.run(at: "2026-11-20T17:20:00Z") { _, client in
      let summary = try await client.call(
        "import", ["format": "fhir", "content": .string(try sample()), "requestId": "i1"])
      #expect(summary["refused"] == [])
      let today = try await client.call("today", ["worker": "sarah"])
      let cards = try #require(today["cards"]?.array)
      #expect((6...8).contains(cards.count))
      #expect(cards[0]["title"] == "Margaret Chen")
      #expect(cards[0]["time"] == "8:00 AM - 9:00 AM")
      #expect(cards[0]["address"] == "123 Oak St, Edmonton")
      #expect(cards[0]["status"] == "completed")
      #expect(cards[1]["title"] == "John Smith")
      #expect(cards[1]["time"] == "10:00 AM - 11:00 AM")
      #expect(cards[1]["address"] == "456 Maple Ave, Edmonton")
      #expect(cards[1]["status"] == "inProgress")
      #expect(cards[2...].allSatisfy { $0["status"] == "scheduled" })
    }
  }

  @Test(
    "at whatever hour the sample comes in, it shows nothing late and nothing missed that was not recorded so",
    arguments: [
      ("2026-11-20T07:00:00Z", 0, "0/7"), ("2026-11-20T14:00:00Z", 420, "0/7"), ("2026-11-20T17:20:00Z", 620, "1/7"),
      ("2026-11-20T20:30:00Z", 810, "2/7"), ("2026-11-21T01:10:00Z", 1090, "5/7"),
      ("2026-11-21T04:00:00Z", 1260, "4/7"),
      ("2026-11-21T06:59:00Z", 1439, "5/7"),
    ])
  func everyHour(now: String, minute: Int64, progress: String) async throws {
    try await TestDaemon.run(at: now) { _, client in
      let content = JSONValue.string(try sample(at: minute))
      _ = try await client.call("import", ["format": "fhir", "content": content, "requestId": "i1"])
      let today = try await client.call("today", ["worker": "sarah"])
      let cards = try #require(today["cards"]?.array)
      #expect(today["progress"]?["label"] == .string(progress))
      #expect(cards.count { $0["status"] == "inProgress" } == 1)
      #expect(cards.allSatisfy { $0["alert"] == nil })
      let board = try await client.call("today", ["all": true])
      // An open visit that begins within two hours is for the coordinator to fill.
      let alerts = try #require(board["alerts"]?.array)
      #expect(alerts.allSatisfy { $0["kind"] == "openNotTaken" })
    }
  }

  @Test(
    "hours after the sample came in it catches up: nobody is late, and what people did meanwhile stays",
    arguments: [
      ("2026-11-20T09:00:00Z", 120, "2026-11-20T10:00:00Z", 180),
      ("2026-11-20T09:00:00Z", 120, "2026-11-20T17:20:00Z", 620),
      ("2026-11-20T17:20:00Z", 620, "2026-11-20T18:20:00Z", 680),
      ("2026-11-20T17:20:00Z", 620, "2026-11-20T20:30:00Z", 810),
    ])
  func catchingUp(now: String, minute: Int64, later: String, present: Int64) async throws {
    try await TestDaemon.run(at: now) { daemon, client in
      let content = JSONValue.string(try sample(at: minute))
      _ = try await client.call("import", ["format": "fhir", "content": content, "requestId": "i1"])
      let planned = try #require(try await client.call("today", ["worker": "sarah"])["cards"]?.array)
      // The fourth visit is called off; whoever is with a client leaves now.
      let cancelled = planned[3]["visit"] ?? .null
      let visit = try #require(planned.first { $0["status"] == "inProgress" }?["visit"])
      _ = try await client.call("visit.cancel", ["visit": cancelled, "reason": "Ill", "requestId": "c1"])
      _ = try await client.call("visit.complete", ["visit": visit, "requestId": "c2"])
      let left = try await client.call("visit.show", ["visit": visit])["visit"]?["checkOut"]?["at"]
      daemon.time.set(later)
      let zone = try #require(Zone("America/Edmonton"))
      let midnight = zone.start(of: try #require(CareDay("2026-11-20")))
      let progress = SampleAgency.progress(
        since: midnight.adding(minutes: minute), until: midnight.adding(minutes: present), in: zone)
      _ = try await client.call(
        "import", ["format": "fhir", "content": .string(progress), "skipInvalid": true, "requestId": "i2"])
      let cards = try #require(try await client.call("today", ["worker": "sarah"])["cards"]?.array)
      #expect(cards.map { $0["time"] } == planned.map { $0["time"] })
      #expect(cards.allSatisfy { $0["alert"] == nil })
      #expect(cards[3]["status"] == "cancelled")
      #expect(try await client.call("visit.show", ["visit": visit])["visit"]?["checkOut"]?["at"] == left)
      let alerts = try #require(try await client.call("today", ["all": true])["alerts"]?.array)
      #expect(alerts.allSatisfy { $0["kind"] == "openNotTaken" })
    }
  }

  @Test("a second import of the same Bundle changes nothing")
  func twice() async throws {
    try await TestDaemon.run { _, client in
      let content = JSONValue.string(try sample())
      let first = try await client.call("import", ["format": "fhir", "content": content, "requestId": "i1"])
      let second = try await client.call("import", ["format": "fhir", "content": content, "requestId": "i2"])
      #expect(second["added"] == 0)
      #expect(second["changed"] == 0)
      #expect(second["unchanged"] == first["added"])
    }
  }

  @Test("a check-in of ours is never overwritten by an import")
  func keepsCheckIns() async throws {
    try await TestDaemon.run(at: "2026-11-20T18:20:00Z") { _, client in
      let content = JSONValue.string(try sample())
      _ = try await client.call("import", ["format": "fhir", "content": content, "requestId": "i1"])
      let cards = try await client.call("today", ["worker": "sarah"])["cards"]?.array
      let agnes = try #require(cards?[2]["visit"])
      _ = try await client.call("visit.start", ["visit": agnes, "requestId": "s1"])
      _ = try await client.call("import", ["format": "fhir", "content": content, "requestId": "i2"])
      let shown = try await client.call("visit.show", ["visit": agnes])
      #expect(shown["visit"]?["status"] == "inProgress")
      #expect(shown["visit"]?["checkIn"]?["at"] == "2026-11-20T18:20:00Z")
    }
  }

  @Test("a dry run says what would happen, and nothing does")
  func dryRun() async throws {
    try await TestDaemon.run { _, client in
      let summary = try await client.call(
        "import", ["format": "fhir", "content": .string(try sample()), "dryRun": true, "requestId": "i1"])
      #expect(summary["added"]?.integer ?? 0 > 100)
      let added = (summary["wouldAdd"]?.array ?? []).compactMap(\.string)
      #expect(added.count == 100)
      #expect(added[0..<4] == ["Sarah Miller", "Daniel Okafor", "Linh Tran", "Margaret Chen, 123 Oak St, Edmonton"])
      #expect(added.contains { $0.hasPrefix("John Smith, ") && $0.hasSuffix(", 10:00 AM - 11:00 AM, Sarah Miller") })
      let status = try await client.call("system.status")
      #expect(status["visits"] == 0)
      #expect(status["workers"] == 0)
    }
  }

  @Test("one bad entry holds up the rest, unless it may be left out")
  func allOrNothing() async throws {
    try await TestDaemon.run { _, client in
      let content: JSONValue = .string(
        """
        {"resourceType":"Bundle","type":"collection","entry":[
          {"resource":{"resourceType":"Patient","id":"margaret-chen","name":[{"text":"Margaret Chen"}]}},
          {"resource":{"resourceType":"Appointment","id":"a1","status":"booked","start":"2026-11-20T10:00:00Z",
            "end":"2026-11-20T09:00:00Z","participant":[{"actor":{"reference":"Patient/margaret-chen"},
            "status":"accepted"}]}}]}
        """)
      let whole = try await client.call("import", ["format": "fhir", "content": content, "requestId": "i1"])
      #expect(whole["added"] == 0)
      #expect(whole["refused"]?.array?.count == 1)
      #expect(whole["rest"] == 1)
      #expect(whole["refused"]?.array?.first?["place"]?.string?.hasPrefix("entry[1] Appointment/a1") == true)
      let rest = try await client.call(
        "import", ["format": "fhir", "content": content, "skipInvalid": true, "requestId": "i2"])
      #expect(rest["added"] == 1)
      #expect(rest["refused"]?.array?.count == 1)
    }
  }

  @Test(
    "a text that cannot be read as a whole is refused, whatever may be left out",
    arguments: [
      (#"{"resourceType":"Bundle","entry":[{"resour"#, "Bundle: is not JSON from line 1, column 43 on"),
      (#"{"resourceType":"Bundle","entry":[],}"#, "Bundle: is not JSON from line 1, column 37 on"),
      (#"{"resourceType":"Bundle","entry":{}}"#, "entry: expected array, found object."),
      (
        #"{"resourceType":"Bundle","entry":"# + String(repeating: "[", count: 5000)
          + String(repeating: "]", count: 5000) + "}", "Bundle: nested deeper than"
      ),
    ])
  func unreadable(content: String, reason: String) async throws {
    try await TestDaemon.run { _, client in
      let params: JSONValue = [
        "format": "fhir", "content": .string(content), "skipInvalid": true, "requestId": "i1",
      ]
      let error = await #expect(throws: RPCError.self) { try await client.call("import", params) }
      #expect(error?.kind == "invalidParams")
      #expect(error?.data["field"] == "content")
      let words = "Nothing was imported: the text as a whole cannot be read. \(reason)"
      #expect(error?.message.hasPrefix(words) == true, "\(error?.message ?? "")")
    }
  }

  @Test(
    "what is wrong with a Bundle or a calendar is said in the caller's language",
    arguments: [
      (
        "pl", "entry[0] Appointment/a: start: brak wartości; wizyta musi mieć planowany początek",
        "\"Ann\", 2026-11-20: ATTENDEE: wskazuje kilka osób („Sarah” i „Ines”); zostaw tę, która ma wizytę, albo podaj, "
          + "czyj to kalendarz"
      ),
      (
        "de", "entry[0] Appointment/a: start: fehlt; ein Einsatz braucht einen geplanten Beginn",
        "\"Ann\", 2026-11-20: ATTENDEE: nennt mehrere Personen („Sarah“ und „Ines“); behalten Sie die, die den Einsatz "
          + "macht, oder sagen Sie, wessen Kalender es ist"
      ),
      (
        "ru", "entry[0] Appointment/a: start: значения нет; у визита должно быть запланированное начало",
        "\"Ann\", 2026-11-20: ATTENDEE: названо несколько человек («Sarah» и «Ines»); оставьте того, кто идёт на визит, "
          + "или укажите, чей это календарь"
      ),
      (
        "es", "entry[0] Appointment/a: start: falta; una visita necesita un inicio previsto",
        "\"Ann\", 2026-11-20: ATTENDEE: nombra a varias personas (“Sarah” e “Ines”); deje a quien hace la visita o "
          + "indique de quién es el calendario"
      ),
    ])
  func languages(locale: String, bundle: String, calendar: String) async throws {
    try await TestDaemon.run { _, client in
      func refused(_ format: String, _ content: String) async throws -> [String] {
        let params: JSONValue = [
          "format": .string(format), "content": .string(content), "requestId": .string(format),
          "locale": .string(locale),
        ]
        return try await client.call("import", params)["refused"]?.array?
          .map { "\($0["place"]?.string ?? ""): \($0["reason"]?.string ?? "")" } ?? []
      }
      let appointment = #"{"resourceType":"Appointment","id":"a","status":"booked"}"#
      let ofBundle = try await refused("fhir", #"{"resourceType":"Bundle","entry":[{"resource":\#(appointment)}]}"#)
      #expect(ofBundle == [bundle])
      let event = """
        BEGIN:VCALENDAR
        BEGIN:VEVENT
        SUMMARY:Ann
        DTSTART:20261120T150000Z
        DURATION:PT1H
        ATTENDEE;CN=Sarah:mailto:s@a.example
        ATTENDEE;CN=Ines:mailto:t@a.example
        END:VEVENT
        END:VCALENDAR

        """
      let ofCalendar = try await refused("ics", event)
      #expect(ofCalendar == [calendar])
    }
  }

  @Test("what the office decided since is not undone by the same text again")
  func keepsDecisions() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:05:00Z") { _, client in
      let content = JSONValue.string(try sample())
      _ = try await client.call("import", ["format": "fhir", "content": content, "requestId": "i1"])
      let cards = try await client.call("today", ["worker": "sarah"])["cards"]?.array
      let john = try #require(cards?[1]["visit"])
      _ = try await client.call("visit.cancel", ["visit": john, "reason": "in hospital", "requestId": "x1"])
      _ = try await client.call("client.put", ["id": "john-smith", "address": "9 New Rd", "requestId": "c1"])
      let again = try await client.call("import", ["format": "fhir", "content": content, "requestId": "i2"])
      #expect(again["changed"] == 0)
      let shown = try await client.call("visit.show", ["visit": john])
      #expect(shown["visit"]?["status"] == "cancelled")
      #expect(shown["visit"]?["reason"] == "in hospital")
      #expect(shown["visit"]?["address"] == "9 New Rd")
    }
  }

  @Test("one worker's visit never becomes another's, in whatever order upstream lists them")
  func doubleHanded() async throws {
    @Sendable func bundle(_ workers: [String]) -> JSONValue {
      let practitioners = ["pa", "pb"].map {
        #"{"resource":{"resourceType":"Practitioner","id":"\#($0)","name":[{"text":"Worker \#($0)"}]}}"#
      }
      let participants = workers.map { #",{"actor":{"reference":"Practitioner/\#($0)"},"status":"accepted"}"# }
      return .string(
        """
        {"resourceType":"Bundle","type":"collection","entry":[\(practitioners.joined(separator: ",")),
          {"resource":{"resourceType":"Patient","id":"chen","name":[{"text":"Margaret Chen"}]}},
          {"resource":{"resourceType":"Appointment","id":"a1","status":"booked","start":"2026-11-20T15:00:00Z",
            "end":"2026-11-20T16:00:00Z","participant":[{"actor":{"reference":"Patient/chen"},"status":"accepted"}
            \(participants.joined())]}}]}
        """)
    }
    @Sendable func visit(of worker: String, _ client: CheckedClient) async throws -> JSONValue? {
      let list = try await client.call("visit.list", ["worker": .string(worker)])
      #expect(list["visits"]?.array?.count ?? 0 <= 1)
      return list["visits"]?.array?.first
    }
    try await TestDaemon.run(at: "2026-11-20T15:30:00Z") { _, client in
      _ = try await client.call("import", ["format": "fhir", "content": bundle(["pa", "pb"]), "requestId": "i1"])
      let first = try #require(try await visit(of: "pa", client)?["id"])
      let second = try #require(try await visit(of: "pb", client)?["id"])
      _ = try await client.call("visit.complete", ["visit": first, "note": "by a", "requestId": "c1"])
      _ = try await client.call("import", ["format": "fhir", "content": bundle(["pb", "pa"]), "requestId": "i2"])
      #expect(try await visit(of: "pa", client)?["id"] == first)
      #expect(try await visit(of: "pb", client)?["id"] == second)
      _ = try await client.call("import", ["format": "fhir", "content": bundle(["pb"]), "requestId": "i3"])
      let kept = try await visit(of: "pa", client)
      #expect(kept?["id"] == first)
      #expect(kept?["note"] == "by a")
      #expect(try await visit(of: "pb", client)?["status"] == "scheduled")
    }
  }

  @Test("a visit that upstream started is finished by upstream")
  func finishedUpstream() async throws {
    @Sendable func bundle(_ encounter: String) -> JSONValue {
      .string(
        """
        {"resourceType":"Bundle","type":"collection","entry":[
          {"resource":{"resourceType":"Practitioner","id":"pa","name":[{"text":"Anna"}]}},
          {"resource":{"resourceType":"Patient","id":"chen","name":[{"text":"Margaret Chen"}]}},
          {"resource":{"resourceType":"Appointment","id":"a1","status":"fulfilled","start":"2026-11-20T15:00:00Z",
            "end":"2026-11-20T16:00:00Z","participant":[{"actor":{"reference":"Patient/chen"},"status":"accepted"},
            {"actor":{"reference":"Practitioner/pa"},"status":"accepted"}]}},
          {"resource":{"resourceType":"Encounter","id":"e1",\(encounter),"class":{"code":"HH"},
            "subject":{"reference":"Patient/chen"},"appointment":[{"reference":"Appointment/a1"}]}}]}
        """)
    }
    try await TestDaemon.run(at: "2026-11-20T16:30:00Z") { _, client in
      let begun = bundle(#""status":"in-progress","period":{"start":"2026-11-20T15:02:00Z"}"#)
      let done = bundle(
        #""status":"finished","period":{"start":"2026-11-20T15:02:00Z","end":"2026-11-20T15:58:00Z"}"#)
      _ = try await client.call("import", ["format": "fhir", "content": begun, "requestId": "i1"])
      _ = try await client.call("import", ["format": "fhir", "content": done, "requestId": "i2"])
      let visit = try await client.call("visit.list", ["worker": "pa"])["visits"]?.array?.first
      #expect(visit?["status"] == "completed")
      #expect(visit?["checkOut"]?["at"] == "2026-11-20T15:58:00Z")
    }
  }

  @Test(
    "who was imported before is found again by an identifier alone",
    arguments: [
      (
        #"{"type":"Patient","identifier":{"system":"urn:mrn","value":"17"}}"#,
        #"{"type":"Practitioner","identifier":{"system":"urn:staff","value":"5"}}"#
      ),
      (
        #"{"identifier":{"system":"urn:mrn","value":"17"}}"#, #"{"identifier":{"system":"urn:staff","value":"5"}}"#
      ),
      (
        #"{"reference":"Patient?identifier=urn:mrn|17"}"#, #"{"reference":"Practitioner?identifier=urn:staff|5"}"#
      ),
    ])
  func logicalReferences(patient: String, practitioner: String) async throws {
    let people = """
      {"resourceType":"Bundle","type":"collection","entry":[
        {"resource":{"resourceType":"Patient","id":"chen","name":[{"text":"Margaret Chen"}],
          "identifier":[{"system":"urn:mrn","value":"17"}]}},
        {"resource":{"resourceType":"Practitioner","id":"pa","name":[{"text":"Anna"}],
          "identifier":[{"system":"urn:staff","value":"5"}]}}]}
      """
    let visit = """
      {"resourceType":"Bundle","type":"collection","entry":[
        {"resource":{"resourceType":"Appointment","id":"a1","status":"booked","start":"2026-11-20T15:00:00Z",
          "end":"2026-11-20T16:00:00Z","participant":[{"actor":\(patient),"status":"accepted"},
          {"actor":\(practitioner),"status":"accepted"}]}}]}
      """
    try await TestDaemon.run(at: "2026-11-20T14:00:00Z") { _, client in
      let early = try await client.call("import", ["format": "fhir", "content": .string(visit), "requestId": "i1"])
      #expect(early["refused"]?.array?.first?["reason"]?.string?.contains("was never imported") == true)
      _ = try await client.call("import", ["format": "fhir", "content": .string(people), "requestId": "i2"])
      let summary = try await client.call("import", ["format": "fhir", "content": .string(visit), "requestId": "i3"])
      #expect(summary["added"] == 1)
      let planned = try await client.call("visit.list")["visits"]?.array?.first
      #expect(planned?["client"] == "chen")
      #expect(planned?["worker"] == "pa")
    }
  }

  @Test("a visit that was made here stays, and the Bundle that says otherwise hears of it")
  func madeHere() async throws {
    @Sendable func bundle(_ worker: String, _ status: String) -> JSONValue {
      .string(
        """
        {"resourceType":"Bundle","entry":[
         {"resource":{"resourceType":"Practitioner","id":"sarah","name":[{"text":"Sarah Miller"}]}},
         {"resource":{"resourceType":"Practitioner","id":"tom","name":[{"text":"Tom Hill"}]}},
         {"resource":{"resourceType":"Patient","id":"mc","name":[{"text":"Margaret Chen"}]}},
         {"resource":{"resourceType":"Appointment","id":"a","status":"\(status)","start":"2026-11-20T15:00:00Z",
          "end":"2026-11-20T16:00:00Z","participant":[{"actor":{"reference":"Patient/mc"}},
          {"actor":{"reference":"Practitioner/\(worker)"}}]}}]}
        """)
    }
    try await TestDaemon.run(at: "2026-11-20T17:20:00Z") { _, client in
      @Sendable func importing(_ content: JSONValue, _ request: String) async throws -> JSONValue {
        try await client.call("import", ["format": "fhir", "content": content, "requestId": .string(request)])
      }
      _ = try await importing(bundle("sarah", "booked"), "i1")
      let visit = try #require(try await client.call("visit.list", ["limit": 1])["visits"]?.array?.first?["id"])
      _ = try await client.call("visit.complete", ["visit": visit, "at": "2026-11-20T15:58:00Z", "requestId": "c"])
      for (number, content) in [bundle("tom", "booked"), bundle("sarah", "cancelled")].enumerated() {
        let answer = try await importing(content, "again \(number)")
        #expect(answer["changed"] == 0)
        #expect(answer["kept"]?.array?.map { $0["place"] } == ["entry[3] Appointment/a"])
        #expect(
          answer["kept"]?.array?.first?["reason"]
            == "was recorded here already, with other values; the record here stays")
      }
      let standing = try await client.call("visit.show", ["visit": visit])["visit"]
      #expect(standing?["status"] == "completed")
      #expect(standing?["worker"] == "sarah")
    }
  }
}
