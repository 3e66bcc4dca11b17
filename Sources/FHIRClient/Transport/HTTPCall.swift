import NIOCore
import NIOHTTP1

/// One HTTP request, complete.
struct HTTPCall: Sendable {
  var method: HTTPMethod
  var url: String
  var headers: HTTPHeaders
  var body: [UInt8]?

  /// Sends a token along, in place of any other.
  mutating func authorize(with token: Secret?) {
    guard let token else { return }
    headers.replaceOrAdd(name: "authorization", value: "Bearer \(token.value)")
  }
}

/// A body that notes when the first of it is taken: from then on the server may carry the request out.
struct NotedBody: AsyncSequence, Sendable {
  let buffer: ByteBuffer
  let departure: Departure

  func makeAsyncIterator() -> Iterator {
    Iterator(rest: buffer, departure: departure)
  }

  struct Iterator: AsyncIteratorProtocol {
    var rest: ByteBuffer?
    let departure: Departure

    mutating func next() async -> ByteBuffer? {
      departure.note()
      defer { rest = nil }
      return rest
    }
  }
}
