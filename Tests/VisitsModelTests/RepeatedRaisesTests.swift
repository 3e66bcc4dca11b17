import Testing
import VisitsModel

@Suite("The note of an emergency")
struct EmergencyNoteTests {
  private static func emergency(_ note: String?) throws -> Emergency {
    let at = Instant(milliseconds: 0)
    return Emergency(
      id: EmergencyID(rawValue: "e"), worker: try #require(WorkerID(rawValue: "sarah")), visit: nil, note: note,
      position: nil, at: at, receivedAt: at, isClockSuspect: false, raisedBy: "sarah")
  }

  @Test(
    "says what stands in it, and nothing else",
    arguments: [
      (nil, "", true), (nil, "Help", false), ("Help", "", true), ("Help\nI fell", "I fell", true),
      ("Help\nI fell", "I fell down", false), ("Help\nI fell\nHelp", "I fell\nHelp", true),
    ] as [(String?, String, Bool)])
  func words(note: String?, words: String, isSaid: Bool) throws {
    #expect(try Self.emergency(note).says(words) == isSaid)
  }

  @Test("is searched in a time that grows with its length, whatever the words are", .timeLimit(.minutes(1)))
  func linear() throws {
    let note = String(repeating: "a", count: 4_000_000)
    let half = String(repeating: "a", count: 1_000_000)
    #expect(try !Self.emergency(note).says("\(half)b\(half)"))
  }
}
