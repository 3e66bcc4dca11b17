import Testing
import VisitsModel

@Suite("Two people who may be one")
struct LikenessTests {
  private func facts(_ name: String, born: String? = nil, phone: String? = nil) -> PersonFacts {
    PersonFacts(foldedName: FoldedText.fold(name), birthDate: born.flatMap { CareDay($0) }, phone: phone)
  }

  @Test("share a name, accents, capitals and the order of its parts aside")
  func names() {
    #expect(Likeness(facts("Margaret Chen"), facts("CHEN, Margaret"))?.reasons == [.name])
    #expect(Likeness(facts("Zoë Müller"), facts("zoe  muller"))?.reasons == [.name])
    #expect(Likeness(facts("Margaret Chen"), facts("Margaret Chang")) == nil)
    #expect(Likeness(facts(""), facts("")) == nil)
  }

  @Test("share a telephone, with a country's prefix and without, and a part of the name")
  func phones() {
    let sarah = facts("Sarah Miller", phone: "+1 780 555 0101")
    #expect(Likeness(sarah, facts("Sarah Okafor", phone: "(780) 555-0101"))?.reasons == [.phone])
    #expect(Likeness(facts("Sarah Miller", phone: "00 780 555 0101"), sarah)?.reasons == [.name, .phone])
    // One household.
    #expect(Likeness(sarah, facts("James Okafor", phone: "780 555 0101")) == nil)
    #expect(Likeness(facts("Sarah Miller", phone: "911"), facts("Sarah Okafor", phone: "911")) == nil)
  }

  @Test("are two whatever else they share when they were born on different days")
  func births() {
    let father = facts("John Smith", born: "1950-01-02", phone: "780 555 0101")
    #expect(Likeness(father, facts("John Smith", born: "1980-01-02", phone: "780 555 0101")) == nil)
    #expect(Likeness(father, facts("Jack Smith", born: "1950-01-02"))?.reasons == [.birthDate])
    #expect(Likeness(father, facts("Ole Berg", born: "1950-01-02")) == nil)
    #expect(
      Likeness(father, facts("Ole Berg", born: "1950-01-02", phone: "780 555 0101"))?.reasons == [.birthDate, .phone])
  }
}
