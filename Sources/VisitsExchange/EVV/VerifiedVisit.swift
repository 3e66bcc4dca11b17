import VisitsModel

/// A visit as any aggregator asks for it: whose member the client is to which payer, what the payer calls the service, and
/// which of its times a device proves.
struct VerifiedVisit {
  let exported: ExportedVisit
  let agency: VerificationAgency
  /// The visit's own code, else that of its service.
  let code: ServiceCode?
  /// What the operator says of that service.
  let service: VerificationAgency.Service?
  let payer: VerificationAgency.Payer?

  init(_ exported: ExportedVisit, of agency: VerificationAgency) {
    let (visit, client) = (exported.placed.visit, exported.placed.client)
    self.exported = exported
    self.agency = agency
    let words = visit.service?.lowercased()
    let named = agency.services.filter { $0.words.lowercased() == words }
    if let own = visit.serviceCode {
      code = own
      service = named.first { $0.code == own } ?? agency.services.first { $0.code == own }
    } else {
      service = named.first
      code = service?.code
    }
    let only = client.memberIDs.ids.count == 1 ? client.memberIDs.ids.keys.first : nil
    let key = service?.payer ?? only ?? (agency.payers.count == 1 ? agency.payers.first?.key : nil)
    payer = agency.payers.first { $0.key == key }
  }

  var visit: Visit { exported.placed.visit }
  var client: Client { exported.placed.client }
  var worker: Worker? { exported.placed.worker }

  /// The program that the visit belongs to.
  var program: String? { service?.program ?? payer?.program }

  /// The client's member id with the payer.
  var memberID: String? { payer.flatMap { client.memberIDs[$0.key] } }

  /// Whether there is anything to record: somebody came, and the visit is over or was called off since.
  var isRecord: Bool {
    switch visit.status {
    case .completed: visit.life.checkIn != nil || visit.life.checkOut != nil
    case .cancelled: visit.life.checkIn != nil
    case .scheduled, .inProgress, .missed: false
    }
  }

  /// Whether it took place where the client lived.
  var isAtHome: Bool {
    guard let own = visit.ownAddress else { return true }
    return exported.homes?.home(at: moment)?.address == own
  }

  /// The parts of the address where it took place, whoever has moved since; `nil`: they are not known.
  ///
  /// The visit keeps the address at which a check-in was reported here. Of other visits the history of the client's homes
  /// tells it.
  var place: PostalAddress? {
    guard visit.addressParts.isEmpty else { return visit.addressParts }
    guard let homes = exported.homes, homes.hasMoved else {
      return visit.address == nil || visit.address == client.address ? client.addressParts : PostalAddress()
    }
    guard let address = visit.address else { return homes.home(at: moment)?.parts }
    return homes.home(called: address)?.parts ?? PostalAddress()
  }

  /// Whether nothing tells the parts of the address, since its client has moved.
  var isPlaceLost: Bool { isAtHome && exported.homes?.hasMoved == true && place?.isEmpty ?? true }

  /// The gap where nobody is said to have made it, by the aggregator's name of the field.
  func workerGap(_ field: String) -> RecordGap {
    RecordGap(field, .visit(visit.id, command: "assign", options: "--worker …"))
  }

  /// The gap where neither the visit nor its service tells a code, by the aggregator's name of the field.
  func codeGap(_ field: String) -> RecordGap {
    visit.service.map { RecordGap(field, .setting("evv.services", of: $0)) }
      ?? RecordGap(field, .visit(visit.id, command: "evv code", options: "--code …"))
  }

  /// When somebody was there.
  private var moment: Instant { visit.life.checkIn?.at ?? visit.life.checkOut?.at ?? visit.start }

  /// The check-in and the check-out, as far as there are any.
  var checks: [VerifiedCheck] {
    [(visit.life.checkIn, true), (visit.life.checkOut, false)].compactMap { check, isIn in
      check.map { VerifiedCheck(check: $0, isIn: isIn) }
    }
  }

  /// What the aggregator calls the reason of a check that no device proves as it stands.
  func reason(of check: VerifiedCheck) -> VerificationAgency.Reason? {
    agency.reasons.first { $0.reason == check.reason }
  }

  /// Who changed a check, and when: the last that corrected the visit, or that entered it.
  func author(of check: VerifiedCheck) -> VisitStep? {
    let method = check.check.correction != nil ? "visit.correct" : check.isIn ? "visit.start" : "visit.complete"
    return exported.changes.last { $0.method == method } ?? exported.changes.last
  }
}

/// A check of a visit, and what proves it.
struct VerifiedCheck {
  let check: Check
  /// Whether it is the check-in.
  let isIn: Bool

  /// When a device told it, with where it was; `nil`: no device did. A correction leaves what was told first.
  var proven: (at: Instant, position: Position)? {
    guard check.method == .device, let position = check.position else { return nil }
    guard let correction = check.correction else { return (check.at, position) }
    return correction.first.map { ($0, position) }
  }

  /// Whether the time that counts is not the one that a device told.
  var isManual: Bool { check.correction != nil || proven == nil }

  /// Why that is so, as the operator's settings name it.
  var reason: String { check.correction?.reason ?? VerificationAgency.office }
}
