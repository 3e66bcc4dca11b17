import Catalog
import JSON
import NIOCore
import Testing
import VisitsAPI

@testable import VisitsGateway

@Suite("What headers and queries mean")
struct HeaderTests {
  @Test("the gateway knows the languages of the catalog")
  func languages() {
    #expect(AcceptLanguage.languages == Language.allCases.map { String($0.rawValue.prefix(2)) })
  }

  @Test(
    "a phone gets the language that it prefers among ours",
    arguments: [
      ("de", "de"), ("de-AT,de;q=0.9", "de-AT"), ("sv,fr;q=0.5", "fr"), ("en;q=0.1, pl;q=0.9", "pl"),
      ("zh-Hans-CN, pt-br", "pt-BR"), ("sv", nil), ("", nil), ("de;q=0", nil), (";;,=", nil), ("*", nil),
    ])
  func acceptLanguage(header: String, locale: String?) {
    #expect(AcceptLanguage.locale(header) == locale)
  }

  @Test(
    "an etag is read with and without W/",
    arguments: [
      (#""abc""#, "abc"), (#"W/"abc""#, "abc"), (#""a", "b""#, "a"), ("abc", nil), ("*", nil), (#""""#, nil),
      (#"x"abc""#, nil),
    ])
  func ifNoneMatch(header: String, etag: String?) {
    #expect(EntityTag.first(of: header) == etag)
  }

  @Test(
    "the etag of a view is its last member",
    arguments: [
      (#"{"heading":"Today","etag":"3bd9"}"#, "3bd9"), (#"{"notModified":true,"etag":"3bd9"}"#, "3bd9"),
      (#"{"etag":"3bd9","x":1}"#, nil), (#"{"note":"\"etag\":\"x\""}"#, nil), (#"{"x":"y"}"#, nil), ("[]", nil),
      ("", nil),
    ])
  func lastMember(result: String, etag: String?) {
    #expect(EntityTag.last(of: ByteBuffer(string: result)) == etag)
  }

  private func read(_ query: String) throws -> String {
    let row = try #require(MethodTable.row(named: "visit.list"))
    return String(decoding: JSONValue.object(try QueryParameters.read(query, for: row)).bytes, as: UTF8.self)
  }

  @Test("a query is read by the types of the parameters, a list by repeating its name")
  func query() throws {
    #expect(
      try read("worker=sarah&limit=3&open=true&status=completed&status=missed")
        == #"{"worker":"sarah","limit":3,"open":true,"status":["completed","missed"]}"#)
  }

  @Test("a value that does not fit stays a text, for the daemon to refuse")
  func misfits() throws {
    #expect(
      try read("limit=many&open=yes&match=J%C3%B6rg+B%26C&wroker=x")
        == #"{"limit":"many","open":"yes","match":"Jörg B&C","wroker":"x"}"#)
  }

  @Test(
    "a query with broken escapes or a name twice is refused", arguments: ["match=%", "match=%FF", "limit=1&limit=2"])
  func refusedQueries(query: String) {
    #expect(throws: Problem.self) { try read(query) }
  }
}
