import ArgumentParser
import Catalog
import CommandCatalog
import JSON

/// `visits series change`: the visits from one on are planned otherwise.
struct SeriesChangeCommand: PlanningSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "change",
    abstract: "Change a series from a date on; visits that were moved, cancelled or started stay.")

  @OptionGroup var series: SeriesArgument

  @Option(name: .shortAndLong, help: "The worker of the visits.", completion: .worker)
  var worker: String?

  @Flag(help: "Unassign the visits.")
  var open = false

  @Option(name: .shortAndLong, help: "The time of day, such as 9:00.")
  var time: String?

  @Option(name: .shortAndLong, parsing: .unconditional, help: "The length of each in minutes: 1 to 1440.")
  var minutes: Int?

  @Option(
    name: .customLong("repeat"), help: "On which days: weekly:mon,wed,fri, 2weekly:tue, daily, or an RRULE.",
    completion: .recurrence)
  var recurrence: String?

  @Option(
    parsing: .unconditional, help: "The last day; \"\" for no end.", completion: .day)
  var until: String?

  @Option(help: "The service; \"\" removes it.")
  var service: String?

  @Option(help: "The payer's code for the service, such as T1019:U1; \"\" removes it.")
  var serviceCode: String?

  @Option(help: "The address; \"\" for the client's.")
  var address: String?

  @Option(help: "A note on each; \"\" removes it.")
  var note: String?

  @Flag(help: "Allow them to overlap other visits of the worker.")
  var allowOverlap = false

  @Flag(help: "Allow them while the worker is away.")
  var allowAbsence = false

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
      params["allowAbsence"] = allowAbsence ? true : nil
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
      words += " --\(option) " + (text.allSatisfy(Self.isPlain) && !text.isEmpty ? text : Undo.exact(text))
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
