extension PushMachine {
  /// Reads a thing's resources one after the other.
  mutating func read(_ thing: PreparedThing, at position: Int, isInDoubt: Bool) -> [Effect] {
    guard position < thing.entries.count else {
      awaited = .reconciling(thing.thing)
      return [.reconcile(thing.thing)]
    }
    return send([.read(thing.entries[position])], .reading(thing, position: position, isInDoubt: isInDoubt))
  }

  /// A read told what is there.
  mutating func found(
    _ finding: PushFinding, of thing: PreparedThing, at position: Int, isInDoubt: Bool
  ) -> [Effect] {
    let entry = thing.entries[position]
    switch (finding, entry.method) {
    case (.several, _): return [.park(thing.thing, .several)] + next()
    case (.foreign, _): return [.park(thing.thing, .foreign)] + next()
    // An emergency is made anew.
    case (.absent, .update) where scope == .outbox: return [.park(thing.thing, .absent)] + next()
    case (.absent, .post) where isInDoubt && scope == .outbox && !entry.isDecided:
      // A search may be behind, and what was lost may still arrive: asked for again it might be made twice, so that a
      // person decides.
      // Of an emergency that is better than never: its identifier tells the server that it is the same.
      return [.park(thing.thing, .unknown)] + next()
    default: return read(thing, at: position + 1, isInDoubt: isInDoubt)
    }
  }

  /// A read came to nothing. The attempts of the thing stay in doubt.
  mutating func failed(_ trouble: RequestTrouble, reading thing: PreparedThing) -> [Effect] {
    switch trouble {
    case .refused(let words): [.park(thing.thing, .refused(words: words))] + next()
    case .broken, .forbidden, .conflict, .gone, .tooLarge, .notOffered, .unreadable:
      set(aside: thing.thing, after: trouble, isUntouched: false)
    case .unreachable, .cut, .untrusted, .later, .unauthorized: stop(trouble)
    }
  }
}

extension RequestTrouble {
  /// Whether upstream was there and just has no use for this request.
  var isAboutTheRecord: Bool {
    switch self {
    case .refused, .broken, .forbidden, .conflict, .gone, .tooLarge, .notOffered, .unreadable: true
    case .unreachable, .cut, .untrusted, .later, .unauthorized: false
    }
  }
}
