import VisitsModel
import VisitsStore
import VisitsViews

extension VisitsService {
  /// The emergencies that nobody has ended, the most urgent first, as this reader sees them: with all that the database
  /// could not take.
  func openEmergencies(_ reader: StoreReader) throws -> [PlacedEmergency] {
    guard !emergencies.isEmpty else { return [] }
    return try emergencies(reader, isOpen: true, limit: 1000).mostUrgentFirst
  }

  /// Emergencies, the newest first; those that the database does not know so before all others.
  func emergencies(
    _ reader: StoreReader, isOpen: Bool?, worker: WorkerID? = nil, limit: Int
  ) throws -> [PlacedEmergency] {
    let held = try emergencies.standing.filter { held in
      // It is in the database, or what came after it is; it will not be held much longer.
      try reader.emergency(held.id).map { $0.version < held.version } ?? true
    }
    let shown = held.filter { (isOpen ?? $0.isOpen) == $0.isOpen && (worker ?? $0.worker) == $0.worker }
    let ids = Set(held.map(\.id))
    let stored = try reader.emergencies(isOpen: isOpen, worker: worker, limit: limit).filter { !ids.contains($0.id) }
    return try (shown + stored).map { emergency in
      var placed = try reader.placed(emergency)
      placed.isStored = emergencies.isStored(emergency.id)
      return placed
    }
  }

  /// What is held, with whom it concerns where they can be looked up.
  func placed(_ held: EmergencyRegister.Held) -> PlacedEmergency {
    var placed =
      (try? store.readNow { try $0.placed(held.emergency) }) ?? PlacedEmergency(nameless: held.emergency)
    placed.isStored = held.isStored
    return placed
  }

  /// An emergency as it stands, with all that the database could not take.
  ///
  /// - Throws: ``Refusal/notFound(_:id:)``, ``Refusal/versionConflict(expected:current:)``; ``Refusal/unavailable(_:)``
  ///   where nobody knows.
  func emergency(_ id: EmergencyID, expectedVersion: Int?) throws -> Emergency {
    let held = emergencies.standing.first { $0.id == id }
    let stored: Emergency?
    do {
      stored = try store.readNow { try $0.emergency(id) }
    } catch {
      // Whoever is paged about it is remembered, though nothing can be read.
      stored = escalations.emergencies.first { $0.id == id }
      if stored == nil, held == nil { throw Refusal.unavailable(store.fault?.reason ?? .diskFailing) }
    }
    guard let emergency = [stored, held].compactMap(\.self).max(by: { $0.version < $1.version }) else {
      throw Refusal.notFound(.emergency, id: id.rawValue)
    }
    if let expectedVersion, expectedVersion != emergency.version {
      let placed = (try? store.readNow { try $0.placed(emergency) }) ?? PlacedEmergency(nameless: emergency)
      throw Refusal.versionConflict(expected: expectedVersion, current: .emergency(placed))
    }
    return emergency
  }

  /// The emergency that a worker is in, with all that the database could not take; `nil`: there is none, or nobody knows.
  func openEmergency(of worker: WorkerID) -> Emergency? {
    let held = emergencies.standing
    if let open = held.last(where: { $0.worker == worker && $0.isOpen }) { return open }
    let stored: Emergency?
    do {
      stored = try store.readNow { try $0.openEmergency(of: worker) }
    } catch {
      stored = escalations.emergencies.first { $0.worker == worker }
    }
    return stored.flatMap { stored in
      held.contains { $0.id == stored.id && $0.version > stored.version } ? nil : stored
    }
  }

  /// Who is called so. Where nobody can be looked up, the caller is believed.
  ///
  /// - Throws: ``Refusal/notFound(_:id:)`` of a worker who is known not to be there.
  func worker(_ text: String) throws -> Worker {
    guard let id = WorkerID(rawValue: text) else { throw Refusal.notFound(.worker, id: text) }
    let found: Worker?
    do {
      found = try store.readNow { try $0.meantWorker(id.rawValue) }
    } catch {
      return Worker(id: id, key: PersonKey(rawValue: ""), name: id.rawValue)
    }
    guard let found else { throw Refusal.notFound(.worker, id: text) }
    return found
  }
}

extension Emergency {
  /// The same with the version and the instant that the store will give it.
  func follows(_ past: Emergency, at now: Instant) -> Emergency {
    guard self != past else { return self }
    var next = self
    next.version = past.version + 1
    next.updatedAt = now
    return next
  }
}
