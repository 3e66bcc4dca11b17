import JSON
import JSONRPC
import Testing
import VisitsTestSupport

@Suite("The import of a table of people, through the socket")
struct PeopleTableTests {
  private func importing(
    _ text: String, _ request: String, _ client: CheckedClient, more: [String: JSONValue] = [:]
  ) async throws -> JSONValue {
    var params = JSONObject()
    params["format"] = "csv"
    for (name, value) in more { params[name] = value }
    params["content"] = .string(text)
    params["requestId"] = .string(request)
    return try await client.call("import", .object(params))
  }

  private func counts(_ answer: JSONValue) -> [Int64?] {
    ["added", "changed", "unchanged"].map { answer[$0]?.integer } + [(answer["refused"]?.array?.count).map(Int64.init)]
  }

  private func refusals(_ answer: JSONValue) -> [String] {
    (answer["refused"]?.array ?? []).map { "\($0["place"]?.string ?? ""): \($0["reason"]?.string ?? "")" }
  }

  private func worker(_ id: String, _ client: CheckedClient) async throws -> JSONValue {
    try #require(try await client.call("worker.show", ["worker": .string(id)])["worker"])
  }

  private func recipient(_ id: String, _ client: CheckedClient) async throws -> JSONValue {
    try #require(try await client.call("client.show", ["client": .string(id)])["client"])
  }

  private let workers = """
    Worker;Phone;Language;Time zone;Active
    Sarah Müller;+1 780 555 0101;en;America/Edmonton;
    Łukasz, Jan;;pl;;no
    """

  @Test("adds workers with ids made of their names, each with its audit entry, and the same file again changes nothing")
  func adds() async throws {
    try await TestDaemon.run { _, client in
      let first = try await importing(workers, "i1", client)
      #expect(counts(first) == [2, 0, 0, 0])
      #expect(first["table"]?["people"] == "workers")
      let sarah = try await worker("sarah-muller", client)
      #expect(sarah["name"] == "Sarah Müller")
      #expect(sarah["phone"] == "+1 780 555 0101")
      #expect(sarah["locale"] == "en")
      #expect(sarah["timeZone"] == "America/Edmonton")
      #expect(sarah["active"] == true)
      let jan = try await worker("jan-lukasz", client)
      #expect(jan["name"] == "Jan Łukasz")
      #expect(jan["givenNames"] == ["Jan"])
      #expect(jan["familyName"] == "Łukasz")
      #expect(jan["active"] == false)
      let audit = try await client.call("audit.list", ["worker": "sarah-muller"])["entries"]?.array ?? []
      #expect(audit.map { $0["from"] } == ["import"])
      #expect(try await importing(workers, "i1", client) == first)
      #expect(counts(try await importing(workers, "i2", client)) == [0, 0, 2, 0])
      #expect(try await worker("sarah-muller", client) == sarah)
    }
  }

  @Test("a row changes the one person of its name in the cells that are not empty, and spells the name as it was")
  func changesByName() async throws {
    try await TestDaemon.run { _, client in
      _ = try await importing(workers, "i1", client)
      let text = "Worker;Phone;Language\nSARAH MULLER;+1 780 555 0199;\n"
      #expect(counts(try await importing(text, "i2", client)) == [0, 1, 0, 0])
      let sarah = try await worker("sarah-muller", client)
      #expect(sarah["name"] == "Sarah Müller")
      #expect(sarah["phone"] == "+1 780 555 0199")
      #expect(sarah["locale"] == "en")
      #expect(sarah["version"] == 2)
    }
  }

  @Test("a row with a known id changes its person's name, too, and one with an unknown id adds a person with that id")
  func changesByID() async throws {
    try await TestDaemon.run { _, client in
      _ = try await importing(workers, "i1", client)
      // Two new people of one name, each with an id of its own.
      let text = "id;name\nsarah-muller;Sarah Miller\nE-17;Ann Lee\nE-18;Ann Lee\n"
      #expect(counts(try await importing(text, "i2", client, more: ["format": "workers"])) == [2, 1, 0, 0])
      #expect(try await worker("sarah-muller", client)["name"] == "Sarah Miller")
      #expect(try await worker("e-17", client)["name"] == "Ann Lee")
      #expect(try await worker("e-18", client)["name"] == "Ann Lee")
      #expect(counts(try await importing(text, "i3", client, more: ["format": "workers"])) == [0, 0, 3, 0])
    }
  }

  @Test("a row with an unknown id and the name of a known person adds no second person of that name, and says the id")
  func unknownIDOfKnownName() async throws {
    try await TestDaemon.run { _, client in
      _ = try await importing(workers, "i1", client)
      let text = "id;name;phone\nE-17;SARAH MULLER;1\nE-18;Nora Lind;\njan-lukasz;Jan Berg;\nE-19;Jan Berg;\n"
      let answer = try await importing(text, "i2", client, more: ["format": "workers", "skipInvalid": true])
      #expect(counts(answer) == [1, 1, 0, 2])
      #expect(
        refusals(answer) == [
          "row 2: the id \"e-17\" is unknown, but \"SARAH MULLER\" is known as sarah-muller; write that id, or "
            + "give the new person another name",
          "row 5: the id \"e-19\" is unknown, but \"Jan Berg\" is known as jan-lukasz; write that id, or give the "
            + "new person another name",
        ])
      let known = try await client.call("worker.list", ["includeInactive": true])["workers"]?.array ?? []
      #expect(Set(known.compactMap { $0["name"]?.string }) == ["Sarah Müller", "Nora Lind", "Jan Berg"])
    }
  }

  @Test("adds clients with the parts of their addresses, and a new street makes a new line")
  func clients() async throws {
    try await TestDaemon.run { _, client in
      let text = """
        Client;Address;City;Zip;Phone;DOB;Emergency contact;Key
        Ole Berg;9 Elm St;Leduc;T9E 1A1;780;1941-03-09;Kari Berg, daughter;under the mat
        """
      #expect(counts(try await importing(text, "i1", client)) == [1, 0, 0, 0])
      let ole = try await recipient("ole-berg", client)
      #expect(ole["address"] == "9 Elm St, Leduc")
      #expect(ole["street"] == ["9 Elm St"])
      #expect(ole["postalCode"] == "T9E 1A1")
      #expect(ole["birthDate"] == "1941-03-09")
      #expect(ole["emergencyContact"] == "Kari Berg, daughter")
      #expect(ole["accessNote"] == "under the mat")
      #expect(counts(try await importing(text, "i2", client)) == [0, 0, 1, 0])
      let moved = text.replacing("9 Elm St", with: "4 Main St")
      #expect(counts(try await importing(moved, "i3", client)) == [0, 1, 0, 0])
      #expect(try await recipient("ole-berg", client)["address"] == "4 Main St, Leduc")
    }
  }

  @Test("a dry run says what would be, and nothing is")
  func dryRun() async throws {
    try await TestDaemon.run { _, client in
      let tried = try await importing(workers, "i1", client, more: ["dryRun": true])
      #expect(counts(tried) == [2, 0, 0, 0])
      #expect(
        tried["table"]?["columns"]?.array?.map { $0["column"] } == ["name", "phone", "language", "timeZone", "active"])
      #expect(try await client.call("worker.list")["workers"] == [])
    }
  }

  @Test("refused rows stand in their order with what to do; nothing is taken without skipInvalid, and the rest with it")
  func refused() async throws {
    try await TestDaemon.run { _, client in
      for id in ["ann-lee", "ann-lee-2"] {
        _ = try await client.call("client.put", ["id": .string(id), "name": "Ann Lee", "requestId": .string(id)])
      }
      let text = """
        Id;Client;Date of birth
        ;Ole Berg;1941-03-09
        ;OLE BERG;1941-03-10
        ;Ann Lee;1950-01-01
        nobody-yet;;1950-01-01
        ;Kari Vik;someday
        ;Nora Lind;2027-01-01
        ann-lee;Ann Lee;1950-01-01
        ;Ann Lee;
        """
      let expected = [
        "row 3: \"OLE BERG\" is in row 2 too; keep one row of each person, or give each of two people an id",
        "row 4: Several clients are called \"Ann Lee\". Write the id of one instead: ann-lee, ann-lee-2.",
        "row 5: the id \"nobody-yet\" is unknown, and a new person needs a name; add the name, or correct the id",
        "row 6: Date of birth \"someday\": is no date that is known; write it as 2026-11-21",
        "row 7: The date of birth January 1, 2027 is in the future. Check the year.",
        "row 9: Several clients are called \"Ann Lee\". Write the id of one instead: ann-lee, ann-lee-2.",
      ]
      let all = try await importing(text, "i1", client)
      #expect(counts(all) == [0, 0, 0, 6])
      #expect(refusals(all) == expected)
      #expect(all["rest"] == 2)
      #expect(try await client.call("client.list")["clients"]?.array?.count == 2)
      let rest = try await importing(text, "i2", client, more: ["skipInvalid": true])
      #expect(counts(rest) == [1, 1, 0, 6])
      #expect(refusals(rest) == expected)
      #expect(try await recipient("ole-berg", client)["birthDate"] == "1941-03-09")
      #expect(try await recipient("ann-lee", client)["birthDate"] == "1950-01-01")
    }
  }

  @Test("a table that does not tell whose it is is taken by its format, and in parts")
  func undecided() async throws {
    try await TestDaemon.run { _, client in
      let office = Office(client: client)
      let text = "Name;Phone\nOle Berg;780\n"
      let error = try await office.refusal("import", ["format": "csv", "content": .string(text), "requestId": "i1"])
      #expect(
        error.message
          == "Nothing was imported: the table cannot be imported as it is. table: its headings tell neither of visits "
          + "nor of people (\"Name\" and \"Phone\"); name the columns of visits (columns; on the command line --columns), or "
          + "say whose table it is (format; on the command line --format workers or --format clients).")
      #expect(counts(try await importing(text, "i2", client, more: ["format": "clients"])) == [1, 0, 0, 0])
      let part: JSONValue = [
        "format": "workers", "content": "Name;Phone\nNora", "upload": "u", "part": 1, "requestId": "p1",
      ]
      #expect(try await client.call("import", part)["part"] == 1)
      let last: JSONValue = [
        "format": "workers", "content": " Lind;780\n", "upload": "u", "part": 2, "last": true, "requestId": "p2",
      ]
      #expect(counts(try await client.call("import", last)) == [1, 0, 0, 0])
      #expect(try await worker("nora-lind", client)["phone"] == "780")
    }
  }
}
