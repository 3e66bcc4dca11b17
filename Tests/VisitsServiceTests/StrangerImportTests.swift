import JSON
import JSONRPC
import Testing
import VisitsTestSupport

@Suite("The import of a stranger's Bundle, through the socket")
struct StrangerImportTests {
  private func bundle(_ resources: String...) -> JSONValue {
    let entries = resources.map { "{\"resource\":\($0)}" }.joined(separator: ",")
    return .string("{\"resourceType\":\"Bundle\",\"type\":\"collection\",\"entry\":[\(entries)]}")
  }

  private let margaret = #"""
    {"resourceType":"Patient","id":"margaret","active":true,"name":[{"family":"Chen","given":["Margaret"]}],
     "address":[{"line":["123 Oak St"],"city":"Edmonton","state":"AB","postalCode":"T5J 0A1","country":"CA"}]}
    """#
  private let sarah = #"{"resourceType":"Practitioner","id":"sarah","name":[{"family":"Miller","given":["Sarah"]}]}"#
  private let appointment = #"""
    {"resourceType":"Appointment","id":"a","status":"booked","start":"2026-11-20T17:00:00Z",
     "end":"2026-11-20T18:00:00Z","reasonCode":[{"text":"Wound care"}],"patientInstruction":"Keep it dry.",
     "extension":[{"url":"https://ehr.example/video-visit","valueUrl":"https://video.example/7"}],
     "participant":[{"actor":{"reference":"Patient/margaret"},"status":"accepted"},
      {"actor":{"reference":"Practitioner/sarah"},"status":"accepted"}]}
    """#

  private func encounter(_ id: Int, of appointment: String) -> String {
    #"""
    {"resourceType":"Encounter","id":"e\#(id)","status":"finished","appointment":[{"reference":"\#(appointment)"}],
     "period":{"start":"2026-11-20T17:02:00Z","end":"2026-11-20T17:58:00Z"}}
    """#
  }

  private func take(_ content: JSONValue, _ request: String, _ client: CheckedClient) async throws -> JSONValue {
    try await client.call("import", ["format": "fhir", "content": content, "requestId": .string(request)])
  }

  @Test("of Encounters alone says how many it passed over, and why; the same of a repeated call, in each language")
  func encountersAlone() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:00:00Z") { _, client in
      let content = bundle(
        encounter(1, of: "Appointment/x"), encounter(2, of: "Appointment/x"), encounter(3, of: "Appointment/y"),
        encounter(4, of: "Appointment/z"), encounter(5, of: "Appointment/z"), encounter(6, of: "Appointment/z"))
      for _ in 1...2 {
        let answer = try await take(content, "i1", client)
        #expect(answer["added"] == 0)
        #expect(
          answer["passedOver"] == [
            [
              "kind": "Encounter", "reason": "noAppointment", "count": 6,
              "words": "6 Encounters skipped: no Appointment in this file or here",
            ]
          ])
      }
      for (language, words) in [
        ("en", "1 Encounter skipped: no Appointment in this file or here"),
        ("es", "1 × Encounter sin tener en cuenta: no hay Appointment ni en este archivo ni aquí"),
        ("pt-BR", "1 × Encounter desconsiderados: nenhum Appointment neste arquivo nem aqui"),
        ("fr", "1 × Encounter non pris en compte\u{A0}: aucun Appointment dans ce fichier ni ici"),
        ("de", "1 × Encounter übergangen: kein Appointment in dieser Datei oder hier"),
        ("it", "1 × Encounter non considerati: nessun Appointment in questo file né qui"),
        ("nl", "1 × Encounter overgeslagen: geen Appointment in dit bestand of hier"),
        ("id", "1 × Encounter dilewati: tidak ada Appointment dalam berkas ini atau di sini"),
        ("tr", "1 × Encounter atlandı: ne bu dosyada ne de burada bir Appointment var"),
        ("vi", "Đã bỏ qua 1 × Encounter: không có Appointment trong tệp này hay ở đây"),
        ("pl", "Pominięto 1 × Encounter: brak Appointment w tym pliku i tutaj"),
        ("ru", "Пропущено 1 × Encounter: нет Appointment ни в этом файле, ни здесь"),
      ] {
        let answer = try await client.call(
          "import",
          [
            "format": "fhir", "content": bundle(encounter(7, of: "Appointment/x")), "locale": .string(language),
            "requestId": .string("in \(language)"), "dryRun": true,
          ])
        #expect(answer["passedOver"]?.array?.first?["words"] == .string(words))
      }
    }
  }

  @Test("an Encounter completes the visit whose Appointment came before it")
  func encounterLater() async throws {
    try await TestDaemon.run(at: "2026-11-20T19:00:00Z") { _, client in
      _ = try await take(bundle(sarah, margaret, appointment), "i1", client)
      let answer = try await take(bundle(encounter(1, of: "Appointment/a")), "i2", client)
      #expect(answer["changed"] == 1)
      #expect(answer["passedOver"] == nil)
      let visit = try await client.call("visit.list", ["client": "margaret"])["visits"]?.array?.first
      #expect(visit?["status"] == "completed")
      #expect(visit?["checkOut"]?["at"] == "2026-11-20T17:58:00Z")
      let again = try await take(bundle(encounter(1, of: "Appointment/a")), "i3", client)
      #expect(again["unchanged"] == 1)
    }
  }

  @Test(
    "an Encounter leaves a visit as it is that the office has planned anew, and no other",
    arguments: [
      (["worker": .null], "scheduled"),
      (["start": "2026-11-20T20:00:00Z", "end": "2026-11-20T21:00:00Z"], "scheduled"),
      (["note": "Ring twice"], "completed"),
    ] as [([String: JSONValue], JSONValue)])
  func encounterOfReplanned(change: [String: JSONValue], status: JSONValue) async throws {
    try await TestDaemon.run(at: "2026-11-20T19:00:00Z") { _, client in
      _ = try await take(bundle(sarah, margaret, appointment), "i1", client)
      let planned = try await client.call("visit.list", ["client": "margaret"])["visits"]?.array?.first
      var params = JSONObject()
      params["visit"] = planned?["id"]
      params["requestId"] = "c"
      for (name, value) in change { params[name] = value }
      let changed = try await client.call("visit.change", .object(params))["visit"]
      let answer = try await take(bundle(encounter(1, of: "Appointment/a")), "i2", client)
      #expect((answer["kept"]?.array ?? []).count == (status == "scheduled" ? 1 : 0))
      let visit = try await client.call("visit.list", ["client": "margaret"])["visits"]?.array?.first
      #expect(visit?["status"] == status)
      #expect(visit?["worker"] == changed?["worker"])
      #expect(visit?["start"] == changed?["start"])
    }
  }

  @Test("shows what a visit is about, and the call that it is held by, on Today too; an export brings all of it back")
  func facts() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:00:00Z") { _, client in
      _ = try await take(bundle(sarah, margaret, appointment), "i1", client)
      let card = try await client.call("today", ["worker": "sarah"])["cards"]?.array?.first
      #expect(card?["address"] == "By video or phone")
      #expect(card?["virtual"] == ["text": "By video or phone", "link": "https://video.example/7"])
      #expect(card?["spoken"]?.string?.contains("By video or phone") == true)
      let id = try #require(card?["visit"])
      let visit = try await client.call("visit.show", ["visit": id])["visit"]
      #expect(visit?["purpose"] == "Wound care")
      #expect(visit?["instruction"] == "Keep it dry.")
      #expect(visit?["virtual"]?["link"] == "https://video.example/7")
      #expect(visit?["address"] == "123 Oak St, Edmonton")
      #expect(visit?["addressParts"]?["postalCode"] == "T5J 0A1")
      let exported = try await client.call(
        "export", ["format": "fhir", "from": "2026-11-20", "to": "2026-11-21"])["content"]?.string
      let text = try #require(exported)
      for fact in ["Wound care", "Keep it dry.", "https://video.example/7", "T5J 0A1", "\"family\":\"Chen\""] {
        #expect(text.contains(fact), "\(fact)")
      }
      let again = try await take(.string(text), "i2", client)
      #expect(again["added"] == 0)
      #expect(again["refused"] == [])
      let same = try await client.call("visit.show", ["visit": id])["visit"]
      #expect(same?["purpose"] == "Wound care")
      #expect(same?["virtual"]?["link"] == "https://video.example/7")
      #expect(same?["version"] == visit?["version"])
    }
  }

  /// Waits until no alert holds.
  private func untilNoAlert(_ client: CheckedClient) async throws {
    var cursor: JSONValue = "0"
    while try await client.call("alert.list", ["open": true])["alerts"]?.array?.isEmpty == false {
      let heard = try await client.call("event.wait", ["since": cursor, "topics": ["alert"], "timeout": 60])
      cursor = heard["cursor"] ?? cursor
    }
  }

  @Test("that a client has died or left while somebody is to come is a question for the office")
  func notInCare() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:00:00Z") { _, client in
      _ = try await take(bundle(sarah, margaret, appointment), "i1", client)
      let gone = margaret.replacing("\"active\":true", with: "\"deceasedBoolean\":true")
      _ = try await take(bundle(gone), "i2", client)
      let alerts = try await client.call("alert.list", ["open": true])["alerts"]?.array
      #expect(alerts?.map { $0["kind"] } == ["notInCare"])
      #expect(alerts?.first?["display"]?["text"] == "The client is no longer in care, and a visit is planned")
      #expect(try await client.call("client.show", ["client": "margaret"])["client"]?["deceased"] == true)
      #expect(try await client.call("system.status")["alerts"]?["notInCare"] == 1)
      let board = try await client.call("today", ["all": true])
      #expect(board["alerts"]?.array?.map { $0["kind"] } == ["notInCare"])
      let visit = try #require(alerts?.first?["visit"])
      _ = try await client.call("visit.cancel", ["visit": visit, "reason": "died", "requestId": "x"])
      try await untilNoAlert(client)
    }
  }

  @Test("a visit that is planned for a client who has left is a question, too")
  func plannedForOneWhoLeft() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:00:00Z") { _, client in
      let left = margaret.replacing("\"active\":true", with: "\"active\":false")
      _ = try await take(bundle(sarah, left, appointment), "i1", client)
      let alerts = try await client.call("alert.list", ["open": true])["alerts"]?.array
      #expect(alerts?.map { $0["kind"] } == ["notInCare"])
    }
  }
}
