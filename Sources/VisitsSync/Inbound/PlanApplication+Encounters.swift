import VisitsModel
import VisitsStore

extension PlanApplication {
  /// Applies an Encounter from an import file whose Appointment came with an earlier file. The Encounter is passed over
  /// if its visit is not stored here, if that visit has been withdrawn, or if it is unclear to which worker's visit the
  /// Encounter belongs.
  mutating func apply(_ planned: PlannedEncounter) throws {
    let known = try planned.appointments.lazy.map { try visits(of: [$0]) }.first { !$0.isEmpty } ?? []
    let workers = try Set(planned.workers.compactMap { try transaction.workerID(for: $0) })
    let own = known.filter { $0.visit.worker.map(workers.contains) ?? false }
    // If the Appointment has several workers, the Encounter must name the visit's worker.
    guard let visit = (own.count == 1 ? own : known.count == 1 ? known : []).first?.visit, !visit.isWithdrawn else {
      return summary.passedOver.count("Encounter", .noAppointment)
    }
    if try isInStep(.visit, visit.id.rawValue) { return leave(at: planned.place) }
    let client = try planned.subject.flatMap { try transaction.clientID(for: $0) }
    let isOthersWork = visit.worker.map { !workers.isEmpty && !workers.contains($0) } ?? false
    let isOthersCare = try client.map { try transaction.successor(of: $0) != transaction.successor(of: visit.client) }
    if isOthersWork || isOthersCare == true { return refuse(TextFault(.fhirEncounterOfOthers), at: planned.place) }
    if let first = told[visit.id] { return refuse(TextFault(.fhirEncounterSecond, [.place: first]), at: planned.place) }
    told[visit.id] = planned.place
    try transaction.link(planned.identity, to: visit.id)
    guard try transaction.isNews(planned.words, of: .visit, planned.identity) else { return count(isNew: false) }
    switch visit.life {
    case .cancelled, .missed: keep(planned)
    case _ where visit.isRecordedHere: keep(planned)
    // The office has given the visit another worker or another time than the Encounter knows.
    case .scheduled where try transaction.isReplanned(visit.id): keep(planned)
    case .scheduled, .inProgress, .completed:
      var changed = visit
      changed.life = planned.life
      if planned.isVirtual { changed.virtual = changed.virtual ?? VirtualPlace() }
      touch(changed)
      count(before: visit.version, after: try transaction.put(changed).version)
    }
  }

  private mutating func keep(_ planned: PlannedEncounter) {
    summary.kept.append(.init(place: .path(planned.place), reason: .fault(TextFault(.fhirRecordedHere))))
  }

  private mutating func refuse(_ fault: TextFault, at place: String) {
    summary.refused.append(.init(place: .path(place), reason: .fault(fault)))
  }
}
