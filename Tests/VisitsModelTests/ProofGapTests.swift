import Testing
import VisitsModel

@Suite("What a payer would refuse of a visit")
struct ProofGapTests {
  private let eight = Instant(milliseconds: 1_795_186_800_000)

  private func check(_ distance: Double? = 20, accuracy: Double? = nil, isSuspect: Bool = false) -> Check {
    Check(
      at: eight, receivedAt: eight, position: Position(latitude: 53.5, longitude: -113.5, accuracy: accuracy),
      distance: distance, method: .device, isClockSuspect: isSuspect)
  }

  private func gaps(
    _ life: Life, service: String? = "Personal care", isOpen: Bool = false, address: String? = "123 Oak St",
    afterMinutes: Int64 = 61
  ) throws -> [ProofGap] {
    let client = Client(
      id: try #require(ClientID(rawValue: "chen")), key: PersonKey(rawValue: "key"), name: "Chen", address: address)
    let visit = Visit(
      id: VisitID(rawValue: "v"), worker: isOpen ? nil : WorkerID(rawValue: "sarah"), client: client.id, start: eight,
      end: eight.adding(minutes: 60), service: service, life: life)
    return PlacedVisit(visit: visit, client: client, worker: nil)
      .proofGaps(now: eight.adding(minutes: afterMinutes), farAwayMetres: 200)
  }

  @Test("nothing of one of which all is known, and nothing of one that did not take place or is still to come")
  func whole() throws {
    #expect(try gaps(.completed(checkIn: check(), checkOut: check())) == [])
    #expect(try gaps(.cancelled(reason: "ill", checkIn: nil), service: nil) == [])
    #expect(try gaps(.missed(by: .worker, reason: "snow"), service: nil) == [])
    #expect(try gaps(.scheduled, service: nil, afterMinutes: 59) == [])
    #expect(try gaps(.inProgress(checkIn: nil), afterMinutes: 59) == [])
  }

  @Test("each element that is missing")
  func missing() throws {
    #expect(
      try gaps(.completed(checkIn: nil, checkOut: nil), service: nil, isOpen: true, address: nil) == [
        .noCheckIn, .noCheckOut, .noService, .noWorker, .noPlace,
      ])
    #expect(try gaps(.inProgress(checkIn: check())) == [.noCheckOut])
    #expect(try gaps(.scheduled) == [.noCheckIn, .noCheckOut])
  }

  @Test("a check that was surely far away, whatever the device's accuracy, and a clock that was plainly wrong")
  func doubtful() throws {
    #expect(
      try gaps(.completed(checkIn: check(250), checkOut: check(1240.4, accuracy: 40))) == [
        .cameFarAway(metres: 250), .leftFarAway(metres: 1200.4),
      ])
    #expect(try gaps(.completed(checkIn: check(250, accuracy: 50), checkOut: check(nil))) == [])
    #expect(
      try gaps(.completed(checkIn: check(isSuspect: true), checkOut: check(isSuspect: true))) == [
        .checkInClock, .checkOutClock,
      ])
  }
}
