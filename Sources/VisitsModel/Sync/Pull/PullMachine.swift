/// One run that brings here what changed upstream (`sync.md`, Reading). It knows no resource, no store and no wire: it is
/// told what happens and says what is to be done.
///
/// It can be dropped at any moment and begun anew: what was taken in is remembered in the store, and what was not is
/// fetched again. A page is kept only when all that it refers to was read, and a mark moves only with the last page.
package struct PullMachine: Sendable, Hashable {
  /// What was changed shortly before the watermark is asked for again, in seconds: a change may become visible late.
  package static let overlap: Int64 = 120
  /// The same once a night, of records that have no days by which they could be compared: a server's clock may have been
  /// wrong by hours, and a change may have become visible later than that.
  package static let longOverlap: Int64 = 2 * 86_400
  /// References are followed so many steps.
  static let depth = 8

  enum Job: Sendable, Hashable {
    case search(Paging.Search)
    case read(RecordAddress)
    case finishComparison(PullPlan.Comparison.Extent)
    case finishHistory(String, Instant)
  }

  /// A page and what must be read before it is kept.
  struct Held: Sendable, Hashable {
    var page: PulledPage
    var unknown: [RecordAddress]
  }

  enum Awaited: Sendable, Hashable {
    case nothing
    case page
    case read(RecordAddress)
    case comparison
    /// A fresh token, to fetch this again.
    indirect case renewing(Awaited)
  }

  var awaited = Awaited.nothing
  var request: PullRequest?
  /// What is still to be done, in order.
  var jobs: [Job] = []
  var watermarks: [String: Instant] = [:]
  /// The types of which this run asks for the changes of ``longOverlap``.
  var longLooks: Set<String> = []
  /// Up to where each type's history was read.
  var historiesRead: [String: Instant] = [:]
  var paging: Paging?
  var held: [Held] = []
  /// What could not be taken in before, and is read again. It makes no run one that carries something.
  var again: Set<RecordAddress> = []
  /// What was read in this run: once is enough.
  var read: Set<RecordAddress> = []
  /// The types of which an entry without an id came. A person was told.
  var nameless: Set<String> = []
  var failure: RunFailure?
  /// What was cut off. Whether the network is at fault the next answer tells, or that there is none.
  var cutOff: PullTrouble?
  var isComparisonWhole = true
  /// Whether the server refuses to give just ids and versions.
  var refusesElements = false
  var wasRenewed = false
  var isCarrying = false

  /// A run that has not begun.
  package init() {}

  /// Takes what happened. What was not awaited changes nothing.
  package mutating func step(_ event: Event) -> [Effect] {
    let told = noteCutOff(before: event)
    return told + take(event)
  }

  private mutating func take(_ event: Event) -> [Effect] {
    switch (event, awaited) {
    case (.begin(let plan), .nothing):
      set(plan)
      return next()
    case (.page(let page), .page): return hold(page, isSearch: true)
    case (.page(let page), .read(let address)):
      return hold(page, isSearch: false, isQuiet: again.contains(address) && held.isEmpty)
    case (.compared(let addresses), .comparison):
      paging = nil
      jobs.insert(contentsOf: addresses.map { .read($0) }, at: 0)
      return next()
    case (.trouble(.unauthorized), .page), (.trouble(.unauthorized), .read):
      guard !wasRenewed else { return stop(.unauthorized) }
      wasRenewed = true
      awaited = .renewing(awaited)
      return [.renew]
    case (.renewed(let isFresh), .renewing(let before)):
      guard isFresh, let request else { return stop(.unauthorized) }
      awaited = before
      return [.fetch(request)]
    case (.trouble(let trouble), .page): return failed(trouble)
    case (.trouble(let trouble), .read(let address)): return failed(trouble, reading: address)
    default: return []
    }
  }

  private mutating func set(_ plan: PullPlan) {
    for kind in plan.kinds {
      watermarks[kind.type] = kind.watermark
      jobs += (kind.newDays ?? []).map { .search(.day(kind.type, $0)) }
      jobs.append(.search(.changes(kind.type)))
    }
    jobs += plan.again.map { .read($0) }
    again = Set(plan.again)
    for kind in plan.kinds {
      guard let read = kind.historyRead else { continue }
      historiesRead[kind.type] = read
      jobs.append(.search(.history(kind.type)))
    }
    guard let comparison = plan.comparison else { return }
    if comparison.extent == .window { longLooks = Set(plan.kinds.filter { $0.newDays == nil }.map(\.type)) }
    for kind in plan.kinds where kind.newDays != nil {
      jobs += comparison.days.map { .search(.versions(kind.type, $0)) }
    }
    jobs.append(.finishComparison(comparison.extent))
  }

  /// Goes on with what is next.
  mutating func next() -> [Effect] {
    awaited = .nothing
    guard !jobs.isEmpty else {
      let told = cutOff.map { [Effect.note($0)] } ?? []
      return told + [.end(failure.map { .failed($0) } ?? .succeeded)]
    }
    switch jobs.removeFirst() {
    case .search(let search): return begin(search)
    case .read(let address): return read.insert(address).inserted ? fetch(.read(address), .read(address)) : next()
    case .finishComparison(let extent): return (isComparisonWhole ? [.compared(extent)] : []) + next()
    case .finishHistory(let type, let read): return [.historyRead(type, read)] + next()
    }
  }

  mutating func begin(_ search: Paging.Search) -> [Effect] {
    let request: PullRequest
    switch search {
    case .changes(let type):
      let overlap = longLooks.contains(type) ? Self.longOverlap : Self.overlap
      request = .changes(type, since: watermarks[type]?.adding(seconds: -overlap))
    case .day(let type, let day): request = .day(type, day)
    case .versions(let type, let days): request = .versions(type, days, areWhole: refusesElements)
    case .history(let type):
      guard let read = historiesRead[type] else { return next() }
      request = .history(type, since: read.adding(seconds: -Self.overlap))
    }
    paging = Paging(search, first: request)
    return fetch(request, .page)
  }

  /// Asks upstream.
  mutating func fetch(_ request: PullRequest, _ awaited: Awaited) -> [Effect] {
    self.request = request
    self.awaited = awaited
    return [.fetch(request)]
  }

  /// Holds a page until all that it refers to was read.
  private mutating func hold(_ page: PulledPage, isSearch: Bool, isQuiet: Bool = false) -> [Effect] {
    var carry: [Effect] = []
    if page.isNews, !isQuiet, !isCarrying {
      isCarrying = true
      carry = [.carry]
    }
    if isSearch, paging?.search.tellsNoRecords == true { return carry + turn(page, keeping: []) }
    let isDeep = held.count >= Self.depth
    if isDeep, !page.behind.isEmpty { paging?.isGapped = true }
    held.append(Held(page: page, unknown: isDeep ? [] : page.behind + page.unknown))
    return carry + release()
  }

  /// Reads what the page on top refers to, then keeps it: what is referred to before what refers to it.
  mutating func release() -> [Effect] {
    var effects: [Effect] = []
    while var top = held.popLast() {
      while !top.unknown.isEmpty {
        let address = top.unknown.removeFirst()
        guard read.insert(address).inserted else {
          // What was read before this page came may not be what it tells of.
          if top.page.behind.contains(address) { paging?.isGapped = true }
          continue
        }
        held.append(top)
        return effects + fetch(.read(address), .read(address))
      }
      if held.isEmpty, paging != nil { return effects + turn(top.page, keeping: [top.page]) }
      effects.append(.keep(top.page.handle, []))
    }
    return effects + next()
  }

  /// Takes a page of a search, and goes on to the next one, or to what comes after the last.
  private mutating func turn(_ page: PulledPage, keeping: [PulledPage]) -> [Effect] {
    guard var paging else { return next() }
    // Not shared while it grows: else each page would copy the links of all before it.
    self.paging = nil
    // Changes go on from where a first day's pages began, since they may have changed while these were fetched.
    var marks: [PullMark] = []
    if case .day(let type, _) = paging.search, paging.isFirst, watermarks[type] == nil, let date = page.date {
      watermarks[type] = date
      marks.append(.watermark(type, date))
    }
    let isFollowed = paging.add(page)
    self.paging = paging
    let told = tell(of: page, paging.type)
    let kept = keeping.map { Effect.keep($0.handle, marks) } + told
    switch page.next {
    case .link(let link) where isFollowed: return kept + fetch(.next(link), .page)
    case .link where paging.search == .history(paging.type): break
    case .link: return kept + drop(.endless(paging.type), .unreadable)
    case .none: break
    }
    switch paging.search {
    case .changes where paging.isGapped, .day where paging.isGapped: break
    case .changes(let type):
      watermarks[type] = paging.watermark(after: watermarks[type])
      marks += watermarks[type].map { [.watermark(type, $0)] } ?? []
      if !nameless.contains(type) { marks.append(.followed(type)) }
    case .day(let type, let day): marks.append(.covered(type, day))
    case .versions(let type, let days):
      awaited = .comparison
      return told + [.compare(type, days, paging.versions)]
    case .history(let type):
      // Each deletion is confirmed by a read. The mark moves when all of them were read; not if the history was cut short,
      // whose older part is its last.
      var after = paging.deleted.map { Job.read($0) }
      if page.next == .none, let read = paging.watermark(after: historiesRead[type]), read != historiesRead[type] {
        after.append(.finishHistory(type, read))
      }
      jobs.insert(contentsOf: after, at: 0)
    }
    self.paging = nil
    return keeping.map { .keep($0.handle, marks) } + told + next()
  }

  /// Tells a person, once in a run, that something of a type came which is no record.
  private mutating func tell(of page: PulledPage, _ type: String) -> [Effect] {
    guard let words = page.nameless, nameless.insert(type).inserted else { return [] }
    return [.note(.search(type, .unreadable(words: words)))]
  }
}
