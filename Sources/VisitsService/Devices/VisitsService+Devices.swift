package import VisitsModel
import VisitsStore

extension VisitsService {
  /// How often what was heard of devices is written at most.
  private static let pause = Duration.seconds(60)

  /// When any device of a worker was heard from last; `nil`: the worker has none, and so may be silent.
  package func lastHeard(from worker: WorkerID) -> Instant? { devices.lastHeard(of: worker) }

  /// Takes in the devices from before a start.
  func loadDevices() throws {
    let (enrolled, contacts, left, merged) = try store.readNow { reader in
      (
        try reader.enrolledDevices(), try reader.deviceContacts(), try reader.inactiveWorkers(),
        try reader.mergedWorkers()
      )
    }
    devices.note(contacts, at: now())
    for device in enrolled { devices.note(device) }
    for (worker, since) in left { devices.note(worker, isActive: false, at: min(since, now())) }
    for (worker, successor) in merged { devices.note(worker, mergedInto: successor) }
  }

  /// Writes when devices were heard from, until the task is cancelled: a while after each was, so that a device that
  /// calls all the time costs a write now and then. What is left then is for ``keepContacts()``.
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

  /// Writes when devices were heard from, as far as it is not written.
  package func keepContacts() async {
    let contacts = devices.takeUnwritten()
    guard !contacts.isEmpty else { return }
    do {
      try await store.keep(contacts)
    } catch {
      // A fault of the disk is told by the changes that meet it.
      devices.giveBack(contacts)
    }
  }

  /// A device with when it was heard from, and its owner as they were called when the feed had come to an entry; by
  /// default as they are called now.
  func placed(_ device: Device, asOf feed: Int64 = .max, _ reader: StoreReader) throws -> PlacedDevice {
    var placed = try reader.placed(device, asOf: feed)
    placed.lastHeardAt = devices.lastHeard(device.id)
    return placed
  }
}
