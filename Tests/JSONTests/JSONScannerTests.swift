import JSON
import Testing

@Suite("The strict scanner")
struct JSONScannerTests {
  @Test(
    "reads what RFC 8259 allows",
    arguments: [
      ("null", .null), (" true ", .bool(true)), ("\tfalse\r\n", .bool(false)),
      ("0", 0), ("-0", 0), ("123", 123), ("-9223372036854775808", .integer(.min)),
      ("9223372036854775807", .integer(.max)),
      ("1.0", .number(1)), ("-0.5", -0.5), ("1e2", 100.0), ("1E+2", 100.0), ("25e-1", 2.5), ("1e-400", .number(0)),
      ("123456789012345678901234567890.5", .number(123456789012345678901234567890.5)),
      (#""""#, ""), (#""a/b\/c""#, "a/b/c"), (#""\"\\\b\f\n\r\t""#, "\"\\\u{8}\u{C}\n\r\t"),
      (#""\u0041\u00e9\u20AC""#, "Aé€"), (#""\ud83d\uDE00""#, "😀"), (#""é€😀""#, "é€😀"), (#""\u0000""#, "\0"),
      (#""\uFFFF""#, "\u{FFFF}"), ("\"\u{7F}\u{2028}\"", "\u{7F}\u{2028}"),
      ("[]", []), ("[ ]", []), ("[1,[2],null]", [1, [2], .null]), ("{}", [:]), ("{ }", [:]),
      (#"{"a":1,"b":{"a":2}}"#, ["a": 1, "b": ["a": 2]]), (#" { "" : [ ] } "#, ["": []]),
    ] as [(String, JSONValue)])
  func accepts(text: String, value: JSONValue) throws {
    #expect(try JSONScanner.parse(text.utf8) == value)
  }

  @Test(
    "refuses what is no JSON, and says where",
    arguments: [
      ("", .empty, 0), ("  \n", .empty, 0),
      ("[", .unexpectedEnd(expected: .value), 1), ("[1", .unexpectedEnd(expected: .commaOrBracket), 2),
      (#"{"a""#, .unexpectedEnd(expected: .colon), 4), (#"{"a":1"#, .unexpectedEnd(expected: .commaOrBrace), 6),
      (#""abc"#, .unexpectedEnd(expected: .closingQuote), 4), ("tru", .unexpectedEnd(expected: .word("true")), 3),
      ("nul!", .unexpectedByte(0x21, expected: .word("null")), 3), ("True", .unexpectedByte(0x54, expected: .value), 0),
      ("NaN", .unexpectedByte(0x4E, expected: .value), 0),
      ("Infinity", .unexpectedByte(0x49, expected: .value), 0),
      ("-Infinity", .malformedNumber, 0), ("+1", .unexpectedByte(0x2B, expected: .value), 0),
      ("'a'", .unexpectedByte(0x27, expected: .value), 0), ("\0", .unexpectedByte(0, expected: .value), 0),
      ("[1 2]", .unexpectedByte(0x32, expected: .commaOrBracket), 3),
      ("[,1]", .unexpectedByte(0x2C, expected: .value), 1),
      ("[1,,2]", .unexpectedByte(0x2C, expected: .value), 3),
      ("[1}", .unexpectedByte(0x7D, expected: .commaOrBracket), 2),
      ("{a:1}", .unexpectedByte(0x61, expected: .name), 1),
      (#"{"a"1}"#, .unexpectedByte(0x31, expected: .colon), 4),
      ("{1:1}", .unexpectedByte(0x31, expected: .name), 1),
      ("/**/1", .unexpectedByte(0x2F, expected: .value), 0), ("1/**/", .trailingText, 1),
      ("[1,]", .trailingComma, 3), (#"{"a":1,}"#, .trailingComma, 7), ("[1, ]", .trailingComma, 4),
      ("1 2", .trailingText, 2), ("{}}", .trailingText, 2), ("[]\0", .trailingText, 2),
      ("01", .malformedNumber, 0), ("-01", .malformedNumber, 0), ("1.", .malformedNumber, 0),
      (".5", .unexpectedByte(0x2E, expected: .value), 0),
      ("1.e1", .malformedNumber, 0), ("1e", .malformedNumber, 0), ("1e+", .malformedNumber, 0),
      ("-", .malformedNumber, 0),
      ("0x10", .trailingText, 1), ("1_000", .trailingText, 1),
      ("9223372036854775808", .numberOutOfRange("9223372036854775808"), 0),
      ("[-9223372036854775809]", .numberOutOfRange("-9223372036854775809"), 1),
      ("1e309", .numberOutOfRange("1e309"), 0), ("-1e999", .numberOutOfRange("-1e999"), 0),
      ("\"a\u{1F}\"", .controlCharacter(0x1F), 2), ("\"\t\"", .controlCharacter(9), 1),
      ("\"\0\"", .controlCharacter(0), 1),
      (#""\x41""#, .invalidEscape, 1), (#""\'""#, .invalidEscape, 1), (#""\u00G0""#, .invalidEscape, 1),
      (#""\u12""#, .invalidEscape, 1),
      (#""\U0041""#, .invalidEscape, 1), (#""\"#, .invalidEscape, 1),
      (#""\ud800""#, .loneSurrogate, 1), (#""\udc00""#, .loneSurrogate, 1), (#""\ud800\ud800""#, .loneSurrogate, 1),
      (#""\ud800x""#, .loneSurrogate, 1), (#""\ud800\n""#, .loneSurrogate, 1),
      (#"{"a":1,"a":2}"#, .duplicateName("a"), 7), (#"{"a":1,"\u0061":2}"#, .duplicateName("a"), 7),
      (#"[{"x":{"b":1,"c":2,"b":1}}]"#, .duplicateName("b"), 19), ("\u{FEFF}1", .byteOrderMark, 0),
    ] as [(String, JSONSyntaxError.Kind, Int)])
  func refuses(text: String, kind: JSONSyntaxError.Kind, offset: Int) {
    #expect(throws: JSONSyntaxError(kind, at: offset)) { try JSONScanner.parse(text.utf8) }
  }

  @Test(
    "refuses bytes that are not UTF-8",
    arguments: [
      [0x80], [0xC3], [0xC3, 0x28], [0xC0, 0xAF], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80], [0xE2, 0x82],
      [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xF0, 0x9F, 0x98],
    ] as [[UInt8]])
  func refusesBrokenText(bytes: [UInt8]) {
    let error = JSONSyntaxError(.invalidUTF8, at: 1)
    #expect(throws: error) { try JSONScanner.parse([0x22] + bytes + [0x22]) }
    #expect(throws: error) { try JSONScanner.parse([0x22] + bytes) }
    #expect(throws: error) { try JSONScanner.parse([0x22] + bytes + Array("\\n\"".utf8)) }
    #expect(throws: JSONSyntaxError(.invalidUTF8, at: 3)) {
      try JSONScanner.parse(Array("\"\\n".utf8) + bytes + [0x22])
    }
  }

  @Test(
    "reads half of a surrogate pair as U+FFFD where a reader allows it",
    arguments: [
      (#""\ud800""#, "\u{FFFD}"), (#""\udc00x""#, "\u{FFFD}x"), (#""\ud800\ud800\n""#, "\u{FFFD}\u{FFFD}\n"),
      (#""\ud800\ud83d\ude00""#, "\u{FFFD}😀"), (#""é\\u""#, #"é\u"#), (#""plain""#, "plain"),
    ])
  func halves(written: String, text: String) {
    #expect(JSONScanner.text(written: written.utf8) == text)
  }

  @Test(
    "passes over a string as it reads it",
    arguments: [#""plain""#, #""a\n\u0041\"""#, #""\\""#, #""é\ud83d\ude00""#])
  func passing(written: String) throws {
    try Array("\(written),".utf8).withUnsafeBufferPointer { bytes in
      var scanner = JSONScanner(bytes, depth: 0)
      let isEscaped = try scanner.passString()
      #expect(isEscaped == written.utf8.contains(UInt8(ascii: "\\")))
      #expect(scanner.position == written.utf8.count)
    }
  }

  @Test(
    "stops within an escape or a number at the byte that is wrong",
    arguments: [(#""\u00G0""#, 5), (#""\x""#, 2), ("-", 1), ("1.e", 2)])
  func stops(text: String, position: Int) {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      var scanner = JSONScanner(bytes, depth: 0)
      #expect(throws: JSONSyntaxError.self) { try scanner.value() }
      #expect(scanner.position == position)
    }
  }

  @Test("allows nesting up to its limit and no deeper")
  func depth() throws {
    let deep = String(repeating: "[", count: 32) + String(repeating: "]", count: 32)
    #expect(throws: Never.self) { try JSONScanner.parse(deep.utf8) }
    #expect(throws: Never.self) { try JSONScanner.parse("[\(deep.dropFirst().dropLast()),[]]".utf8) }
    #expect(throws: JSONSyntaxError(.tooDeep(limit: 32), at: 32)) { try JSONScanner.parse("[\(deep)]".utf8) }
    #expect(throws: JSONSyntaxError(.tooDeep(limit: 32), at: 160)) {
      try JSONScanner.parse(String(repeating: #"{"a":"#, count: 100_000).utf8)
    }
  }

  @Test("finds a name that stands twice among 100,000")
  func manyNames() throws {
    let names = (0..<100_000).map { "\"n\($0)\":0" }.joined(separator: ",")
    #expect(try JSONScanner.parse("{\(names)}".utf8).object?.members.count == 100_000)
    #expect(throws: JSONSyntaxError(.duplicateName("n17"), at: names.utf8.count + 2)) {
      try JSONScanner.parse("{\(names),\"n17\":0}".utf8)
    }
  }

  @Test("reads bytes that do not lie in one piece")
  func pieces() throws {
    let bytes = Array("[1,".utf8).lazy.map { $0 }.filter { _ in true } + Array("2]".utf8)
    #expect(try JSONScanner.parse(AnyCollection(bytes)) == [1, 2])
  }

  @Test("gives back what the writer wrote")
  func roundTrip() throws {
    let text = #"{"b":[1,-2.5,"é\n\u0001\"",null,true],"a":{"":{}}}"#
    #expect(String(decoding: try JSONScanner.parse(text.utf8).bytes, as: UTF8.self) == text)
  }

  @Test(
    "tells a person what is wrong",
    arguments: [
      ("{1", "Unexpected \"1\" at byte 1 where a name in quotes or \"}\" was expected."),
      ("[1", "The text ends at byte 2 where \",\" or \"]\" was expected."),
      ("nul", "The text ends at byte 3 where \"null\" was expected."),
      ("[1,}", "Unexpected \"}\" at byte 3 where a value was expected."),
      (
        "1e999",
        "The number 1e999 at byte 0 is out of range; whole numbers go from -9223372036854775808 to 9223372036854775807, others up to 1.8e308."
      ),
      (#"{"a":1,"a":1}"#, "The name \"a\" at byte 7 stands twice in its object."),
      ("{\"a\":\n", "The text ends at byte 6 where a value was expected."),
    ])
  func sentences(text: String, sentence: String) throws {
    let error = #expect(throws: JSONSyntaxError.self) { try JSONScanner.parse(text.utf8) }
    #expect(error?.description == sentence)
  }
}
