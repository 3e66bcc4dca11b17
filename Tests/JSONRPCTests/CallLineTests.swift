import JSONRPC
import Testing

@Suite("A call's line, known by its bytes")
struct CallLineTests {
  private func line(_ text: String) -> CallLine? { CallLine(Array(text.utf8)[...]) }

  @Test(
    "lines that differ in their ids alone say the same",
    arguments: [
      (#"{"jsonrpc":"2.0","id":1,"method":"today"}"#, #"{"jsonrpc":"2.0","id":987654321,"method":"today"}"#),
      (#"{"method":"today","id":1}"#, #"{"method":"today","id":"a-Z_9"}"#),
      (#"{"id": 0, "method": "today"}"#, #"{"id": "x", "method": "today"}"#),
    ])
  func same(_ one: String, _ other: String) throws {
    let (one, other) = (try #require(line(one)), try #require(line(other)))
    #expect(one.says(other.text) && other.says(one.text))
    #expect(one.hash == other.hash)
  }

  @Test(
    "lines that differ in anything else do not",
    arguments: [
      #"{"jsonrpc":"2.0","id":1,"method":"todaY"}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"today" }"#,
      #"{"jsonrpc":"2.0","id": 1,"method":"today"}"#,
      #"{"jsonrpc":"2.1","id":1,"method":"today"}"#,
      #"{"id":1,"jsonrpc":"2.0","method":"today"}"#,
    ])
  func different(_ other: String) throws {
    let one = try #require(line(#"{"jsonrpc":"2.0","id":1,"method":"today"}"#))
    #expect(!(try #require(line(other)).says(one.text)))
  }

  @Test(
    "any other id than a plain one takes the long way",
    arguments: [
      "null", "-1", "1.5", "1e3", "01", "true", "{}", "[1]", #""""#, #""a b""#, #""é""#, #""\u0041""#, "1 ", "1x",
      "1234567890123456789", #""a"#, "", #"""#,
    ])
  func otherIDs(_ id: String) {
    #expect(line(#"{"jsonrpc":"2.0","method":"today","id":\#(id)}"#) == nil)
  }

  @Test(
    "a line without an id, or that ends too soon, takes the long way",
    arguments: ["", "{", #""id":"#, #"{"id":1"#, "{}"])
  func noID(_ text: String) { #expect(line(text) == nil) }
}
