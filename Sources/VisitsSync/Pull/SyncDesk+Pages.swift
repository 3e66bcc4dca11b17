import FHIR
import VisitsExchange
import VisitsModel
import VisitsStore

extension SyncDesk {
  /// So many records are read because a page refers to them. What needs more cannot be taken in yet, and is read again
  /// later.
  private static let mostUnknown = 1000
  /// So many records that cannot be taken in are listed: nobody looks through more, and each is read again and again.
  private static let mostUnread = 1000
  /// Ends the subject that stands for all records of a type that are not listed: `Appointment/*`. No id is `*`.
  private static let ofUnlisted = "/*"

  /// A page as the machine sees it.
  func pulled(_ page: PullPage, _ handle: SyncHandle) throws -> PulledPage {
    let next = page.next.map { PulledPage.Next.link($0) } ?? .none
    if !page.tellsRecords || page.came.isEmpty && page.faults.isEmpty {
      return PulledPage(
        handle, date: page.date, records: page.records, deleted: try known(page.deleted), nameless: page.nameless,
        isNews: false, next: next)
    }
    return try store.readNow { reader in
      let met = try MetPage(page, self, reader)
      let rivals = Rivals(KnownRecords(store: reader, reader: self.reader), settings.zone)
      var isNews = try page.faults.contains { try !met.isLeftOut($0.version) }
      var behind: [RecordAddress] = []
      var references: [RecordAddress] = []
      // What is known of these may not hold any more.
      var doubted: Set<RecordAddress> = []
      var listed: Set<RecordAddress> = []
      for came in page.came {
        let known = try met.record(came.address)
        if try met.isSeen(came, known) || met.isPassed(came, known) { continue }
        if try met.isBehind(came, known) {
          behind.append(came.address)
          continue
        }
        isNews = true
        // Nobody is fetched for what is not kept.
        if known.agreed.isEmpty, met.isOutside(came) { continue }
        doubted.formUnion(try rivals.of(came, known))
        references += met.references(in: came).filter { $0 != came.address && listed.insert($0).inserted }
      }
      let known = try reader.met(references).filter { !$0.value.agreed.isEmpty || $0.value.isOutside }
      // A reference that is left out is read later; without these a visit would be made twice.
      let unknown =
        doubted.sorted { ($0.type, $0.id) < ($1.type, $1.id) }
        + references.filter { !behind.contains($0) && known[$0] == nil }
      return PulledPage(
        handle, date: page.date, records: page.records, unknown: Array(unknown.prefix(Self.mostUnknown)),
        behind: behind, nameless: page.nameless, isNews: isNews, next: next)
    }
  }

  /// Takes in a page with what is to be remembered.
  ///
  /// - Parameter absent: What was looked for because of it and is not there.
  /// - Returns: How many of its records were not seen before.
  func keep(_ page: PullPage, _ marks: [PullMark], absent: Set<RecordAddress> = []) throws -> Int {
    let desk = self
    let (marks, isNews) = try store.readNow { reader in
      (try marks.filter { try !isKept($0, reader) }, try page.isNews || tellsNow(page, reader))
    }
    guard isNews else {
      // Most runs find nothing: they leave no trace in the pipeline of changes, nor wait for the disk.
      if !marks.isEmpty { try store.keepNow { ledger in for mark in marks { try keep(mark, ledger) } } }
      return 0
    }
    do {
      return try take { try desk.keep(page, marks, absent, $0) }
    } catch let still as StillUnread {
      let now = now()
      try store.keepNow { try $0.note(still.problem, at: now) }
      return 0
    }
  }

  /// A record that was read again by itself can be taken in no more than before: there is nothing to keep but that.
  private struct StillUnread: Error {
    let problem: SyncProblem
  }

  private func keep(
    _ page: PullPage, _ marks: [PullMark], _ absent: Set<RecordAddress>, _ transaction: ChangeTransaction
  ) throws -> Int {
    var taking = Taking(transaction, self, absent: absent)
    var met = try MetPage(page, self, transaction)
    try taking.known.lookUp(page.came)
    var new = 0
    var hasNewPatient = false
    var unread = try transaction.unreadSubjects()
    // The types of records that are too many to be listed.
    var unlisted: Set<String> = []
    func note(_ address: RecordAddress, _ fault: RecordFault) throws {
      guard Self.isListed(address.subject, among: unread) else {
        unlisted.insert(address.type)
        return
      }
      try transaction.ledger.note(try SyncProblem(address.subject, fault), at: transaction.now)
      unread.insert(address.subject)
    }
    for came in page.came where try !met.isPassed(came) {
      do {
        let known = try met.record(came.address)
        let isNew = try !met.isSeen(came, known) && !met.isBehind(came, known)
        if isNew {
          let isTaken = try taking.take(came, known)
          met.forget(came.address)
          new += 1
          hasNewPatient = hasNewPatient || came.address.type == "Patient"
          if !isTaken { try transaction.ledger.note(leftOut: came.version) }
        }
        // A search may be behind what could not be read: only what was taken in, or read by itself, is well again.
        if !unread.isEmpty, unread.contains(came.subject),
          try isNew || page.basis != nil && met.isSeen(came, known)
        {
          try transaction.ledger.settle(.unread, of: came.subject, by: "upstream", at: transaction.now)
          unread.remove(came.subject)
        }
      } catch let fault as RecordFault {
        if try met.isLeftOut(came.version), unread.contains(came.subject) {
          throw StillUnread(problem: try SyncProblem(came.subject, fault))
        }
        try transaction.ledger.note(leftOut: came.version)
        try note(came.address, fault)
        met.forget(came.address)
      }
    }
    for fault in page.faults where try !met.isLeftOut(fault.version) {
      let address = fault.version.address
      try transaction.ledger.note(leftOut: fault.version)
      try note(address, fault.fault)
      met.forget(address)
    }
    for mark in marks { try keep(mark, transaction.ledger) }
    for type in unlisted.sorted() { try transaction.ledger.note(Self.unlisted(type), at: transaction.now) }
    try settleUnlisted(unread, transaction)
    // Whoever has taken another's place may have come before them or after.
    if hasNewPatient { try transaction.followMergedClients() }
    try transaction.raiseOverlaps(of: taking.people.touched)
    return new
  }

  /// That records of a type cannot be read and are not listed is told until a person has taken note, or every record that
  /// is listed has become well.
  private func settleUnlisted(_ unread: Set<String>, _ transaction: ChangeTransaction) throws {
    guard !unread.contains(where: { Self.address($0) != nil }) else { return }
    for subject in unread where subject.hasSuffix(Self.ofUnlisted) {
      try transaction.ledger.settle(.unread, of: subject, by: "upstream", at: transaction.now)
    }
  }

  private static func unlisted(_ type: String) -> SyncProblem {
    SyncProblem(.unread, type + ofUnlisted, code: "unlisted")
  }

  /// Whether a record that cannot be taken in is listed, among those that are.
  private static func isListed(_ subject: String, among unread: Set<String>) -> Bool {
    unread.count < mostUnread || unread.contains(subject)
  }

  /// Whether a page tells something by now, if only that a record which could not be read is well again: a push may have
  /// taken that in.
  private func tellsNow(_ page: PullPage, _ reader: StoreReader) throws -> Bool {
    guard !page.came.isEmpty || !page.faults.isEmpty else { return false }
    let met = try MetPage(page, self, reader)
    if try page.faults.contains(where: { try !met.isLeftOut($0.version) }) { return true }
    let unread = try reader.unreadSubjects()
    return try page.came.contains { came in
      try !met.isPassed(came) && (page.basis != nil && unread.contains(came.subject) || met.isNew(came))
    }
  }

  private func isKept(_ mark: PullMark, _ reader: StoreReader) throws -> Bool {
    switch mark {
    case .watermark(let type, let at): try reader.watermark(of: type) == at
    case .covered: false
    // A search that came to nothing before must be told to be well again.
    case .followed(let type): try !reader.problems().contains { $0.problem.subject == type }
    }
  }

  private func keep(_ mark: PullMark, _ ledger: SyncLedger) throws {
    if case .watermark(let type, let at) = mark, let before = try ledger.watermark(of: type),
      at.adding(seconds: PullMachine.overlap) < before
    {
      // The server's clock was set back: what was changed since the last look bears times before the mark. Everything is
      // compared with the next run.
      try ledger.note(compared: .window, at: Instant(milliseconds: 0))
    }
    try ledger.keep(mark)
    if case .followed(let type) = mark { try ledger.settle(.unread, of: type, by: "upstream", at: now()) }
  }

  /// Those that stand here, and of which nobody is to decide: of a visit that is parked nothing is taken in.
  private func known(_ addresses: [RecordAddress]) throws -> [RecordAddress] {
    guard !addresses.isEmpty else { return [] }
    return try store.readNow { reader in
      try addresses.filter { address in
        try reader.agreed(on: address).contains { try reader.syncState(of: $0.thing) != .parked }
      }
    }
  }

  /// The records of some days that must be read to know what became of them.
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
      // What is new may have the place of what is gone.
      return differing.map(\.address) + gone
    }
  }

  /// Upstream says of this very record that it is not there any more.
  func withdraw(_ address: RecordAddress) throws {
    let desk = self
    try take { transaction in
      var taking = Taking(transaction, desk)
      for record in try transaction.agreed(on: address) {
        guard let visit = try record.thing.visit.flatMap(transaction.visit) else { continue }
        switch address.type {
        case "Appointment": try taking.withdraw(visit)
        // Only what happened stood there: a person must say whether it did.
        case "Encounter":
          let life = SyncedVisit(visit).life
          if life.hasHappened {
            try taking.park(record.thing, Clash(.withdrawn, ours: .life(life), theirs: .life(.scheduled)))
          }
        default: break
        }
      }
      // What a person is to see to stays known by its record, so that no other is made for it.
      let isParked = try transaction.agreed(on: address).contains { try transaction.syncState(of: $0.thing) == .parked }
      if !isParked { try transaction.ledger.disagree(on: address) }
      try transaction.ledger.settle(.unread, of: address.subject, by: "upstream", at: transaction.now)
      try settleUnlisted(try transaction.unreadSubjects(), transaction)
    }
  }

  /// Notes what came to nothing while the rest went on.
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

  /// The versions in which a record is known.
  func versions(of address: RecordAddress) throws -> [String?] {
    try store.readNow { try $0.met(address).agreed }
  }
}
