package import VisitsModel
import VisitsStore

extension VisitsService {
  /// The shortest time between two writes of contacts. A contact is the time at which a device last called.
  private static let pause = Duration.seconds(60)

  /// Returns when any device of a worker last called; `nil` if the worker has no device, so that no call is expected.
  package func lastHeard(from worker: WorkerID) -> Instant? { devices.lastHeard(of: worker) }

  /// Loads the devices with a token, their last contacts, the workers' keys, and the workers who have left or were
  /// merged.
  func loadDevices() throws {
    let (known, contacts, workers, left, merged) = try store.readNow { reader in
      (
        try reader.devicesWithToken(), try reader.deviceContacts(), try reader.workersByKey(),
        try reader.inactiveWorkers(), try reader.mergedWorkers()
      )
    }
    devices.note(contacts, at: now())
    for device in known { devices.note(device) }
    for (key, worker) in workers { devices.note(worker, key: key) }
    for (worker, since) in left { devices.note(worker, isActive: false, at: min(since, now())) }
    for (worker, successor) in merged { devices.note(worker, mergedInto: successor) }
  }

  /// Writes new contacts to the store until the task is cancelled. It pauses after each write, so that a device that
  /// calls all the time causes few writes. Call ``keepContacts()`` after the cancellation to write the contacts that
  /// are left.
  package func writeContacts() async {
    defer { loops.ended(.contacts) }
    for await _ in devices.contacts {
      loops.works(.contacts)
      await keepContacts()
      loops.waits(.contacts, for: Self.pause)
      do { try await clock.sleep(for: Self.pause) } catch { return }
      loops.waits(.contacts, for: nil)
    }
  }

  /// Writes to the store when each device last called, as far as that is not stored yet. If writing fails, the next call
  /// writes it.
  package func keepContacts() async {
    let contacts = devices.takeUnwritten()
    guard !contacts.isEmpty else { return }
    do {
      try await store.keep(contacts)
    } catch {
      // The changes that meet the same fault of the disk report it.
      devices.giveBack(contacts)
    }
  }

  /// Returns a device with its last contact and its worker.
  ///
  /// - Parameter feed: The sequence in the event feed as of which the worker is named; by default the present.
  func placed(_ device: Device, asOf feed: Int64 = .max, _ reader: StoreReader) throws -> PlacedDevice {
    var placed = try reader.placed(device, asOf: feed)
    placed.lastHeardAt = devices.lastHeard(device.id)
    return placed
  }
}
