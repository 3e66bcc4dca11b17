import Testing

@testable import VisitsGateway

@Suite("Wrong tokens")
struct TokenRefusalsTests {
  private let address = "203.0.113.7"

  /// Refusals after so many wrong tokens from the address.
  private func refusals(_ count: Int) -> TokenRefusals {
    var refusals = TokenRefusals()
    for number in 0..<count { refusals.refuse(token: "wrong\(number)", from: address, now: .zero) }
    return refusals
  }

  @Test("a refused token is refused for 10 s without asking visitsd")
  func memory() {
    var refusals = refusals(1)
    #expect(refusals.verdict(token: "wrong0", from: address, now: .seconds(9)) == .refuse)
    #expect(refusals.verdict(token: "wrong0", from: address, now: .seconds(10)) == .pass(after: .zero))
  }

  @Test("above 30 refusals a minute, unknown tokens from there take turns, 10 a second")
  func turns() {
    var few = refusals(30)
    #expect(few.verdict(token: "new", from: address, now: .seconds(1)) == .pass(after: .zero))
    var many = refusals(31)
    #expect(many.verdict(token: "new", from: address, now: .seconds(1)) == .pass(after: .zero))
    #expect(many.verdict(token: "newer", from: address, now: .seconds(1)) == .pass(after: .milliseconds(100)))
    #expect(many.verdict(token: "newest", from: address, now: .seconds(1)) == .pass(after: .milliseconds(200)))
  }

  @Test("a phone that was accepted in the last 10 minutes does not wait behind a revoked one")
  func acquaintances() {
    var refusals = refusals(31)
    refusals.accept(token: "sarah", now: .zero)
    for _ in 0..<50 { _ = refusals.verdict(token: "new", from: address, now: .seconds(1)) }
    #expect(refusals.verdict(token: "sarah", from: address, now: .seconds(1)) == .pass(after: .zero))
    #expect(refusals.verdict(token: "new", from: "198.51.100.1", now: .seconds(1)) == .pass(after: .zero))
  }

  @Test("calls that would wait longer than 10 s are refused")
  func crowd() {
    var refusals = refusals(31)
    for _ in 0...100 { _ = refusals.verdict(token: "new", from: address, now: .seconds(1)) }
    #expect(refusals.verdict(token: "new", from: address, now: .seconds(1)) == .tooMany)
    #expect(refusals.verdict(token: "new", from: address, now: .seconds(61)) == .pass(after: .zero))
  }
}
