import Testing

@testable import VisitsGateway

@Suite("Who may call")
struct AccessTests {
  @Test(
    "a public URL is a scheme, a host and a port",
    arguments: [
      ("https://Visits.example", "https://visits.example"), ("https://visits.example:443/", "https://visits.example"),
      ("http://127.0.0.1:8087", "http://127.0.0.1:8087"), ("http://[::1]:8087", "http://[::1]:8087"),
      ("http://localhost:80", "http://localhost"),
    ])
  func publicURLs(text: String, origin: String) {
    #expect(PublicURL(text)?.origin == origin)
  }

  @Test(
    "a public URL with a path, a user or another scheme is refused",
    arguments: [
      "visits.example", "ftp://visits.example", "https://", "https://visits.example/app", "https://a@b", "",
      "http://visits.example",
    ])
  func otherURLs(text: String) {
    #expect(PublicURL(text) == nil)
  }

  @Test("the cookie is bound to this host over https")
  func cookies() throws {
    let secure = try #require(PublicURL("https://visits.example"))
    #expect(
      secure.cookie("visits_x")
        == "__Host-visits=visits_x; Max-Age=34560000; Path=/; HttpOnly; SameSite=Strict; Secure")
    #expect(secure.noCookie == "__Host-visits=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict; Secure")
  }

  private static let token = "visits_g8fSx8q_yqkWfmFc788BlxlKc-KVlw2yX8I9jSz6Hmk"

  @Test("a bearer token wins over the cookie")
  func bearer() {
    let other = "visits_" + String(repeating: "A", count: 43)
    let read = Credential(
      authorization: "bearer \(Self.token)", cookies: "visits=\(other)", cookieName: "visits")
    #expect(read == .bearer(Self.token))
  }

  @Test("a cookie is found among others")
  func cookie() {
    let read = Credential(authorization: nil, cookies: "a=b; visits=\(Self.token); c=d", cookieName: "visits")
    #expect(read == .cookie(Self.token))
  }

  @Test(
    "a token of another form is none",
    arguments: [
      "", "Bearer", "Bearer x", "Basic \(token)", "Bearer \(token)=", "Bearer \(token.dropLast())",
      "Bearer \(token) \(token)", "Bearer visits_\(String(repeating: "ü", count: 43))",
    ])
  func otherTokens(header: String) {
    #expect(Credential(authorization: header, cookies: "visits=\(Self.token)", cookieName: "visits") == nil)
  }

  @Test("two cookies of the name are no choice")
  func twoCookies() {
    #expect(
      Credential(authorization: nil, cookies: "visits=\(Self.token); visits=\(Self.token)", cookieName: "visits") == nil
    )
  }

  @Test(
    "an address counts whole in IPv4 and by its /64 in IPv6",
    arguments: [
      ("203.0.113.7", "203.0.113.7"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
      ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"), ("127.0.0.1", nil), ("127.9.9.9", nil), ("::1", nil), (nil, nil),
    ])
  func addresses(peer: String?, source: String?) {
    #expect(ClientAddress.source(of: peer) == source)
  }

  @Test(
    "the gateway listens on loopback alone",
    arguments: [
      ("127.0.0.1:8087", "127.0.0.1:8087"), ("localhost:80", "127.0.0.1:80"), ("[::1]:8087", "[::1]:8087"),
      ("0.0.0.0:8087", nil), ("192.168.1.5:8087", nil), ("127.0.0.1", nil), ("127.0.0.1:0", nil), ("[::]:80", nil),
      ("127.0.0.256:80", nil), ("127.0.0:80", nil),
    ])
  func listenAddresses(argument: String, text: String?) {
    #expect(ListenAddress(argument: argument)?.text == text)
  }
}
