/// Decisions made of a fuzzer's bytes.
///
/// Where the bytes have come to an end every decision is 0, which is always the plainest: a call by somebody who may make
/// it, of a thing that is there, with only what is needed. So an input of two bytes is a whole call, and each further byte
/// makes it stranger.
struct Choices {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func next() -> Int { Int(rest.popFirst() ?? 0) }

  /// One of a list that has some.
  mutating func pick<Element>(_ list: [Element]) -> Element { list[next() % list.count] }

  /// A text of the next bytes, as many as the first of them says, `most` at most; what is no UTF-8 is replaced.
  mutating func text(_ most: Int) -> String {
    let count = min(next() % (most + 1), rest.count)
    defer { rest.removeFirst(count) }
    return String(decoding: rest.prefix(count), as: UTF8.self)
  }
}
