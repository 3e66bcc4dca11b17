import FHIR
import VisitsExchange
import VisitsModel
import VisitsStore

extension SyncDesk {
  /// A page as the machine sees it.
  func pulled(_ page: PullPage, _ handle: SyncHandle) throws -> PulledPage {
    let next = page.next.map { PulledPage.Next.link($0) } ?? .none
    if page.isVersions {
      return PulledPage(handle, date: page.date, records: page.records, isNews: false, next: next)
    }
    return try store.readNow { reader in
      var unknown: [RecordAddress] = []
      var isNews = try page.faults.contains { try !reader.isLeftOut($0.version) }
      for came in page.came where try !isSeen(came, reader) && !isPassed(came, page, reader) {
        if try isBehind(came, page, reader) {
          unknown.append(came.address)
          continue
        }
        isNews = true
        // Nobody is fetched for what is not kept.
        if try isOutside(came) && !reader.isAgreed(on: came.address) { continue }
        for address in references(in: came) where !unknown.contains(address) && address != came.address {
          if try !reader.isAgreed(on: address), try !reader.isOutside(address) { unknown.append(address) }
        }
      }
      return PulledPage(
        handle, date: page.date, records: page.records, unknown: unknown, isNews: isNews, next: next)
    }
  }

  /// Takes in a page with what is to be remembered.
  ///
  /// - Returns: How many of its records were not seen before.
  func keep(_ page: PullPage, _ marks: [PullMark]) throws -> Int {
    let desk = self
    let marks = try store.readNow { reader in try marks.filter { try !isKept($0, reader) } }
    guard try isNews(page) else {
      // Most runs find nothing: they leave no trace in the pipeline of changes, nor wait for the disk.
      if !marks.isEmpty { try store.keepNow { ledger in for mark in marks { try keep(mark, ledger) } } }
      return 0
    }
    do {
      return try take { try desk.keep(page, marks, $0) }
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

  private func keep(_ page: PullPage, _ marks: [PullMark], _ transaction: ChangeTransaction) throws -> Int {
    var taking = Taking(transaction, self)
    var new = 0
    var unread = try transaction.unreadSubjects()
    for came in page.came where try !isPassed(came, page, transaction) {
      do {
        if try isNew(came, page, transaction) {
          try taking.take(came)
          new += 1
          let isTaken = try isSeen(came.version, transaction) || transaction.isOutside(came.version)
          if !isTaken { try transaction.ledger.note(leftOut: came.version) }
        }
        if unread.contains(came.subject) {
          try transaction.ledger.settle(.unread, of: came.subject, by: "upstream", at: transaction.now)
        }
      } catch let fault as RecordFault {
        if try transaction.isLeftOut(came.version), unread.contains(came.subject) {
          throw StillUnread(problem: SyncProblem(came.subject, fault))
        }
        try transaction.ledger.note(leftOut: came.version)
        try transaction.ledger.note(SyncProblem(came.subject, fault), at: transaction.now)
        unread.insert(came.subject)
      }
    }
    for fault in page.faults where try !transaction.isLeftOut(fault.version) {
      let address = fault.version.address
      let problem = SyncProblem(.unread, "\(address.type)/\(address.id)", words: fault.words)
      try transaction.ledger.note(leftOut: fault.version)
      try transaction.ledger.note(problem, at: transaction.now)
    }
    for mark in marks { try keep(mark, transaction.ledger) }
    try transaction.raiseOverlaps(of: taking.people.touched)
    return new
  }

  /// Whether a search brought once more what was left out in that very version: it is read again by itself.
  private func isPassed(_ came: CameRecord, _ page: PullPage, _ reader: StoreReader) throws -> Bool {
    try page.basis == nil && reader.isLeftOut(came.version)
  }

  /// Whether a page tells something, if only that a record which could not be read is well again: a push may have taken
  /// that in.
  private func isNews(_ page: PullPage) throws -> Bool {
    guard !page.came.isEmpty || !page.faults.isEmpty else { return false }
    return try store.readNow { reader in
      if try page.faults.contains(where: { try !reader.isLeftOut($0.version) }) { return true }
      let unread = try reader.unreadSubjects()
      return try page.came.contains { came in
        try !isPassed(came, page, reader) && (unread.contains(came.subject) || isNew(came, page, reader))
      }
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
    try ledger.keep(mark)
    if case .followed(let type) = mark { try ledger.settle(.unread, of: type, by: "upstream", at: now()) }
  }

  /// The records of a day that must be read to know what became of them.
  func compare(_ type: String, _ day: CareDay, _ versions: [RecordVersion]) throws -> [RecordAddress] {
    try store.readNow { reader in
      let here = try reader.agreed(type, startingIn: settings.zone.bounds(of: day))
      let there = Set(versions.map(\.address))
      let gone = here.map(\.address).filter { !there.contains($0) }
      return try gone + versions.filter { try !isSeen($0, reader) && !reader.isStillOutside($0) }.map(\.address)
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
      let subject = "\(address.type)/\(address.id)"
      try transaction.ledger.settle(.unread, of: subject, by: "upstream", at: transaction.now)
    }
  }

  /// Notes what came to nothing while the rest went on.
  func note(_ trouble: PullTrouble) throws {
    let now = now()
    try store.keepNow { try $0.note(trouble.problem, at: now) }
  }

  /// Whether this very version was taken in.
  private func isSeen(_ record: RecordVersion, _ reader: StoreReader) throws -> Bool {
    guard record.version != nil else { return false }
    let agreed = try reader.agreedVersions(of: record.address)
    return !agreed.isEmpty && agreed.allSatisfy { $0 == record.version }
  }

  /// The same of a record that lies where nothing is kept, as long as it lies there.
  private func isSeen(_ came: CameRecord, _ reader: StoreReader) throws -> Bool {
    if try isSeen(came.version, reader) { return true }
    if came.version.version == nil {
      // Where no versions are named, what says the very same is the same.
      let agreed = try reader.agreed(on: came.address)
      if !agreed.isEmpty, agreed.allSatisfy({ $0.version == nil && $0.body == came.body }) { return true }
    }
    guard try reader.isOutside(came.version) else { return false }
    switch came.resource.content {
    case .appointment: return isOutside(came)
    // Its visit may have come into the window since.
    case .encounter: return try references(in: came).allSatisfy { try !reader.isAgreed(on: $0) }
    default: return true
    }
  }

  private func isNew(_ came: CameRecord, _ page: PullPage, _ reader: StoreReader) throws -> Bool {
    try !isSeen(came, reader) && !isBehind(came, page, reader)
  }

  /// Whether a record came in a version that may be older than the one that was agreed on: a search may be behind, and a
  /// write of ours may have overtaken it. Only a read tells then, whose word counts whatever the clock of a server says
  /// that was set back; unless it was overtaken as well.
  private func isBehind(_ came: CameRecord, _ page: PullPage, _ reader: StoreReader) throws -> Bool {
    guard came.version.version != nil, let told = came.version.lastUpdated else { return false }
    if let basis = page.basis, try basis == versions(of: came.address, reader) { return false }
    let agreed = try reader.agreed(on: came.address).filter { !$0.body.isEmpty }
    return agreed.contains { record in
      let known = (try? Resource(json: Array(record.body.utf8)))?.meta?.lastUpdated
      return known.map { told.milliseconds <= $0.milliseconds } ?? true
    }
  }

  /// The versions in which a record is known.
  func versions(of address: RecordAddress) throws -> [String?] {
    try store.readNow { try versions(of: address, $0) }
  }

  private func versions(of address: RecordAddress, _ reader: StoreReader) throws -> [String?] {
    try reader.agreed(on: address).map(\.version)
  }

  private func isOutside(_ came: CameRecord) -> Bool {
    guard case .appointment(let appointment) = came.resource.content, let start = appointment.start else {
      return false
    }
    let now = now()
    return !window(at: now).contains(settings.zone.day(of: Instant(milliseconds: start.milliseconds)))
  }

  private func references(in came: CameRecord) -> [RecordAddress] {
    guard case .success(let record) = came.said else { return [] }
    let identities: [UpstreamIdentity] =
      switch record {
      case .appointment(let read): [read.client] + read.workers + [read.place].compactMap(\.self)
      case .encounter(let read): read.appointments
      case .client(let planned): [planned.replacedBy].compactMap(\.self)
      case .worker, .place, .other: []
      }
    return identities.compactMap(reader.address)
  }
}
