import JSONRPC
import Testing

@testable import JSONRPCServer

@Suite("The flow of a connection")
struct ConnectionFlowTests {
  private func flow(inFlight: Int = 2, unsent: Int = 100, unreadable: Int = 32) -> ConnectionFlow {
    var limits = RPCLimits()
    limits.unreadableLines = unreadable
    limits.callsInFlight = inFlight
    limits.unsentBytes = unsent
    return ConnectionFlow(limits: limits)
  }

  @Test("stops at the most calls in flight and at too much unsent, and goes on below")
  func stops() {
    var flow = flow()
    flow.began(waits: false)
    flow.began(waits: true)
    #expect(flow.takesLines)
    flow.began(waits: false)
    #expect(!flow.takesLines)
    flow.ended(waits: true)
    #expect(!flow.takesLines)
    flow.ended(waits: false)
    #expect(flow.takesLines)
    flow.unsentBytes = 101
    #expect(!flow.takesLines)
    flow.unsentBytes = 100
    #expect(flow.takesLines)
  }

  @Test("is done when the peer has closed its half and has got all its answers, those to waits included")
  func halfClosed() {
    var flow = flow()
    #expect(!flow.isDone(holdsInput: false))
    flow.began(waits: true)
    flow.endInput()
    #expect(!flow.isDone(holdsInput: false))
    flow.ended(waits: true)
    #expect(!flow.isDone(holdsInput: true))
    flow.unsentBytes = 1
    #expect(!flow.isDone(holdsInput: false))
    flow.unsentBytes = 0
    #expect(flow.isDone(holdsInput: false))
  }

  @Test("loses its patience with a peer that says no call line after line, and finds it again")
  func patience() {
    var flow = flow(unreadable: 2)
    #expect([flow.unreadable(), flow.unreadable()] == [false, false])
    flow.readable()
    #expect(!flow.unreadable() && flow.takesLines)
    #expect(flow.unreadable() && !flow.takesLines)
    flow.resume()
    #expect(flow.takesLines)
    #expect(flow.unreadable() && !flow.takesLines)
  }

  @Test("when draining, takes nothing more and is done when nothing is in flight")
  func draining() {
    var flow = flow()
    flow.began(waits: false)
    flow.drain()
    #expect(!flow.takesLines && flow.discards)
    #expect(!flow.isDone(holdsInput: true))
    flow.ended(waits: false)
    #expect(flow.isDone(holdsInput: true))
  }

  @Test("when refusing, takes nothing more and is done when the error is out")
  func refusing() {
    var flow = flow()
    flow.refuse()
    flow.drain()
    #expect(!flow.takesLines && flow.discards && flow.isRefusing)
    #expect(flow.isDone(holdsInput: false))
  }
}
