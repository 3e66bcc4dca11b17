/// Something about a visit that a person should look at: raised once, and over when it holds no more (`product.md`,
/// Late).
package struct Alert: Sendable, Hashable {
  /// What is wrong.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Nobody has checked in.
    case late
    /// Nobody has checked in for so long that the visit may have been missed.
    case missed
    /// Nobody has checked out.
    case overrun
    /// What a device did in the field is not what the office has decided meanwhile.
    case conflict
    /// Upstream plans two visits of a worker at once.
    case overlap
    /// Nobody makes a visit that begins soon.
    case openNotTaken
    /// Upstream no longer plans a visit of today or the next two days: whoever was to make it may be on the way.
    case withdrawn
    /// Upstream says that the client receives no care any more, or has died, and a visit is planned all the same.
    case notInCare

    /// Whether it is raised by what upstream plans, and is over with the visit at the latest.
    package var endsWithVisit: Bool { self == .overlap || self == .withdrawn || self == .notInCare }
  }

  /// Where it stands in its life.
  package enum State: String, Sendable, Hashable {
    case open
    case acknowledged
    case resolved
  }

  /// That a person has taken note of it.
  package struct Acknowledgement: Sendable, Hashable {
    /// When.
    package var at: Instant
    /// Who, as the audit names them.
    package var by: String
    /// In their words.
    package var note: String?

    /// What was done.
    package init(at: Instant, by: String, note: String?) {
      self.at = at
      self.by = by
      self.note = note
    }
  }

  /// The id.
  package var id: AlertID
  /// What is wrong.
  package var kind: Kind
  /// With which visit.
  package var visit: VisitID
  /// Who was to make it; `nil`: nobody.
  package var worker: WorkerID?
  /// Who receives it.
  package var client: ClientID
  /// Since when it holds: the threshold that was passed.
  package var since: Instant
  /// When it was noticed.
  package var raisedAt: Instant
  /// Who has taken note of it.
  package var acknowledged: Acknowledgement?
  /// Since when it holds no more.
  package var resolvedAt: Instant?
  /// Starts at 1 and grows by 1 with each change.
  package var version: Int
  /// The last change.
  package var updatedAt: Instant

  /// An alert; version and instant are set by the store when it is kept.
  package init(
    id: AlertID, kind: Kind, visit: VisitID, worker: WorkerID?, client: ClientID, since: Instant, raisedAt: Instant,
    acknowledged: Acknowledgement? = nil, resolvedAt: Instant? = nil, version: Int = 0,
    updatedAt: Instant = Instant(milliseconds: 0)
  ) {
    self.id = id
    self.kind = kind
    self.visit = visit
    self.worker = worker
    self.client = client
    self.since = since
    self.raisedAt = raisedAt
    self.acknowledged = acknowledged
    self.resolvedAt = resolvedAt
    self.version = version
    self.updatedAt = updatedAt
  }

  /// Where it stands.
  package var state: State {
    if resolvedAt != nil { return .resolved }
    return acknowledged == nil ? .open : .acknowledged
  }

  /// A person takes note of it. Who was first stays. A conflict is settled so: nothing else can tell who was right.
  ///
  /// - Throws: ``Refusal/alertOver(_:)``.
  package mutating func acknowledge(_ acknowledgement: Acknowledgement) throws(Refusal) {
    guard resolvedAt == nil else { throw .alertOver(id) }
    acknowledged = acknowledged ?? acknowledgement
    if kind == .conflict { resolvedAt = acknowledgement.at }
  }
}
