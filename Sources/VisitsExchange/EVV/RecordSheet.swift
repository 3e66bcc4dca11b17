package import VisitsModel

/// Writes what an aggregator takes, in its own form: the records of visits, and where it asks for them, of the clients and
/// workers beside.
package struct RecordSheet: Sendable {
  /// Whose form.
  package enum Profile: Sendable, Hashable {
    /// Sandata's alternate EVV: JSON, an array of records for each request.
    case sandata
    /// HHAeXchange's EVV visit import: a table.
    case hhax
  }

  let profile: Profile
  let agency: VerificationAgency
  /// The agency's zone.
  let zone: Zone
  /// Now: records of one visit are told apart by when they were made.
  let now: Instant

  /// A sheet.
  package init(_ profile: Profile, of agency: VerificationAgency, zone: Zone, now: Instant) {
    self.profile = profile
    self.agency = agency
    self.zone = zone
    self.now = now
  }

  /// What stands before all records.
  package var header: String { profile == .hhax ? HHAXVisit.header : "" }

  /// What a visit is in it.
  package enum Record: Sendable, Hashable {
    /// Nothing: nobody came, or it is not over.
    case none
    /// Its text.
    case text(String)
    /// It lacks fields without which the aggregator would refuse it.
    case lacking([RecordGap])
  }

  /// The record of a visit, whose changes must be known.
  package func record(of exported: ExportedVisit) -> Record {
    let verified = VerifiedVisit(exported, of: agency)
    guard verified.isRecord else { return .none }
    switch profile {
    case .sandata:
      let visit = SandataVisit(verified, now: now)
      return visit.gaps.isEmpty ? .text(visit.text) : .lacking(visit.gaps)
    case .hhax:
      let visit = HHAXVisit(verified, zone: zone)
      return visit.gaps.isEmpty ? .text(visit.row) : .lacking(visit.gaps)
    }
  }

  /// The record of a client; HHAeXchange takes none.
  package func record(of client: Client, zone: Zone) -> Record {
    guard profile == .sandata else { return .none }
    let record = SandataClient(client, zone: zone, of: agency, now: now)
    return record.gaps.isEmpty ? .text(record.text) : .lacking(record.gaps)
  }

  /// The record of a worker; HHAeXchange takes none.
  package func record(of worker: Worker) -> Record {
    guard profile == .sandata else { return .none }
    let record = SandataEmployee(worker, of: agency, now: now)
    return record.gaps.isEmpty ? .text(record.text) : .lacking(record.gaps)
  }

  /// Puts the records of a part of the file together: Sandata's are one request a line.
  package func joined(_ records: [String]) -> String {
    switch profile {
    case .sandata: records.isEmpty ? "" : "[\(records.joined(separator: ","))]\n"
    case .hhax: records.joined()
    }
  }

  /// Returns the times of a visit's record that a reader can misread. HHAeXchange's table has local times without an
  /// offset. Sandata's records have times in UTC, so they have none.
  package func readings(of exported: ExportedVisit) -> [ClockReading] {
    guard profile == .hhax, VerifiedVisit(exported, of: agency).isRecord else { return [] }
    let visit = exported.placed.visit
    let proven = VerifiedVisit(exported, of: agency).checks.compactMap(\.proven?.at)
    let spans: [(String, Instant?, Instant?)] = [
      ("Visit Start Time", visit.life.checkIn?.at, visit.life.checkOut?.at),
      ("EVV Start Time", proven.first, proven.count == 2 ? proven.last : nil),
      ("Schedule Start Time", visit.start, visit.end),
    ]
    var seen: Set<String> = []
    return spans.compactMap { field, start, end in
      guard let start = start ?? end else { return nil }
      return ClockReading(field: field, from: start, to: end ?? start, on: zone)
    }.filter { seen.insert($0.actual).inserted }
  }

  /// Returns the reasons for which the aggregator refuses the times of a visit.
  ///
  /// - HHAeXchange, "V5 Flat File Common Import Rejections" (knowledge.hhaexchange.com/edi): "Billed Units Cannot Be Less
  ///   Than 1", where a unit of a quarter of an hour counts from 8 minutes on (Medicare Claims Processing Manual, 5,
  ///   20.2); "Another Visit is Using the Same Time", if both overlap by more than a minute.
  /// - Sandata: "Total visit time cannot exceed 24 hours".
  ///
  /// - Parameter others: Further visits of the worker around that time.
  package func refusals(of visit: Visit, beside others: [Visit]) -> [TimeRefusal] {
    guard visit.status == .completed, let made = visit.made else { return [] }
    func minutes(_ range: Range<Instant>) -> Int { Int(range.lowerBound.milliseconds(to: range.upperBound) / 60_000) }
    guard profile == .hhax else {
      return made.lowerBound.milliseconds(to: made.upperBound) > Visit.longest ? [.longerThanADay] : []
    }
    let length = minutes(made)
    return (length < 8 ? [.noUnits(minutes: length)] : [])
      + others.compactMap { other in
        guard other.status == .completed, let theirs = other.made, made.overlaps(theirs) else { return nil }
        let both = made.clamped(to: theirs)
        let isMore = both.lowerBound.milliseconds(to: both.upperBound) > 60_000
        return isMore ? .overlap(other.id, minutes: minutes(both)) : nil
      }
  }

  /// Everything that a visit's records lack, fields without which they are written all the same too. To Sandata's belong
  /// those of client and worker: it refuses a visit of people whom it does not know.
  package func gaps(of exported: ExportedVisit) -> [RecordGap] {
    func gaps(_ record: Record) -> [RecordGap] { if case .lacking(let gaps) = record { gaps } else { [] } }
    var found = gaps(record(of: exported))
    let verified = VerifiedVisit(exported, of: agency)
    guard verified.isRecord else { return found }
    guard profile == .sandata else { return found + HHAXVisit(verified, zone: zone).unknown }
    found += gaps(record(of: exported.placed.client, zone: exported.zone))
    if let worker = exported.placed.worker { found += gaps(record(of: worker)) }
    var seen: Set<RecordGap> = []
    return found.filter { seen.insert($0).inserted }
  }
}
