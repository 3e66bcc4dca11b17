import VisitsModel
import VisitsStore
import VisitsViews

extension VisitsService {
  /// Returns the open emergencies, the most urgent first. They include changes that could not be written to the
  /// database yet, for example because the disk is full.
  func openEmergencies(_ reader: StoreReader) throws -> [PlacedEmergency] {
    guard !emergencies.isEmpty else { return [] }
    return try emergencies(reader, isOpen: true, limit: 1000).mostUrgentFirst
  }

  /// Returns a list of emergencies. Emergencies whose latest changes could not be written to the database yet (for
  /// example, because the disk is full) come first. All others follow, the newest first.
  func emergencies(
    _ reader: StoreReader, isOpen: Bool?, worker: WorkerID? = nil, limit: Int
  ) throws -> [PlacedEmergency] {
    let held = try emergencies.standing.filter { held in
      // If the database has this version or a later one, the held change is about to be released.
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

  /// Returns an emergency whose latest change could not be written to the database, with the names of its people. If
  /// the database cannot be read, the names are missing.
  func placed(_ held: EmergencyRegister.Held) -> PlacedEmergency {
    var placed =
      (try? store.readNow { try $0.placed(held.emergency) }) ?? PlacedEmergency(nameless: held.emergency)
    placed.isStored = held.isStored
    return placed
  }

  /// Returns the current state of an emergency. It includes changes that could not be written to the database yet.
  ///
  /// - Throws: ``Refusal/notFound(_:id:)`` if there is no such emergency;
  ///   ``Refusal/versionConflict(expected:current:)`` if it has another version than the expected one;
  ///   ``Refusal/unavailable(_:)`` if the database cannot be read and the emergency is not in memory.
  func emergency(_ id: EmergencyID, expectedVersion: Int?) throws -> Emergency {
    let held = emergencies.standing.first { $0.id == id }
    let stored: Emergency?
    do {
      stored = try store.readNow { try $0.emergency(id) }
    } catch {
      // The escalations still have the emergency in memory although the database cannot be read.
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

  /// Returns the open emergency of a worker, including changes that could not be written to the database yet. If the
  /// database cannot be read, only emergencies in memory are found. Returns `nil` if none is found.
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

  /// Returns the worker who raises an emergency. If the database cannot be read, returns a worker with this id,
  /// unchecked, and with the id as the name.
  ///
  /// - Throws: ``Refusal/notFound(_:id:)`` if there is no such worker.
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
  /// Returns this emergency with the version and the time of change that the store will give it when it replaces
  /// `past`.
  func follows(_ past: Emergency, at now: Instant) -> Emergency {
    guard self != past else { return self }
    var next = self
    next.version = past.version + 1
    next.updatedAt = now
    return next
  }
}
