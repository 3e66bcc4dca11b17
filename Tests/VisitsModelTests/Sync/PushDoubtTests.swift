import Testing

@testable import VisitsModel

@Suite("What may have arrived upstream")
struct PushDoubtTests {
  @Test("is read before anything else, and when it was ours it is not sent again")
  func lostAnswer() {
    var outbox = TestOutbox("a", "b")
    outbox.methods = [.update, .create]
    #expect(outbox.run { _ in .trouble(.cut) } == ["prepare a b", "send a b", "end cut"])
    #expect(outbox.doubtful == ["a", "b"])
    outbox.reconciled = [.settled, .settled]
    let trace = outbox.run { _ in .found(.ours) }
    #expect(trace == ["read a1", "read a2", "reconcile a", "read b1", "read b2", "reconcile b", "end"])
    #expect(outbox.waiting == [])
  }

  @Test("and did not arrive goes by itself, after what is not in doubt")
  func notArrived() {
    var outbox = TestOutbox("a", "b", "c")
    outbox.doubtful = ["a", "b"]
    let trace = outbox.run { $0.hasPrefix("read") ? .found(.unchanged) : .ok }
    #expect(
      trace == [
        "prepare c", "send c", "confirm c", "read a1", "reconcile a", "prepare a", "send a", "confirm a", "read b1",
        "reconcile b", "prepare b", "send b", "confirm b", "end",
      ])
  }

  @Test("is found in doubt by a process that starts anew, wherever the last one died")
  func crash() {
    for moment in ["send a", "confirm a"] {
      var outbox = TestOutbox("a")
      _ = outbox.run(dyingBefore: moment) { _ in .ok }
      #expect(outbox.waiting == ["a"])
      outbox.reconciled = [.settled]
      #expect(outbox.run { _ in .found(.ours) } == ["read a1", "reconcile a", "end"])
      #expect(outbox.waiting == [])
    }
  }

  @Test("and was to be made by POST is searched, adopted when it is found, and never asked for again")
  func post() {
    var outbox = TestOutbox("a")
    outbox.methods = [.post]
    _ = outbox.run { _ in .trouble(.cut) }
    var lost = outbox
    outbox.reconciled = [.settled]
    #expect(outbox.run { _ in .found(.ours) } == ["read a1", "reconcile a", "end"])
    #expect(lost.run { _ in .found(.absent) } == ["read a1", "park a: unknown", "end"])
    #expect(lost.doubtful == ["a"])
    #expect(lost.run { _ in .ok } == ["end"])
  }

  @Test("and was to be made by POST is asked for again where a person has decided so")
  func decided() {
    var outbox = TestOutbox("a")
    outbox.methods = [.post]
    outbox.doubtful = ["a"]
    outbox.isDecided = true
    let trace = outbox.run { $0 == "read a1" ? .found(.absent) : .ok }
    #expect(trace == ["read a1", "reconcile a", "prepare a", "send a", "confirm a", "end"])
  }

  @Test("is little where the server chooses the ids and the last run came to nothing: one goes ahead of the others")
  func afterFailure() {
    let abilities = ServerAbilities(keepsVersions: true, takesOurIds: false, takesTransactions: true)
    var outbox = TestOutbox("a", "b", "c", "d", "e", "f")
    outbox.isAfterFailure = true
    _ = outbox.run(abilities) { _ in .ok }
    #expect(outbox.requests == ["send a", "send b c", "send d e f"])
    outbox = TestOutbox("a", "b")
    outbox.isAfterFailure = true
    _ = outbox.run { _ in .ok }
    #expect(outbox.requests == ["send a b"])
  }

  @Test("and is an emergency's is asked for again even then: twice is better than never")
  func emergency() {
    let thing = SyncThing(rawValue: "a")
    let lost = PushEntry(SyncHandle(rawValue: 1), .post)
    var machine = PushMachine(.all)
    #expect(machine.step(.begin(.only(WaitingThing(thing, attempts: [lost])))) == [.carry, .read(lost)])
    #expect(machine.step(.found(.absent)) == [.reconcile(thing)])
  }

  @Test("and was to be made under an id of ours is sent again when it is not there")
  func create() {
    var outbox = TestOutbox("a")
    outbox.methods = [.create]
    outbox.doubtful = ["a"]
    let trace = outbox.run { $0 == "read a1" ? .found(.absent) : .ok }
    #expect(trace == ["read a1", "reconcile a", "prepare a", "send a", "confirm a", "end"])
  }

  @Test("but is gone, or stands there several times, is parked")
  func gone() {
    var outbox = TestOutbox("a")
    outbox.doubtful = ["a"]
    #expect(outbox.run { _ in .trouble(.gone) } == ["read a1", "park a: absent", "end"])
    outbox = TestOutbox("a")
    outbox.doubtful = ["a"]
    #expect(outbox.run { _ in .found(.several) } == ["read a1", "park a: several", "end"])
  }

  @Test("stays in doubt while it cannot be read")
  func unreadable() {
    var outbox = TestOutbox("a")
    outbox.doubtful = ["a"]
    #expect(outbox.run { _ in .trouble(.unreachable(mayHaveLanded: false)) } == ["read a1", "end unreachable"])
    #expect(outbox.run { _ in .trouble(.forbidden) } == ["read a1", "end forbidden"])
    #expect(outbox.doubtful == ["a"])
  }

  @Test("and is no FHIR when it is read is left for the next run, and the others go on")
  func noFHIR() {
    var outbox = TestOutbox("a", "b")
    outbox.doubtful = ["a", "b"]
    let trace = outbox.run { request in
      if request == "read a1" { return .trouble(.unreadable(words: "page")) }
      return request.hasPrefix("read") ? .found(.unchanged) : .ok
    }
    #expect(trace == ["read a1", "read b1", "reconcile b", "prepare b", "send b", "confirm b", "end unreadable"])
  }

  @Test("and whose read ends each run is read after the others in the next")
  func cutOff() {
    var outbox = TestOutbox("a", "b")
    outbox.doubtful = ["a", "b"]
    outbox.reconciled = [.settled]
    #expect(outbox.run { _ in .trouble(.cut) } == ["read a1", "end cut"])
    let trace = outbox.run { $0 == "read a1" ? .trouble(.cut) : .found(.ours) }
    #expect(trace == ["read b1", "reconcile b", "read a1", "end cut"])
  }

  @Test("after a conflict is looked for by halves, read, brought together and sent again, twice at most")
  func conflict() {
    var outbox = TestOutbox("a", "b")
    var sent = 0
    let trace = outbox.run { request in
      if request.hasPrefix("read") { return .found(.changed) }
      if request.contains("a") { sent += 1 }
      return request.contains("a") ? .trouble(.conflict) : .ok
    }
    let round = ["read a1", "reconcile a", "prepare a", "send a"]
    #expect(
      trace == ["prepare a b", "send a b", "send a"] + round + round + [
        "forget a", "park a: conflict", "send b", "confirm b", "end",
      ])
    #expect(sent == 4)
  }

  @Test("of which something stood there already is read and brought together with it, and the others are kept")
  func met() {
    var outbox = TestOutbox("a", "b")
    outbox.methods = [.post]
    outbox.reconciled = [.settled]
    let met = PushMachine.Event.met([SyncThing(rawValue: "a")], taken: SyncHandle(rawValue: 0))
    #expect(
      outbox.run { $0.hasPrefix("read") ? .found(.changed) : met } == [
        "prepare a b", "send a b", "confirm b", "read a1", "reconcile a", "end",
      ])
    outbox = TestOutbox("a")
    outbox.methods = [.post]
    let round = ["read a1", "reconcile a", "prepare a", "send a1"]
    #expect(
      outbox.run(.singly) { $0.hasPrefix("read") ? .found(.absent) : met } == ["prepare a", "send a1"] + round + round
        + [
          "forget a", "park a: conflict", "end",
        ])
  }

  @Test("in a clash is parked by the desk, and the others go on")
  func clash() {
    var outbox = TestOutbox("a", "b")
    outbox.reconciled = [.parked]
    let trace = outbox.run { request in
      if request.hasPrefix("read") { return .found(.changed) }
      return request.contains("a") ? .trouble(.conflict) : .ok
    }
    #expect(
      trace == ["prepare a b", "send a b", "send a", "read a1", "reconcile a", "send b", "confirm b", "end"])
  }

  @Test("and names somebody who is not here yet stays in doubt until the next run, and is not parked")
  func notHereYet() {
    var outbox = TestOutbox("a", "b")
    outbox.reconciled = [.later]
    let trace = outbox.run { request in
      if request.hasPrefix("read") { return .found(.changed) }
      return request.contains("a") ? .trouble(.conflict) : .ok
    }
    #expect(trace == ["prepare a b", "send a b", "send a", "read a1", "reconcile a", "send b", "confirm b", "end"])
    #expect(outbox.doubtful == ["a"])
    outbox.reconciled = [.settled]
    #expect(outbox.run { _ in .found(.changed) } == ["read a1", "reconcile a", "end"])
  }

  @Test("over which the server fails is found one by one and left for the next run; the others go through")
  func broken() {
    var outbox = TestOutbox("a", "b", "c")
    let trace = outbox.run { request in
      if request.hasPrefix("read") { return .found(.unchanged) }
      return request.contains("b") ? .trouble(.broken) : .ok
    }
    #expect(
      trace == [
        "prepare a b c", "send a b c", "read a1", "reconcile a", "prepare a", "send a", "confirm a", "read b1",
        "reconcile b", "prepare b", "send b", "read c1", "reconcile c", "prepare c", "send c", "confirm c",
        "end server",
      ])
    #expect(outbox.waiting == ["b"])
    #expect(outbox.doubtful == ["b"])
  }

  @Test("while the server fails over everything ends the run after three")
  func allBroken() {
    var outbox = TestOutbox("a", "b", "c", "d")
    _ = outbox.run { _ in .trouble(.broken) }
    #expect(outbox.requests == ["send a b c d", "read a1", "read b1", "read c1"])
    #expect(outbox.trace.last == "end server")
  }

  @Test("goes resource by resource without transactions, and each is kept as it is taken")
  func singly() {
    var outbox = TestOutbox("a", "b")
    outbox.methods = [.update, .create]
    #expect(
      outbox.run(.singly) { _ in .ok } == [
        "prepare a b", "send a1", "keep a", "send a2", "confirm a", "send b1", "keep b", "send b2", "confirm b", "end",
      ])
    outbox = TestOutbox("a", "b")
    outbox.methods = [.update, .create]
    outbox.reconciled = [.settled]
    let trace = outbox.run(.singly) { request in
      switch request {
      case "send a2": .trouble(.conflict)
      case "read a2": .found(.ours)
      case "send b1": .trouble(.refused(words: "No"))
      default: .ok
      }
    }
    #expect(
      trace == [
        "prepare a b", "send a1", "keep a", "send a2", "read a2", "reconcile a", "send b1", "forget b", "park b: No",
        "end",
      ])
  }

  @Test("goes singly too where a server only says that it takes transactions")
  func notOffered() {
    var outbox = TestOutbox("a", "b")
    let trace = outbox.run { $0 == "send a b" ? .trouble(.notOffered) : .ok }
    #expect(trace == ["prepare a b", "send a b", "send a1", "confirm a", "send b1", "confirm b", "end"])
  }
}
