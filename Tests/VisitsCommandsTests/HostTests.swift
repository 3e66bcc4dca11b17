import JSON
import Testing

@testable import VisitsCommands

/// The real machine, as far as a test can tell.
@Suite struct HostTests {
  @Test("a group's name is read as group(5) writes it, broken lines passed over")
  func groups() {
    let file = "root:x:0:\n+::\nbroken\nvisits:x:998:sarah,sam\n"
    #expect(Host.name(ofGroup: 998, in: file) == "visits")
    #expect(Host.name(ofGroup: 0, in: file) == "root")
    #expect(Host.name(ofGroup: 7, in: file) == nil)
  }

  @Test("a socket that is not there has the group of the nearest folder above it")
  func nearestFolder() {
    #expect(Host().group(of: "/proc/nowhere/at/all") == "root")
  }

  @Test("two ids are never the same")
  func entropy() {
    #expect(Host().randomBytes(16) != Host().randomBytes(16))
  }

  @Test(
    "columns are counted as a terminal counts them",
    arguments: [
      ("abc", 3), ("é", 1), ("e\u{301}", 1), ("田中", 4), ("👩‍⚕️", 2), ("⚠", 1), ("⚠\u{FE0F}", 2), ("ｆ", 2), ("한", 2),
    ])
  func columns(text: String, columns: Int) {
    #expect(Columns.count(text) == columns)
  }

  @Test("a word that is wider than the line is broken, and nothing is lost")
  func longWord() {
    #expect(Wrap.lines("ab 田中田中田 c", columns: 5) == ["ab", "田中", "田中", "田 c"])
    #expect(Wrap.lines("a b", columns: nil) == ["a b"])
  }
}
