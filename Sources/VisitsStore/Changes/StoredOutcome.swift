import GRDB
import JSON
import VisitsModel

/// Converts the outcome of a change to and from the JSON text that the record of its request stores.
enum StoredOutcome {
  /// Returns the outcome of a change as the JSON text for the record of its request.
  ///
  /// - Parameters:
  ///   - whole: The digest of a request that arrived in several parts, see `ChangeRequest.whole`; `nil` for any other
  ///     request.
  ///   - entry: A closure that returns the number of the audit entry for an entity's type, id and version.
  static func text(
    of made: MadeChange, whole: String?, entry: (Refusal.Thing, String, Int) throws -> Int64
  ) throws -> String {
    var writer = SnapshotWriter()
    writer.write("feed", made.feed)
    if let whole { writer.write("whole", whole) }
    switch made.outcome {
    case .visits(let visits):
      writer.write("visits", try visits.map { try entry(.visit, $0.id.rawValue, $0.version) })
    case .worker(let worker): writer.write("worker", try entry(.worker, worker.id.rawValue, worker.version))
    case .client(let client): writer.write("client", try entry(.client, client.id.rawValue, client.version))
    case .emergency(let emergency):
      writer.write("emergency", try entry(.emergency, emergency.id.rawValue, emergency.version))
    case .device(let device): writer.write("device", try entry(.device, device.id.rawValue, device.version))
    case .series(let series, let visits):
      writer.write("series", try entry(.series, series.id.rawValue, series.version))
      writer.write("visits", try visits.map { try entry(.visit, $0.id.rawValue, $0.version) })
    case .alerts(let alerts):
      writer.write("alerts", try alerts.map { try entry(.alert, $0.id.rawValue, $0.version) })
    case .task(let task): writer.write("task", try entry(.task, task.id.rawValue, task.version))
    case .taskRecorded(let recorded):
      writer.open("recorded")
      writer.write("task", try entry(.task, recorded.task.id.rawValue, recorded.task.version))
      if recorded.record.version == 0 {
        // A blank record has no audit entry, so its content is stored here.
        writer.open("blank")
        recorded.record.write(to: &writer)
        writer.close()
      } else {
        writer.write("record", try entry(.taskRecord, recorded.record.id.rawValue, recorded.record.version))
      }
      writer.write("due", recorded.isDue)
      writer.write("completed", recorded.completed)
      writer.write("total", recorded.total)
      writer.close()
    case .goal(let goal): writer.write("goal", try entry(.goal, goal.id.rawValue, goal.version))
    case .session(let session, let ended):
      writer.write("session", try entry(.session, session.id.rawValue, session.version))
      if let ended { writer.write("ended", try entry(.session, ended.id.rawValue, ended.version)) }
    case .absence(let absence, let effects):
      writer.write("absence", try entry(.absence, absence.id.rawValue, absence.version))
      writer.write("visits", try effects.changed.map { try entry(.visit, $0.id.rawValue, $0.version) })
      let left = try effects.left.map { left in
        (entry: try entry(.visit, left.visit.id.rawValue, left.visit.version), why: left.why)
      }
      writer.write("left", left) { writer, left in
        writer.write("visit", left.entry)
        writer.write("why", left.why.rawValue)
      }
    case .imported(let summary):
      writer.open("imported")
      if let table = summary.table { writer.write(table) }
      writer.write("added", summary.added)
      writer.write("changed", summary.changed)
      writer.write("unchanged", summary.unchanged)
      writer.write("refused", summary.refused, write)
      if !summary.notes.isEmpty { writer.write("notes", summary.notes, write) }
      if summary.notesMore > 0 { writer.write("notesMore", summary.notesMore) }
      if summary.refusedMore > 0 { writer.write("refusedMore", summary.refusedMore) }
      writer.write("kept", summary.kept, write)
      if summary.keptMore > 0 { writer.write("keptMore", summary.keptMore) }
      if summary.duplicates > 0 { writer.write("duplicates", summary.duplicates) }
      if !summary.passedOver.isEmpty {
        writer.write("passedOver", summary.passedOver) { writer, passed in
          writer.write("kind", passed.kind)
          writer.write("reason", passed.reason.rawValue)
          writer.write("count", passed.count)
        }
      }
      if let outside = summary.outside {
        writer.open("outside")
        writer.write("events", outside.events)
        writer.write("first", outside.first.daysSince1970)
        writer.write("last", outside.last.daysSince1970)
        writer.close()
      }
      writer.close()
    case .linkedWorker(let worker, let link):
      writer.write("worker", try entry(.worker, worker.id.rawValue, worker.version))
      writer.write(link)
    case .linkedClient(let client, let link):
      writer.write("client", try entry(.client, client.id.rawValue, client.version))
      writer.write(link)
    case .madeVisits(let count): writer.write("madeVisits", count)
    case .tookEffect(let count): writer.write("tookEffect", count)
    case .settled(let count): writer.write("settled", count)
    case .backedUp(let backup):
      writer.open("backedUp")
      writer.write("path", backup.path)
      writer.write("bytes", backup.bytes)
      writer.write("at", backup.at)
      writer.close()
    }
    return writer.text()
  }

  private static func write(_ writer: inout SnapshotWriter, _ entry: ImportSummary.Refused) {
    writer.write(entry.place)
    writer.write(entry.reason)
  }

  /// Returns the stored digest of a request that arrived in several parts; `nil` for any other request.
  static func whole(of record: RequestRecord) throws -> String? {
    try SnapshotReader.read(record.outcome).text("whole")
  }

  /// Reads the outcome from the record of a request. Its entities are as they were right after the request.
  static func read(_ record: RequestRecord, _ zones: ZoneCache, _ db: Database) throws -> MadeChange {
    let fields = try SnapshotReader.read(record.outcome)
    return MadeChange(
      outcome: try outcome(fields, zones, db), receivedAt: record.receivedAt,
      feed: try fields.needed("feed", fields.integer("feed")))
  }

  private static func outcome(
    _ fields: SnapshotFields, _ zones: ZoneCache, _ db: Database
  ) throws -> ChangeOutcome {
    if let summary = try fields.object("imported") {
      return .imported(try Self.summary(summary).telling(summary.table()))
    }
    if let count = try fields.integer("madeVisits") { return .madeVisits(Int(count)) }
    if let count = try fields.integer("tookEffect") { return .tookEffect(Int(count)) }
    if let count = try fields.integer("settled") { return .settled(Int(count)) }
    if let backup = try fields.object("backedUp") {
      return .backedUp(
        Backup(
          path: try backup.needed("path", backup.text("path")),
          bytes: try backup.needed("bytes", backup.integer("bytes")),
          at: try backup.needed("at", backup.instant("at"))))
    }
    if let worker = try fields.integer("worker") {
      let worker = try Worker(snapshot: snapshot(worker, db), zones: zones)
      return try fields.link().map { .linkedWorker(worker, $0) } ?? .worker(worker)
    }
    if let client = try fields.integer("client") {
      let client = try Client(snapshot: snapshot(client, db), zones: zones)
      return try fields.link().map { .linkedClient(client, $0) } ?? .client(client)
    }
    if let emergency = try fields.integer("emergency") {
      return .emergency(try Emergency(snapshot: snapshot(emergency, db)))
    }
    if let device = try fields.integer("device") {
      return .device(try Device(snapshot: snapshot(device, db)))
    }
    if let task = try fields.integer("task") { return .task(try CareTask(snapshot: snapshot(task, db))) }
    if let recorded = try fields.object("recorded") { return .taskRecorded(try Self.recorded(recorded, db)) }
    if let goal = try fields.integer("goal") { return .goal(try Goal(snapshot: snapshot(goal, db))) }
    if let session = try fields.integer("session") {
      return .session(
        try GoalSession(snapshot: snapshot(session, db)),
        ended: try fields.integer("ended").map { try GoalSession(snapshot: snapshot($0, db)) })
    }
    if let absence = try fields.integer("absence") {
      return .absence(
        try Absence(snapshot: snapshot(absence, db), zones: zones),
        AbsenceEffects(
          changed: try entries("visits", of: fields).map { try Visit(snapshot: snapshot($0, db)) },
          left: try fields.objects("left").map { left in
            let entry = try left.needed("visit", left.integer("visit"))
            return AbsenceEffects.Left(try Visit(snapshot: snapshot(entry, db)), try left.named("why"))
          }))
    }
    if fields.fields["alerts"] != nil {
      return .alerts(try entries("alerts", of: fields).map { try Alert(snapshot: snapshot($0, db)) })
    }
    let visits = try entries("visits", of: fields).map { try Visit(snapshot: snapshot($0, db)) }
    if let series = try fields.integer("series") {
      return .series(try Series(snapshot: snapshot(series, db), zones: zones), visits: visits)
    }
    return .visits(visits)
  }

  private static func entries(_ name: String, of fields: SnapshotFields) throws -> [Int64] {
    try fields.list(name).map { try fields.needed(name, $0.integer) }
  }

  private static func recorded(_ fields: SnapshotFields, _ db: Database) throws -> RecordedTask {
    func number(_ name: String) throws -> Int64 { try fields.needed(name, fields.integer(name)) }
    let record =
      try fields.object("blank").map { try CareTaskRecord(snapshot: $0) }
      ?? CareTaskRecord(snapshot: snapshot(number("record"), db))
    return RecordedTask(
      task: try CareTask(snapshot: snapshot(number("task"), db)), record: record, isDue: fields.truth("due"),
      completed: Int(try number("completed")), total: Int(try number("total")))
  }

  private static func summary(_ fields: SnapshotFields) throws -> ImportSummary {
    func count(_ name: String) throws -> Int { try fields.needed(name, fields.count(name)) }
    func more(_ name: String) throws -> Int { try fields.count(name) ?? 0 }
    func entries(_ name: String) throws -> [ImportSummary.Refused] {
      try fields.objects(name).map { ImportSummary.Refused(place: try $0.place(), reason: try $0.reason()) }
    }
    var summary = ImportSummary(
      added: try count("added"), changed: try count("changed"), unchanged: try count("unchanged"),
      refused: try entries("refused"), refusedMore: try more("refusedMore"), kept: try entries("kept"),
      keptMore: try more("keptMore"))
    summary.duplicates = try more("duplicates")
    summary.passedOver = try fields.list("passedOver").map { node in
      guard case .object(let fields) = node else { throw StoreFault.unreadable("outcome") }
      let passed = SnapshotFields(fields: fields)
      return ImportSummary.PassedOver(
        kind: try passed.needed("kind", passed.text("kind")), reason: try passed.named("reason"),
        count: try passed.needed("count", passed.count("count")))
    }
    summary.notes = try entries("notes")
    summary.notesMore = try more("notesMore")
    if let outside = try fields.object("outside") {
      func number(_ name: String) throws -> Int { try outside.needed(name, outside.count(name)) }
      summary.outside = ImportSummary.Outside(
        events: try number("events"), first: try outside.needed("first", outside.day("first")),
        last: try outside.needed("last", outside.day("last")))
    }
    return summary
  }

  private static func snapshot(_ sequence: Int64, _ db: Database) throws -> SnapshotFields {
    let text = try db.first("SELECT snapshot FROM audit WHERE sequence = ?", [.integer(sequence)]) { $0.text(0) }
    guard let text else { throw StoreFault.unreadable("outcome") }
    return try db.snapshot(text)
  }
}
