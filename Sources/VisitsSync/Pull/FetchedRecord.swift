import FHIR
import VisitsExchange
import VisitsModel

/// A record as it was fetched, with its reading.
struct FetchedRecord: Sendable {
  let version: RecordVersion
  let resource: Resource
  /// What the record says, or why it cannot be read.
  let reading: Result<UpstreamRecord, RecordFault>
  /// What the office must look at, if it is a visit.
  let notes: [TextFault]

  init(_ version: RecordVersion, _ resource: Resource, _ reader: UpstreamReader, at now: Instant) {
    self.version = version
    self.resource = resource
    let read = Result { () throws(RecordFault) in try reader.read(resource, at: now) }
    reading = read.map { $0.record }
    notes = (try? read.get().notes) ?? []
  }

  /// A record that was read by itself.
  init(_ address: RecordAddress, _ resource: Resource, in answer: FHIRAnswer, _ reader: UpstreamReader, at now: Instant)
  {
    let version = RecordVersion(
      address, version: resource.meta?.versionId ?? answer.version,
      lastUpdated: (resource.meta?.lastUpdated).map { Instant($0) })
    self.init(version, resource, reader, at: now)
  }

  var address: RecordAddress { version.address }
  /// The subject of a problem with it.
  var subject: String { address.subject }
  var body: String { String(decoding: resource.json, as: UTF8.self) }

  /// The record as a visit's snapshot of it.
  func snapshot<Fields: StoredFields>(part: Int = 1, _ fields: Fields) -> RecordSnapshot<Fields> {
    RecordSnapshot(address: address, version: version.version, part: part, body: body, fields: fields)
  }

  /// The records of the same server that it refers to.
  func references(_ reader: UpstreamReader) -> [RecordAddress] {
    guard case .success(let record) = reading else { return [] }
    let identities: [UpstreamIdentity] =
      switch record {
      case .appointment(let read): [read.client] + read.workers + [read.place, read.offer].compactMap(\.self)
      case .encounter(let read): read.appointments
      case .client(let planned): [planned.replacedBy].compactMap(\.self)
      case .worker, .place, .withdrawal, .other: []
      }
    return identities.compactMap(reader.address)
  }
}
