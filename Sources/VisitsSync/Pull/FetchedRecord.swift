import FHIR
import VisitsExchange
import VisitsModel

/// A record as received from upstream, with its parsed content.
struct FetchedRecord: Sendable {
  let version: RecordVersion
  let resource: Resource
  /// The parsed content, or the reason why the record cannot be read.
  let reading: Result<UpstreamRecord, RecordFault>
  /// Remarks about an Appointment that the office must check.
  let notes: [TextFault]

  init(_ version: RecordVersion, _ resource: Resource, _ reader: UpstreamReader, at now: Instant) {
    self.version = version
    self.resource = resource
    let read = Result { () throws(RecordFault) in try reader.read(resource, at: now) }
    reading = read.map { $0.record }
    notes = (try? read.get().notes) ?? []
  }

  /// Creates a record from the answer to a read of this single record.
  init(_ address: RecordAddress, _ resource: Resource, in answer: FHIRAnswer, _ reader: UpstreamReader, at now: Instant)
  {
    let version = RecordVersion(
      address, version: resource.meta?.versionId ?? answer.version,
      lastUpdated: (resource.meta?.lastUpdated).map { Instant($0) })
    self.init(version, resource, reader, at: now)
  }

  var address: RecordAddress { version.address }
  /// The record as `type/id`. A problem with the record is reported under this subject.
  var subject: String { address.subject }
  var body: String { String(decoding: resource.json, as: UTF8.self) }

  /// Returns this version of the record with its fields, to be stored for a visit.
  ///
  /// - Parameters:
  ///   - part: The number of the visit among the visits of the Appointment, from 1.
  ///   - fields: The fields that sync uses.
  func snapshot<Fields: StoredFields>(part: Int = 1, _ fields: Fields) -> RecordSnapshot<Fields> {
    RecordSnapshot(address: address, version: version.version, part: part, body: body, fields: fields)
  }

  /// Returns the addresses of the records on the same server that this record refers to.
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
