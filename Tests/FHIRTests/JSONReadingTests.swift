import FHIR
import Testing

private func problem(_ json: String, limits: ReadingLimits = ReadingLimits()) -> String? {
  do {
    _ = try Bundle(json: json, limits: limits)
    return nil
  } catch {
    return "\(error)"
  }
}

@Suite("JSON that others wrote")
struct JSONReadingTests {
  @Test(
    "text that is no JSON is refused with line and column",
    arguments: [
      ("", "not JSON at line 1, column 1: expected a value"),
      ("{", "not JSON at line 1, column 2: expected a name in quotation marks"),
      ("{\"a\":1,}", "not JSON at line 1, column 8: expected a name in quotation marks"),
      ("{\n  \"é\": [1,\n  ]\n}", "not JSON at line 3, column 3: expected a value"),
      ("[1 2]", "not JSON at line 1, column 4: expected a comma or a closing bracket"),
      ("{\"a\" 1}", "not JSON at line 1, column 6: expected a colon"),
      ("{\"a\":1 \"b\":2}", "not JSON at line 1, column 8: expected a comma or a closing brace"),
      ("{'a':1}", "not JSON at line 1, column 2: expected a name in quotation marks"),
      ("01", "not JSON at line 1, column 2: expected no digit behind a leading zero"),
      ("-", "not JSON at line 1, column 2: expected a digit"),
      ("1.", "not JSON at line 1, column 3: expected a digit"),
      ("1e+", "not JSON at line 1, column 4: expected a digit"),
      ("NaN", "not JSON at line 1, column 1: expected a value"),
      ("tru", "not JSON at line 1, column 4: expected true"),
      ("\"a", "not JSON at line 1, column 3: expected the end of the string"),
      ("\"\\x\"", "not JSON at line 1, column 3: expected an escape that JSON knows"),
      ("\"\\u12g4\"", "not JSON at line 1, column 6: expected four hexadecimal digits"),
      ("\"a\u{0}b\"", "not JSON at line 1, column 3: expected no control character in a string"),
      ("\"\\", "not JSON at line 1, column 3: expected an escape that JSON knows"),
      ("// note\n{}", "not JSON at line 1, column 1: expected a value"),
      ("{} {}", "not JSON at line 1, column 4: expected the end of the text"),
    ])
  func noJSON(text: String, expected: String) {
    #expect(problem(text) == expected)
  }

  @Test("bytes that are no UTF-8 are refused with their offset")
  func notUTF8() {
    let bytes = Array("{\"resourceType\":\"".utf8) + [0xC3, 0x28] + Array("\"}".utf8)
    let error = #expect(throws: FHIRProblem.self) { try Bundle(json: bytes) }
    #expect(error?.reason == .notUTF8(offset: 17))
  }

  @Test("a depth bomb is refused, not followed")
  func depthBomb() {
    #expect(problem(String(repeating: "[", count: 5_000_000)) == "nested deeper than 64 levels")
    let bomb = String(repeating: "{\"extension\":[", count: 40) + String(repeating: "]}", count: 40)
    #expect(
      problem("{\"resourceType\":\"Bundle\",\"entry\":[{\"resource\":\(bomb)}]}") == "nested deeper than 64 levels")
  }

  @Test("a text over the limit is refused before it is read")
  func tooLarge() {
    #expect(
      problem("{\"resourceType\":\"Bundle\"}", limits: ReadingLimits(bytes: 10))
        == "the text is larger than 10 bytes; split it into several Bundles")
  }

  @Test("a Bundle of a million empty values is refused before it fills the memory")
  func tooManyValues() {
    let json = "{\"resourceType\":\"Bundle\",\"entry\":[" + String(repeating: "0,", count: 100_000) + "0]}"
    #expect(
      problem(json, limits: ReadingLimits(values: 50_000))
        == "holds more than 50000 values; split it into several Bundles")
  }

  @Test("a byte order mark before the text is passed over")
  func byteOrderMark() throws {
    let bundle = try Bundle(json: "\u{FEFF}{\"resourceType\":\"Bundle\",\"id\":\"b\"}")
    #expect(bundle.id == "b")
  }

  @Test("escapes are read, in names too, and a lone surrogate harms nobody")
  func escapes() throws {
    let json = #"""
      {"resource\u0054ype":"Patient","id":"p","name":[{"text":"\u0141ukasz \"\ud83d\ude00\"\n\t\/\\ \ud800x"}]}
      """#
    let resource = try Resource(json: Array(json.utf8))
    guard case .patient(let patient) = resource.content else { throw FHIRProblem(reason: .missing) }
    #expect(patient.names[0].text == "Łukasz \"😀\"\n\t/\\ \u{FFFD}x")
  }

  @Test("something else than a Bundle is named")
  func otherRoots() {
    #expect(problem("[]") == "expected an object, found an array")
    #expect(problem("{}") == "resourceType: is missing")
    #expect(problem("{\"resourceType\":7}") == "resourceType: expected a string, found a number")
    #expect(problem("{\"resourceType\":\"Patient\"}") == "expected a Bundle, found Patient")
    #expect(problem("{\"resourceType\":\"Bundle\",\"entry\":{}}") == "entry: expected an array, found an object")
    #expect(
      problem("{\"resourceType\":\"Bundle\",\"entry\":[],\"entry\":[]}")
        == "entry: is twice in the same object; remove one of the two")
  }
}
