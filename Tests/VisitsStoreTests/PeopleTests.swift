import Testing
import VisitsModel

@testable import VisitsStore

@Suite("Workers and clients")
struct PeopleTests {
  @Test("who has left is known with the moment since when: other changes and a restoration that keeps them away aside")
  func left() async throws {
    let test = try await TestStore().addPeople()
    func put(_ minutes: Int64, _ change: @escaping @Sendable (inout Worker) -> Void) async throws {
      test.clock.set(Instant.noon.adding(minutes: minutes))
      try await test.change { transaction in
        var worker = try transaction.worker(.sarah, expectedVersion: nil)
        change(&worker)
        return .worker(try transaction.put(worker))
      }
    }
    func since() throws -> [Int64] {
      try test.store.readNow { try $0.inactiveWorkers() }.map { Instant.noon.milliseconds(to: $0.since) / 60_000 }
    }
    #expect(try since() == [])
    try await put(1) { $0.isActive = false }
    try await put(2) { $0.phone = "780 555 0101" }
    #expect(try since() == [1])
    #expect(try test.store.readNow { try $0.inactiveWorkers() }.map(\.worker) == [.sarah])
    try await put(3) { $0.isActive = true }
    #expect(try since() == [])
    try await put(4) { $0.isActive = false }
    #expect(try since() == [4])
    try await put(5) { $0.isActive = true }
    // As a restoration does it: no entry tells of it.
    try test.sql("UPDATE meta SET value = \(Instant.noon.milliseconds / 1000 + 360) WHERE name = 'epoch'")
    try test.sql("UPDATE workers SET isActive = 0, version = version + 1 WHERE id = 'sarah'")
    #expect(try since() == [6])
  }

  @Test("are found by id, its beginning or end, or a part of the name")
  func match() async throws {
    let test = try await TestStore().addPeople()
    func clients(_ text: String?) throws -> [String] {
      try test.store.readNow { try $0.clients(matching: text, limit: 10).map(\.id.rawValue) }
    }
    #expect(try clients(nil) == ["john-smith", "margaret-chen"])
    #expect(try clients("margaret-chen") == ["margaret-chen"])
    #expect(try clients("Márg") == ["margaret-chen"])
    #expect(try clients("-chen") == ["margaret-chen"])
    #expect(try clients("garet  CH") == ["margaret-chen"])
    #expect(try clients("h") == ["john-smith", "margaret-chen"])
    #expect(try clients("et-ch") == [])
    #expect(try test.store.readNow { try $0.workers(matching: "okaf", limit: 10).map(\.id) } == [.james])
  }

  @Test("are found by the new name and not by the old one")
  func renamed() async throws {
    let test = try await TestStore().addPeople()
    try await test.change { transaction in
      var worker = try transaction.worker(.sarah, expectedVersion: 1)
      worker.name = "Sarah Novák"
      return .worker(try transaction.put(worker))
    }
    try test.store.readNow { reader throws in
      #expect(try reader.workers(matching: "novak", limit: 10).map(\.version) == [2])
      #expect(try reader.workers(matching: "miller", limit: 10) == [])
    }
  }

  @Test("keep the parts of their names and addresses, now and in the audit; a new address or name starts without")
  func parts() async throws {
    let test = try await TestStore().addPeople()
    let name = NameParts(prefix: "Dr.", given: ["Mary", "Ann"], family: "Chen", suffix: "Jr.")
    let address = PostalAddress(
      lines: ["123 Oak St", "Unit 4"], city: "Edmonton", district: "Strathcona", region: "AB", postalCode: "T5J 0A1",
      country: "CA")
    try await test.change { transaction in
      var client = try transaction.client(.margaret, expectedVersion: nil)
      (client.nameParts, client.addressParts, client.isDeceased) = (name, address, true)
      _ = try transaction.put(client)
      var worker = try transaction.worker(.sarah, expectedVersion: nil)
      worker.nameParts = name
      return .worker(try transaction.put(worker))
    }
    let feed = try test.store.readNow { try $0.cursor.sequence }
    try await test.change { transaction in
      var client = try transaction.client(.margaret, expectedVersion: nil)
      client.address = "9 Elm St, Calgary"
      client.name = "Margaret Wong"
      return .client(try transaction.put(client))
    }
    try test.store.readNow { reader throws in
      let before = try #require(try reader.client(.margaret, asOf: feed))
      #expect(before.nameParts == name)
      #expect(before.addressParts == address)
      #expect(before.isDeceased)
      let now = try #require(try reader.client(.margaret))
      #expect(now.nameParts.isEmpty)
      #expect(now.addressParts.isEmpty)
      #expect(now.isDeceased)
      #expect(try reader.worker(.sarah)?.nameParts == name)
      #expect(try reader.workers(matching: "sarah", limit: 1).first?.nameParts == name)
    }
  }

  @Test("who have left are listed only when asked for; a list goes on behind an id")
  func lists() async throws {
    let test = try await TestStore().addPeople()
    try await test.change { transaction in
      var worker = try transaction.worker(.sarah, expectedVersion: nil)
      worker.isActive = false
      return .worker(try transaction.put(worker))
    }
    try test.store.readNow { reader throws in
      #expect(try reader.workers(limit: 10).map(\.id) == [.james])
      #expect(try reader.workers(includeInactive: true, limit: 10).map(\.id) == [.james, .sarah])
      #expect(try reader.workers(includeInactive: true, limit: 10, after: .james).map(\.id) == [.sarah])
      #expect(try reader.counts().workers == 2)
      #expect(try reader.counts().clients == 2)
    }
  }

  @Test("keep their key whatever is put, and a stale version is refused")
  func identity() async throws {
    let test = try await TestStore().addPeople()
    let before = try #require(try test.store.readNow { try $0.worker(.sarah) })
    try await test.change {
      .worker(try $0.put(Worker(id: .sarah, key: $0.newPersonKey(), name: "Sarah Miller", phone: "+1 780 555 0100")))
    }
    let after = try #require(try test.store.readNow { try $0.worker(.sarah) })
    #expect(after.key == before.key)
    #expect(after.version == 2)
    await #expect(throws: Refusal.versionConflict(expected: 1, current: .worker(after))) {
      try await test.change { .worker(try $0.worker(.sarah, expectedVersion: 1)) }
    }
    await #expect(throws: Refusal.notFound(.client, id: "nobody")) {
      try await test.change { .client(try $0.client(.id("nobody"), expectedVersion: nil)) }
    }
  }

  @Test("get the next free id, within 64 characters")
  func freeIDs() async throws {
    let test = try await TestStore().addPeople()
    let long = String(repeating: "a", count: 64)
    try await test.change { transaction in
      #expect(try transaction.freeClientID(base: "margaret-chen") == .id("margaret-chen-2"))
      _ = try transaction.put(Client(id: .id("margaret-chen-2"), key: transaction.newPersonKey(), name: "M"))
      #expect(try transaction.freeClientID(base: "margaret-chen") == .id("margaret-chen-3"))
      #expect(try transaction.freeWorkerID(base: "margaret-chen") == .id("margaret-chen"))
      _ = try transaction.put(Worker(id: .id(long), key: transaction.newPersonKey(), name: "A"))
      #expect(try transaction.freeWorkerID(base: long) == .id(String(repeating: "a", count: 62) + "-2"))
      #expect(throws: Refusal.invalid(field: "id", .notASlug("No Slug"))) {
        try transaction.freeWorkerID(base: "No Slug")
      }
      return .imported(ImportSummary())
    }
  }

  @Test("are found by what they are upstream; the first to claim an identity keeps it")
  func upstream() async throws {
    let test = try await TestStore().addPeople()
    try await test.put(.test(1), .test(2, worker: .james))
    let patient = UpstreamIdentity(system: "https://ehr.example/fhir", value: "Patient/7")
    let appointment = UpstreamIdentity(system: "https://ehr.example/fhir", value: "Appointment/9")
    try await test.change { transaction in
      try transaction.link(patient, to: ClientID.margaret)
      try transaction.link(patient, to: ClientID.john)
      try transaction.link(patient, to: WorkerID.sarah)
      try transaction.link(appointment, part: 2, to: VisitID.number(2))
      try transaction.link(appointment, to: VisitID.number(1))
      return .imported(ImportSummary())
    }
    try test.store.readNow { reader throws in
      #expect(try reader.clientID(for: patient) == .margaret)
      #expect(try reader.workerID(for: patient) == .sarah)
      let visits = try reader.visitIDs(for: appointment)
      #expect(visits.map(\.part) == [1, 2])
      #expect(visits.map(\.id) == [.number(1), .number(2)])
      #expect(try reader.workerID(for: appointment) == nil)
    }
  }
}
