/// A visit as upstream plans it. An Appointment with two Practitioners is two of these.
package struct PlannedVisit: Sendable, Hashable {
  /// The Appointment's address first, then its identifiers, each marked with the ``part``; never empty.
  package var identities: [UpstreamIdentity]
  /// Which of the Appointment's visits this is, from 1.
  package var part: Int
  /// How many visits the Appointment is now. What was kept of it beyond these has lost its Practitioner upstream.
  package var parts: Int
  /// The client's first identity.
  package var client: UpstreamIdentity
  /// The worker's first identity; `nil`: open.
  package var worker: UpstreamIdentity?
  /// The planned start.
  package var start: Instant
  /// The planned end, after the start and at most a day later.
  package var end: Instant
  /// The place, when it is not the client's address.
  package var address: String?
  /// The parts of that address.
  package var addressParts: PostalAddress
  /// By video or telephone; `nil`: somebody comes.
  package var virtual: VirtualPlace?
  /// What is done.
  package var service: String?
  /// Why it is made.
  package var purpose: String?
  /// What the client should know or do before.
  package var instruction: String?
  /// What the office noted.
  package var note: String?
  /// Where upstream says it stands; checks are upstream's, and never overwrite ours.
  package var life: Life
  /// Where it was read: "entry[5] Appointment/abc".
  package var place: String
  /// What earlier versions of this program read of the same text; `nil`: the same.
  package var former: Former?

  /// The facts that earlier versions read otherwise.
  package struct Former: Sendable, Hashable {
    /// The place, when it is not the client's address.
    package var address: String?
    /// The parts of that address.
    package var addressParts: PostalAddress
    /// By video or telephone; `nil`: somebody comes.
    package var virtual: VirtualPlace?
    /// What is done.
    package var service: String?
    /// Why it is made.
    package var purpose: String?

    /// Facts.
    package init(
      address: String?, addressParts: PostalAddress, virtual: VirtualPlace?, service: String?, purpose: String?
    ) {
      self.address = address
      self.addressParts = addressParts
      self.virtual = virtual
      self.service = service
      self.purpose = purpose
    }
  }

  /// A visit to keep.
  package init(
    identities: [UpstreamIdentity], part: Int = 1, parts: Int = 1, client: UpstreamIdentity,
    worker: UpstreamIdentity? = nil, start: Instant, end: Instant, address: String? = nil,
    addressParts: PostalAddress = PostalAddress(), virtual: VirtualPlace? = nil, service: String? = nil,
    purpose: String? = nil, instruction: String? = nil, note: String? = nil, life: Life = .scheduled, place: String
  ) {
    self.identities = identities
    self.part = part
    self.parts = parts
    self.client = client
    self.worker = worker
    self.start = start
    self.end = end
    self.address = address
    self.addressParts = addressParts
    self.virtual = virtual
    self.service = service
    self.purpose = purpose
    self.instruction = instruction
    self.note = note
    self.life = life
    self.place = place
  }
}

extension PlannedVisit {
  /// The Appointment's own identities, without the mark of this part.
  package var appointment: [UpstreamIdentity] {
    guard part > 1 else { return identities }
    let mark = "#\(part)"
    return identities.map { identity in
      guard identity.value.hasSuffix(mark) else { return identity }
      return UpstreamIdentity(system: identity.system, value: String(identity.value.dropLast(mark.count)))
    }
  }
}

/// An Appointment that upstream takes back as entered in error; only one that is known is of interest.
package struct PlannedWithdrawal: Sendable, Hashable {
  /// Of the Appointment's first part; see ``UpstreamIdentity/part(_:)``.
  package var identities: [UpstreamIdentity]
  /// Where it was read.
  package var place: String

  /// An Appointment to take back.
  package init(identities: [UpstreamIdentity], place: String) {
    self.identities = identities
    self.place = place
  }
}

extension UpstreamIdentity {
  /// The identity of the n-th visit of one Appointment: the first has the Appointment's own, the second "#2" behind it.
  package func part(_ number: Int) -> UpstreamIdentity {
    number == 1 ? self : UpstreamIdentity(system: system, value: "\(value)#\(number)")
  }
}

/// An Encounter whose Appointment is not in the text.
package struct PlannedEncounter: Sendable, Hashable {
  /// The Encounter's own.
  package var identity: UpstreamIdentity
  /// The Appointments that it comes from.
  package var appointments: [UpstreamIdentity]
  /// The client; `nil`: it does not say so.
  package var subject: UpstreamIdentity?
  /// Who gave care.
  package var workers: [UpstreamIdentity]
  /// Where the visit stands by it; checks are upstream's, and never overwrite ours.
  package var life: Life
  /// Whether it was held by video or telephone.
  package var isVirtual: Bool
  /// Where it was read: "entry[5] Encounter/abc".
  package var place: String

  /// What an Encounter tells.
  package init(
    identity: UpstreamIdentity, appointments: [UpstreamIdentity], subject: UpstreamIdentity? = nil,
    workers: [UpstreamIdentity], life: Life, isVirtual: Bool = false, place: String
  ) {
    self.identity = identity
    self.appointments = appointments
    self.subject = subject
    self.workers = workers
    self.life = life
    self.isVirtual = isVirtual
    self.place = place
  }
}
