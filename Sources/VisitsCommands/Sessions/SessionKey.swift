import Catalog
import JSON
import VisitsAPI

/// A key that was pressed in the live mode of a session, and that the daemon has not confirmed.
struct SessionKey {
  /// What a key asks for.
  enum Act {
    case success
    case miss
    /// The last trial was a slip.
    case takeBack
    case end

    /// What a byte from the keyboard asks for; `nil`: nothing of the session.
    init?(_ byte: UInt8) {
      switch byte {
      case UInt8(ascii: "+"), UInt8(ascii: "="), UInt8(ascii: " "): self = .success
      case UInt8(ascii: "-"), UInt8(ascii: "m"), UInt8(ascii: "M"): self = .miss
      case UInt8(ascii: "u"), UInt8(ascii: "U"), 0x7F: self = .takeBack
      case UInt8(ascii: "e"), UInt8(ascii: "E"): self = .end
      default: return nil
      }
    }
  }

  let act: Act
  /// When it was pressed.
  let at: Timestamp
  /// The id of its change, the same each time that it is sent: so it never counts twice.
  let requestID: String
  /// Whether the daemon may have recorded it.
  var wasSent = false

  /// The method that records it.
  var method: String { act == .end ? "session.end" : "session.trial" }

  /// What that takes.
  func params(session id: String) -> JSONObject {
    var params: JSONObject = ["session": id.json, "at": at.text.json, "requestId": requestID.json]
    switch act {
    case .success: params["success"] = true
    case .miss: params["success"] = false
    case .takeBack: params["undo"] = true
    case .end: break
    }
    return params
  }

  /// What a person types to record it later. One that may have been recorded already is sent as it was, so that it does
  /// not count twice.
  func command(session id: String) -> String {
    guard !wasSent else {
      return "\(Invocation.name) call \(method) \(Undo.quoted(JSONValue.object(params(session: id)).text))"
    }
    let command =
      switch act {
      case .success: "\(Invocation.name) session trial ok"
      case .miss: "\(Invocation.name) session trial miss"
      case .takeBack: "\(Invocation.name) session trial undo"
      case .end: "\(Invocation.name) session end"
      }
    return "\(command) --session \(id) --at \(Undo.word(at.text))"
  }

  /// The keys that are one byte each. What an arrow or a function key sends begins with an escape, and is no trial.
  static func plain(_ keys: [UInt8]) -> [UInt8] {
    var plain: [UInt8] = []
    var rest = keys[...]
    while let key = rest.popFirst() {
      guard key == 0x1B else {
        plain.append(key)
        continue
      }
      switch rest.popFirst() {
      // ECMA-48, 5.4: parameters, then one final byte from @ to ~.
      case UInt8(ascii: "["): while let byte = rest.popFirst(), !(0x40...0x7E).contains(byte) {}
      case UInt8(ascii: "O"): _ = rest.popFirst()
      default: break
      }
    }
    return plain
  }

  /// The trials as signs, the newest that fit: those that count, and in parentheses what is not saved yet.
  ///
  /// - Parameter saved: Whether each trial that counts was a success.
  static func strip(_ saved: [Bool], _ pending: [Act], columns: Int) -> String {
    var signs = saved.map { $0 ? "✓" : "✗" }
    for act in pending {
      switch act {
      case .success: signs.append("(✓)")
      case .miss: signs.append("(✗)")
      case .takeBack: if let last = signs.lastIndex(where: { $0 != "(–)" }) { signs[last] = "(–)" }
      case .end: break
      }
    }
    var shown: [String] = []
    var width = 0
    for sign in signs.reversed() {
      width += sign.count + 1
      guard width <= columns else { break }
      shown.insert(sign, at: 0)
    }
    return shown.joined(separator: " ")
  }
}
