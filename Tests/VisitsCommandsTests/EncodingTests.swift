import JSON
import JSONRPC
import Testing

@testable import VisitsCommands

@Suite("Files that are not UTF-8")
struct EncodingTests {
  private static let text = "client;start\nŁucja Żak;8:00\nZoë 𝒵;9:00\n"

  private func run(_ bytes: [UInt8]) -> (Run, TestMachine) {
    let machine = TestMachine([.answer(["added": 1, "changed": 0, "unchanged": 0, "refused": []])])
    machine.files = [.file("f"): bytes]
    return (machine.visits("import", "f"), machine)
  }

  private static func bytes(_ text: String, mark: Bool, bigEndian: Bool) -> [UInt8] {
    (mark ? [0xFEFF] + Array(text.utf16) : Array(text.utf16)).flatMap { unit in
      let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return bigEndian ? pair : pair.reversed()
    }
  }

  @Test("a table in UTF-16 that says so is read, whichever byte comes first", arguments: [false, true])
  func utf16(bigEndian: Bool) {
    let (run, machine) = run(Self.bytes(Self.text, mark: true, bigEndian: bigEndian))
    #expect(run.errors == "")
    #expect(machine.calls.first?.params["content"]?.string == Self.text)
    #expect(machine.calls.first?.params["format"] == "csv")
  }

  @Test("UTF-16 without its mark is named", arguments: [(false, "UTF-16LE"), (true, "UTF-16BE")])
  func unmarked(bigEndian: Bool, name: String) {
    let (run, _) = run(Self.bytes(Self.text, mark: false, bigEndian: bigEndian))
    #expect(run.errors == "visits: f is not UTF-8 text; convert it first: iconv -f \(name) -t UTF-8 f\n")
    #expect(run.status == 65)
  }

  @Test(
    "UTF-16 that ends inside a character, or holds half of one, is told as damaged",
    arguments: [[0xFF, 0xFE, 0x61], [0xFF, 0xFE, 0x61, 0x00, 0x00, 0xD8], [0xFE, 0xFF, 0xDC, 0x00, 0x00, 0x61]]
      as [[UInt8]])
  func broken(bytes: [UInt8]) {
    let (run, machine) = run(bytes)
    #expect(run.errors == "visits: f begins as UTF-16 and is cut off or damaged; save it again.\n")
    #expect(run.status == 65)
    #expect(machine.calls == [])
  }

  @Test("an empty text behind a mark is empty")
  func empty() {
    #expect(run([0xFF, 0xFE]).0.errors == "visits: f is empty.\n")
  }

  /// Names as people have them, in the bytes of a code page.
  @Test(
    "the code page is the one in which the bytes are words",
    arguments: [
      // Małgorzata, Wiśniewska, Gdańsk
      ("Ma\u{B3}gorzata;Wi\u{9C}niewska;Gda\u{F1}sk", "WINDOWS-1250"),
      // Jiří Dvořák, Vídeňská
      ("Ji\u{F8}\u{ED} Dvo\u{F8}\u{E1}k;V\u{ED}de\u{F2}sk\u{E1} 5", "WINDOWS-1250"),
      // Lukáš Hronský
      ("Luk\u{E1}\u{9A} Hronsk\u{FD}", "WINDOWS-1250"),
      // Szőke Erzsébet
      ("Sz\u{F5}ke Erzs\u{E9}bet", "WINDOWS-1250"),
      // Müller, Groß
      ("M\u{FC}ller;Gro\u{DF}", "WINDOWS-1252"),
      // Hélène à Genève, sœur
      ("H\u{E9}l\u{E8}ne \u{E0} Gen\u{E8}ve;s\u{9C}ur", "WINDOWS-1252"),
      // Íñigo Núñez Ibáñez
      ("\u{CD}\u{F1}igo N\u{FA}\u{F1}ez Ib\u{E1}\u{F1}ez", "WINDOWS-1252"),
      // João, Conceições
      ("Jo\u{E3}o;Concei\u{E7}\u{F5}es", "WINDOWS-1252"),
      // mañana ¿qué? José
      ("ma\u{F1}ana \u{BF}qu\u{E9}? Jos\u{E9}", "WINDOWS-1252"),
      // José Álvarez, Élodie Lefèvre
      ("Jos\u{E9} \u{C1}lvarez;\u{C9}lodie Lef\u{E8}vre", "WINDOWS-1252"),
      // José Álvarez, très bien, così
      ("Jos\u{E9} \u{C1}lvarez;tr\u{E8}s bien;cos\u{EC}", "WINDOWS-1252"),
      // Anaïs García
      ("Ana\u{EF}s Garc\u{ED}a", "WINDOWS-1252"),
      // Jana Kučerová, město
      ("Jana Ku\u{E8}erov\u{E1};m\u{EC}sto", "WINDOWS-1250"),
      // Bożena, żona, gdzie?
      ("Bo\u{BF}ena;\u{BF}ona;gdzie?", "WINDOWS-1250"),
      // Bjørn Håkonsen
      ("Bj\u{F8}rn H\u{E5}konsen", "WINDOWS-1252"),
      // 5 m³, £ 20
      ("5 m\u{B3};\u{A3} 20", "WINDOWS-1252"),
      // Анна Петрова
      ("\u{C0}\u{ED}\u{ED}\u{E0} \u{CF}\u{E5}\u{F2}\u{F0}\u{EE}\u{E2}\u{E0}", "WINDOWS-1251"),
    ])
  func codePage(text: String, name: String) {
    let (run, _) = run(Array("client;\n".utf8) + text.unicodeScalars.map { UInt8($0.value) })
    #expect(run.errors == "visits: f is not UTF-8 text; convert it first: iconv -f \(name) -t UTF-8 f\n")
  }
}
