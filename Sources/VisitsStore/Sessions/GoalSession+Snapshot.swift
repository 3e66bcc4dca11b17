import VisitsModel

/// Writes and reads the audit snapshot of a session. The snapshot does not list all trials. It has the number of trials
/// that count, and the trial that was last recorded or taken back.
extension GoalSession {
  func write(to writer: inout SnapshotWriter) {
    writer.write("id", id.rawValue)
    writer.write("worker", worker.rawValue)
    writer.write("client", client.rawValue)
    writer.write("goal", goal.rawValue)
    writer.write("visit", visit?.rawValue)
    writer.write("start", start)
    if let end {
      writer.write("end", end.mark)
      writer.write("endIsDerived", end.isDerived)
    }
    writer.write("trials", trials)
    writer.write("successes", successes)
    if let lastTrial {
      writer.open("lastTrial")
      writer.write("number", lastTrial.number)
      writer.write("success", lastTrial.isSuccess)
      writer.write("takenBack", lastTrial.isTakenBack)
      writer.write("at", lastTrial.at)
      writer.close()
    }
    writer.write("version", version)
    writer.write("updatedAt", updatedAt)
  }

  init(snapshot fields: SnapshotFields) throws {
    func number(_ name: String) throws -> Int { try fields.needed(name, fields.count(name)) }
    var end: End?
    if let mark = try fields.mark("end") { end = End(mark, isDerived: fields.truth("endIsDerived")) }
    self.init(
      id: try fields.named("id"), worker: try fields.named("worker"), client: try fields.named("client"),
      goal: try fields.named("goal"), visit: try fields.text("visit").map(VisitID.init(rawValue:)),
      start: try fields.needed("start", fields.mark("start")), end: end, trials: try number("trials"),
      successes: try number("successes"), lastTrial: try fields.lastTrial(), version: try number("version"),
      updatedAt: try fields.needed("updatedAt", fields.instant("updatedAt")))
  }
}

extension SnapshotWriter {
  fileprivate mutating func write(_ name: StaticString, _ mark: GoalSession.Mark) {
    open(name)
    write("at", mark.at)
    write("receivedAt", mark.receivedAt)
    write("method", mark.method.rawValue)
    write("by", mark.by)
    write("clockSuspect", mark.isClockSuspect)
    close()
  }
}

extension SnapshotFields {
  fileprivate func mark(_ name: String) throws(StoreFault) -> GoalSession.Mark? {
    guard let mark = try object(name) else { return nil }
    return GoalSession.Mark(
      at: try mark.needed("at", mark.instant("at")),
      receivedAt: try mark.needed("receivedAt", mark.instant("receivedAt")), method: try mark.named("method"),
      by: try mark.needed("by", mark.text("by")), isClockSuspect: mark.truth("clockSuspect"))
  }

  fileprivate func lastTrial() throws(StoreFault) -> GoalSession.LastTrial? {
    guard let trial = try object("lastTrial") else { return nil }
    return GoalSession.LastTrial(
      number: try trial.needed("number", trial.count("number")), isSuccess: trial.truth("success"),
      isTakenBack: trial.truth("takenBack"), at: try trial.needed("at", trial.instant("at")))
  }
}
