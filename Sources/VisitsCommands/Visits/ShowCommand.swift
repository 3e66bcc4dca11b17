import ArgumentParser
import Catalog
import CommandCatalog
import JSON

/// `visits show`: one visit.
struct ShowCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(commandName: "show", abstract: "Show a visit.")

  @OptionGroup var visit: VisitArgument
  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let visit = try visit.choose(in: session).before
    if session.wantsJSON { return session.print(["visit": visit]) }
    let words = VisitWords(visit)
    let screen = session.screen
    let reported = AttendanceWords(visit, deviceNames: session.namesOfDevices(beside: visit)).text
    let (tasks, sessions) = (Self.tasks(of: visit, in: session), Self.sessions(of: visit, in: session))
    // Who may not see a client or a worker gets the visit without their numbers.
    let client = Self.person("client", of: visit, in: session)
    let worker = Self.person("worker", of: visit, in: session)
    let makes: [String] = [words.worker, worker?["phone"]?.string].compactMap(\.self)
    session.print(screen.paragraph(words.title, .bold))
    session.print(screen.paragraph("\(words.date), \(words.time)"))
    session.print("")
    session.print(
      screen.facts([
        (.status, "\(Mark.visit(words.state)) \(words.status)"), (.alert, words.alert.map { "⚠ \($0)" }),
        (.worker, makes.joined(separator: ", ")),
        (.address, visit["address"]?.string), (.access, client?["accessNote"]?.string),
        (.phone, client?["phone"]?.string), (.emergencyContact, client?["emergencyContact"]?.string),
        (.virtual, Self.call(visit)), (.service, visit["service"]?.string),
        (.purpose, visit["purpose"]?.string), (.instruction, visit["instruction"]?.string),
        (.came, Self.check(visit, "checkIn") ?? Self.unrecorded(visit)), (.left, Self.check(visit, "checkOut")),
        (.beside, reported), (.note, visit["note"]?.string), (.reason, visit["reason"]?.string),
        (.careTasks, tasks), (.sessions, sessions),
        (.missedBy, visit["missedBy"]?.string.map(FactPhrase.who)), (.sync, Self.sync(visit)),
        (.id, visit["id"]?.string), (.version, visit["version"]?.integer.map { String($0) }),
      ]))
  }

  /// The client or the worker of the visit; nothing where there is none, or where the caller may not read it.
  private static func person(_ noun: String, of visit: JSONValue, in session: Session) -> JSONValue? {
    guard let id = visit[noun]?.string else { return nil }
    return (try? session.read("\(noun).show", [noun: id.json]))?[noun]
  }

  /// The call that it is held by.
  private static func call(_ visit: JSONValue) -> String? {
    guard let call = visit["virtual"] else { return nil }
    return [call["text"]?.string, call["link"]?.string].compactMap(\.self).joined(separator: ": ")
  }

  /// What was recorded of care tasks during the visit; nothing where nothing was, or may not be read.
  private static func tasks(of visit: JSONValue, in session: Session) -> String? {
    guard hasBegun(visit), let client = visit["client"]?.string else { return nil }
    // What is done in the second half of a night belongs to the next day.
    let typed = visit["display"]?["typed"]
    let dates: [String] = ["start", "end"].compactMap { name in (typed?[name]?.string?.prefix(10)).map(String.init) }
    let rows: [JSONValue] = Set(dates).sorted().flatMap { date in
      (try? session.read("task.day", ["client": client.json, "date": date.json]))?["rows"]?.array ?? []
    }
    let words: [String] = rows.filter { $0["visit"]?.string != nil && $0["visit"] == visit["id"] }.map { row in
      let time = row["localTime"]?.string == nil ? nil : row["time"]
      return [row["mark"], row["title"], time].compactMap { $0?.string }.joined(separator: " ")
    }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// Which sessions were during the visit, and what they have come to.
  private static func sessions(of visit: JSONValue, in session: Session) -> String? {
    guard hasBegun(visit), let client = visit["client"]?.string,
      let date = visit["display"]?["typed"]?["start"]?.string?.prefix(10)
    else { return nil }
    var params: JSONObject = ["client": client.json, "limit": 1000]
    params.set(day: "from", String(date))
    let words = ((try? session.read("session.list", params))?["sessions"]?.array ?? [])
      .filter { $0["visit"] == visit["id"] }.map(SessionWords.init).map { "\($0.goal): \($0.result)" }
    return words.isEmpty ? nil : words.joined(separator: "; ")
  }

  /// Where the record stands with upstream; nothing where there is none.
  private static func sync(_ visit: JSONValue) -> String? {
    visit["sync"] == "local" ? nil : visit["sync"]?.string.map(FactPhrase.sync)
  }

  /// That somebody must have come, and nobody knows when.
  private static func unrecorded(_ visit: JSONValue) -> String? {
    hasBegun(visit) ? VisitPhrase.notRecorded.text : nil
  }

  private static func hasBegun(_ visit: JSONValue) -> Bool {
    ["inProgress", "completed"].contains(visit["status"]?.string)
  }

  /// When, as the daemon words it, and what is odd about it.
  private static func check(_ visit: JSONValue, _ name: String) -> String? {
    guard let check = visit[name], let at = visit["display"]?[name]?.string ?? check["at"]?.string else { return nil }
    var words = [at] + AttendanceWords.oddities(of: check)
    let firstName = "first" + name.prefix(1).uppercased() + name.dropFirst()
    if let first = visit["display"]?[firstName]?.string ?? check["firstAt"]?.string {
      words.append(VisitPhrase.firstRecorded([.time: first]))
    } else if check["correction"]?.string != nil {
      words.append(VisitPhrase.addedByCorrection.text)
    }
    return words.joined(separator: ", ")
  }
}
