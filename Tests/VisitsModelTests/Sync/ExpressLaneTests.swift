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
      }
    }
  }

  @Test("goes at once, and every 5 seconds until it has arrived")
  mutating func retries() {
    #expect(step(.waiting(sarahs)) == ["send sarah whole"])
    #expect(step(.answered(sarahs, .lost)) == ["wait 5 #1"])
    #expect(step(.timer(1)) == ["send sarah whole"])
    #expect(step(.answered(sarahs, .lost)) == ["wait 5 #2"])
    #expect(step(.timer(1)) == [])
    #expect(step(.timer(2)) == ["send sarah whole"])
    #expect(step(.answered(sarahs, .taken)) == [])
    #expect(lane.isEmpty)
  }

  @Test("waits for no other")
  mutating func sideBySide() {
    #expect(step(.waiting(sarahs)) == ["send sarah whole"])
    #expect(step(.waiting(omars)) == ["send omar whole"])
    #expect(step(.answered(omars, .lost)) == ["wait 5 #1"])
    #expect(step(.answered(sarahs, .taken)) == [])
    #expect(step(.timer(1)) == ["send omar whole"])
  }

  @Test("that is refused goes again at once in its simplest form; refused again, a person is told and it is tried on")
  mutating func refused() {
    _ = step(.waiting(sarahs))
    #expect(step(.answered(sarahs, .refused)) == ["send sarah simplest"])
    #expect(step(.answered(sarahs, .refused)) == ["report sarah", "wait 5 #1"])
    #expect(step(.timer(1)) == ["send sarah simplest"])
    #expect(step(.answered(sarahs, .refused)) == ["wait 5 #2"])
    #expect(step(.timer(2)) == ["send sarah simplest"])
    #expect(step(.answered(sarahs, .taken)) == [])
  }

  @Test("that changed on its way goes again when it has arrived, and one that waits goes at once")
  mutating func changed() {
    _ = step(.waiting(sarahs))
    #expect(step(.waiting(sarahs)) == [])
    #expect(step(.answered(sarahs, .taken)) == ["send sarah whole"])
    #expect(step(.answered(sarahs, .lost)) == ["wait 5 #1"])
    #expect(step(.waiting(sarahs)) == ["send sarah whole"])
    #expect(step(.timer(1)) == [])
  }
}
