/// Why a payer would refuse a visit: what is missing or doubtful of the six elements that the 21st Century Cures Act
/// (42 U.S.C. 1396b(l)) asks of electronic visit verification: service, recipient, date, place, provider, begin and end.
package enum ProofGap: Sendable, Hashable {
  /// Nobody knows when the worker came.
  case noCheckIn
  /// Nobody knows when the worker left.
  case noCheckOut
  /// What was done is not said.
  case noService
  /// Who made it is not said.
  case noWorker
  /// Neither the visit nor its client has an address or a place on the map.
  case noPlace
  /// The worker was surely so many metres from the client's address when they came.
  case cameFarAway(metres: Double)
  /// The same when they left.
  case leftFarAway(metres: Double)
  /// The clock that told when the worker came was plainly wrong.
  case checkInClock
  /// The same of when they left.
  case checkOutClock
  /// The worker came or left more than an hour from the plan.
  case farFromPlan(Slip)
}

extension PlacedVisit {
  /// What a payer would refuse of this visit, in the order of the elements. Only a visit that was made, or whose time is
  /// over without a word of what became of it, can be refused.
  ///
  /// - Parameters:
  ///   - now: A visit that is planned to go on beyond it is not over.
  ///   - farAwayMetres: A check farther from the client's address than this, after subtracting its accuracy, is doubted.
  package func proofGaps(now: Instant, farAwayMetres: Double) -> [ProofGap] {
    switch visit.status {
    case .completed: break
    case .scheduled, .inProgress: if visit.end > now { return [] }
    case .cancelled, .missed: return []
    }
    let (came, left) = (visit.life.checkIn, visit.life.checkOut)
    var gaps: [ProofGap] = []
    if came == nil { gaps.append(.noCheckIn) }
    if left == nil { gaps.append(.noCheckOut) }
    if visit.service == nil { gaps.append(.noService) }
    if visit.worker == nil { gaps.append(.noWorker) }
    if address == nil, client.location == nil { gaps.append(.noPlace) }
    if let metres = came?.distanceSurely, metres > farAwayMetres { gaps.append(.cameFarAway(metres: metres)) }
    if let metres = left?.distanceSurely, metres > farAwayMetres { gaps.append(.leftFarAway(metres: metres)) }
    if came?.isClockSuspect == true { gaps.append(.checkInClock) }
    if left?.isClockSuspect == true { gaps.append(.checkOutClock) }
    gaps += [visit.slip(of: .checkIn), visit.slip(of: .checkOut)].compactMap(\.self).map(ProofGap.farFromPlan)
    return gaps
  }
}

extension Check {
  /// Metres from the client's address that are beyond doubt: those that the device's accuracy leaves.
  package var distanceSurely: Double? { distance.map { $0 - (position?.accuracy ?? 0) } }
}
