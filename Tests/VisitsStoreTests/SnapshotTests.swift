import Testing

@testable import VisitsStore

@Suite("A snapshot")
struct SnapshotTests {
  @Test(
    "that is not one of ours is a fault, never a crash",
    arguments: [
      "", "{", "}", "[]", "null", #"{"a"}"#, #"{"a":}"#, #"{"a":"x"#, #"{"a":1,}"#, #"{"a":tru}"#, #"{"a":"\u00"}"#,
      #"{"a":"\"#, #"{"a":1}x"#, #"{"a":1,"a":2}"#, #"{"a":[1,}"#, #"{"a":"\u00zz"}"#,
      #"{"a":"# + String(repeating: "[", count: 100_000),
    ])
  func malformed(text: String) {
    #expect(throws: StoreFault.self) { try SnapshotReader.read(text) }
  }

  @Test("is compact, and leaves out what is not known")
  func compact() {
    var writer = SnapshotWriter()
    writer.write("id", "a\"b\\\u{1}é")
    writer.write("note", nil as String?)
    writer.write("withdrawn", false)
    writer.write("active", true)
    writer.write("latitude", -0.5)
    writer.write("numbers", [1, -2] as [Int64])
    #expect(writer.text() == #"{"id":"a\"b\\\u0001é","active":true,"latitude":-0.5,"numbers":[1,-2]}"#)
  }
}
