extension PullMachine {
  /// A search came to nothing. Others may go well, unless the trouble is everybody's.
  mutating func failed(_ trouble: RequestTrouble) -> [Effect] {
    guard let type = paging?.type else { return stop(trouble) }
    switch trouble {
    case .unreachable, .cut, .untrusted, .later, .unauthorized: return stop(trouble)
    case .gone where paging?.isFirst == false:
      guard paging?.restart() == true, let first = paging?.first else { return drop(.endless(type), .unreadable) }
      return fetch(first, .page)
    case .broken, .forbidden, .conflict, .gone, .refused, .tooLarge, .notOffered, .unreadable:
      guard case .failed(let failure, _) = trouble.outcome else { return stop(trouble) }
      return drop(.search(type, trouble), failure)
    }
  }

  /// The read of a record came to nothing: the rest of the sync goes on.
  mutating func failed(_ trouble: RequestTrouble, reading address: RecordAddress) -> [Effect] {
    switch trouble {
    case .unreachable, .cut, .untrusted, .later, .unauthorized: stop(trouble)
    // What refers to it tells a person that it is not there.
    case .gone: (held.isEmpty ? [.withdraw(address)] : []) + release()
    case .broken, .forbidden, .conflict, .refused, .tooLarge, .notOffered, .unreadable:
      [.note(.record(address, trouble))] + release()
    }
  }

  /// Leaves a type as it is until the next run.
  mutating func drop(_ trouble: PullTrouble, _ failure: RunFailure) -> [Effect] {
    let type = paging?.type
    if case .versions = paging?.search { isComparisonWhole = false }
    self.failure = failure
    paging = nil
    jobs.removeAll { job in
      guard case .search(let search) = job else { return false }
      guard search.type == type else { return false }
      if case .versions = search { isComparisonWhole = false }
      return true
    }
    return [.note(trouble)] + next()
  }

  /// Ends the run: what it has not kept is fetched by the next.
  mutating func stop(_ trouble: RequestTrouble) -> [Effect] {
    awaited = .nothing
    (jobs, held, paging) = ([], [], nil)
    return [.end(trouble.outcome)]
  }
}
