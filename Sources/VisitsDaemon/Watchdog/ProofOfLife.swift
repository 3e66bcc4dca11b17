import VisitsModel

/// Decides when the service manager is told that the daemon lives: only when a call came through, the writer had its
/// turn, and every loop turns. It is told what happens, and knows neither sockets nor clocks.
struct ProofOfLife {
  /// What is to be proved by an answer.
  enum Part: Hashable, CaseIterable {
    /// A call comes through and is answered.
    case calls
    /// The writer begins a transaction and takes it back.
    case writer
  }

  /// What was not proved in time.
  enum Lack: Hashable {
    case part(Part)
    case loop(DaemonLoop)
  }

  /// What happens.
  enum Event {
    /// It is time for the next proof.
    ///
    /// - Parameter steps: How much the writer has done in all.
    case pulse(writerSteps: UInt64)
    /// An answer has come; a refusal is none that proves anything.
    case answered(Part, isGood: Bool)
  }

  /// What is to be done.
  enum Action: Equatable {
    /// Ask for an answer.
    case ask(Part)
    /// Tell the service manager.
    case feed
    /// Tell the operator why it is not told.
    case withheld([Lack])
    /// Tell the operator that it is told again.
    case resumed
  }

  private var asked: Set<Part> = []
  private var proved: Set<Part> = []
  private var isFed = true
  private var told: [Lack] = []
  private var steps: UInt64 = 0

  /// Takes what happened.
  ///
  /// - Parameter late: The loops that do not turn.
  mutating func take(_ event: Event, late: [DaemonLoop]) -> [Action] {
    switch event {
    case .pulse(let steps): return pulse(steps, late)
    case .answered(let part, let isGood):
      asked.remove(part)
      if isGood { proved.insert(part) }
      return late.isEmpty ? fed() : []
    }
  }

  private mutating func pulse(_ steps: UInt64, _ late: [DaemonLoop]) -> [Action] {
    // A change of a hundred thousand rows is no hang, nor are the loops that wait for their turn behind it.
    let isWriterAtWork = asked.contains(.writer) && steps != self.steps
    self.steps = steps
    if isWriterAtWork { proved.insert(.writer) }
    var actions = late.isEmpty || isWriterAtWork ? fed() : []
    if !isFed {
      let lacks = Part.allCases.filter { !proved.contains($0) }.map(Lack.part) + late.map(Lack.loop)
      if lacks != told { actions.append(.withheld(lacks)) }
      told = lacks
    }
    isFed = false
    proved = []
    for part in Part.allCases where asked.insert(part).inserted { actions.append(.ask(part)) }
    return actions
  }

  private mutating func fed() -> [Action] {
    guard !isFed, proved.count == Part.allCases.count else { return [] }
    isFed = true
    defer { told = [] }
    return told.isEmpty ? [.feed] : [.feed, .resumed]
  }
}
