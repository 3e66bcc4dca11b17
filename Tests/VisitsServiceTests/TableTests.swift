import JSON
import JSONRPC
import Testing
import VisitsTestSupport

@Suite("The import of a table, through the socket")
struct TableTests {
  private func office(_ client: CheckedClient) async throws -> Office {
    let office = try await Office.open(client)
    _ = try await client.call("worker.put", ["id": "jose", "name": "José Łukasz", "requestId": "w-jose"])
    _ = try await client.call(
      "worker.put", ["id": "left", "name": "Sarah Miller", "active": false, "requestId": "w-left"])
    return office
  }

  private func importing(
    _ rows: [String], _ request: String, _ client: CheckedClient, more: [String: JSONValue] = [:]
  ) async throws -> JSONValue {
    var params = JSONObject()
    for (name, value) in more { params[name] = value }
    params["format"] = "csv"
    params["content"] = .string((["id,client,worker,start,end,note,status"] + rows).joined(separator: "\n"))
    params["requestId"] = .string(request)
    return try await client.call("import", .object(params))
  }

  private func visits(_ client: CheckedClient) async throws -> [JSONValue] {
    try await client.call("visit.list")["visits"]?.array ?? []
  }

  private func counts(_ answer: JSONValue) -> [Int64?] {
    ["added", "changed", "unchanged"].map { answer[$0]?.integer } + [(answer["refused"]?.array?.count).map(Int64.init)]
  }

  private let morning = "7,Margaret Chen,Sarah Miller,2026-11-21 08:00,2026-11-21 09:00,key under the mat,"

  @Test("plans visits of people by id and by name, in the client's time, with the import in the audit")
  func plans() async throws {
    try await TestDaemon.run { _, client in
      _ = try await office(client)
      let rows = [
        morning, ",margaret-chen,\"ŁUKASZ, Jose\",2026-11-21 10:00,2026-11-21 11:00,,",
        ",\"Chen, Margaret\",,2026-11-21 12:00,2026-11-21 13:00,,",
      ]
      #expect(counts(try await importing(rows, "i1", client)) == [3, 0, 0, 0])
      let visits = try await visits(client)
      #expect(visits.map { $0["worker"] } == ["sarah", "jose", .null])
      #expect(visits[0]["start"] == "2026-11-21T15:00:00Z")
      #expect(visits[0]["note"] == "key under the mat")
      let audit = try await client.call("audit.list", ["visit": try #require(visits[0]["id"])])
      #expect(audit["entries"]?.array?.first?["from"] == "import")
    }
  }

  @Test("a second import of the same table changes nothing, and undoes nothing that the office decided since")
  func twice() async throws {
    try await TestDaemon.run { _, client in
      _ = try await office(client)
      let rows = [morning, ",margaret-chen,jose,2026-11-21 10:00,2026-11-21 11:00,,"]
      _ = try await importing(rows, "i1", client)
      let before = try await visits(client)
      _ = try await client.call(
        "visit.change", ["visit": try #require(before[0]["id"]), "localStart": "9:00", "requestId": "m1"])
      _ = try await client.call(
        "visit.cancel", ["visit": try #require(before[1]["id"]), "reason": "in hospital", "requestId": "x1"])
      let decided = try await visits(client)
      #expect(counts(try await importing(rows, "i2", client)) == [0, 0, 2, 0])
      #expect(try await visits(client) == decided)
      // Another note is no other time.
      let noted = morning.replacing("key under the mat", with: "ring twice")
      #expect(counts(try await importing([noted], "i3", client)) == [0, 1, 0, 0])
      let after = try await visits(client)
      #expect(after[0]["note"] == "ring twice")
      #expect(after[0]["start"] == "2026-11-21T16:00:00Z")
    }
  }

  @Test("a row with an id moves, gives away and cancels its visit while it is scheduled")
  func changes() async throws {
    try await TestDaemon.run { _, client in
      _ = try await office(client)
      _ = try await importing([morning], "i1", client)
      let moved = "7,Margaret Chen,jose,2026-11-21 09:00,2026-11-21 10:00,,"
      #expect(counts(try await importing([moved], "i2", client)) == [0, 1, 0, 0])
      let visit = try #require(try await visits(client).first)
      #expect(visit["worker"] == "jose")
      #expect(visit["start"] == "2026-11-21T16:00:00Z")
      #expect(visit["note"] == "key under the mat")
      let cancelled = moved + "cancelled"
      #expect(counts(try await importing([cancelled], "i3", client)) == [0, 1, 0, 0])
      #expect(try await visits(client).first?["reason"] == "Cancelled in the imported file.")
      #expect(counts(try await importing([cancelled], "i4", client)) == [0, 0, 1, 0])
      let unknown = cancelled.replacing("7,", with: "8,")
      #expect(counts(try await importing([unknown], "i5", client)) == [0, 0, 0, 0])
      #expect(try await visits(client).count == 1)
    }
  }

  @Test("a table without a column, or with an empty cell, takes nothing from a visit; only a word opens it")
  func unsaid() async throws {
    try await TestDaemon.run { _, client in
      _ = try await office(client)
      let full = morning + "cancelled"
      _ = try await importing([morning], "i1", client)
      let bare = "7,Margaret Chen,2026-11-21 08:00,2026-11-21 09:00"
      let params: JSONValue = [
        "format": "csv", "content": .string("id,client,start,end\n\(bare)"), "requestId": "i2",
      ]
      #expect(counts(try await client.call("import", params)) == [0, 0, 1, 0])
      let empty = "7,Margaret Chen,,2026-11-21 08:00,2026-11-21 09:00,,"
      #expect(counts(try await importing([empty], "i3", client)) == [0, 0, 1, 0])
      #expect(try await visits(client).first?["worker"] == "sarah")
      // What was told before is still known: it is no news when it is said again.
      let visit = try #require(try await visits(client).first?["id"])
      _ = try await client.call("visit.change", ["visit": visit, "worker": "jose", "requestId": "a1"])
      #expect(counts(try await importing([morning], "i4", client)) == [0, 0, 1, 0])
      _ = try await client.call("visit.change", ["visit": visit, "worker": "sarah", "requestId": "a2"])
      let open = empty.replacing("Chen,,", with: "Chen,unassigned,")
      #expect(counts(try await importing([open], "i5", client)) == [0, 1, 0, 0])
      #expect(try await visits(client).first?["worker"] == .null)
      #expect(try await visits(client).first?["note"] == "key under the mat")
      _ = try await importing([full], "i6", client)
      #expect(counts(try await importing([empty], "i7", client)) == [0, 0, 1, 0])
    }
  }

  @Test("refusals of reading and of taking stand in the order of the rows, the first 1,000 with the others counted")
  func refusedInOrder() async throws {
    try await TestDaemon.run { _, client in
      _ = try await office(client)
      let unread = ",,sarah,2026-11-22 08:00,2026-11-22 09:00,,"
      let unknown = ",Nobody At All,sarah,2026-11-22 08:00,2026-11-22 09:00,,"
      let few = try await importing([unknown, unread, morning, unread, unknown], "i1", client)
      #expect(few["refused"]?.array?.compactMap { $0["place"]?.string } == ["row 2", "row 3", "row 5", "row 6"])
      #expect(few["refusedMore"] == nil)
      let rows = (0..<600).flatMap { _ in [unread, unknown] } + [morning]
      let all = try await importing(rows, "i2", client)
      #expect(counts(all) == [0, 0, 0, 1000])
      #expect(all["refusedMore"] == 200)
      let many = try await importing(rows, "i3", client, more: ["skipInvalid": true])
      #expect(counts(many) == [1, 0, 0, 1000])
      #expect(many["refused"]?.array?.last?["place"] == "row 1001")
      #expect(many["refusedMore"] == 200)
      #expect(try await importing(rows, "i3", client, more: ["skipInvalid": true]) == many)
    }
  }

  @Test("a time that came with a cancellation is taken when the visit takes place after all")
  func cancelledAndMoved() async throws {
    try await TestDaemon.run { _, client in
      _ = try await office(client)
      _ = try await importing([morning], "i1", client)
      let moved = "7,Margaret Chen,sarah,2026-11-21 11:00,2026-11-21 12:00,,"
      #expect(counts(try await importing([moved + "cancelled"], "i2", client)) == [0, 1, 0, 0])
      let visit = try #require(try await visits(client).first)
      #expect(visit["start"] == "2026-11-21T15:00:00Z")
      _ = try await client.call(
        "visit.reopen", ["visit": try #require(visit["id"]), "reason": "at home again", "requestId": "r1"])
      #expect(counts(try await importing([moved + "planned"], "i3", client)) == [0, 1, 0, 0])
      #expect(try await visits(client).first?["start"] == "2026-11-21T18:00:00Z")
    }
  }

  @Test("a row without an id keeps its visit when it gets a worker, or another one")
  func workers() async throws {
    try await TestDaemon.run { _, client in
      _ = try await office(client)
      func row(_ worker: String) -> String { ",Margaret Chen,\(worker),2026-11-21 10:00,2026-11-21 11:00,," }
      _ = try await importing([row("")], "i1", client)
      #expect(counts(try await importing([row("sarah")], "i2", client)) == [0, 1, 0, 0])
      #expect(counts(try await importing([row("jose")], "i3", client)) == [0, 1, 0, 0])
      #expect(try await visits(client).map { $0["worker"] } == ["jose"])
    }
  }

  @Test("care by two is two visits of one client and start, in whatever order their rows come")
  func byTwo() async throws {
    try await TestDaemon.run { _, client in
      _ = try await office(client)
      _ = try await client.call("worker.put", ["id": "ann", "name": "Ann Lee", "requestId": "w-ann"])
      func rows(_ workers: String...) -> [String] {
        workers.map { ",Margaret Chen,\($0),2026-11-21 10:00,2026-11-21 11:00,," }
      }
      #expect(counts(try await importing(rows("sarah", "jose"), "i1", client)) == [2, 0, 0, 0])
      #expect(counts(try await importing(rows("jose", "sarah"), "i2", client)) == [0, 0, 2, 0])
      #expect(counts(try await importing(rows("ann", "sarah"), "i3", client)) == [0, 1, 1, 0])
      #expect(Set(try await visits(client).compactMap { $0["worker"]?.string }) == ["ann", "sarah"])
      #expect(counts(try await importing(rows("sarah", "sarah", "ann", ""), "i4", client)) == [1, 0, 3, 0])
    }
  }

  @Test("two visits of a worker change places, and a third that is in the way is refused")
  func places() async throws {
    try await TestDaemon.run { _, client in
      _ = try await office(client)
      func rows(_ first: String, _ second: String) -> [String] {
        [(1, first), (2, second)].map { "\($0),Margaret Chen,sarah,2026-11-21 \($1):00,2026-11-21 \($1):45,," }
      }
      _ = try await importing(rows("08", "10"), "i1", client)
      #expect(counts(try await importing(rows("10", "08"), "i2", client)) == [0, 2, 0, 0])
      let third = "3,Margaret Chen,sarah,2026-11-21 10:30,2026-11-21 11:30,,"
      let answer = try await importing([third] + rows("10", "08"), "i3", client)
      #expect(answer["refused"]?.array?.compactMap { $0["place"]?.string } == ["row 2"])
      let both = try await importing([third] + rows("11", "08"), "i4", client)
      #expect(both["refused"]?.array?.compactMap { $0["place"]?.string } == ["row 3"])
    }
  }

  @Test("a row about a visit that has begun leaves it as it is, says so each time, and holds up no other")
  func begun() async throws {
    try await TestDaemon.run(at: "2026-11-21T15:00:00Z") { _, client in
      _ = try await office(client)
      _ = try await importing([morning], "i1", client)
      let visit = try #require(try await visits(client).first?["id"])
      _ = try await client.call("visit.start", ["visit": visit, "requestId": "s1"])
      let rows = [morning.replacing("08:00", with: "08:30")]
      let more = rows + [",margaret-chen,,2026-11-21 12:00,2026-11-21 13:00,,"]
      let before = try await visits(client)
      let first = try await importing(more, "i2", client)
      #expect(counts(first) == [1, 0, 0, 0])
      #expect(try await visits(client).first == before.first)
      #expect(first["kept"]?.array?.compactMap { $0["place"]?.string } == ["row 2"])
      #expect(
        first["kept"]?.array?.first?["reason"]?.string
          == """
          This visit is in progress already (Margaret Chen, 8:00 AM - 9:00 AM): an import changes only what is \
          scheduled. Change the visit by hand, or correct the file.
          """)
      #expect(try await importing(more, "i2", client) == first)
      // It is told again, not taken for told.
      #expect(try await importing(rows, "i3", client)["kept"] == first["kept"])
      let same = try await importing([morning], "i4", client)
      #expect(counts(same) == [0, 0, 1, 0])
      #expect(same["kept"] == nil)
      _ = try await client.call("visit.complete", ["visit": visit, "requestId": "d1"])
      let done = try await importing([morning + "cancelled"], "i5", client)
      #expect(counts(done) == [0, 0, 0, 0])
      #expect(done["kept"]?.array?.count == 1)
      #expect(try await visits(client).first?["status"] == "completed")
    }
  }

  @Test("a refused import says how many rows could be taken all the same, and says nothing where there are none")
  func rest() async throws {
    try await TestDaemon.run { _, client in
      _ = try await office(client)
      let unknown = ",Nobody At All,sarah,2026-11-22 08:00,2026-11-22 09:00,,"
      let inTheWay = "9,Margaret Chen,sarah,2026-11-21 08:30,2026-11-21 09:30,,"
      #expect(try await importing([morning, inTheWay, unknown], "i1", client)["rest"] == 1)
      #expect(try await importing([unknown], "i2", client)["rest"] == nil)
      _ = try await importing([morning], "i3", client)
      #expect(try await importing([morning, unknown], "i4", client)["rest"] == nil)
    }
  }

  @Test("what would be refused by hand is refused row by row, and nothing is taken")
  func refusals() async throws {
    try await TestDaemon.run { _, client in
      _ = try await office(client)
      _ = try await client.call(
        "client.put", ["id": "margaret-2", "name": "Margaret Long", "requestId": "c2"])
      _ = try await client.call(
        "client.put", ["id": "margaret-3", "name": "Margaret Long", "requestId": "c3"])
      let rows = [
        morning, "9,Margaret Chen,sarah,2026-11-21 08:30,2026-11-21 09:30,,",
        ",Margret Chen,sarah,2026-11-22 08:00,2026-11-22 09:00,,",
        ",Margaret Long,sarah,2026-11-22 08:00,2026-11-22 09:00,,",
        ",margaret-chen,left,2026-11-22 08:00,2026-11-22 09:00,,",
        ",margaret-chen,Nobody At All,2026-11-22 08:00,2026-11-22 09:00,,",
        ",margaret-chen,sarah,2027-03-14 02:30,2027-03-14 03:30,,",
      ]
      let answer = try await importing(rows, "i1", client)
      #expect(counts(answer) == [0, 0, 0, 6])
      let refused = answer["refused"]?.array ?? []
      #expect(refused.compactMap { $0["place"]?.string } == ["row 3", "row 4", "row 5", "row 6", "row 7", "row 8"])
      let reasons = refused.compactMap { $0["reason"]?.string }
      #expect(reasons[0].hasPrefix("This time overlaps another visit of the same worker: Margaret Chen,"))
      #expect(reasons[1] == "No client has the name or the id \"Margret Chen\". Did you mean \"Margaret Chen\"?")
      #expect(
        reasons[2]
          == "Several clients are called \"Margaret Long\". Write the id of one instead: margaret-2, margaret-3.")
      #expect(reasons[3].contains("Sarah Miller"))
      #expect(
        reasons[4]
          == "No worker has the name or the id \"Nobody At All\". Add the worker first, or correct the file.")
      #expect(reasons[5].contains("2:30"))
      #expect(try await visits(client).isEmpty)
      let allowed = try await importing(rows, "i2", client, more: ["skipInvalid": true, "allowOverlap": true])
      #expect(counts(allowed) == [2, 0, 0, 5])
    }
  }
  @Test(
    "what is wrong with a table is said in the caller's language, with the caller's quotation marks and lists",
    arguments: [
      (
        "pl",
        [
          "wiersz 2: start „later”: nie jest znaną datą ani godziną; zapisz 2026-11-21 08:00",
          "wiersz 3: brak klienta; wizyta musi go mieć",
          "wiersz 4: status „sleeping”: nie jest znanym statusem; zapisz planned albo cancelled",
        ],
        "Niczego nie zaimportowano: tabeli nie można zaimportować w tej postaci. tabela: brakuje kolumny: "
          + "start, end/minutes; nagłówki to „Client”, „Tag” i „Zeit”; dodaj ją albo podaj nagłówek, który ją oznacza (columns; "
          + "w wierszu poleceń --columns \"start=...\"); "
          + "jeśli wiersze to osoby, a nie wizyty, określ, czyja to tabela (format; "
          + "w wierszu poleceń --format clients)."
      ),
      (
        "de",
        [
          "Zeile 2: start „later“: ist kein bekanntes Datum und keine Uhrzeit; schreiben Sie 2026-11-21 08:00",
          "Zeile 3: hat keinen Klienten; ein Einsatz braucht einen",
          "Zeile 4: status „sleeping“: ist kein bekannter Status; schreiben Sie planned oder cancelled",
        ],
        "Es wurde nichts importiert: Die Tabelle lässt sich so nicht importieren. Tabelle: es fehlt eine "
          + "Spalte für start, end/minutes; die Überschriften sind „Client“, „Tag“ und „Zeit“; ergänzen Sie die Spalte, oder nennen Sie "
          + "die Überschrift, die dafür steht (columns; auf der Befehlszeile --columns \"start=...\"); "
          + "wenn die Zeilen Personen und keine Einsätze sind, geben Sie an, wessen Tabelle "
          + "es ist (format; auf der Befehlszeile --format clients)."
      ),
      (
        "ru",
        [
          "строка 2: start «later»: это не дата и не время; напишите 2026-11-21 08:00",
          "строка 3: нет клиента; у визита он должен быть",
          "строка 4: status «sleeping»: такого статуса нет; напишите planned или cancelled",
        ],
        "Ничего не импортировано: таблицу нельзя импортировать в таком виде. таблица: не хватает столбца: "
          + "start, end/minutes; заголовки: «Client», «Tag» и «Zeit»; добавьте его или укажите заголовок, который его означает (columns; "
          + "в командной строке --columns \"start=...\"); "
          + "если в строках люди, а не визиты, укажите, чья это таблица (format; "
          + "в командной строке --format clients)."
      ),
    ])
  func languages(locale: String, entries: [String], whole: String) async throws {
    try await TestDaemon.run { _, client in
      _ = try await office(client)
      let rows = [
        ",margaret-chen,sarah,later,2026-11-21 09:00,,", ",,sarah,2026-11-21 08:00,2026-11-21 09:00,,",
        ",margaret-chen,sarah,2026-11-21 08:00,2026-11-21 09:00,,sleeping",
      ]
      let answer = try await importing(rows, "i1", client, more: ["locale": .string(locale)])
      #expect(
        (answer["refused"]?.array ?? []).map { "\($0["place"]?.string ?? ""): \($0["reason"]?.string ?? "")" }
          == entries)
      let params: JSONValue = [
        "format": "csv", "content": "Client,Tag,Zeit\n", "requestId": "i2", "locale": .string(locale),
      ]
      let error = await #expect(throws: RPCError.self) { try await client.call("import", params) }
      #expect(error?.message == whole)
    }
  }
}
