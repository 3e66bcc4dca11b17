extension PushMachine {
  /// Sends the things that are ready, together where the server takes transactions.
  mutating func send(prepared things: [PreparedThing]) -> [Effect] {
    var effects: [Effect] = []
    let settled = things.filter(\.entries.isEmpty)
    if !settled.isEmpty { effects.append(.confirm(settled, answer: nil, isWhole: true)) }
    var ready = things.filter { !$0.entries.isEmpty }
    // Some servers say that they keep versions, and name none.
    let unsafe = ready.filter { thing in
      thing.entries.contains { $0.method == .update && !(abilities.keepsVersions && $0.hasBase) }
    }.map(\.thing)
    if !unsafe.isEmpty {
      failure = .unversioned
      aside.formUnion(unsafe)
      ready.removeAll { unsafe.contains($0.thing) }
      effects.append(.forget(unsafe))
    }
    if abilities.takesTransactions {
      if !ready.isEmpty { work.append(.send(ready)) }
    } else {
      work += ready.reversed().map { .sendSingly($0) }
    }
    return effects + next()
  }

  /// All of it was taken.
  mutating func taken(_ things: [PreparedThing], _ answer: SyncHandle) -> [Effect] {
    failuresInARow = 0
    trial = trial.flatMap { $0 < Self.batch ? $0 * 2 : nil }
    return [.confirm(things, answer: answer, isWhole: true)] + next()
  }

  /// The same but for some, whose place was taken: they are read, and brought together with what stands there.
  mutating func taken(_ things: [PreparedThing], _ answer: SyncHandle, besides met: [SyncThing]) -> [Effect] {
    failuresInARow = 0
    let made = things.filter { !met.contains($0.thing) }
    var effects: [Effect] = made.isEmpty ? [] : [.confirm(made, answer: answer, isWhole: true)]
    for thing in things.reversed() where met.contains(thing.thing) { effects += collide(thing) }
    return effects + next()
  }

  /// Something else stands there: it is read, unless that has happened too often.
  private mutating func collide(_ thing: PreparedThing) -> [Effect] {
    conflicts[thing.thing, default: 0] += 1
    if conflicts[thing.thing] == Self.conflictsUntilParked {
      return [.forget([thing.thing]), .park(thing.thing, .conflict)]
    }
    work.append(.examine(thing, isInDoubt: false))
    return []
  }

  /// The first resource of a thing that goes singly was taken.
  mutating func taken(singly things: [PreparedThing], _ answer: SyncHandle) -> [Effect] {
    failuresInARow = 0
    var effects: [Effect] = []
    for thing in things {
      let rest = PreparedThing(thing.thing, Array(thing.entries.dropFirst()))
      let sent = PreparedThing(thing.thing, Array(thing.entries.prefix(1)))
      if !rest.entries.isEmpty { work.append(.sendSingly(rest)) }
      effects.append(.confirm([sent], answer: answer, isWhole: rest.entries.isEmpty))
    }
    return effects + next()
  }

  /// What was sent came to nothing. Of several things the one at fault is looked for by halves; the others go on.
  mutating func failed(_ trouble: RequestTrouble, sending things: [PreparedThing], isSingle: Bool) -> [Effect] {
    switch trouble {
    case .notOffered where !isSingle:
      abilities.takesTransactions = false
      work.append(.send(things))
      work = work.flatMap { work -> [Work] in
        guard case .send(let things) = work else { return [work] }
        return things.reversed().map { .sendSingly($0) }
      }
      return next()
    case .tooLarge where things.count > 1:
      limit = max(1, things.count / 2)
      return halve(things)
    case .conflict where things.count > 1, .refused where things.count > 1, .gone where things.count > 1,
      .forbidden where things.count > 1:
      return halve(things)
    case .broken where things.count > 1:
      // Any of them may have arrived; each is read and sent by itself, and the one over which the server fails is found.
      work += things.reversed().map { .examine($0, isInDoubt: true) }
      return next()
    case .conflict, .refused, .gone, .tooLarge, .notOffered, .broken, .forbidden:
      return things.first.map { failed(trouble, sending: $0) } ?? next()
    case .unreachable, .cut, .untrusted, .later, .unauthorized, .unreadable: return stop(trouble)
    }
  }

  private mutating func halve(_ things: [PreparedThing]) -> [Effect] {
    let half = (things.count + 1) / 2
    work.append(.send(Array(things[half...])))
    work.append(.send(Array(things[..<half])))
    return next()
  }

  private mutating func failed(_ trouble: RequestTrouble, sending thing: PreparedThing) -> [Effect] {
    switch trouble {
    case .conflict: return collide(thing) + next()
    case .refused where mayBeGone(thing), .gone where mayBeGone(thing):
      conflicts[thing.thing] = 1
      work.append(.examine(thing, isInDoubt: false))
      return [.forget([thing.thing])] + next()
    case .refused(let words): return refuse(thing, .refused(words: words))
    case .gone: return refuse(thing, .absent)
    case .tooLarge: return refuse(thing, .tooLarge)
    // A token may be good for visits alone.
    case .forbidden where scope == .outbox && thing.thing.parts?.topic.isOursAlone == true:
      return refuse(thing, .failing)
    default: return set(aside: thing.thing, after: trouble, isUntouched: !trouble.mayHaveLanded)
    }
  }

  /// Whether an emergency may be refused only since somebody has deleted what stood there of it. That is found out once.
  private func mayBeGone(_ thing: PreparedThing) -> Bool {
    scope != .outbox && conflicts[thing.thing] == nil && thing.entries.contains { $0.method == .update }
  }

  /// Parks what was surely not taken.
  private mutating func refuse(_ thing: PreparedThing, _ reason: ParkReason) -> [Effect] {
    [.forget([thing.thing]), .park(thing.thing, reason)] + next()
  }
}
