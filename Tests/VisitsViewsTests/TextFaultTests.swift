import Catalog
import Testing
import VisitsAPI
import VisitsModel

@testable import VisitsViews

@Suite("What is wrong with a text from elsewhere")
struct TextFaultTests {
  private func context(_ locale: String) throws -> ViewContext {
    ViewContext(
      locale: locale, agencyLocale: "en", agencyZone: .utc, now: Instant(milliseconds: 1_795_190_400_000))
  }

  @Test("has words in every language, with nothing left to fill", arguments: Language.allCases)
  func complete(_ language: Language) throws {
    let context = try context(language.rawValue)
    let all = Dictionary(uniqueKeysWithValues: TextFault.Value.allCases.map { ($0, "x") })
    for kind in TextFault.Kind.allCases {
      let words = TextFault(kind, all, names: ["a", "b"], because: .fhirTimeYearZero).words(in: context)
      #expect(words != kind.rawValue && !words.contains("{"), "\(kind.rawValue): \(words)")
    }
    for value in TextFault.Value.allCases { #expect(Slot(rawValue: value.rawValue) != nil, "\(value)") }
  }

  @Test("tells the cell, the way and why, each as the language writes it")
  func parts() throws {
    let cell = TextFault(.rowNoZone, cell: TextFault.Cell(heading: "Strefa", text: "MST"))
    #expect(
      cell.words(in: try context("pl"))
        == "Strefa „MST”: nie jest strefą czasową IANA; zapisz ją jak America/Edmonton")
    #expect(
      cell.words(in: try context("fr"))
        == "Strefa «\u{A0}MST\u{A0}»\u{A0}: n’est pas un fuseau horaire IANA\u{202F}; écrivez-le comme America/Edmonton"
    )
    var time = TextFault(.fhirBadTime, [.value: "0000-01-01"], because: .fhirTimeYearZero)
    time.path = "start"
    #expect(
      time.words(in: try context("de"))
        == "start: „0000-01-01“ ist keine Zeit, die FHIR kennt: ein Jahr 0000 gibt es nicht")
    let names = TextFault(.calendarSeveralPeople, names: ["Анна", "Иван", "Ольга"], hasMoreNames: true)
    #expect(names.words(in: try context("ru")).contains("(«Анна», «Иван», «Ольга», ...)"))
  }

  @Test("that was kept in words stays in those words, and a path is the same everywhere")
  func older() throws {
    let refused = ImportSummary.Refused(place: .path("row 2"), reason: .words("has no client; a visit needs one"))
    let view = refused.view(in: try context("ru"))
    #expect((view.place, view.reason) == ("row 2", "has no client; a visit needs one"))
  }
}
