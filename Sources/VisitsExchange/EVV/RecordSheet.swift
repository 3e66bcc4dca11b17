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
