import Testing

@testable import VisitsModel

@Suite("Bringing upstream what waits")
struct PushTests {
  @Test("what waits goes in one Bundle, its attempts stored before, and leaves the outbox when it was taken")
  func together() {
    var outbox = TestOutbox("a", "b", "c")
    outbox.methods = [.update, .create]
    #expect(outbox.run { _ in .ok } == ["prepare a b c", "send a b c", "confirm a b c", "end"])
    #expect(outbox.waiting == [])
  }

  @Test("10,000 completions go in 100 requests")
  func afterAWeek() {
    var outbox = TestOutbox((0..<10_000).map { "v\($0)" })
    _ = outbox.run { _ in .ok }
    #expect(outbox.requests.count == 100)
    #expect(outbox.waiting == [])
  }

  @Test("a visit that is refused is found by halves and parked with upstream's words, and all the others go through")
  func refused() {
    var outbox = TestOutbox("a", "b", "c", "k", "l")
    let trace = outbox.run { $0.contains("k") ? .trouble(.refused(words: "Unknown code")) : .ok }
    #expect(
      trace == [
        "prepare a b c k l", "send a b c k l", "send a b c", "confirm a b c", "send k l", "send k", "forget k",
        "park k: Unknown code", "send l", "confirm l", "end",
      ])
    #expect(outbox.waiting == ["k"])
  }

  @Test("one refused visit among 100 costs 15 requests at most")
  func refusedAmongMany() {
    let names = (0..<100).map { "v\($0)" }
    for name in names {
      var outbox = TestOutbox(names)
      _ = outbox.run { $0.split(separator: " ").contains { $0 == name } ? .trouble(.refused(words: "No")) : .ok }
      #expect(outbox.waiting == [name])
      #expect(outbox.requests.count <= 15)
    }
  }

  @Test("a Bundle that is too large goes in halves, and what follows is no larger")
  func tooLarge() {
    var outbox = TestOutbox("a", "b", "c", "d")
    let trace = outbox.run { $0.split(separator: " ").count > 3 ? .trouble(.tooLarge) : .ok }
    #expect(trace == ["prepare a b c d", "send a b c d", "send a b", "confirm a b", "send c d", "confirm c d", "end"])
    outbox = TestOutbox((0..<240).map { "v\($0)" })
    _ = outbox.run { $0.split(separator: " ").count > 61 ? .trouble(.tooLarge) : .ok }
    #expect(outbox.requests.map { $0.split(separator: " ").count - 1 } == [100, 50, 50, 50, 50, 40])
    outbox = TestOutbox("a")
    #expect(
      outbox.run { _ in .trouble(.tooLarge) } == ["prepare a", "send a", "forget a", "park a: tooLarge", "end"])
  }

  @Test("without the network all stays, and nothing is in doubt")
  func unreachable() {
    var outbox = TestOutbox("a", "b")
    let trace = outbox.run { _ in .trouble(.unreachable(mayHaveLanded: false)) }
    #expect(trace == ["prepare a b", "send a b", "forget a b", "end unreachable"])
    #expect(outbox.run { _ in .ok } == ["prepare a b", "send a b", "confirm a b", "end"])
  }

  @Test("a server that wants to be left alone is, for as long as it says")
  func later() {
    var outbox = TestOutbox("a")
    let trace = outbox.run { _ in .trouble(.later(retryAfter: 120_000, mayHaveLanded: false)) }
    #expect(trace == ["prepare a", "send a", "forget a", "end server 120"])
  }

  @Test("halves of a refused Bundle that were not sent any more are not in doubt")
  func stoppedHalfway() {
    var outbox = TestOutbox("a", "b")
    let trace = outbox.run {
      $0 == "send a b" ? .trouble(.refused(words: "No")) : .trouble(.unreachable(mayHaveLanded: false))
    }
    #expect(trace == ["prepare a b", "send a b", "send a", "forget a b", "end unreachable"])
  }

  @Test("a token that is refused is renewed once, and the request repeated")
  func unauthorized() {
    var outbox = TestOutbox("a")
    var isFirst = true
    let trace = outbox.run { _ in
      defer { isFirst = false }
      return isFirst ? .trouble(.unauthorized) : .ok
    }
    #expect(trace == ["prepare a", "send a", "renew", "send a", "confirm a", "end"])
    outbox = TestOutbox("a")
    #expect(
      outbox.run { _ in .trouble(.unauthorized) }
        == ["prepare a", "send a", "renew", "send a", "forget a", "end unauthorized"])
    outbox = TestOutbox("a")
    outbox.hasToken = false
    #expect(
      outbox.run { _ in .trouble(.unauthorized) } == ["prepare a", "send a", "renew", "forget a", "end unauthorized"])
  }

  @Test("what may not be written is left for the next run, and the others go through; when nothing may, the run ends")
  func forbidden() {
    var outbox = TestOutbox("a", "b")
    let trace = outbox.run { $0.contains("a") ? .trouble(.forbidden) : .ok }
    #expect(
      trace == ["prepare a b", "send a b", "send a", "forget a", "send b", "confirm b", "end forbidden"])
    outbox = TestOutbox("a", "b", "c", "d", "e")
    _ = outbox.run { _ in .trouble(.forbidden) }
    #expect(outbox.requests == ["send a b c d e", "send a b c", "send a b", "send a", "send b", "send c"])
    #expect(outbox.trace.last == "end forbidden")
    #expect(outbox.doubtful == [])
  }

  @Test("a server without versions gets no update, but may be told of what is new")
  func unversioned() {
    let abilities = ServerAbilities(keepsVersions: false, takesOurIds: true, takesTransactions: true)
    var outbox = TestOutbox("a")
    #expect(outbox.run(abilities) { _ in .ok } == ["prepare a", "forget a", "end unversioned"])
    outbox.methods = [.create]
    #expect(outbox.run(abilities) { _ in .ok } == ["prepare a", "send a", "confirm a", "end"])
  }

  @Test("nor does one that says it keeps versions, and names none")
  func unnamedVersions() {
    var outbox = TestOutbox("a")
    outbox.hasBase = false
    #expect(outbox.run { _ in .ok } == ["prepare a", "forget a", "end unversioned"])
    outbox.methods = [.create]
    #expect(outbox.run { _ in .ok } == ["prepare a", "send a", "confirm a", "end"])
  }

  @Test("an emergency goes alone, whatever else waits")
  func alone() {
    var outbox = TestOutbox("a", "b")
    let trace = outbox.run(scope: .only(WaitingThing(SyncThing(rawValue: "b")))) { _ in .ok }
    #expect(trace == ["prepare b", "send b", "confirm b", "end"])
    #expect(outbox.waiting == ["a"])
  }
}
