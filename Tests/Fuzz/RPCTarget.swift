import JSONRPC

/// What a peer sends on the socket: a stream of bytes, cut into lines, each read as JSON and as a request.
enum RPCTarget: FuzzTarget {
  static func run(_ input: [UInt8]) {
    Framing.check(input)
    let lines = input.split(separator: 0x0A, omittingEmptySubsequences: false)
    for line in lines {
      JSONPromises.check(line)
      RequestPromises.check(line)
    }
    for line in lines.prefix(8) {
      KnownLines.check(line, others: lines.prefix(8))
    }
  }
}

/// That lines come out the same however the stream is cut into pieces.
private enum Framing {
  private struct Outcome: Equatable {
    var lines: [[UInt8]] = []
    var isTooLong = false
  }

  static func check(_ input: [UInt8]) {
    for limit in [60, 1 << 20] {
      let expected = cut(input, limit: limit)
      demand(framed([input[...]], limit: limit) == expected, "a stream in one piece gives its lines")
      // A few places that differ with the length: inputs are many, and to try each place takes a hundred times as long.
      for place in stride(from: input.count % 7, to: input.count, by: max(1, input.count / 6)) {
        let pieces = [input[..<place], input[place...]]
        demand(framed(pieces, limit: limit) == expected, "a stream cut at \(place) gives the same lines")
      }
    }
    if input.count < 200 {
      let bytes = input.indices.map { input[$0...$0] }
      demand(framed(bytes, limit: 60) == cut(input, limit: 60), "a stream in single bytes gives the same lines")
    }
  }

  /// The lines, found in the plainest way.
  private static func cut(_ input: [UInt8], limit: Int) -> Outcome {
    var outcome = Outcome()
    var pieces = input.split(separator: 0x0A, omittingEmptySubsequences: false)
    // Nothing stands behind the last end of line.
    if pieces.last?.isEmpty == true { pieces.removeLast() }
    for piece in pieces {
      let line = piece.last == 0x0D ? piece.dropLast() : piece
      if line.count > limit {
        outcome.isTooLong = true
        break
      }
      outcome.lines.append(Array(line))
    }
    return outcome
  }

  private static func framed(_ pieces: [ArraySlice<UInt8>], limit: Int) -> Outcome {
    var framer = LineFramer(limit: limit)
    var outcome = Outcome()
    do {
      for piece in pieces {
        piece.withUnsafeBytes { framer.append($0) }
        while let line = try framer.next() { outcome.lines.append(Array(line)) }
        demand(framer.heldBytes <= limit + 1, "no more is held than an unfinished line")
      }
      if let line = try framer.last() { outcome.lines.append(Array(line)) }
    } catch {
      outcome.isTooLong = true
    }
    return outcome
  }
}
