import FHIR
import VisitsExchange
import VisitsModel
import VisitsStore

extension SyncContext {
  /// The maximum number of records that a run reads because one page refers to them. A record of the page that needs a
  /// record beyond this limit cannot be merged yet. A later run reads it again.
  private static let mostUnknown = 1000
  /// The maximum number of unreadable records that get a problem of their own in the list of sync problems. The office
  /// would not look through more, and later runs read each of these records again.
  private static let mostUnread = 1000
  /// The suffix of the subject of a collective problem, such as `Appointment/*`. A collective problem stands for all
  /// unreadable records of the type that have no problem of their own. No record has the id `*`.
  private static let ofUnlisted = "/*"

  /// The maximum number of visits that one transaction merges; each record that is not an Appointment counts as a
  /// visit. Every other change waits while the transaction runs, and a server may send more records than requested.
  static let mostAtOnce = 500

  /// Compares a received page with the store.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - handle: The handle under which the run holds the page.
  ///   - followsReferences: Whether the run may first read records that are not stored here and to which the page
  ///     refers.
  /// - Returns: The page as the state machine needs it, and the comparison. The comparison is `nil` for a page without
  ///   records to merge.
  func pulled(
    _ page: PullPage, _ handle: SyncHandle, followsReferences: Bool = true
  ) throws -> (page: PulledPage, diff: PageDiff?) {
    let next = page.next.map { PulledPage.Next.link($0) } ?? .none
    guard page.tellsRecords else {
      let pulled = PulledPage(
        handle, date: page.date, records: page.records, deleted: try known(page.deleted), nameless: page.nameless,
        isNews: false, next: next)
      return (pulled, nil)
    }
    return try store.readNow { reader in
      let diff = try PageDiff(page, self, reader)
      let pulled = PulledPage(
        handle, date: page.date, records: page.records, unknown: try unknown(in: diff, followsReferences, reader),
        behind: diff.behind, nameless: page.nameless, isNews: diff.isNews, next: next)
      return (pulled, diff)
    }
  }

  /// Returns the records that the run must read before it stores a page: stored records that the page may replace, and
  /// records to which the page refers and that are not stored here.
  private func unknown(
    in diff: PageDiff, _ followsReferences: Bool, _ reader: StoreReader
  ) throws -> [RecordAddress] {
    guard !diff.new.isEmpty else { return [] }
    let rivals = Rivals(KnownRecords(store: reader, reader: self.reader), settings.zone)
    var references: [RecordAddress] = []
    // Known records that may have been deleted upstream.
    var doubted: Set<RecordAddress> = []
    var listed: Set<RecordAddress> = []
    for fetched in diff.new {
      let known = try diff.record(fetched.address, reader)
      // A record outside the window is not stored, so its people need not be known.
      if known.agreed.isEmpty, diff.isOutside(fetched) { continue }
      doubted.formUnion(try rivals.of(fetched, known))
      guard followsReferences else { continue }
      references += fetched.references(self.reader).filter { $0 != fetched.address && listed.insert($0).inserted }
    }
    let known = try reader.met(references).filter { !$0.value.agreed.isEmpty || $0.value.isOutside }
    // The rivals come first. A reference beyond the limit is only read later, but a rival beyond the limit would leave
    // a visit stored twice.
    let unknown =
      doubted.sorted { ($0.type, $0.id) < ($1.type, $1.id) }
      + references.filter { !diff.behind.contains($0) && known[$0] == nil }
    return Array(unknown.prefix(Self.mostUnknown))
  }

  /// Stores a page, with the marks that show how far the run has pulled. A large page is stored in several
  /// transactions, and the last of them stores the marks. If the daemon stops before that, the page is fetched again,
  /// so nothing is lost.
  ///
  /// - Parameters:
  ///   - diff: The page, compared with the store.
  ///   - marks: The marks, such as the new watermark.
  ///   - absent: The records that upstream no longer has, as reads in this run have shown.
  /// - Returns: The number of new or changed records on the page.
  func keep(_ diff: PageDiff, _ marks: [PullMark], absent: Set<RecordAddress> = []) throws -> Int {
    let context = self
    let (marks, diff) = try store.readNow { reader in
      // Read the number of commits before any row: the number identifies the state of the database that the rows come
      // from.
      let current = try diff.isToKeep ? diff : diff.current(reader)
      return (try marks.filter { try !isKept($0, reader) }, current)
    }
    guard diff.isToKeep else {
      // Most runs find nothing new. They make no change, and do not wait for the disk.
      if !marks.isEmpty { try store.keepNow { ledger in for mark in marks { try keep(mark, ledger) } } }
      return 0
    }
    let moved = try follow(diff)
    let parts = diff.page.parts(of: Self.mostAtOnce)
    var new = 0
    do {
      for (index, part) in parts.enumerated() {
        let isLast = index == parts.count - 1
        new += try change { transaction in
          let diff = parts.count == 1 ? try diff.current(transaction) : try PageDiff(part, context, transaction)
          return try context.keep(diff, isLast ? marks : [], absent, moved, transaction)
        }
        if store.isStoppingLongWork, !isLast { throw Refusal.unavailable(.shuttingDown) }
      }
    } catch let still as StillUnread {
      let now = now()
      try store.keepNow { try $0.note(still.problem, at: now) }
    }
    if diff.page.fetched.contains(where: { $0.address.type == "Patient" }) { try followMerges() }
    return new
  }

  /// The error thrown if the run has read a record again by itself and still cannot merge it. The transaction is then
  /// rolled back, and only the record's problem is stored.
  private struct StillUnread: Error {
    let problem: SyncProblem
  }

  private func keep(
    _ diff: PageDiff, _ marks: [PullMark], _ absent: Set<RecordAddress>, _ moved: Set<RecordAddress>,
    _ transaction: ChangeTransaction
  ) throws -> Int {
    let page = diff.page
    var diff = diff
    var inbound = InboundMerge(transaction, self, absent: absent, moved: moved)
    try inbound.known.lookUp(page.fetched)
    var new = 0
    var hasNewPatient = false
    var unread = try transaction.unreadSubjects()
    // The types of the unreadable records that get no problem of their own.
    var unlisted: Set<String> = []
    func note(_ address: RecordAddress, _ fault: RecordFault) throws {
      guard Self.isListed(address.subject, among: unread) else {
        unlisted.insert(address.type)
        return
      }
      try transaction.ledger.note(try SyncProblem(address.subject, fault), at: transaction.now)
      unread.insert(address.subject)
    }
    // The merge of one record may change the stored state of the records after it.
    for fetched in page.fetched where try !diff.isPassed(fetched, transaction) {
      do {
        let known = try diff.record(fetched.address, transaction)
        let isNew = try !diff.isSeen(fetched, known, transaction) && !diff.isBehind(fetched, known, transaction)
        if isNew {
          let isTaken = try inbound.merge(fetched, known)
          diff.forget(fetched.address)
          new += 1
          hasNewPatient = hasNewPatient || fetched.address.type == "Patient"
          try inbound.tell(fetched.notes, of: fetched.address)
          if !isTaken { try transaction.ledger.note(leftOut: fetched.version) }
        }
        // A search may lag, so it cannot show that an unreadable record has become readable. Only merging the record,
        // or reading it alone, settles its problem.
        if !unread.isEmpty, unread.contains(fetched.subject),
          try isNew || page.basis != nil && diff.isSeen(fetched, known, transaction)
        {
          try transaction.ledger.settle(.unread, of: fetched.subject, by: "upstream", at: transaction.now)
          unread.remove(fetched.subject)
        }
      } catch let fault as RecordFault {
        if try diff.isLeftOut(fetched.version, transaction), unread.contains(fetched.subject) {
          throw StillUnread(problem: try SyncProblem(fetched.subject, fault))
        }
        try transaction.ledger.note(leftOut: fetched.version)
        try note(fetched.address, fault)
        diff.forget(fetched.address)
      }
    }
    for fault in page.faults where try !diff.isLeftOut(fault.version, transaction) {
      let address = fault.version.address
      try transaction.ledger.note(leftOut: fault.version)
      try note(address, fault.fault)
      diff.forget(address)
    }
    for mark in marks { try keep(mark, transaction.ledger) }
    for type in unlisted.sorted() { try transaction.ledger.note(Self.unlisted(type), at: transaction.now) }
    try settleUnlisted(unread, transaction)
    // When upstream merges two clients, the Patient of either may arrive first.
    if hasNewPatient { try inbound.followMerges(atMost: max(0, Self.mostAtOnce - page.fetched.count)) }
    try inbound.people.raiseQuestions()
    return new
  }

  /// Settles the collective problem of each type, such as `Appointment/*`, if no unreadable record has a problem of its
  /// own any more.
  private func settleUnlisted(_ unread: Set<String>, _ transaction: ChangeTransaction) throws {
    guard !unread.contains(where: { Self.address($0) != nil }) else { return }
    for subject in unread where subject.hasSuffix(Self.ofUnlisted) {
      try transaction.ledger.settle(.unread, of: subject, by: "upstream", at: transaction.now)
    }
  }

  private static func unlisted(_ type: String) -> SyncProblem {
    SyncProblem(.unread, type + ofUnlisted, code: "unlisted")
  }

  /// Returns whether an unreadable record has, or may get, its own entry in the list of sync problems.
  private static func isListed(_ subject: String, among unread: Set<String>) -> Bool {
    unread.count < mostUnread || unread.contains(subject)
  }

  private func isKept(_ mark: PullMark, _ reader: StoreReader) throws -> Bool {
    switch mark {
    case .watermark(let type, let at): try reader.watermark(of: type) == at
    case .covered: false
    // A search that failed before has succeeded, so its problem must be settled.
    case .followed(let type): try reader.problem(.unread, of: type) == nil
    }
  }

  private func keep(_ mark: PullMark, _ ledger: SyncLedger) throws {
    if case .watermark(let type, let at) = mark, let before = try ledger.watermark(of: type),
      at.adding(seconds: PullMachine.overlap) < before
    {
      // The server's clock was set back, so changes since the last pull have times before the watermark. The next run
      // compares the whole window.
      try ledger.note(compared: .window, at: Instant(milliseconds: 0))
    }
    try ledger.keep(mark)
    if case .followed(let type) = mark { try ledger.settle(.unread, of: type, by: "upstream", at: now()) }
  }

  /// Returns those of the records that have been merged here and whose visits are not parked. A parked visit waits for
  /// the coordinator's decision, and sync merges nothing into it.
  private func known(_ addresses: [RecordAddress]) throws -> [RecordAddress] {
    guard !addresses.isEmpty else { return [] }
    return try store.readNow { reader in
      try addresses.filter { address in
        try reader.agreed(on: address).contains { try reader.syncState(of: $0.thing) != .parked }
      }
    }
  }

  /// Compares upstream's records of some days with the stored records of these days.
  ///
  /// - Parameters:
  ///   - type: The type of the records.
  ///   - days: The days.
  ///   - versions: Upstream's records of these days, with their versions.
  /// - Returns: The records that the run must read: records that are new or have another version than the stored one,
  ///   and stored records that upstream does not list.
  func compare(
    _ type: String, _ days: ClosedRange<CareDay>, _ versions: [RecordVersion]
  ) throws -> [RecordAddress] {
    try store.readNow { reader in
      let here = try reader.agreed(type, startingIn: bounds(of: days))
      let there = Set(versions.map(\.address))
      let gone = here.map(\.address).filter { !there.contains($0) }
      let met = try reader.met(there)
      let differing = try versions.filter { record in
        let isSeen = met[record.address].map { $0.isAgreed(in: record.version) && !$0.isRewritten(in: record) } ?? false
        return try !isSeen && !reader.isStillOutside(record)
      }
      // A new record may replace a missing record, so the new records are read first.
      return differing.map(\.address) + gone
    }
  }

  /// Handles the deletion of a record upstream. Call this only after a read of the record has confirmed that it is
  /// gone.
  func withdraw(_ address: RecordAddress) throws {
    let context = self
    try change { transaction in
      var inbound = InboundMerge(transaction, context)
      for record in try transaction.agreed(on: address) {
        guard let visit = try record.thing.visit.flatMap(transaction.visit) else { continue }
        switch address.type {
        case "Appointment": try inbound.withdraw(visit)
        // The Encounter was the evidence that the visit happened. The coordinator must decide whether the visit
        // happened.
        case "Encounter":
          let life = SyncedVisit(visit).life
          if life.hasHappened {
            try inbound.park(record.thing, Clash(.withdrawn, ours: .life(life), theirs: .life(.scheduled)))
          }
        default: break
        }
      }
      // A parked entity keeps its agreed record, so that no second record is created for it.
      let isParked = try transaction.agreed(on: address).contains { try transaction.syncState(of: $0.thing) == .parked }
      if !isParked { try transaction.ledger.disagree(on: address) }
      try transaction.ledger.settle(.unread, of: address.subject, by: "upstream", at: transaction.now)
      try settleUnlisted(try transaction.unreadSubjects(), transaction)
    }
  }

  /// Stores a problem for the failure of one search or of the read of one record. The run continues after such a
  /// failure.
  func note(_ trouble: PullTrouble) throws {
    let now = now()
    var problem = trouble.problem
    if case .record(let address, _) = trouble,
      try store.readNow({ try !Self.isListed(problem.subject, among: $0.unreadSubjects()) })
    {
      problem = Self.unlisted(address.type)
    }
    try store.keepNow { [problem] in try $0.note(problem, at: now) }
  }

  /// Returns the version of a record on which the store and upstream last agreed. An Appointment of several workers is
  /// several visits, so it has one version for each of them.
  func versions(of address: RecordAddress) throws -> [String?] {
    try store.readNow { try $0.met(address).agreed }
  }
}
