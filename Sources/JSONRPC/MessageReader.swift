import JSON

/// Reads requests out of a line, and keeps what spoils the whole line apart from what spoils one request.
struct MessageReader {
  private var scanner: JSONScanner
  private let limits: RPCLimits

  init(_ line: UnsafeBufferPointer<UInt8>, limits: RPCLimits) {
    scanner = JSONScanner(line, depth: limits.depth, values: limits.values, notesMisfits: true)
    self.limits = limits
  }

  mutating func message() throws(RPCError) -> RPCMessage {
    let message: RPCMessage
    var envelope = Envelope()
    do throws(JSONSyntaxError) {
      try scanner.begin()
      if scanner.peek == UInt8(ascii: "[") {
        message = .batch(try batch())
      } else {
        message = .single(try Self.entry(&scanner, into: &envelope, idBytes: limits.idBytes))
      }
      try scanner.end()
    } catch {
      let refusal = refusal(of: error)
      // Whoever passes on the calls of many must know whose it was.
      guard refusal.isTooLarge, let id = envelope.readID else { throw refusal }
      return .single(.refused(refusal, id: id))
    }
    if case .batch(let entries) = message, entries.isEmpty {
      throw .invalidRequest("The batch is empty; put at least one request into it.")
    }
    return message
  }

  private mutating func batch() throws(JSONSyntaxError) -> [RPCMessage.Entry] {
    var entries: [RPCMessage.Entry] = []
    let idBytes = limits.idBytes
    try scanner.elements(limit: limits.batchEntries) { scanner throws(JSONSyntaxError) in
      var envelope = Envelope()
      entries.append(try Self.entry(&scanner, into: &envelope, idBytes: idBytes))
    }
    return entries
  }

  private static func entry(
    _ scanner: inout JSONScanner, into envelope: inout Envelope, idBytes: Int
  ) throws(JSONSyntaxError) -> RPCMessage.Entry {
    guard scanner.peek == UInt8(ascii: "{") else {
      let value = try scanner.value()
      return .refused(.invalidRequest("A request is an object, not \(value.kindName)."), id: .null)
    }
    try scanner.members { scanner throws(JSONSyntaxError) in
      try envelope.readMember(from: &scanner, idBytes: idBytes)
    }
    return envelope.entry()
  }

  /// How a broken line is answered: a limit by its name, all else as no JSON.
  private func refusal(of error: JSONSyntaxError) -> RPCError {
    switch error.kind {
    case .tooDeep(let limit):
      .tooLarge(limit: "depth", value: limit, "The message nests arrays and objects deeper than \(limit) levels.")
    case .tooManyValues(let limit):
      .tooLarge(
        limit: "values", value: limit,
        "The message has more than \(limit) values (texts, numbers, lists and objects); split it into several messages."
      )
    case .tooMany(let limit):
      .tooLarge(limit: "batchEntries", value: limit, "The batch has more than \(limit) entries; send several.")
    case .tooLong(let limit):
      .tooLarge(limit: "idBytes", value: limit, "The id is longer than \(limit) bytes; choose a shorter one.")
    default: .parseError(error)
    }
  }
}
