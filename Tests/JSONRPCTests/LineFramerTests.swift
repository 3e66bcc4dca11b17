import JSONRPC
import Testing

@Suite("Lines in a stream")
struct LineFramerTests {
  private func lines(_ framer: inout LineFramer) throws -> [String] {
    var lines: [String] = []
    while let line = try framer.next() { lines.append(String(decoding: line, as: UTF8.self)) }
    return lines
  }

  @Test("are the same in pieces of any size")
  func pieces() throws {
    let stream = Array("one\ntwo\r\n\n\r\nthr\ree\nrest".utf8)
    for size in 1...stream.count {
      var framer = LineFramer(limit: 10)
      var found: [String] = []
      for start in stride(from: 0, to: stream.count, by: size) {
        framer.append(stream[start..<min(start + size, stream.count)])
        found += try lines(&framer)
      }
      #expect(found == ["one", "two", "", "", "thr\ree"])
      #expect(framer.heldBytes == 4)
      #expect(try framer.last().map { String(decoding: $0, as: UTF8.self) } == "rest")
      #expect(try framer.last() == nil)
    }
  }

  @Test("may be as long as the limit, with CR LF behind")
  func limit() throws {
    var framer = LineFramer(limit: 5)
    framer.append("12345\r\n12345\n")
    #expect(try lines(&framer) == ["12345", "12345"])
    framer.append("123456\n")
    #expect(throws: LineFramer.TooLong.self) { try framer.next() }
  }

  @Test("that are too long are refused before their end has come")
  func unfinished() throws {
    var framer = LineFramer(limit: 5)
    framer.append("123456")
    #expect(try framer.next() == nil)
    framer.append("7")
    #expect(throws: LineFramer.TooLong.self) { try framer.next() }
  }

  @Test("that say something are taken from among those that wait, and the others stay in their order")
  func meant() throws {
    var framer = LineFramer(limit: 20)
    framer.append("one\nan alarm\r\ntwo\nno alarm\nalarm, unfini")
    #expect(try framer.next() == Array("one".utf8)[...])
    let first = framer.next(containing: Array("alarm".utf8)) { $0.first != UInt8(ascii: "n") }
    #expect(first.map { String(decoding: $0, as: UTF8.self) } == "an alarm")
    #expect(framer.next(containing: Array("alarm".utf8)) { $0.first != UInt8(ascii: "n") } == nil)
    framer.append("shed\n")
    let second = framer.next(containing: Array("alarm".utf8)) { $0.first != UInt8(ascii: "n") }
    #expect(second.map { String(decoding: $0, as: UTF8.self) } == "alarm, unfinished")
    #expect(try lines(&framer) == ["two", "no alarm"])
    #expect(framer.heldBytes == 0)
  }

  @Test("that wait are not lost when more arrives")
  func waiting() throws {
    var framer = LineFramer(limit: 100)
    framer.append("a\nb\nc\n")
    #expect(try framer.next() == Array("a".utf8)[...])
    framer.append("d\ne")
    #expect(try framer.next().map(Array.init) == Array("b".utf8))
    framer.append("\n")
    #expect(try lines(&framer) == ["c", "d", "e"])
    #expect(framer.heldBytes == 0)
  }
}

extension LineFramer {
  fileprivate mutating func append(_ bytes: some Collection<UInt8>) {
    Array(bytes).withUnsafeBytes { append($0) }
  }

  fileprivate mutating func append(_ text: String) { append(Array(text.utf8)) }
}
