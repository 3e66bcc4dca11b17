import JSON
import JSONRPC
import NIOCore
import Testing

@testable import JSONRPCClient

@Suite("Calls that wait for an answer")
struct PendingCallsTests {
  private func time(_ seconds: Int64) -> NIODeadline { .uptimeNanoseconds(0) + .seconds(seconds) }

  @Test("an answer goes to its call once")
  func answers() {
    var calls = PendingCalls<String>()
    let (first, second) = (calls.add("a", until: time(1)), calls.add("b", until: time(1)))
    #expect(calls.remove(second) == "b")
    #expect(calls.remove(second) == nil)
    #expect(calls.remove(first) == "a")
  }

  @Test("only calls that have waited long enough end, and the next end is known")
  func ends() {
    var calls = PendingCalls<String>()
    _ = calls.add("early", until: time(1))
    _ = calls.add("late", until: time(5))
    #expect(calls.removeExpired(at: time(2)) == ["early"])
    #expect(calls.firstEnd == time(5))
    #expect(calls.removeAll() == ["late"])
    #expect(calls.firstEnd == nil)
  }

  @Test("attempts to connect wait 50 ms, doubling to 2 s, until the server has answered")
  func backoff() {
    var backoff = Backoff()
    let pauses = (0..<7).map { _ in backoff.next() }
    #expect(pauses == [50, 100, 200, 400, 800, 1600, 2000].map(Duration.milliseconds))
    backoff.reset()
    #expect(backoff.next() == .milliseconds(50))
  }

  @Test(
    "an answer is read whatever order its members have",
    arguments: [
      (#"{"jsonrpc":"2.0","id":7,"result":{"a":1}}"#, 7, #"{"a":1}"#),
      (#"{"result":{"a":1},"id":7,"jsonrpc":"2.0"}"#, 7, #"{"a":1}"#),
      (#"{"jsonrpc":"2.0","id":123456789012345678,"result":null}"#, 123_456_789_012_345_678, "null"),
    ])
  func results(line: String, id: Int64, result: String) throws {
    guard case .answer(id, .result(let bytes)) = ServerLine(ArraySlice(line.utf8)) else {
      Issue.record("not read: \(line)")
      return
    }
    #expect(String(buffer: bytes) == result)
  }

  @Test("an error of the server keeps its code, kind and data")
  func errors() throws {
    let line = #"{"jsonrpc":"2.0","id":7,"error":{"code":1404,"message":"m","data":{"kind":"notFound","id":"x"}}}"#
    guard case .answer(7, .failure(let error)) = ServerLine(ArraySlice(line.utf8)) else {
      Issue.record("not read")
      return
    }
    #expect((error.code, error.kind, error.data["id"]?.string) == (1404, "notFound", "x"))
  }

  @Test("a line that answers no call is passed over", arguments: ["", "{", #"{"method":"x"}"#, #"{"id":"a"}"#, "[]"])
  func others(line: String) {
    guard case .other = ServerLine(ArraySlice(line.utf8)) else {
      Issue.record("taken for an answer: \(line)")
      return
    }
  }
}
