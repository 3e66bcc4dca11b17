import VisitsExchange
import VisitsModel
import VisitsStore

/// A new address of a record that visits refer to.
enum Move: Sendable, Hashable {
  case location(RecordAddress, to: PlaceFields)
  case client(ClientID, to: String)
}

/// The visits that follow a record to its new address.
struct Following: Sendable {
  let move: Move
  /// The agreed Appointments of these visits.
  let records: [AgreedRecord]
  /// The address that a Location had; `nil`: it was not known.
  var place: PlaceFields?
  /// The address that a client had.
  var home: String?
}

/// Locations and clients with many visits: these follow a new address in several transactions, since every other change
/// waits for each.
extension SyncContext {
  /// The most visits that follow within one transaction.
  private static let mostFollowing = 200

  /// Brings the visits up to date whose place changes with a record of a page, where they are many. The record itself is
  /// agreed on afterwards, with the page: if the daemon stops in between, the page comes again and the rest follows.
  ///
  /// - Returns: The records whose visits have followed.
  func follow(_ diff: PageDiff) throws -> Set<RecordAddress> {
    var moved: Set<RecordAddress> = []
    for fetched in diff.new {
      let found: Following? = try store.readNow { reader in
        try move(fetched, reader).flatMap { try following($0, reader, atLeast: Self.mostFollowing + 1) }
      }
      guard let found else { continue }
      try follow(found)
      moved.insert(fetched.address)
    }
    return moved
  }

  /// Brings visits up to date, so many with each transaction.
  func follow(_ following: Following, byParts size: Int = mostFollowing) throws {
    for start in stride(from: 0, to: following.records.count, by: size) {
      if store.isStoppingLongWork { throw Refusal.unavailable(.shuttingDown) }
      let part = following.records[start..<min(start + size, following.records.count)]
      let context = self
      try change { transaction in
        // A record may have been agreed on once more since the list was made.
        let records = try part.compactMap { record in
          try transaction.agreed(on: record.address).first { $0.part == record.part }
        }
        var inbound = InboundMerge(transaction, context)
        inbound.known.expect(following.move)
        switch following.move {
        case .location(let location, _): try inbound.follow(location, from: following.place, records)
        case .client(let client, _): try inbound.follow(client, from: following.home, records)
        }
        try inbound.people.raiseQuestions()
      }
    }
  }

  /// The visits that follow a move and have not followed yet.
  ///
  /// - Returns: `nil` where fewer visits than a number stand at the place.
  func following(_ move: Move, _ reader: StoreReader, atLeast least: Int) throws -> Following? {
    switch move {
    case .location(let location, _):
      let records = try reader.appointments(at: location)
      guard records.count >= least else { return nil }
      let known = KnownRecords(store: reader, reader: self.reader)
      known.expect(move)
      let rest = try records.filter { record in
        let fields = try RecordSnapshot<AppointmentSnapshot>(record).fields
        return try fields.place == nil || fields.place != known.place(of: fields.mapped)
      }
      let before = try reader.agreed(on: location).first.map { try PlaceFields($0.fields) }
      return Following(move: move, records: rest, place: before)
    case .client(let client, _):
      let records = try reader.plannedAppointments(of: client)
      guard records.count >= least else { return nil }
      return Following(move: move, records: records, home: try reader.client(client)?.address)
    }
  }

  /// The move that a record tells; `nil`: none.
  private func move(_ fetched: FetchedRecord, _ reader: StoreReader) throws -> Move? {
    guard case .success(let reading) = fetched.reading else { return nil }
    switch reading {
    case .place(let read):
      let place = PlaceFields(read)
      let before = try reader.agreed(on: fetched.address).first.map { try PlaceFields($0.fields) }
      return place == before ? nil : .location(fetched.address, to: place)
    case .client(let planned):
      guard let client = try planned.identities.first.flatMap(reader.clientID(for:)).flatMap(reader.client),
        let address = planned.address, address != client.address
      else { return nil }
      return .client(client.id, to: address)
    case .worker, .appointment, .encounter, .withdrawal, .other: return nil
    }
  }
}
