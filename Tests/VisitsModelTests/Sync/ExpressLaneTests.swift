import Testing

@testable import VisitsModel

@Suite("An emergency on its way upstream")
struct ExpressLaneTests {
  private var lane = ExpressLane()
  private let sarahs = EmergencyID(rawValue: "sarah")
  private let omars = EmergencyID(rawValue: "omar")

  private mutating func step(_ event: ExpressLane.Event) -> [String] {
    lane.step(event).map { effect in
      switch effect {
      case .send(let id, let form): "send \(id.rawValue) \(form)"
      case .wait(let milliseconds, let number): "wait \(milliseconds / 1000) #\(number)"
      case .report(let id): "report \(id.rawValue)"
      case .reportFailing(let id): "report failing \(id.rawValue)"
      case .reportSettled(let id): "report settled \(id.rawValue)"
      }
    }
  }

  @Test("goes at once, and every 5 seconds until it has arrived")
  mutating func retries() {
    #expect(step(.waiting(sarahs)) == ["send sarah whole", "wait 5 #1"])
    #expect(step(.answered(sarahs, .lost)) == [])
    #expect(step(.timer(1)) == ["send sarah whole", "wait 5 #2"])
    #expect(step(.answered(sarahs, .lost)) == [])
    #expect(step(.timer(1)) == [])
    #expect(step(.timer(2)) == ["send sarah whole", "wait 5 #3"])
    #expect(step(.answered(sarahs, .taken)) == [])
    #expect(lane.isEmpty)
    #expect(step(.timer(3)) == [])
  }

  @Test("whose attempt hangs for longer than that goes again as soon as it is lost, and then every 5 seconds as before")
  mutating func hangs() {
    #expect(step(.waiting(sarahs)) == ["send sarah whole", "wait 5 #1"])
    #expect(step(.timer(1)) == [])
    #expect(step(.answered(sarahs, .lost)) == ["send sarah whole", "wait 5 #2"])
    #expect(step(.answered(sarahs, .lost)) == [])
    #expect(step(.timer(2)) == ["send sarah whole", "wait 5 #3"])
  }

  @Test("over which upstream fails goes in both forms by turns, and is told once")
  mutating func failing() {
    var forms: [String] = []
    _ = step(.waiting(sarahs))
    for number in 1...9 {
      forms += step(.answered(sarahs, .failed))
      forms += step(.timer(number)).filter { $0.hasPrefix("send") }.map { String($0.dropFirst(11)) }
    }
    #expect(
      forms == [
        "whole", "simplest", "simplest", "report failing sarah", "whole", "whole", "simplest", "simplest", "whole",
        "whole",
      ])
    #expect(step(.answered(sarahs, .taken)) == ["report settled sarah"])
    #expect(lane.isEmpty)
  }

  @Test("goes at once where a person asks, who waits for the end of that attempt")
  mutating func asked() {
    #expect(step(.asked) == [])
    _ = step(.waiting(sarahs))
    #expect(step(.answered(sarahs, .lost)) == [])
    #expect(!lane.isAsked)
    #expect(step(.asked) == ["send sarah whole", "wait 5 #2"])
    #expect(step(.timer(1)) == [])
    #expect(lane.isAsked)
    #expect(step(.answered(sarahs, .refused)) == ["send sarah simplest", "wait 5 #3"])
    #expect(lane.isAsked)
    #expect(step(.answered(sarahs, .lost)) == [])
    #expect(!lane.isAsked)
  }

  @Test("goes once more where a person asks during an attempt, and keeps them no longer than that")
  mutating func askedMeanwhile() {
    _ = step(.waiting(sarahs))
    #expect(step(.asked) == [])
    #expect(step(.answered(sarahs, .lost)) == ["send sarah whole", "wait 5 #2"])
    #expect(lane.isAsked)
    #expect(step(.timer(2)) == [])
    #expect(step(.answered(sarahs, .lost)) == ["send sarah whole", "wait 5 #3"])
    #expect(!lane.isAsked)
  }

  @Test("is waited for no longer than until the next attempt")
  func patience() {
    #expect(ExpressLane.patience == 4_000)
    #expect(ExpressLane.interval == 5_000)
  }

  @Test("waits for no other")
  mutating func sideBySide() {
    #expect(step(.waiting(sarahs)) == ["send sarah whole", "wait 5 #1"])
    #expect(step(.waiting(omars)) == ["send omar whole", "wait 5 #2"])
    #expect(step(.answered(omars, .lost)) == [])
    #expect(step(.answered(sarahs, .taken)) == [])
    #expect(step(.timer(2)) == ["send omar whole", "wait 5 #3"])
  }

  @Test(
    "that is refused goes again at once in its simplest form; refused again, a person is told and both are tried on")
  mutating func refused() {
    _ = step(.waiting(sarahs))
    #expect(step(.answered(sarahs, .refused)) == ["send sarah simplest", "wait 5 #2"])
    #expect(step(.timer(1)) == [])
    #expect(step(.answered(sarahs, .refused)) == ["report sarah"])
    #expect(step(.timer(2)) == ["send sarah whole", "wait 5 #3"])
    #expect(step(.timer(3)) == [])
    #expect(step(.answered(sarahs, .refused)) == ["send sarah simplest", "wait 5 #4"])
    #expect(step(.answered(sarahs, .taken)) == ["report settled sarah"])
  }

  @Test("that changed on its way goes again when it has arrived, and one that waits goes at once")
  mutating func changed() {
    _ = step(.waiting(sarahs))
    #expect(step(.waiting(sarahs)) == [])
    #expect(step(.answered(sarahs, .taken)) == ["send sarah whole", "wait 5 #2"])
    #expect(step(.answered(sarahs, .lost)) == [])
    #expect(step(.waiting(sarahs)) == ["send sarah whole", "wait 5 #3"])
    #expect(step(.timer(2)) == [])
  }

  @Test("that changed after it was refused goes whole again: what was changed may be what upstream can take")
  mutating func changedAfterRefusal() {
    _ = step(.waiting(sarahs))
    _ = step(.answered(sarahs, .refused))
    #expect(step(.answered(sarahs, .refused)) == ["report sarah"])
    #expect(step(.waiting(sarahs)) == ["send sarah whole", "wait 5 #3"])
    #expect(step(.waiting(sarahs)) == [])
    #expect(step(.answered(sarahs, .refused)) == ["send sarah whole", "wait 5 #4"])
    #expect(step(.answered(sarahs, .refused)) == ["send sarah simplest", "wait 5 #5"])
    #expect(step(.waiting(sarahs)) == [])
    #expect(step(.answered(sarahs, .lost)) == [])
    #expect(step(.timer(5)) == ["send sarah whole", "wait 5 #6"])
  }
}
