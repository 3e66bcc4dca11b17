import Testing
import VisitsModel
import VisitsTestSupport

@testable import VisitsService

@Suite("What the operator is told of an emergency that is raised again and again")
struct EmergencyNoticeTests {
  private let register = EmergencyRegister()
  private let start = Instant.at("2026-11-20T16:30:00Z")

  private func emergency(_ id: String = "e", raises: Int = 1, after seconds: Int64 = 0) throws -> Emergency {
    Emergency(
      id: EmergencyID(rawValue: id), worker: try #require(WorkerID(rawValue: "worker-of-\(id)")), visit: nil, note: nil,
      position: nil, at: start, receivedAt: start, isClockSuspect: false, raisedBy: "sarah", raises: raises,
      lastRaisedAt: start.adding(seconds: seconds))
  }

  /// What is told of a change that was committed: "e ×3".
  private func told(_ emergency: Emergency, since past: Emergency?) -> [String] {
    var told: [String] = []
    register.note(emergency, since: past, at: emergency.lastRaisedAt) { notice in
      switch notice {
      case .emergencyRaised(let id, let raises, let isStored): told.append("\(id.rawValue) ×\(raises) \(isStored)")
      case .emergencyAcknowledged(let id): told.append("\(id.rawValue) acknowledged")
      case .emergencyResolved(let id): told.append("\(id.rawValue) resolved")
      default: told.append("?")
      }
    }
    return told
  }

  @Test("is a line a minute with how often it was by then, and a line at once of another")
  func minute() throws {
    var past: Emergency?
    var lines: [String] = []
    for number in 1...130 {
      let next = try emergency(raises: number, after: Int64(number) - 1)
      lines += told(next, since: past)
      past = next
    }
    #expect(lines == ["e ×1 true", "e ×61 true", "e ×121 true"])
    #expect(told(try emergency("other", after: 130), since: nil) == ["other ×1 true"])
  }

  @Test("is a line at once when somebody had taken it up")
  func takenUp() throws {
    let first = try emergency()
    #expect(told(first, since: nil) == ["e ×1 true"])
    var taken = first
    taken.acknowledged = Emergency.Handling(at: start.adding(seconds: 1), by: "lee", note: nil)
    #expect(told(taken, since: first) == ["e acknowledged"])
    let again = try emergency(raises: 2, after: 2)
    #expect(told(again, since: taken) == ["e ×2 true"])
    #expect(told(try emergency(raises: 3, after: 3), since: again) == [])
  }

  @Test("is a line when the clock was set back")
  func clockSetBack() throws {
    let first = try emergency()
    #expect(told(first, since: nil) == ["e ×1 true"])
    #expect(told(try emergency(raises: 2, after: -3600), since: first) == ["e ×2 true"])
  }

  @Test("is a line at once when it is on no disk any more, and not one for each time that follows")
  func unstored() throws {
    let first = try emergency()
    #expect(told(first, since: nil) == ["e ×1 true"])
    var lines: [String] = []
    for number in 2...5 {
      let request = ChangeRequest(
        caller: Caller(by: "sarah", origin: .gateway, scope: "worker:sarah"), method: "emergency.raise",
        requestId: "r\(number)", fingerprint: [], receivedAt: start, isUrgent: true)
      let held = EmergencyRegister.Held(
        request: request, reservedID: EmergencyID(rawValue: "h\(number)"),
        emergency: try emergency(raises: number, after: Int64(number)), isStored: number == 4)
      register.tell(held, at: held.emergency.lastRaisedAt) { notice in
        if case .emergencyRaised(_, let raises, let isStored) = notice { lines.append("×\(raises) \(isStored)") }
      }
    }
    #expect(lines == ["×2 false"])
  }
}
