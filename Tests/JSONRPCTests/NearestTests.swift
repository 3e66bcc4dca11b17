import Testing

@testable import JSONRPC

@Test(
  "the nearest of the known words is found, if any is near",
  arguments: [
    ("agency.timezon", "agency.timeZone"), ("agency.tiemZone", "agency.timeZone"), ("timeZone", "agency.timeZone"),
    ("limits.timeZone", "agency.timeZone"), ("socke", "socket"), ("sokcet", "socket"), ("SOCKET", "socket"),
    ("upstream", nil), ("", nil), ("x", nil), (String(repeating: "socket", count: 100_000), nil),
  ] as [(String, String?)])
func nearestWords(word: String, expected: String?) {
  #expect(
    Nearest.name(to: word, among: ["agency.timeZone", "agency.locale", "socket", "socketMode", "state"]) == expected)
}

@Test(
  "a method that is meant is one of the same noun, where there is any",
  arguments: [
    ("client.add", "client.put"), ("client.lst", "client.list"), ("visit.ad", "visit.add"), ("vist.add", "visit.add"),
    ("clients.list", "client.list"), ("client.frobnicate", nil), ("tody", "today"),
  ] as [(String, String?)])
func nearestMethods(word: String, expected: String?) {
  #expect(
    Nearest.method(to: word, among: ["client.list", "client.put", "today", "visit.add", "visit.list"]) == expected)
}

@Test(
  "the distance of two words counts what must be changed",
  arguments: [
    ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("abc", "abc", 0), ("abc", "abd", 1), ("abc", "acb", 1),
    ("ca", "abc", 3),
    ("kitten", "sitting", 3),
  ])
func editDistances(left: String, right: String, expected: Int) {
  #expect(Nearest.editDistance(Array(left.utf8), Array(right.utf8)) == expected)
}
