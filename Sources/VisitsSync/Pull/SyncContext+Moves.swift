import VisitsExchange
import VisitsModel
import VisitsStore

/// A change of the address of a Location or a client upstream.
enum Move: Sendable, Hashable {
  case location(RecordAddress, to: PlaceFields)
  case client(ClientID, to: Homes)
}

/// The visits whose place changes because their Location or client has a new address.
struct Following: Sendable {
  let move: Move
  /// The stored Appointments of these visits.
  let records: [AgreedRecord]
  /// The former fields of the Location; `nil` if they were not known, or if a client has the new address.
  var place: PlaceFields?
  /// The former address of the client; `nil` if it was not known, or if a Location has the new address.
  var home: String?
}

/// The update of visits after a change of address, for Locations and clients with many visits. The visits are updated
/// in several transactions, because every other change must wait while a transaction runs.
extension SyncContext {
  /// The most visits to update in one transaction.
  private static let mostFollowing = 200

  /// Updates the visits at each Location or client of the page that has a new address, if it has more than 200 visits.
  ///
  /// The Location or client itself is stored later, together with the page. If the daemon stops in between, the page is
  /// fetched again, and the remaining visits are updated then.
  ///
  /// - Returns: The Locations and Patients whose visits have been updated.
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

  /// Updates visits after a change of address, at most `size` visits in each transaction.
  func follow(_ following: Following, byParts size: Int = mostFollowing) throws {
    for start in stride(from: 0, to: following.records.count, by: size) {
      if store.isStoppingLongWork { throw Refusal.unavailable(.shuttingDown) }
      let part = following.records[start..<min(start + size, following.records.count)]
      let context = self
      try change { transaction in
        // A record may have been merged again since the list was made.
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

  /// Returns the visits whose place a change of address affects. Visits that already have the Location's new address
  /// are left out.
  ///
  /// - Parameters:
  ///   - move: The change of address.
  ///   - reader: Reads the store.
  ///   - least: The smallest number of visits for which a list is made.
  /// - Returns: `nil` if there are fewer visits than `least`.
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

  /// Returns the change of address that a received Location or Patient brings; `nil` if its address is the stored one.
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
      let homes = Homes(
        home: HomePlace(address: address), later: planned.later,
        earlier: planned.earlierHomes(besides: client.earlierHomes))
      return .client(client.id, to: homes)
    case .worker, .appointment, .encounter, .withdrawal, .other: return nil
    }
  }
}
