/// One run that brings upstream what waits in the outbox (`sync.md`, Writing). It knows no resource, no store and no
/// wire: it is told what happens and says what is to be done.
///
/// It can be dropped at any moment and begun anew: all that it must not forget is in the store. An attempt that was stored
/// and not confirmed may have arrived, so it is read before anything else is done with its thing. No thing is under way
/// twice at a time, so that its changes arrive in order.
package struct PushMachine: Sendable, Hashable {
  /// So many visits go in a Bundle.
  package static let batch = 100
  /// After so many conflicts in a run a thing is parked: it was merged twice.
  static let conflictsUntilParked = 3
  /// After so many things in a row over which the server fails, the rest is left for the next run.
  static let failuresUntilEnd = 3

  /// What is still to be done with things that were loaded; the last is next.
  enum Work: Sendable, Hashable {
    /// Make ready what is stored now, and send it.
    case prepare([SyncThing])
    /// Send what is ready, together.
    case send([PreparedThing])
    /// Send what is ready, resource by resource.
    case sendSingly(PreparedThing)
    /// Read what became of attempts. In doubt: it is not known whether they arrived.
    case examine(PreparedThing, isInDoubt: Bool)
  }

  /// What is awaited.
  enum Awaited: Sendable, Hashable {
    case nothing
    case loading
    case preparing
    /// An answer to these, of which the first entry alone was sent where they go singly.
    case sending([PreparedThing], isSingle: Bool)
    /// A read of the entry at this position.
    case reading(PreparedThing, position: Int, isInDoubt: Bool)
    case reconciling(SyncThing)
    /// A fresh token, to send this request again.
    indirect case renewing(Awaited, Effect)
  }

  var abilities: ServerAbilities
  var awaited = Awaited.nothing
  /// The request that is under way, to send it again with a fresh token.
  var request: Effect?
  var work: [Work] = []
  var limit = batch
  /// No more than this while it is to be found out whether requests get through, where one that is lost leaves all that
  /// it holds to a person; then twice as many each time.
  var trial: Int?
  var scope = Scope.outbox
  /// Left as they are until the next run.
  var aside: Set<SyncThing> = []
  var conflicts: [SyncThing: Int] = [:]
  var failuresInARow = 0
  /// Why the run will be called failed although it went on.
  var failure: RunFailure?
  var wasRenewed = false
  var isCarrying = false

  /// A run against a server.
  ///
  /// - Parameter isAfterFailure: Whether the run before came to nothing.
  package init(_ abilities: ServerAbilities, isAfterFailure: Bool = false) {
    self.abilities = abilities
    trial = isAfterFailure && !abilities.takesOurIds ? 1 : nil
  }

  /// Takes what happened. What was not awaited changes nothing.
  package mutating func step(_ event: Event) -> [Effect] {
    let awaited = awaited
    switch (event, awaited) {
    case (.begin(let scope), .nothing):
      self.scope = scope
      if case .only(let thing) = scope { return take([thing]) }
      return load()
    case (.loaded(let things), .loading): return things.isEmpty ? end() : take(things)
    case (.prepared(let things), .preparing): return send(prepared: things)
    case (.taken(let answer), .sending(let things, let isSingle)):
      return isSingle ? taken(singly: things, answer) : taken(things, answer)
    case (.met(let met, let answer), .sending(let things, _)): return taken(things, answer, besides: met)
    case (.found(let finding), .reading(let thing, let position, let isInDoubt)):
      return found(finding, of: thing, at: position, isInDoubt: isInDoubt)
    case (.reconciled(let result), .reconciling(let thing)):
      if result == .toSend { work.append(.prepare([thing])) }
      if result == .later { aside.insert(thing) }
      return next()
    case (.trouble(.unauthorized), .sending), (.trouble(.unauthorized), .reading):
      guard !wasRenewed, let request else { return stop(.unauthorized) }
      wasRenewed = true
      self.awaited = .renewing(awaited, request)
      return [.renew]
    case (.renewed(let isFresh), .renewing(let before, let request)):
      self.awaited = before
      return isFresh ? [request] : stop(.unauthorized)
    case (.trouble(let trouble), .sending(let things, let isSingle)):
      return failed(trouble, sending: things, isSingle: isSingle)
    case (.trouble(.gone), .reading(let thing, let position, let isInDoubt)):
      return found(.absent, of: thing, at: position, isInDoubt: isInDoubt)
    case (.trouble(let trouble), .reading(let thing, let position, isInDoubt: true))
    where scope != .outbox && trouble.isAboutTheRecord:
      // An emergency is sent all the same: what stands there already is not made twice.
      return read(thing, at: position + 1, isInDoubt: true)
    case (.trouble(let trouble), .reading(let thing, _, _)): return failed(trouble, reading: thing)
    default: return []
    }
  }

  /// What was loaded: what is in doubt is read, and then sent by itself, since it may be what brought the last run to its
  /// end; the rest goes before it.
  private mutating func take(_ things: [WaitingThing]) -> [Effect] {
    work = things.reversed().filter { !$0.attempts.isEmpty }
      .map { .examine(PreparedThing($0.thing, $0.attempts), isInDoubt: true) }
    let fresh = things.filter(\.attempts.isEmpty).map(\.thing)
    if !fresh.isEmpty { work.append(.prepare(fresh)) }
    let carry: [Effect] = isCarrying ? [] : [.carry]
    isCarrying = true
    return carry + next()
  }

  /// Goes on with what is next.
  mutating func next() -> [Effect] {
    switch work.popLast() {
    case .prepare(let things):
      let limit = min(limit, trial ?? limit)
      if things.count > limit { work.append(.prepare(Array(things[limit...]))) }
      awaited = .preparing
      return [.prepare(Array(things.prefix(limit)))]
    case .send(let things):
      return send([.send(things.flatMap(\.entries), isBundle: true)], .sending(things, isSingle: false))
    case .sendSingly(let thing):
      return send([.send(Array(thing.entries.prefix(1)), isBundle: false)], .sending([thing], isSingle: true))
    case .examine(let thing, let isInDoubt):
      let count: [Effect] = isInDoubt && scope == .outbox ? [.count(thing.thing)] : []
      return count + read(thing, at: 0, isInDoubt: isInDoubt)
    case nil: return scope == .outbox ? load() : end()
    }
  }

  private mutating func load() -> [Effect] {
    awaited = .loading
    return [.load(limit: Self.batch, skipping: aside.sorted { $0.rawValue < $1.rawValue })]
  }

  /// Sends a request that is awaited.
  mutating func send(_ effects: [Effect], _ awaited: Awaited) -> [Effect] {
    self.awaited = awaited
    request = effects.last
    return effects
  }

  /// Ends the run over a trouble that is nobody's own. What is ready and was not sent, or surely did not arrive, is not in
  /// doubt.
  mutating func stop(_ trouble: RequestTrouble) -> [Effect] {
    var untouched: [SyncThing] = []
    if case .sending(let things, _) = awaited, !trouble.mayHaveLanded { untouched = things.map(\.thing) }
    for work in work.reversed() {
      switch work {
      case .send(let things): untouched += things.map(\.thing)
      case .sendSingly(let thing): untouched.append(thing.thing)
      case .prepare, .examine: break
      }
    }
    awaited = .nothing
    work = []
    return (untouched.isEmpty ? [] : [.forget(untouched)]) + [.end(trouble.outcome)]
  }

  private mutating func end() -> [Effect] {
    awaited = .nothing
    return [.end(failure.map { .failed($0) } ?? .succeeded)]
  }

  /// Leaves a thing as it is until the next run. When that happens to one after the other, the trouble is everybody's.
  ///
  /// - Parameter isUntouched: Whether what was sent of it surely did not arrive.
  mutating func set(aside thing: SyncThing, after trouble: RequestTrouble, isUntouched: Bool) -> [Effect] {
    aside.insert(thing)
    // What is recorded beside visits is not why the schedule should seem to be stuck: it waits, and is tried in the next run.
    if scope == .outbox, thing.parts?.topic.isOursAlone == true {
      return (isUntouched ? [.forget([thing])] : []) + next()
    }
    failuresInARow += 1
    guard failuresInARow < Self.failuresUntilEnd, case .failed(let why, _) = trouble.outcome else {
      return stop(trouble)
    }
    failure = why
    return (isUntouched ? [.forget([thing])] : []) + next()
  }
}
