/// What a table or a calendar plans, ready to be kept as the office's own change: nothing is changed by reading it.
///
/// Unlike an ``ImportPlan`` it is not upstream's word: people must be known already, and overlaps, inactive workers and
/// plans far away are refused as they would be by hand.
package struct SchedulePlan: Sendable, Hashable {
  /// How a table's headings were read; `nil`: it is none, or cannot be read.
  package var table: TableUse?
  /// The visits, in the order of the text.
  package var entries: [PlannedEntry] = []
  /// Why the text cannot be read at all, when it cannot: then there is nothing that could be taken without the rest.
  package var unreadable: ImportSummary.Refused?
  /// What is not taken, in the order of the text.
  package var gaps: [Gap] = []
  /// How much more is not taken, where that is too much to be kept.
  package var refusedMore = 0
  /// How many events of a calendar, each series one, lie outside the time that was asked for.
  package var outside = 0
  /// How far a calendar was read; `nil`: it is none.
  package var calendar: CalendarScope?
  /// What a calendar calls off without saying again what it was.
  package var cancellations: [PlannedCancellation] = []
  /// What of a calendar is no event.
  package var passedOver: [ImportSummary.PassedOver] = []
  /// What is taken, but deserves a look, in the order of the text.
  package var notes: [ImportSummary.Refused] = []

  /// What is not taken, and why.
  package var refused: [ImportSummary.Refused] { gaps.map(\.refused) }

  /// A plan that does nothing.
  package init() {}

  /// A place of the text that gives no visit.
  package struct Gap: Sendable, Hashable {
    /// Where, and why.
    package let refused: ImportSummary.Refused
    /// How many of the entries stand before it.
    package let entriesBefore: Int

    /// A place behind so many entries.
    package init(_ refused: ImportSummary.Refused, entriesBefore: Int) {
      self.refused = refused
      self.entriesBefore = entriesBefore
    }
  }
}

/// One visit as a table or a calendar plans it, its people in the words of the text.
package struct PlannedEntry: Sendable, Hashable {
  /// A moment as the text tells it.
  package enum Time: Sendable, Hashable {
    /// With an offset from UTC: the same everywhere.
    case instant(Instant)
    /// On the wall clock of a zone; `nil`: of the client's.
    case local(LocalTime, zone: Zone?)
  }

  /// When it ends.
  package enum End: Sendable, Hashable {
    case time(Time)
    /// So many minutes after the start.
    case minutes(Int)
    /// So many days on the wall after the start, and then so many seconds (RFC 5545, 3.3.6).
    case lasting(days: Int, seconds: Int64)
    /// As long after the start as one of these times is after the other (RFC 5545, 3.8.5.3).
    case asLong(from: Time, to: Time)
  }

  /// Where it stands in the text.
  package var place: TextPlace
  /// The text's own id of the visit; `nil`: it has none, and is known by its client and start.
  package var identity: String?
  /// The UID of the calendar's event that gives it.
  package var event: String?
  /// The client's id or name, as written.
  package var client: String
  /// The worker's id or name, as written; `nil`: the text names nobody.
  package var worker: String?
  /// Whether the text says in words that nobody is to make it yet. Without them it takes no visit from its worker.
  package var isOpen: Bool
  /// The planned start.
  package var start: Time
  /// The planned end.
  package var end: End
  /// The place, when it is not the client's address.
  package var address: String?
  /// What is done.
  package var service: String?
  /// What its payer calls that.
  package var serviceCode: ServiceCode?
  /// What the office noted.
  package var note: String?
  /// Whether the text says that it does not take place; `nil`: it says nothing of that.
  package var isCancelled: Bool?
  /// What a calendar says of it beyond what a table can say.
  package var occurrence = PlannedOccurrence()

  /// A visit to keep.
  package init(
    place: TextPlace, identity: String? = nil, event: String? = nil, client: String, worker: String? = nil,
    isOpen: Bool = false, start: Time, end: End, address: String? = nil, service: String? = nil,
    serviceCode: ServiceCode? = nil, note: String? = nil, isCancelled: Bool? = nil
  ) {
    self.place = place
    self.identity = identity
    self.event = event
    self.client = client
    self.worker = worker
    self.isOpen = isOpen
    self.start = start
    self.end = end
    self.address = address
    self.service = service
    self.serviceCode = serviceCode
    self.note = note
    self.isCancelled = isCancelled
  }
}
