import ArgumentParser
import Catalog
import CommandCatalog
import JSON

/// `visits series change`: the visits from one on are planned otherwise.
struct SeriesChangeCommand: PlanningSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "change",
    abstract: "Plan the visits of a series from a day on otherwise; those that were moved, cancelled or begun stay.")

  @OptionGroup var series: SeriesArgument

  @Option(name: .shortAndLong, help: "Who makes them.", completion: .worker)
  var worker: String?

  @Flag(help: "Take them from their worker.")
  var open = false

  @Option(name: .shortAndLong, help: "The time of day, such as 9:00.")
  var time: String?

  @Option(name: .shortAndLong, parsing: .unconditional, help: "How many minutes each lasts: 1 to 1440.")
  var minutes: Int?

  @Option(
    name: .customLong("repeat"), help: "On which days: weekly:mon,wed,fri, 2weekly:tue, daily, or an RRULE.",
    completion: .recurrence)
  var recurrence: String?

  @Option(
    parsing: .unconditional, help: "The last day; \"\" for no end.", completion: .day)
  var until: String?

  @Option(help: "What is done; \"\" takes it away.")
  var service: String?

  @Option(help: "What their payer calls that, such as T1019:U1; \"\" takes it away.")
  var serviceCode: String?

  @Option(help: "Where; \"\" for the client's address.")
  var address: String?

  @Option(help: "What to note of each; \"\" takes it away.")
  var note: String?

  @Flag(help: "Allow them to overlap other visits of the worker.")
  var allowOverlap = false

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func validate() throws {
    guard worker == nil || !open else { throw ValidationError(SeriesPhrase.workerOrOpen.text) }
    guard
      open || minutes != nil
        || [worker, time, recurrence, until, service, serviceCode, address, note].contains(where: { $0 != nil })
    else {
      throw ValidationError(SeriesPhrase.whatToChange.text)
    }
  }

  func run(in session: Session) throws {
    let (before, place) = try series.choose(in: session)
    let answer = try session.with(.worker, ifNamed: worker) { worker in
      var params = place
      params["worker"] = open ? .null : worker?.json
      params["time"] = time?.json
      params["minutes"] = minutes.map { .integer(Int64($0)) }
      params["repeat"] = recurrence?.json
      params.set(erasable: "service", service)
      params.set(erasable: "serviceCode", serviceCode)
      params.set(erasable: "address", address)
      params.set(erasable: "note", note)
      if until == "" { params["until"] = .null } else { params.set(day: "until", until) }
      params["allowOverlap"] = allowOverlap ? true : nil
      params["expectedVersion"] = before.json["version"]
      return try session.change("series.change", params)
    }
    let isSame = answer["series"]?["id"] == before.json["id"] && answer["series"]?["version"] == before.json["version"]
    try session.report(answer, method: "series.change", .changed) { after in
      isSame ? nil : .command(undo(before, after))
    }
  }

  /// What was different before, as a person would type it.
  private func undo(_ before: SeriesWords, _ after: SeriesWords) -> String {
    var words = "\(Invocation.name) series change \(after.shortID)"
    if let from = after.json["from"]?.string { words += " --from \(from)" }
    func add(_ option: String, _ name: String, _ given: Bool) {
      guard given else { return }
      let text = before.json[name]?.string ?? before.json[name]?.integer.map { String($0) } ?? ""
      words += " --\(option) " + (text.allSatisfy(Self.isPlain) && !text.isEmpty ? text : Undo.quoted(text))
    }
    if worker != nil || open { words += before.json["worker"]?.string.map { " --worker \($0)" } ?? " --open" }
    add("time", "time", time != nil)
    add("minutes", "minutes", minutes != nil)
    add("repeat", "repeat", recurrence != nil)
    add("until", "until", until != nil && recurrence == nil)
    add("service", "service", service != nil)
    add("service-code", "serviceCode", serviceCode != nil)
    add("address", "address", address != nil)
    add("note", "note", note != nil)
    return words + (allowOverlap ? " --allow-overlap" : "")
  }

  private static func isPlain(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || ":-".contains(character))
  }
}
