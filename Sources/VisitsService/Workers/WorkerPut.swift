import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension WorkerPut: ChangeHandler {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    // A program may still know a merged worker by the former id.
    let id = try transaction.successor(of: named(parameters, in: transaction))
    // A name alone must not change the worker who has it already.
    let expectedVersion = parameters.id == nil ? 0 : parameters.change.expectedVersion
    var worker: Worker
    if try transaction.worker(id) == nil, expectedVersion ?? 0 == 0 {
      guard let name = parameters.name else { throw Refusal.invalid(field: "name", .missing) }
      worker = Worker(id: id, key: transaction.newPersonKey(), name: name)
    } else {
      worker = try transaction.worker(id, expectedVersion: expectedVersion)
    }
    if let name = parameters.name { worker.name = name }
    if !parameters.nameFields.areLeft { worker.nameParts = worker.nameParts.changed(by: parameters.nameFields) }
    worker.zone = try parameters.timeZone.map { try Call.zone(named: $0) }.over(worker.zone)
    worker.phone = parameters.phone.over(worker.phone)
    worker.locale = parameters.locale.over(worker.locale)
    worker.identifiers = Call.keyed(parameters.identifiers).over(worker.identifiers) ?? KeyedIDs()
    if let active = parameters.active { worker.isActive = active }
    return .worker(try transaction.put(worker))
  }

  /// The id that the caller gives, or the id that the name makes.
  private static func named(_ parameters: Parameters, in transaction: ChangeTransaction) throws -> WorkerID {
    guard let given = parameters.id else {
      guard let name = parameters.name else { throw Refusal.invalid(field: "name", .missing) }
      // A name without a letter that an id can hold says nothing of who else has it.
      guard let made = Slug.make(from: name).flatMap(WorkerID.init(rawValue:)) else {
        return try transaction.freeWorkerID(base: "worker")
      }
      return made
    }
    guard let id = WorkerID(rawValue: given) else { throw Refusal.invalid(field: "id", .notASlug(given)) }
    return id
  }

  static func answer(
    _ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call
  ) async throws -> Answer {
    guard case .worker(let worker) = outcome else { throw UnfitOutcome() }
    return Answer(worker: WorkerView.compose(worker, in: call.view))
  }
}

extension ChangeTransaction {
  /// Returns the id of a worker to whom a visit can be assigned.
  ///
  /// - Parameter present: The worker who has the visit now, and may keep it even if inactive.
  /// - Throws: ``Refusal/notFound(_:id:)`` if there is no such worker, ``Refusal/invalid(field:_:)`` if the worker is
  ///   inactive.
  func assignableWorker(_ id: String, present: WorkerID? = nil) throws -> WorkerID {
    let worker = try shownWorker(id)
    guard worker.isActive || worker.id == present else {
      throw Refusal.invalid(field: "worker", .inactive(name: worker.name))
    }
    return worker.id
  }
}
