import JSON
import Testing

private func written(_ escapes: JSONEscapes, _ body: (inout JSONWriter) -> Void) -> String {
  var writer = JSONWriter(escaping: escapes)
  body(&writer)
  return writer.text
}

@Suite("The writer")
struct JSONWriterTests {
  @Test(
    "escapes what it must, and what the readers of those bytes need",
    arguments: [
      ([], "\u{7F}é\u{2028}\u{2029}", #"\n\r\t"#), (.delete, "\\u007fé\u{2028}\u{2029}", #"\n\r\t"#),
      (.lineSeparators, "\u{7F}é\\u2028\\u2029", #"\n\r\t"#),
      (.controlsByNumber, "\u{7F}é\u{2028}\u{2029}", #"\u000a\u000d\u0009"#),
    ] as [(JSONEscapes, String, String)])
  func escapes(_ escapes: JSONEscapes, others: String, controls: String) {
    let text = "a\"b\\c\n\r\t\0\u{1F}\u{7F}é\u{2028}\u{2029}€"
    #expect(written(escapes) { $0.string(text) } == #""a\"b\\c\#(controls)\u0000\u001f\#(others)€""#)
  }

  @Test("escapes a character wherever it stands in a long text", arguments: 0..<20)
  func places(_ place: Int) {
    let (before, behind) = (String(repeating: "x", count: place), String(repeating: "y", count: 19 - place))
    for (character, escape) in [("\"", #"\""#), ("\\", #"\\"#), ("\u{1}", #"\u0001"#), ("\u{7F}", #"\u007f"#)] {
      #expect(written(.delete) { $0.string(before + character + behind) } == "\"\(before)\(escape)\(behind)\"")
    }
    let text = before + "\u{2028}\u{2027}" + behind
    #expect(written(.lineSeparators) { $0.string(text) } == "\"\(before)\\u2028\u{2027}\(behind)\"")
  }

  @Test("writes a number as the wire has it, or with its point")
  func numbers() {
    let text = written([]) { writer in
      writer.beginArray()
      for number in [53.0, -0.5, 1e15, 1e300, 0.1, .infinity] { writer.number(number) }
      writer.decimal(53)
      writer.integer(.min)
      writer.endArray()
    }
    #expect(text == "[53,-0.5,1000000000000000.0,1e+300,0.1,null,53.0,-9223372036854775808]")
  }

  @Test("puts the commas, and takes names that are plain, to be escaped or escaped already")
  func structure() {
    let text = written([]) { writer in
      writer.beginObject()
      writer.key("a\"")
      writer.null()
      writer.key(plain: "b")
      writer.beginArray()
      writer.beginObject()
      writer.endObject()
      writer.raw("[1]".utf8)
      writer.endArray()
      writer.key(written: #""\u0063""#)
      writer.bool(false)
      writer.endObject()
    }
    #expect(text == #"{"a\"":null,"b":[{},[1]],"\u0063":false}"#)
  }

  @Test("sorts the names of a canonical text at every level")
  func canonical() {
    let value: JSONValue = ["b": [["d": 1, "c": 2]], "a": true]
    #expect(String(decoding: value.canonicalBytes, as: UTF8.self) == #"{"a":true,"b":[{"c":2,"d":1}]}"#)
  }
}

@Suite("An object's text")
struct JSONObjectTextTests {
  @Test("leaves out what there is nothing to say of")
  func absent() {
    let object = JSONObjectText.make { object in
      object.add("text", nil as String?)
      object.add("whole", nil as Int?)
      object.add("number", Double.nan)
      object.add("object", nil as JSONObjectText?)
      object.add("objects", [])
      object.add("json", json: nil)
    }
    #expect(object.text == "{}")
  }

  @Test("nests objects that are made apart and in place")
  func nested() {
    let object = JSONObjectText.make { object in
      object.add("a", .make { $0.add("b", "\u{2028}") })
      object.add("c", [.make { $0.add("d", 1) }, JSONObjectText()])
      object.add("e") { $0.add("f", 2.0) }
      object.add("g", each: [true, false]) { $0.add("h", $1) }
      object.add("i", each: [Bool]()) { $0.add("h", $1) }
      object.add("j", json: "[null]")
    }
    let objects = #"{"a":{"b":"\u2028"},"c":[{"d":1},{}],"e":{"f":2.0}"#
    #expect(object.text == objects + #","g":[{"h":true},{"h":false}],"i":[],"j":[null]}"#)
  }
}
