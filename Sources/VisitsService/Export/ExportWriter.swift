import VisitsAPI
import VisitsExchange
import VisitsModel
import VisitsStore
import VisitsViews

/// Writes one part of an export. The part ends when it is large enough or the export is complete.
struct ExportWriter {
  private let parameters: Export.Parameters
  private let filter: VisitFilter
  private let reader: StoreReader
  private let call: Call
  private var place: ExportPlace
  private var content = ""
  private var count = 0
  /// Whether an entry of a FHIR Bundle was written, in this part or an earlier one.
  private var hasEntries: Bool
  /// The record format of an EVV aggregator; `nil` for other exports. `records` holds the records of this part.
  /// `leftOut` counts those that were not written because a required value is missing.
  private let sheet: RecordSheet?
  private var records: [String] = []
  private var recordBytes = 0
  private var leftOut = 0
  private var doubts: [Export.Doubt] = []
  /// The number of visits that were read for this part.
  private var looked = 0

  /// The size in bytes at which a part ends. The last visit may exceed it, but a single visit is small.
  private static let enough = 200_000
  /// The most visits to read for one part. Without this limit a part could read all visits, since many of them may
  /// yield no record.
  private static let most = 5000
  /// The number of visits, workers or clients to read at a time. They are few, since each may have notes of several
  /// pages.
  private static let step = 100

  /// Creates the writer of one part.
  ///
  /// - Parameter place: The position at which the previous part ended; `nil` for the first part.
  init(
    _ parameters: Export.Parameters, _ filter: VisitFilter, from place: ExportPlace?, _ reader: StoreReader,
    _ call: Call
  ) throws {
    self.parameters = parameters
    self.filter = filter
    self.reader = reader
    self.call = call
    hasEntries = place != nil
    sheet = parameters.profile.map { RecordSheet($0, of: call) }
    self.place =
      place
      ?? ExportPlace(
        from: filter.from, to: filter.to,
        stage: parameters.firstStage)
    if place == nil { try begin() }
  }

  /// Writes the part, and returns it with the position of the next part.
  mutating func part() throws -> Export.Answer {
    let limit = parameters.limit ?? 1000
    var isAtEnd = false
    while !isAtEnd, count < limit, looked < Self.most, content.utf8.count + recordBytes < Self.enough {
      isAtEnd = try step(atMost: min(Self.step, limit - count))
    }
    if let sheet { content += sheet.joined(records) }
    if isAtEnd { content += end }
    return Export.Answer(
      content: content, next: isAtEnd ? nil : place.text, mediaType: parameters.mediaType, count: count,
      leftOut: sheet == nil ? nil : leftOut, doubts: doubts.isEmpty ? nil : doubts)
  }

  private mutating func begin() throws {
    switch parameters.format {
    case .csv: content = ScheduleTable.header
    case .evv: content = sheet?.header ?? (parameters.evvFormat == .csv ? EVVRecord.header : "")
    case .fhir: content = ScheduleBundle.opening
    case .ics:
      let zones = Set(try reader.zones(of: filter).map { $0 ?? call.service.settings.agencyZone })
      place.zones = Array(zones.sorted { $0.identifier < $1.identifier }.prefix(ExportPlace.zoneLimit))
      if let starts = try reader.starts(of: filter) {
        place.covering =
          starts.lowerBound..<Instant(milliseconds: starts.upperBound.milliseconds + Visit.longest)
      }
      content = calendar(name: call.view.calendarName(of: try filter.worker.flatMap { try reader.worker($0) })).header
    }
  }

  private var end: String {
    switch parameters.format {
    case .csv, .evv: ""
    case .fhir: ScheduleBundle.closing(isEmpty: !hasEntries)
    case .ics: calendar(name: "").footer
    }
  }

  private func calendar(name: String) -> ScheduleCalendar {
    ScheduleCalendar(name: name, zones: place.zones, covering: place.covering)
  }

  /// Reads some items and writes them. Returns whether the export is complete.
  private mutating func step(atMost limit: Int) throws -> Bool {
    switch place.stage {
    case .workers(let after):
      let workers = try reader.workers(visitingIn: filter, limit: Self.step, after: after)
      if let sheet {
        for worker in workers { add(sheet.record(of: worker)) }
        if workers.count < Self.step { return true }
      } else {
        for worker in workers { add(BundleResource(worker)) }
      }
      place.stage = workers.count < Self.step ? .clients(after: nil) : .workers(after: workers.last?.id)
    case .clients(let after):
      let clients = try reader.clients(visitedIn: filter, limit: Self.step, after: after)
      if let sheet {
        for client in clients where try call.mayRead(client, reader) {
          add(sheet.record(of: client, zone: client.zone ?? call.service.settings.agencyZone))
        }
        if clients.count < Self.step { return true }
      }
      for client in clients where try sheet == nil && call.mayRead(client, reader) {
        add(BundleResource(client))
        let zone = client.zone ?? call.service.settings.agencyZone
        for goal in try reader.goals(of: client.id) { add(BundleResource(goal, of: client, zone: zone)) }
      }
      place.stage = clients.count < Self.step ? .visits(after: nil) : .clients(after: clients.last?.id)
    case .visits(let after):
      let (visits, next) = try reader.visits(filter, limit: limit, after: after)
      for placed in visits { try add(placed) }
      looked += visits.count
      if sheet == nil { count += visits.count }
      guard let next else { return true }
      place.stage = .visits(after: next)
    }
    return false
  }

  private mutating func add(_ record: RecordSheet.Record) {
    switch record {
    case .none: break
    case .text(let text):
      records.append(text)
      recordBytes += text.utf8.count
      count += 1
    case .lacking: leftOut += 1
    }
  }

  private mutating func add(_ resource: BundleResource) {
    content += ScheduleBundle.entry(resource, isFirst: !hasEntries)
    hasEntries = true
  }

  /// Returns the FHIR resources for the task records and the ended goal sessions of a visit.
  private func care(during placed: PlacedVisit, _ zone: Zone) throws -> [BundleResource] {
    let records = try reader.records(during: placed.visit.id).filter { !$0.isBlank }.compactMap { record in
      try reader.task(record.task).map {
        BundleResource(record, of: $0, title: $0.title(in: call.view), during: placed, zone: zone)
      }
    }
    let sessions = try reader.sessions(SessionFilter(visit: placed.visit.id), limit: 100)
      .filter { !$0.isRunning && (call.own == nil || $0.worker == call.own) }.flatMap { session in
        BundleResource.resources(
          of: try reader.placed(session), trials: try reader.trials(of: session.id).filter(\.counts), during: placed)
      }
    return records + sessions
  }

  /// Returns a step of a visit's history as the caller may see it. A device does not learn the author, if that is a
  /// user of the office or another worker who had the visit.
  private func shown(_ step: VisitStep) -> VisitStep {
    guard let own = call.own, step.from != .gateway || step.by != own.rawValue else { return step }
    var step = step
    step.by = nil
    return step
  }

  private mutating func add(_ exported: ExportedVisit, to sheet: RecordSheet) {
    let record = sheet.record(of: exported)
    add(record)
    guard case .text = record else { return }
    doubts += sheet.readings(of: exported).map { doubt($0, exported.placed.visit.id) }
  }

  private func doubt(_ reading: ClockReading, _ visit: VisitID) -> Export.Doubt {
    Export.Doubt(visit: visit.rawValue, words: EVVCheck.Problem.compose(reading, in: call.view).words)
  }

  private mutating func add(_ found: PlacedVisit) throws {
    let placed = call.shown(found)
    var exported = sheet == nil ? call.exported(placed) : try call.exported(placed, homesFrom: reader)
    switch parameters.format {
    case .csv:
      content += ScheduleTable.row(of: exported)
      let visit = placed.visit
      if let reading = ClockReading(
        field: "start", from: visit.start, to: visit.end, on: exported.zone, isMarked: true)
      {
        doubts.append(doubt(reading, visit.id))
      }
    case .fhir:
      for resource in BundleResource.resources(of: placed) { add(resource) }
      for resource in try care(during: placed, exported.zone) { add(resource) }
    case .ics:
      let worker = filter.worker == nil ? call.view.maker(of: placed) : nil
      content += calendar(name: "").text(of: ScheduleCalendar.Event(exported, worker: worker))
    case .evv:
      exported.changes = try reader.changes(of: placed.visit.id).map(shown)
      if let sheet { return add(exported, to: sheet) }
      exported.tasks = try reader.records(during: placed.visit.id).filter { !$0.isBlank }.compactMap { record in
        try reader.task(record.task).map { VisitTask.compose(record, of: $0, in: call.view) }
      }
      let record = EVVRecord(exported)
      content += parameters.evvFormat == .csv ? record.row : record.line
    }
  }
}

extension Export.Parameters {
  /// The kind of item with which the export begins.
  fileprivate var firstStage: ExportPlace.Stage {
    switch (format, records) {
    case (.fhir, _), (_, .employees?): .workers(after: nil)
    case (_, .clients?): .clients(after: nil)
    default: .visits(after: nil)
    }
  }

  fileprivate var mediaType: String {
    switch (format, evvFormat) {
    case (.evv, _) where profile == .hhax: "text/csv; charset=utf-8; header=present"
    case (.csv, _), (.evv, .csv): "text/csv; charset=utf-8; header=present"
    case (.ics, _): "text/calendar; charset=utf-8"
    case (.fhir, _): "application/fhir+json"
    case (.evv, _): "application/jsonl"
    }
  }
}
