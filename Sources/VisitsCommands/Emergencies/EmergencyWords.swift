import Catalog
import CommandCatalog
import JSON
import JSONRPC

/// An emergency as the API shows it, in the words that a person reads.
struct EmergencyWords {
  let json: JSONValue

  init(_ json: JSONValue) { self.json = json }

  var id: String { json["id"]?.string ?? "" }
  /// The worker's name.
  var title: String { json["display"]?["title"]?.string?.onOneLine ?? id }
  var since: String { json["display"]?["since"]?.string?.onOneLine ?? "" }

  /// "⚠ Sarah Miller, since 8:46 AM: Raised"
  var sentence: String {
    let status = json["display"]?["status"]?.string?.onOneLine ?? ""
    return EmergencyPhrase.sentence([.name: title, .time: since, .status: status])
  }

  /// Whether a text is the worker's id, or its own.
  func isNamed(exactlyBy text: String) -> Bool { [json["worker"]?.string, id].contains(text.lowercased()) }

  /// Whether a text names it in part: a part of the worker's name, or the beginning or end of the id.
  func isNamed(by text: String) -> Bool {
    let text = text.lowercased()
    return title.lowercased().contains(text) || text.utf8.count >= 4 && (id.hasPrefix(text) || id.hasSuffix(text))
  }

  /// What a screen reader says of those that stand on a board.
  static func spoken(_ view: JSONValue) -> [String] {
    (view["emergencies"]?.array ?? []).flatMap { emergency in
      [(emergency["display"]?["spoken"]?.string ?? "").onOneLine] + EmergencyWords(emergency).numbers
    }
  }

  /// What is said where nothing is to be listed: nobody is told that all is well while somebody needs help.
  static func calm(_ emergencies: [JSONValue], on screen: Screen) -> String {
    screen.style(.dim, (emergencies.isEmpty ? EmergencyPhrase.calm : .calmOtherwise).text)
  }

  /// The lines of one in a list.
  func lines(on screen: Screen) -> [String] {
    let isOpen = json["state"] != "resolved"
    let paint: Paint = json["state"] == "raised" ? .boldRed : isOpen ? .bold : .dim
    let status = json["display"]?["status"]?.string?.onOneLine ?? ""
    var lines = screen.paragraph(
      "\(EmergencyPhrase.since([.name: title, .time: since]))  \(status)", paint, indent: 2,
      first: screen.style(paint, isOpen ? "⚠ " : "✓ "))
    let handled: [(JSONValue?, EmergencyPhrase, noted: EmergencyPhrase)] = [
      (json["acknowledged"], .acknowledgedBy, .acknowledgedNote), (json["resolved"], .resolvedBy, .resolvedNote),
    ]
    for (handling, bare, noted) in handled {
      guard let by = handling?["by"]?.string?.onOneLine else { continue }
      let said = (handling?["note"]?.string ?? "").split(separator: "\n").map { String($0).onOneLine }
      let phrase = said.isEmpty ? bare : noted
      lines += screen.paragraph(phrase([.name: by, .text: said.joined(separator: "; ")]), .plain, indent: 2)
    }
    let told = notes + [place].compactMap(\.self) + (isOpen ? numbers : [])
    for text in told { lines += screen.paragraph(text, .plain, indent: 2) }
    if json["clockSuspect"] == true, let at = json["at"]?.string?.onOneLine {
      lines += screen.paragraph(EmergencyPhrase.wrongClock([.time: at]), .yellow, indent: 2)
    }
    if json["stored"] == false {
      lines += screen.paragraph(EmergencyPhrase.notOnDisk.text, .boldRed, indent: 2)
    }
    return lines + screen.paragraph(id, .dim, indent: 2)
  }

  /// The lines of one on top of a board: who, since when and where; the last note; the numbers; the next command.
  func head(on screen: Screen) -> [String] {
    let isTaken = json["state"] == "acknowledged"
    let paint: Paint = isTaken ? .bold : .boldRed
    let text = json["display"]?["text"]?.string?.onOneLine ?? sentence
    var lines = screen.paragraph(
      [text, place].compactMap(\.self).joined(separator: ", "), paint, indent: 2, first: screen.style(paint, "⚠ "))
    if let note = notes.last {
      let short = note.count > Self.noteLimit ? note.prefix(Self.noteLimit) + "…" : note
      lines += screen.paragraph(String(short), .plain, indent: 2)
    }
    for text in numbers { lines += screen.paragraph(text, .plain, indent: 2) }
    return lines + screen.paragraph(next, .dim, indent: 2)
  }

  /// The command that comes next.
  private var next: String {
    let worker = json["worker"]?.string?.onOneLine ?? id
    return json["state"] == "acknowledged"
      ? EmergencyPhrase.whenOver([.command: "\(Invocation.name) emergency resolve \(worker) --note \"…\""])
      : EmergencyPhrase.takeUp([.command: "\(Invocation.name) emergency ack \(worker)"])
  }

  /// How many characters of a note stand on a board.
  private static let noteLimit = 160

  /// What was said, each time that it was raised.
  private var notes: [String] {
    (json["note"]?.string ?? "").split(separator: "\n").map { String($0).onOneLine }
  }

  /// The numbers to call, a line each: the worker's, the client's, and the client's contact.
  private var numbers: [String] {
    let contact = json["clientContact"]
    let client = contact?["name"]?.string ?? ""
    let known: [(phrase: EmergencyPhrase, name: String, number: String?)] = [
      (.call, title, json["workerPhone"]?.string), (.call, client, contact?["phone"]?.string),
      (.contact, client, contact?["emergencyContact"]?.string),
    ]
    return known.compactMap { line in line.number.map { line.phrase([.name: line.name, .text: $0]).onOneLine } }
  }

  /// Where: with whom, at which address, and on the map (RFC 5870).
  private var place: String? {
    var parts = [json["display"]?["client"]?.string, json["display"]?["address"]?.string].compactMap(\.self)
    if let latitude = json["location"]?["latitude"]?.text, let longitude = json["location"]?["longitude"]?.text {
      parts.append("geo:\(latitude),\(longitude)")
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ").onOneLine
  }
}

extension RPCError {
  /// No emergency is the one that was named.
  static func noEmergency(_ message: String, id: String) -> RPCError {
    RPCError(code: 1404, kind: "notFound", message: message, data: ["thing": "emergency", "id": id.json])
  }
}

extension Session {
  /// Prints what became of an emergency, and what comes next.
  func report(_ answer: JSONValue, method: String, next: (_ worker: String) -> [String] = { _ in [] }) throws {
    if wantsJSON { return print(answer) }
    guard let json = answer["emergency"] else { throw Failure.unfit(method) }
    print(EmergencyWords(json).lines(on: screen))
    for line in next(json["worker"]?.string ?? "") { print(screen.paragraph(line, .dim)) }
  }
}
