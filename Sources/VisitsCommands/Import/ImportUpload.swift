import Catalog
import CommandCatalog
import JSON
import JSONRPC

/// Sends a text, in parts when it is too large for a message.
struct ImportUpload {
  /// How often all of it is sent again to a daemon that was restarted and has forgotten what came before.
  private static let restarts = 2

  private let content: String
  private let format: String
  private let name: String

  init(_ content: String, format: String, name: String) {
    self.content = content
    self.format = format
    self.name = name
  }

  /// What came of it.
  ///
  /// - Parameter params: What goes with the last part.
  func send(_ params: JSONObject, in session: Session) throws -> JSONValue {
    let parts = TextParts(content)
    defer { session.machine.setLastWords(nil) }
    do {
      return try send(parts, params, in: session)
    } catch let error as RPCError where error.data["limit"] == "messageBytes" {
      // The operator has set less than the default, of which the parts have about two thirds.
      guard let limit = error.data["value"]?.integer, limit >= 1000 else { throw error }
      let smaller = TextParts(content, limit: Int(limit) / 3 * 2)
      guard smaller.count > parts.count else { throw error }
      return try send(smaller, params, in: session)
    }
  }

  private func send(_ parts: TextParts, _ params: JSONObject, in session: Session) throws -> JSONValue {
    guard parts.count > 1 else {
      var params = params
      params["format"] = format.json
      params["content"] = parts[1].json
      leaveWord(isLast: true, of: params, in: session)
      return try session.change("import", params)
    }
    let upload = session.newRequestID()
    // The same ids when all is sent again: whatever was done before is done once.
    let requests = (1...parts.count).map { _ in session.newRequestID() }
    let progress = SendingProgress(name, of: parts.count, on: session.errors)
    defer { progress.end() }
    var restarts = 0
    var number = 1
    while true {
      progress.show(number)
      let isLast = number == parts.count
      leaveWord(isLast: isLast, of: params, in: session)
      var params = isLast ? params : [:]
      params["format"] = format.json
      params["content"] = parts[number].json
      params["upload"] = upload.json
      params["part"] = .integer(Int64(number))
      params["last"] = isLast ? true : nil
      params["requestId"] = requests[number - 1].json
      do {
        // The last is answered when all is taken in: each part has its time.
        let answer = try session.call("import", session.localized(params), times: isLast ? parts.count : 1)
        if isLast { return answer }
        number += 1
      } catch let error as RPCError where error.data["field"] == "upload" && number > 1 && restarts < Self.restarts {
        restarts += 1
        number = 1
      }
    }
  }

  /// What is said when the person ends the program now.
  private func leaveWord(isLast: Bool, of params: JSONObject, in session: Session) {
    var lines = ["visits: \(ImportPhrase.interrupted.text)"]
    if isLast, params["dryRun"] != true {
      lines = [
        "visits: \(ImportPhrase.interruptedLast.text)",
        "  \(ImportPhrase.seeAudit([.command: "\(Invocation.name) audit"]))",
        "  \(ImportPhrase.sameAgain([.command: Invocation.again]))",
      ]
    }
    if session.errors.terminalColumns != nil { lines[0] = "\r\u{1B}[K" + lines[0] }
    session.machine.setLastWords(lines.joined(separator: "\n") + "\n")
  }
}

/// A line that says how far it is, on a terminal; it goes when all is sent.
private struct SendingProgress {
  private let name: String
  private let count: Int
  private let output: any TextOutput

  init(_ name: String, of count: Int, on output: any TextOutput) {
    self.name = name
    self.count = count
    self.output = output
  }

  func show(_ number: Int) {
    guard let columns = output.terminalColumns else { return }
    // A line that wraps could not be drawn over.
    let line = ImportPhrase.sending(count: Int64(count), [.path: name.onOneLine, .number: "\(number)"])
    output.write("\r\(String(line.suffix(max(1, columns - 1))))\u{1B}[K")
  }

  func end() {
    if output.terminalColumns != nil { output.write("\r\u{1B}[K") }
  }
}
