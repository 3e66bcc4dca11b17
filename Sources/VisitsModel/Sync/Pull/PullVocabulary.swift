/// Where a record stands upstream.
package struct RecordAddress: Sendable, Hashable, Codable {
  /// Its type, in upstream's word.
  package var type: String
  /// Its id there.
  package var id: String

  /// An address.
  package init(type: String, id: String) {
    self.type = type
    self.id = id
  }
}

/// A version of a record as a page tells it.
package struct RecordVersion: Sendable, Hashable, Codable {
  /// Where it stands.
  package var address: RecordAddress
  /// Its version; `nil`: upstream keeps none.
  package var version: String?
  /// When it was last changed, by upstream's clock.
  package var lastUpdated: Instant?
  /// Whether it was asked for; else it came along with one that was.
  package var isMatch: Bool

  /// A version of a record.
  package init(_ address: RecordAddress, version: String?, lastUpdated: Instant?, isMatch: Bool = true) {
    self.address = address
    self.version = version
    self.lastUpdated = lastUpdated
    self.isMatch = isMatch
  }
}

/// What a run is to bring, from what the store remembers of the runs before.
package struct PullPlan: Sendable, Hashable {
  /// Records of one type.
  package struct Kind: Sendable, Hashable {
    /// The type.
    package var type: String
    /// Up to where its changes were taken; `nil`: nothing was ever taken.
    package var watermark: Instant?
    /// The days of the window that are not covered yet; `nil`: its records have no date, and are taken whole.
    package var newDays: [CareDay]?
    /// Up to where the type's history was read for what was deleted; `nil`: the server offers none, or nothing was ever
    /// taken.
    package var historyRead: Instant?

    /// Records of one type.
    package init(_ type: String, watermark: Instant?, newDays: [CareDay]? = nil, historyRead: Instant? = nil) {
      self.type = type
      self.watermark = watermark
      self.newDays = newDays
      self.historyRead = historyRead
    }
  }

  /// Days whose records there are compared with those here, by their ids and versions: what was deleted stands in no list
  /// of changes.
  package struct Comparison: Sendable, Hashable {
    /// How far it reaches.
    package enum Extent: Sendable, Hashable {
      /// Today and the days after it: every few minutes.
      case near
      /// The whole window: once a night.
      case window
    }

    /// How far it reaches.
    package var extent: Extent
    /// The days; there is one search for each range of them and type.
    package var days: [ClosedRange<CareDay>]

    /// A comparison.
    package init(_ extent: Extent, of days: [ClosedRange<CareDay>]) {
      self.extent = extent
      self.days = days
    }
  }

  /// Every type, those that others refer to first.
  package var kinds: [Kind]
  /// What is to be compared record by record; `nil`: none is due.
  package var comparison: Comparison?
  /// Records that could not be taken in before: they are read again.
  package var again: [RecordAddress]

  /// A plan.
  package init(_ kinds: [Kind], comparison: Comparison? = nil, again: [RecordAddress] = []) {
    self.kinds = kinds
    self.comparison = comparison
    self.again = again
  }
}

/// What is asked of upstream.
package enum PullRequest: Sendable, Hashable {
  /// All of a type that was changed at or after a moment, by the order of change; `nil`: all.
  case changes(String, since: Instant?)
  /// All of a type that is planned for a day.
  case day(String, CareDay)
  /// Of all of a type that is planned for some days just ids and versions; or, of a server that refuses to give just
  /// these, whole records.
  case versions(String, ClosedRange<CareDay>, areWhole: Bool)
  /// What happened to all of a type since a moment, deletions among it.
  case history(String, since: Instant)
  /// The page that another one names, word for word.
  case next(String)
  /// One record.
  case read(RecordAddress)
}

/// What came.
package struct PulledPage: Sendable, Hashable {
  /// Where the rest of it is.
  package enum Next: Sendable, Hashable {
    /// This is the last page.
    case none
    /// Another page. Whoever asks for it sees to it that our token goes to no other server.
    case link(String)
  }

  /// The page itself.
  package var handle: SyncHandle
  /// The server's clock when it answered.
  package var date: Instant?
  /// What is on it.
  package var records: [RecordVersion]
  /// The records that a history reports as deleted and that are known here.
  package var deleted: [RecordAddress]
  /// The records that its new records refer to and that are not stored here, and those that its new records may replace.
  package var unknown: [RecordAddress]
  /// Its records that may be older than what is known of them: only a read tells.
  package var behind: [RecordAddress]
  /// Whether there is anything on it that was not seen before.
  package var isNews: Bool
  /// What is wrong with an entry of the page that has no id, so that no record can be named; `nil`: every entry has one.
  package var nameless: String?
  /// Where the rest of it is.
  package var next: Next

  /// A page.
  package init(
    _ handle: SyncHandle, date: Instant?, records: [RecordVersion], deleted: [RecordAddress] = [],
    unknown: [RecordAddress] = [], behind: [RecordAddress] = [], nameless: String? = nil, isNews: Bool = true,
    next: Next = .none
  ) {
    self.handle = handle
    self.date = date
    self.records = records
    self.deleted = deleted
    self.unknown = unknown
    self.behind = behind
    self.nameless = nameless
    self.isNews = isNews
    self.next = next
  }
}

/// What is remembered together with a page.
package enum PullMark: Sendable, Hashable {
  /// The changes of a type were taken up to here.
  case watermark(String, Instant)
  /// A day of a type is here in full.
  case covered(String, CareDay)
  /// The changes of a type were followed to their end, whether there were any or none.
  case followed(String)
}

/// What of a pull came to nothing while the rest went on; a person is shown it.
package enum PullTrouble: Sendable, Hashable {
  /// A search of a type: what it came to.
  case search(String, RequestTrouble)
  /// A search whose pages lead in a circle, never end, or expire again and again.
  case endless(String)
  /// The read of one record.
  case record(RecordAddress, RequestTrouble)
}
