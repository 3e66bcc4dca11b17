import Testing

@testable import Systemd

@Test(
  "a field's name is made valid for the journal",
  arguments: [
    ("VISITS_METHOD", "VISITS_METHOD"), ("sl-service", "SL_SERVICE"), ("requestId", "REQUEST_ID"),
    ("_UID", "UID"), ("9lives", "LIVES"), ("größe", "GR__E"), ("", "FIELD"), ("___", "FIELD"),
    ("a\nPRIORITY=0", "A_PRIORITY_0"),
    (String(repeating: "a", count: 100), String(repeating: "A", count: 64)),
  ])
func fieldNames(raw: String, expected: String) {
  let name = FieldName(raw).text
  // "ö" and "ß" are two bytes each in UTF-8.
  #expect(name == (raw == "größe" ? "GR____E" : expected))
}
