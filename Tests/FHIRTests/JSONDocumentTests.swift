import FHIR
import Testing

private func document(_ json: String) throws -> JSONDocument {
  try JSONDocument(json: Array(json.utf8))
}

extension JSONDocument {
  fileprivate var text: String { String(decoding: json, as: UTF8.self) }
}

@Suite("A JSON text that is edited")
struct JSONDocumentTests {
  @Test(
    "what is not touched comes back as it was, in its order",
    arguments: [
      #"{"z":1,"a":{"b":[true,null,"x"]},"_a":{"extension":[{"url":"u"}]}}"#,
      #"{"low":1.50,"big":123456789012345678901234567890,"exponent":1E-7,"minus":-0}"#,
      #"{"half":"\ud83d","slash":"\/","name":"Z\u00f6e","\u0061":1}"#,
      "[]", "{}", "\"\"", "1.0",
    ])
  func untouched(json: String) throws {
    #expect(try document(json).text == json)
  }

  @Test("white space between values is left out")
  func spaces() throws {
    #expect(try document("{ \"a\" : [ 1 , 2 ] }\n").text == #"{"a":[1,2]}"#)
  }

  @Test("a member is changed where it stands, added at the end, and taken away")
  func edited() throws {
    var json = try document(#"{"status":"booked","x":{"y":1.0},"end":"later"}"#)
    json["status"] = "cancelled"
    json["end"] = nil
    json["absent"] = nil
    json["note"] = .string("tab\t\"quoted\" \\ Zoë\u{1}")
    json["x"]?["y"] = 2
    json["period", default: [:]]["start"] = "2026-11-20T08:00:00Z"
    #expect(
      json.text == #"{"status":"cancelled","x":{"y":2},"note":"tab\t\"quoted\" \\ Zoë\u0001","#
        + #""period":{"start":"2026-11-20T08:00:00Z"}}"#)
  }

  @Test("a name is found whatever escapes it is written with, and by its very bytes")
  func names() throws {
    let json = try document(#"{"\u0061b":1,"e\u0301":2}"#)
    #expect(json["ab"]?.integer == 1)
    #expect(json["e\u{301}"]?.integer == 2)
    #expect(json["\u{e9}"] == nil)
    #expect(json.members.map(\.name) == ["ab", "e\u{301}"])
  }

  @Test("the items of an array are changed in place")
  func items() throws {
    var json = try document(#"{"participant":[{"status":"accepted"},{"status":"declined"}]}"#)
    json["participant"]?.items[1]["status"] = "accepted"
    json["participant"]?.items.append(["actor": ["reference": "Patient/1"]])
    #expect(
      json.text == #"{"participant":[{"status":"accepted"},{"status":"accepted"},"#
        + #"{"actor":{"reference":"Patient/1"}}]}"#)
  }

  @Test("a value of the wrong kind says nothing, and gives way to a right one")
  func wrongKinds() throws {
    var json = try document(#"{"period":"soon","count":1.5,"flag":"true"}"#)
    #expect(json["period"]?["start"] == nil)
    #expect(json["count"]?.integer == nil)
    #expect(json["flag"]?.bool == nil)
    #expect(json["flag"]?.string == "true")
    json["period"]?["start"] = "2026"
    #expect(json["period"]?.text == #"{"start":"2026"}"#)
  }

  @Test("a name that stands twice, and text that is no JSON, are refused")
  func refused() {
    #expect(throws: FHIRProblem(path: "a.b", reason: .repeatedName)) { try document(#"{"a":{"b":1,"b":2}}"#) }
    #expect(throws: FHIRProblem.self) { try document(#"{"a":1,}"#) }
  }
}
