import VisitsModel

/// An outbox of visits `a`, `b`, … and a desk that does to it what a ``PushMachine`` says. Requests are answered by a
/// closure that is told them in words: "send a b", "send a1" (the first resource of `a` by itself), "read a1".
struct TestOutbox {
  /// How many resources each visit has, and how they are written.
  var methods: [PushEntry.Method] = [.update]
  /// Whether an update can say what it builds on.
  var hasBase = true
  /// Whether a person has decided about what was lost.
  var isDecided = false
  /// Whether the run before came to nothing.
  var isAfterFailure = false
  /// What waits, the oldest first.
  var waiting: [String]
  /// What has attempts of which it is not known whether they arrived.
  var doubtful: Set<String> = []
  /// What reconciling comes to, in order; then always `toSend`.
  var reconciled: [PushMachine.Reconciled] = []
  /// Whether there is ever a fresh token.
  var hasToken = true
  /// All that was done.
  private(set) var trace: [String] = []
  private var parked: Set<String> = []
  /// How often each was tried.
  private var tries: [String: Int] = [:]

  init(_ waiting: String...) { self.waiting = waiting }

  init(_ waiting: [String]) { self.waiting = waiting }

  /// The requests that went out.
  var requests: [String] { trace.filter { $0.hasPrefix("send") || $0.hasPrefix("read") } }

  /// Runs until the machine ends the run, or `stop` says that the process dies before an effect.
  ///
  /// - Returns: All that was done but loading, in words.
  mutating func run(
    _ abilities: ServerAbilities = .all, scope: PushMachine.Scope = .outbox,
    dyingBefore stop: String? = nil, _ answer: (String) -> PushMachine.Event
  ) -> [String] {
    var machine = PushMachine(abilities, isAfterFailure: isAfterFailure)
    trace = []
    var event: PushMachine.Event? = .begin(scope)
    while let current = event, trace.count < 2000 {
      event = nil
      for effect in machine.step(current) {
        let words = words(effect)
        if words == stop { return trace }
        if !words.isEmpty { trace.append(words) }
        event = perform(effect, words, answer)
      }
    }
    return trace
  }

  private mutating func perform(
    _ effect: PushMachine.Effect, _ words: String, _ answer: (String) -> PushMachine.Event
  ) -> PushMachine.Event? {
    switch effect {
    case .load(let limit, let skipping):
      let skipped = Set(skipping.map(\.rawValue)).union(parked)
      let free = waiting.filter { !skipped.contains($0) }
      // What is in doubt was tried at least once.
      let (tries, doubtful) = (tries, doubtful)
      let count = { (name: String) in tries[name] ?? (doubtful.contains(name) ? 1 : 0) }
      let sorted = free.enumerated().sorted { (count($0.element), $0.offset) < (count($1.element), $1.offset) }
        .map(\.element)
      return .loaded(sorted.prefix(limit).map { WaitingThing(thing($0), attempts: attempts($0)) })
    case .prepare(let things):
      for thing in things {
        doubtful.insert(thing.rawValue)
        tries[thing.rawValue, default: 0] += 1
      }
      return .prepared(things.map { PreparedThing($0, entries($0.rawValue)) })
    case .send, .read: return answer(words)
    case .confirm(let things, _, let isWhole):
      if isWhole { settle(things.map(\.thing.rawValue)) }
      return nil
    case .reconcile(let thing):
      let result = reconciled.isEmpty ? .toSend : reconciled.removeFirst()
      if result == .settled { settle([thing.rawValue]) }
      if result == .parked { parked.insert(thing.rawValue) }
      return .reconciled(result)
    case .park(let thing, _):
      parked.insert(thing.rawValue)
      return nil
    case .forget(let things):
      for thing in things { doubtful.remove(thing.rawValue) }
      return nil
    case .renew: return .renewed(hasToken)
    case .count(let thing):
      tries[thing.rawValue, default: 1] += 1
      return nil
    case .carry, .end: return nil
    }
  }

  private mutating func settle(_ names: [String]) {
    let names = Set(names)
    waiting.removeAll(where: names.contains)
    doubtful.subtract(names)
  }

  private func thing(_ name: String) -> SyncThing { SyncThing(rawValue: name) }

  private func attempts(_ name: String) -> [PushEntry] { doubtful.contains(name) ? entries(name) : [] }

  /// A handle is the visit's position in the alphabet, times ten, and the resource's number.
  private func entries(_ name: String) -> [PushEntry] {
    methods.enumerated().map {
      PushEntry(
        SyncHandle(rawValue: code(name) * 10 + $0.offset + 1), $0.element, hasBase: hasBase, isDecided: isDecided)
    }
  }

  private func code(_ name: String) -> Int { name.utf8.reduce(0) { $0 * 128 + Int($1) } }

  private func name(_ code: Int) -> String {
    code == 0 ? "" : name(code / 128) + String(UnicodeScalar(UInt8(code % 128)))
  }

  private func words(_ entry: PushEntry) -> String {
    name(entry.handle.rawValue / 10) + String(entry.handle.rawValue % 10)
  }

  private func words(_ effect: PushMachine.Effect) -> String {
    switch effect {
    case .load, .carry, .count: return ""
    case .prepare(let things): return "prepare " + things.map(\.rawValue).joined(separator: " ")
    case .send(let entries, true):
      let names = entries.map { name($0.handle.rawValue / 10) }
      return "send "
        + names.enumerated().filter { $0.offset == 0 || names[$0.offset - 1] != $0.element }
        .map(\.element).joined(separator: " ")
    case .send(let entries, false): return "send " + entries.map { words($0) }.joined(separator: " ")
    case .confirm(let things, _, let isWhole):
      return (isWhole ? "confirm " : "keep ") + things.map(\.thing.rawValue).joined(separator: " ")
    case .read(let entry): return "read " + words(entry)
    case .reconcile(let thing): return "reconcile " + thing.rawValue
    case .park(let thing, .refused(let words)): return "park \(thing.rawValue): \(words)"
    case .park(let thing, let reason): return "park \(thing.rawValue): \(reason)"
    case .forget(let things): return "forget " + things.map(\.rawValue).joined(separator: " ")
    case .renew: return "renew"
    case .end(.succeeded): return "end"
    case .end(.unreachable): return "end unreachable"
    case .end(.failed(let failure, let retryAfter)):
      return "end \(failure)" + (retryAfter.map { " \($0 / 1000)" } ?? "")
    }
  }
}

extension ServerAbilities {
  static let all = ServerAbilities(keepsVersions: true, takesOurIds: true, takesTransactions: true)
  static let singly = ServerAbilities(keepsVersions: true, takesOurIds: true, takesTransactions: false)
}

extension PushMachine.Event {
  static let ok = taken(SyncHandle(rawValue: 0))
}
