import Catalog
import Testing

@testable import VisitsViews

@Suite("What is read aloud")
struct SpeechTests {
  @Test(
    "streets are spoken in full",
    arguments: [
      ("123 Oak St, Edmonton", "123 Oak Street Edmonton"),
      ("456 Maple Ave, Edmonton", "456 Maple Avenue Edmonton"),
      ("123 Oak St. , Edmonton", "123 Oak Street Edmonton"),
      ("10234 104 St NW, Edmonton", "10234 104 Street Northwest Edmonton"),
      ("8210 111 Ave SE, Edmonton", "8210 111 Avenue Southeast Edmonton"),
      ("12 St Albert Trail", "12 St Albert Trail"),
      ("12 St Albert Trl", "12 St Albert Trail"),
      ("St Albert Trail", "St Albert Trail"),
      ("7 Main St, St. Albert", "7 Main Street St. Albert"),
      ("3 St Anne St, St Albert, AB", "3 St Anne Street St Albert AB"),
      ("5 Dr Martin Luther King Blvd", "5 Dr Martin Luther King Boulevard"),
      ("9 Elm Dr", "9 Elm Drive"), ("9 Elm Dr Apt 4", "9 Elm Drive Apt 4"), ("9 Elm St #4", "9 Elm Street #4"),
      ("Unit 5, 9 Elm Rd", "Unit 5 9 Elm Road"), ("1 Fir Ln", "1 Fir Lane"), ("1 Fir Ct", "1 Fir Court"),
      ("1 Fir Pl", "1 Fir Place"), ("1 Fir Cres", "1 Fir Crescent"), ("1 Fir Sq", "1 Fir Square"),
      ("1 Fir Ter", "1 Fir Terrace"), ("1 Fir Pkwy", "1 Fir Parkway"), ("4 Hwy 16", "4 Highway 16"),
      ("Hwy 16, Edmonton", "Hwy 16 Edmonton"),
      ("10 Ave Maria Ln", "10 Ave Maria Lane"), ("10 Maple Ave Edmonton", "10 Maple Avenue Edmonton"),
      ("1 oak st", "1 oak street"), ("NW 5", "NW 5"), ("Rua da Sé se 4", "Rua da Sé se 4"),
      ("Stony Plain", "Stony Plain"),
      ("", ""), (" , ,", ""), ("St", "St"), ("ulica Długa 5, Łódź", "ulica Długa 5 Łódź"),
    ])
  func addresses(_ written: String, _ spoken: String) {
    #expect(SpokenAddress.text(written) == spoken)
  }

  @Test(
    "initials stand for a name",
    arguments: [
      ("Margaret Chen", "MC"), ("Madonna", "M"), ("", "?"), ("   ", "?"), ("Ludwig van Beethoven", "LB"),
      ("mary-jane o'brien", "MO"), ("Łukasz Żółć", "ŁŻ"), ("É\u{301}lodie Dubois", "É\u{301}D"), ("李 小龍", "李小"),
      ("李小龍", "李"), ("Anne (Nan)", "AN"), ("\"Bob\" Ray", "BR"), ("🙂 Smith", "S"), ("🙂", "?"), ("— –", "?"),
      ("ßen X", "ßX"), ("  Ann   Lee  ", "AL"), ("Ann\u{200D} Lee", "AL"), ("4 You", "4Y"),
      ("J. R. R. Tolkien", "JT"),
    ])
  func initials(_ name: String, _ initials: String) {
    #expect(Initials.of(name, in: .english) == initials)
  }

  @Test(
    "a Turkish i has the capital that a Turkish reader writes",
    arguments: [("ışık irem", "Iİ"), ("irem ışık", "İI"), ("İpek Işık", "İI"), ("çağla şahin", "ÇŞ")])
  func turkishInitials(_ name: String, _ initials: String) {
    #expect(Initials.of(name, in: .turkish) == initials)
    #expect(Initials.firstTwo(of: name, in: .turkish) == initials)
    #expect(Initials.of("irem", in: .english) == "I")
  }
}
