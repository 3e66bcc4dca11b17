import VisitsExchange
import VisitsModel
import VisitsStore

extension InboundMerge {
  /// Reports to the office the facts of an Appointment that its planned visits cannot show, such as a client who has
  /// declined or a second place. Each fact is reported once, even if the Appointment arrives again with another change.
  func tell(_ notes: [TextFault], of address: RecordAddress) throws {
    guard !notes.isEmpty else { return }
    let visits = try transaction.agreed(on: address).compactMap { try $0.thing.visit.flatMap(transaction.visit) }
    guard let visit = visits.first(where: { SyncedVisit($0).life == .scheduled }) else { return }
    for note in notes {
      let problem = SyncProblem(
        .overruled, SyncThing(.visit, visit.id.rawValue).rawValue, code: SyncProblem.faultCode,
        detail: try MappedText.text(of: note))
      try transaction.ledger.noteUnlessTold(problem, at: transaction.now)
    }
  }
}
