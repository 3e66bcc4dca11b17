import Testing

@testable import VisitsDaemon

@Suite("Calls of users without a role")
struct StrangerCallsTests {
  @Test("are counted for each user, and told at the 1st, 2nd, 4th, 8th and so on")
  func counted() {
    var calls = StrangerCalls()
    let first = (1...10).map { _ in calls.add(of: 1001) }
    #expect(first == [1, 2, nil, 4, nil, nil, nil, 8, nil, nil])
    #expect(calls.add(of: 1002) == 1)
    let more = (11...16).map { _ in calls.add(of: 1001) }
    #expect(more == [nil, nil, nil, nil, nil, 16])
  }

  @Test("take no more room than the users of a machine do")
  func bounded() {
    var calls = StrangerCalls()
    for uid in 1...1000 { #expect(calls.add(of: UInt32(uid)) == 1) }
    #expect(calls.add(of: 1) == 2)
    #expect(calls.add(of: 2000) == 1, "with it the counts begin anew")
    #expect(calls.add(of: 1) == 1)
  }
}
