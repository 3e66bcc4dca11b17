package import VisitsModel

/// A visit, worker or client that a change has added.
package enum AddedThing: Sendable {
  case visit(PlacedVisit)
  case worker(Worker)
  case client(Client)
}

extension ChangeTransaction {
  /// Returns the first visits, workers and clients that this change has added so far, in the order in which it added
  /// them.
  package func additions(atMost limit: Int) throws -> [AddedThing] {
    var added: [AddedThing] = []
    for change in committed where change.event.version == 1 {
      guard added.count < limit else { break }
      switch change.event.topic {
      case .visit: added += try placed([VisitID(rawValue: change.event.thing)]).map(AddedThing.visit)
      case .worker: added += try change.workers.compactMap { try worker($0) }.map(AddedThing.worker)
      case .client: added += try change.clients.compactMap { try client($0) }.map(AddedThing.client)
      default: break
      }
    }
    return added
  }
}
