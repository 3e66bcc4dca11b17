extension PullMachine {
  /// A search came to nothing. Others may go well, unless the trouble is everybody's.
  mutating func failed(_ trouble: RequestTrouble) -> [Effect] {
    guard let type = paging?.type else { return stop(trouble) }
    if paging?.search == .history(type), trouble.isOfThisSearch, trouble != .gone || paging?.isFirst == true {
      // The server says that it has one and does not give it. A comparison finds what was deleted all the same.
      paging = nil
      return next()
    }
    if case .versions(type, let days, areWhole: false) = request, trouble.isOfThisSearch {
      refusesElements = true
      return begin(.versions(type, days))
    }
    switch trouble {
    case .cut, .unreachable(mayHaveLanded: true), .later(retryAfter: nil, mayHaveLanded: _):
      // It may be the search alone that never comes to its end; a second in a row is everybody's trouble.
      guard cutOff == nil else { return stop(trouble) }
      cutOff = .search(type, trouble)
      return drop(nil, trouble.failure)
    case .unreachable, .untrusted, .later, .unauthorized: return stop(trouble)
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
    case .cut, .unreachable(mayHaveLanded: true), .later(retryAfter: nil, mayHaveLanded: _):
      guard cutOff == nil else { return stop(trouble) }
      cutOff = .record(address, trouble)
      // What is noted for a person is read again in any case.
      if isHeld(for: address), !again.contains(address) { paging?.isGapped = true }
      return release()
    case .unreachable, .untrusted, .later, .unauthorized: return stop(trouble)
    case .gone where isHeld(for: address):
      // It is withdrawn once the page is kept which tells of it still, and would bring it back.
      read.remove(address)
      jobs.insert(.read(address), at: 0)
      return release()
    // What refers to it tells a person that it is not there, or takes its place.
    case .gone: return [held.isEmpty ? .withdraw(address) : .absent(address)] + release()
    case .broken, .forbidden, .conflict, .refused, .tooLarge, .notOffered, .unreadable:
      return [.note(.record(address, trouble))] + release()
    }
  }

  /// Whether a page is held that tells of a record in a version which may be older than what is known.
  private func isHeld(for address: RecordAddress) -> Bool { held.contains { $0.page.behind.contains(address) } }

  /// The server has answered again: what was cut off was cut off by itself, and a person is told.
  mutating func noteCutOff(before event: Event) -> [Effect] {
    guard let cutOff else { return [] }
    switch event {
    case .page: break
    case .trouble(let trouble) where !trouble.isSilence: break
    default: return []
    }
    self.cutOff = nil
    return [.note(cutOff)]
  }

  /// Leaves a type as it is until the next run.
  ///
  /// - Parameter trouble: What a person is told; `nil`: nothing yet.
  mutating func drop(_ trouble: PullTrouble?, _ failure: RunFailure) -> [Effect] {
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
    return (trouble.map { [.note($0)] } ?? []) + next()
  }

  /// Ends the run: what it has not kept is fetched by the next.
  mutating func stop(_ trouble: RequestTrouble) -> [Effect] {
    awaited = .nothing
    (jobs, held, paging) = ([], [], nil)
    return [.end(trouble.outcome)]
  }
}

extension RequestTrouble {
  /// Whether the server answered and refused just what was asked.
  fileprivate var isOfThisSearch: Bool {
    switch self {
    case .broken, .forbidden, .conflict, .gone, .refused, .tooLarge, .notOffered, .unreadable: true
    case .unreachable, .cut, .untrusted, .later, .unauthorized: false
    }
  }

  /// Whether nothing tells that the server is there and willing.
  fileprivate var isSilence: Bool {
    switch self {
    case .unreachable, .cut, .untrusted, .later: true
    default: false
    }
  }

  /// Why a run failed that went on all the same.
  fileprivate var failure: RunFailure {
    if case .failed(let failure, _) = outcome { failure } else { .cut }
  }
}
