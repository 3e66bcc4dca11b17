import FHIR
package import VisitsModel

/// An Encounter as a visit can say it too.
package struct MappedEncounter: Sendable, Hashable, Codable {
  /// The state of an Encounter.
  package enum State: String, Sendable, Hashable, Codable {
    /// It has not begun, or never was.
    case none
    case inProgress
    case finished
  }

  /// The state.
  package var state: State
  /// When the worker came, where that is known.
  package var checkIn: Instant?
  /// When the worker left, where that is known.
  package var checkOut: Instant?
  /// Who gives care.
  package var workers: [UpstreamIdentity]
  /// Whether it was held by video or telephone; `nil`: it does not say so.
  package var isVirtual: Bool?
}

/// An Encounter as sync and import read it: with the Appointments that it comes from, which tell whose it is.
package struct EncounterReading: Sendable, Hashable {
  /// What it says of a visit.
  package var fields: MappedEncounter
  /// The Appointments that it comes from.
  package let appointments: [UpstreamIdentity]
  /// The client.
  package let subject: UpstreamIdentity?

  /// Reads an Encounter.
  ///
  /// - Parameters:
  ///   - holder: The resource that it is, for its references.
  ///   - resolver: Finds out who takes part.
  init<Resolver: ReferenceResolver>(
    _ encounter: Encounter, in holder: Resolver.Holder, resolving resolver: Resolver
  ) {
    let state: MappedEncounter.State =
      switch encounter.status {
      case "in-progress", "onleave": .inProgress
      case "finished": .finished
      default: .none
      }
    func check(_ time: FHIRDateTime?) -> Instant? {
      guard case .instant(let instant) = time else { return nil }
      let at = Instant(instant)
      // A check without a date that can be written tells only that it happened.
      return Instant.writable.contains(at) ? at : nil
    }
    fields = MappedEncounter(
      state: state, checkIn: state == .none ? nil : check(encounter.period?.start),
      checkOut: state == .finished ? check(encounter.period?.end) : nil,
      workers: encounter.individuals.compactMap { resolver.identity(of: $0, in: holder) },
      isVirtual: encounter.isVirtual ? true : nil)
    appointments = encounter.appointments.compactMap { resolver.identity(of: $0, in: holder) }
    subject = encounter.subject.flatMap { resolver.identity(of: $0, in: holder) }
  }
}

extension Encounter {
  /// Whether its class is that of a call (v3-ActCode VR).
  fileprivate var isVirtual: Bool {
    let system = "http://terminology.hl7.org/CodeSystem/v3-ActCode"
    return kind.map { $0.code == "VR" && ($0.system ?? system) == system } ?? false
  }

  /// The ends of the period that are days, which tell no time.
  var undatedChecks: [(path: String, day: FHIRDate)] {
    guard ["in-progress", "onleave", "finished"].contains(status) else { return [] }
    let ends = [("period.start", period?.start)] + (status == "finished" ? [("period.end", period?.end)] : [])
    return ends.compactMap { path, time in
      guard case .date(let day) = time else { return nil }
      return (path, day)
    }
  }
}

extension MappedEncounter {
  /// The same, unless it contradicts itself.
  var checked: MappedEncounter {
    get throws(ReadingFault) {
      if let checkIn, let checkOut, checkOut < checkIn { throw ReadingFault(reason: .encounterEndsBeforeItStarts) }
      return self
    }
  }

  /// The same with its checks to the second, as sync compares them.
  var toTheSecond: MappedEncounter {
    var rounded = self
    rounded.checkIn = checkIn?.toTheSecond
    rounded.checkOut = checkOut?.toTheSecond
    return rounded
  }
}
