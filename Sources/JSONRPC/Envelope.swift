import JSON

/// The members of a request as they are read, in whatever order they come.
struct Envelope {
  private enum ID {
    case absent
    case text(RPCID)
    case unusable(kindName: String)
  }

  private struct Names: OptionSet {
    let rawValue: UInt8
    static let version = Names(rawValue: 1)
    static let id = Names(rawValue: 2)
    static let method = Names(rawValue: 4)
    static let params = Names(rawValue: 8)
  }

  private var seen: Names = []
  private var otherNames: Set<String> = []
  private var nameOffset = 0
  private var versionFits = false
  private var id = ID.absent
  private var idRange: Range<Int>?
  private var method: String?
  private var params = JSONValue.object(JSONObject())
  private var misfit: Misfit?

  /// The id, as soon as it was read; `nil`: there is none, or none that can be answered to.
  var readID: RPCID? { if case .text(let id) = id { id } else { nil } }

  /// Reads a member, its name included.
  mutating func readMember(from scanner: inout JSONScanner, idBytes: Int) throws(JSONSyntaxError) {
    nameOffset = scanner.position
    // The usual spelling is told by its bytes, without making a string of it.
    if scanner.pass("\"jsonrpc\"") {
      try readVersion(&scanner)
    } else if scanner.pass("\"id\"") {
      try readID(&scanner, limit: idBytes)
    } else if scanner.pass("\"method\"") {
      try readMethod(&scanner)
    } else if scanner.pass("\"params\"") {
      try readParams(&scanner)
    } else {
      switch try scanner.string() {
      case "jsonrpc": try readVersion(&scanner)
      case "id": try readID(&scanner, limit: idBytes)
      case "method": try readMethod(&scanner)
      case "params": try readParams(&scanner)
      case let other:
        // JSON-RPC names no other members and forbids none.
        guard otherNames.insert(other).inserted else { throw JSONSyntaxError(.duplicateName(other), at: nameOffset) }
        try scanner.passColon()
        _ = try scanner.value()
      }
    }
    if scanner.misfit != nil { scanner.forgetMisfit() }
  }

  /// Passes over the colon behind a name, which must be new.
  @inline(__always)
  private mutating func begin(
    _ name: Names, _ text: StaticString, _ scanner: inout JSONScanner
  ) throws(JSONSyntaxError) {
    guard !seen.contains(name) else {
      throw JSONSyntaxError(.duplicateName("\(text)"), at: nameOffset)
    }
    seen.formUnion(name)
    try scanner.passColon()
  }

  private mutating func readVersion(_ scanner: inout JSONScanner) throws(JSONSyntaxError) {
    try begin(.version, "jsonrpc", &scanner)
    versionFits = scanner.pass("\"2.0\"") ? true : try scanner.value() == "2.0"
  }

  private mutating func readID(_ scanner: inout JSONScanner, limit: Int) throws(JSONSyntaxError) {
    try begin(.id, "id", &scanner)
    let start = scanner.position
    switch scanner.peek {
    case UInt8(ascii: "\""): try scanner.passString()
    case UInt8(ascii: "n"): _ = try scanner.value()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): _ = try scanner.passNumber()
    default:
      id = .unusable(kindName: try scanner.value().kindName)
      return
    }
    guard scanner.position - start <= limit else { throw JSONSyntaxError(.tooLong(limit: limit), at: start) }
    id = .text(RPCID(text: scanner.text(start..<scanner.position)))
    idRange = start..<scanner.position
  }

  private mutating func readMethod(_ scanner: inout JSONScanner) throws(JSONSyntaxError) {
    try begin(.method, "method", &scanner)
    if scanner.peek == UInt8(ascii: "\"") { method = try scanner.string() } else { _ = try scanner.value() }
  }

  private mutating func readParams(_ scanner: inout JSONScanner) throws(JSONSyntaxError) {
    try begin(.params, "params", &scanner)
    params = try scanner.value()
    misfit = scanner.misfit
  }

  /// The request, or what it lacks.
  consuming func entry() -> RPCMessage.Entry {
    let usableID: RPCID?
    switch id {
    case .absent: usableID = nil
    case .text(let id): usableID = id
    case .unusable(let kindName): return refused("The id must be a string, a number or null, not \(kindName).", id: nil)
    }
    guard versionFits else { return refused("A request needs \"jsonrpc\":\"2.0\".", id: usableID) }
    guard let method else {
      return refused("A request needs \"method\" with the method's name in quotes.", id: usableID)
    }
    switch params {
    case .object:
      if let misfit {
        let message = "A parameter does not fit. \(misfit.error)"
        return .refused(.invalidParams(field: misfit.name, message), id: usableID)
      }
      return .request(RPCRequest(id: usableID, method: method, params: params, idRange: idRange))
    case .array:
      return .refused(
        .invalidParams(field: nil, "Send the parameters by name, in an object, not in an array."), id: usableID)
    default:
      return refused(
        "\"params\" must be an object, not \(params.kindName); leave it out if there are none.", id: usableID)
    }
  }

  /// An invalid request is answered even without an id: it is no notification (JSON-RPC 2.0, 5.1 and the examples in 7).
  private func refused(_ message: String, id: RPCID?) -> RPCMessage.Entry {
    .refused(.invalidRequest(message), id: id ?? .null)
  }
}
