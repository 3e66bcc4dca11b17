import Testing
import VisitsModel

@Suite("Ids")
struct IdentityTests {
  @Test(
    "a slug is made of a name that people write in many ways",
    arguments: [
      ("Margaret Chen", "margaret-chen"), ("Łukasz Żółć", "lukasz-zolc"), ("  Anne-Marie  O'Neil ", "anne-marie-oneil"),
      ("Ærø Søren Strauß", "aero-soren-strauss"), ("İpek Işık", "ipek-isik"), ("Dr. No (2)", "dr-no-2"),
      ("李小龍", nil), ("--", nil), ("", nil),
    ] as [(String, String?)])
  func slugs(name: String, slug: String?) {
    #expect(Slug.make(from: name) == slug)
  }

  @Test("a slug is never longer than an id may be")
  func long() throws {
    #expect(Slug.isValid(try #require(Slug.make(from: String(repeating: "ab ", count: 100)))))
  }

  @Test(
    "only slugs are ids of people",
    arguments: [
      ("sarah", true), ("7", true), ("a-b", true), ("-a", false), ("Sarah", false), ("sa rah", false), ("é", false),
      ("", false), (String(repeating: "a", count: 64), true), (String(repeating: "a", count: 65), false),
    ])
  func ids(text: String, isID: Bool) {
    #expect((WorkerID(rawValue: text) != nil) == isID)
  }

  @Test("a UUIDv7 holds its moment, version and variant")
  func uuid() {
    let id = UUIDv7.text(at: Instant(milliseconds: 0x017F_22E2_79B0), random: (0xCC3, 0x18C4_DC0C_0C07_398F << 2))
    // The example of RFC 9562, A.6.
    #expect(id == "017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
  }
}
