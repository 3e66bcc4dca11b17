import Testing

@testable import JSONRPCServer

@Suite("Output that stalls")
struct OutputStallTests {
  @Test("is noticed at the fourth look that finds nothing taken")
  func stalls() {
    var stall = OutputStall()
    #expect((1...5).map { _ in stall.isStalled(left: 900) } == [false, false, false, false, true])
  }

  @Test("is not what a peer does that takes a byte now and then")
  func slow() {
    var stall = OutputStall()
    let left = [900, 900, 900, 899, 899, 899, 899, 898, 898]
    #expect(left.allSatisfy { !stall.isStalled(left: $0) })
  }
}
