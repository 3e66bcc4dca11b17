import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

/// Applies a ``PeoplePlan``, an imported table of workers or of clients, as changes by the office. A row changes the
/// worker or client with its id, or without an id the one with its name, or adds one. A refused row changes nothing.
struct PeopleApplication {
  private let transaction: ChangeTransaction
  private let call: Call
  private let kind: PersonKind
  private var people: TablePeople
  private var summary = ImportSummary()
  /// The row that was applied to each person, by the person's id.
  private var rows: [String: Int] = [:]
  /// The ids of the people whom this import has added.
  private var added: Set<String> = []
  /// The ids of the people to whom this import has given a name, by that name in the form for comparisons.
  private var named: [String: [String]] = [:]
  private var refused: [(row: Int, reason: TextReason)] = []

  init(transaction: ChangeTransaction, call: Call, kind: PersonKind) {
    self.transaction = transaction
    self.call = call
    self.kind = kind
    people = TablePeople(transaction: transaction)
  }

  /// Applies a plan, and returns the summary of the import.
  mutating func apply(_ plan: PeoplePlan) throws -> ImportSummary {
    refused = plan.refused.map { (row: $0.row, reason: TextReason.fault($0.fault)) }
    summary.refusedMore = plan.refusedMore
    for (index, person) in plan.people.enumerated() {
      transaction.progress = Refusal.Progress(done: index, total: plan.people.count)
      try transaction.goOn()
      do {
        try apply(person)
      } catch let fault as TextFault {
        refuse(person, .fault(fault))
      } catch let refusal as Refusal {
        let view = ErrorView.wording(
          refusal, in: call.view, farAwayMetres: call.service.settings.farAwayMetres, describe: { _ in nil })
        refuse(person, .words(view.message))
      }
    }
    transaction.progress = nil
    summary.table = plan.table
    summary.refused = refused.sorted { $0.row < $1.row }.map {
      ImportSummary.Refused(place: .row($0.row), reason: $0.reason)
    }
    return summary
  }

  private mutating func refuse(_ person: PlannedPerson, _ reason: TextReason) {
    // The rows that the reader has refused may follow: each of the two lists at most as many as an answer does.
    guard refused.count < 2 * Import.refusedLimit else { return summary.refusedMore += 1 }
    refused.append((person.row, reason))
  }

  private mutating func apply(_ planned: PlannedPerson) throws {
    let known = try known(planned)
    if let known, let row = rows[known] {
      throw TextFault(.rowSamePerson, [.value: planned.name ?? known, .number: String(row)])
    }
    let kept =
      switch kind {
      case .worker: try putWorker(planned, known: known)
      case .client: try putClient(planned, known: known)
      }
    rows[kept.id] = planned.row
    if kept.isNamed { named[FoldedText.fold(kept.name), default: []].append(kept.id) }
    if known == nil {
      added.insert(kept.id)
      summary.added += 1
    } else if kept.isChanged {
      summary.changed += 1
    } else {
      summary.unchanged += 1
    }
  }

  /// Returns the id of the stored worker or client whom a row is about; `nil` if the row adds one.
  ///
  /// - Throws: `TextFault` if the row has an unknown id and the name of one known person. The row may mean this
  ///   person or a second one. The rows of two new people may have one name, since each has an id.
  private mutating func known(_ planned: PlannedPerson) throws -> String? {
    guard let name = planned.name else { return try planned.id.flatMap { try meant($0) } }
    let before = try people.called(name, kind).map(\.id)
    let ids = before + (named[FoldedText.fold(name)] ?? []).filter { !before.contains($0) }
    if let id = planned.id {
      if let found = try meant(id) { return found }
      let others = ids.filter { !added.contains($0) }
      if let other = others.first, others.count == 1 {
        throw TextFault(.rowOtherID, [.value: id, .name: name, .other: other])
      }
      return nil
    }
    guard ids.count <= 1 else { throw Refusal.row(.severalPeople(kind, name, ids: ids)) }
    return try ids.first.flatMap { try meant($0) }
  }

  /// Returns the id of the person with an id. If that person was merged into another, returns the id of the other.
  private func meant(_ id: String) throws -> String? {
    switch kind {
    case .worker: try transaction.meantWorker(id)?.id.rawValue
    case .client: try transaction.meantClient(id)?.id.rawValue
    }
  }

  private func putWorker(_ planned: PlannedPerson, known: String?) throws -> KeptPerson {
    var worker: Worker
    if let present = try known.flatMap({ try transaction.meantWorker($0) }) {
      worker = present
    } else {
      let name = try planned.newName
      let base = planned.id ?? Slug.make(from: name) ?? "worker"
      worker = Worker(id: try transaction.freeWorkerID(base: base), key: transaction.newPersonKey(), name: name)
    }
    let before = (version: worker.version, name: known == nil ? nil : worker.name)
    if let name = planned.newNameOfKnown { worker.name = name }
    worker.nameParts = worker.nameParts.learning(from: planned)
    worker.zone = planned.zone ?? worker.zone
    worker.phone = planned.phone ?? worker.phone
    worker.locale = planned.locale ?? worker.locale
    worker.isActive = planned.isActive ?? worker.isActive
    let after = try transaction.put(worker)
    return KeptPerson(
      id: after.id.rawValue, name: after.name, isNamed: after.name != before.name,
      isChanged: after.version != before.version)
  }

  private func putClient(_ planned: PlannedPerson, known: String?) throws -> KeptPerson {
    var client: Client
    if let present = try known.flatMap({ try transaction.meantClient($0) }) {
      client = present
    } else {
      let name = try planned.newName
      let base = planned.id ?? Slug.make(from: name) ?? "client"
      client = Client(id: try transaction.freeClientID(base: base), key: transaction.newPersonKey(), name: name)
    }
    let before = (version: client.version, name: known == nil ? nil : client.name)
    if let name = planned.newNameOfKnown { client.name = name }
    client.nameParts = client.nameParts.learning(from: planned)
    client.changeAddress(to: planned)
    client.zone = planned.zone ?? client.zone
    client.birthDate = try planned.birthDate.map { try call.birthDate($0) } ?? client.birthDate
    client.phone = planned.phone ?? client.phone
    client.accessNote = planned.accessNote ?? client.accessNote
    client.emergencyContact = planned.emergencyContact ?? client.emergencyContact
    client.isActive = planned.isActive ?? client.isActive
    let after = try transaction.put(client)
    return KeptPerson(
      id: after.id.rawValue, name: after.name, isNamed: after.name != before.name,
      isChanged: after.version != before.version)
  }
}

/// The stored worker or client after a row was applied.
private struct KeptPerson {
  let id: String
  let name: String
  /// Whether the row has given that name, to a new person or instead of another name.
  let isNamed: Bool
  let isChanged: Bool
}

extension PlannedPerson {
  /// The name of a new person.
  ///
  /// - Throws: `TextFault` if the row has only an id, and the id is unknown.
  fileprivate var newName: String {
    get throws {
      guard let name else { throw TextFault(.rowNewWithoutName, [.value: id ?? ""]) }
      return name
    }
  }

  /// The name that replaces the name of a stored person. A row without an id has found the person by name, and may write
  /// it without accents or in capitals, so it replaces nothing.
  fileprivate var newNameOfKnown: String? { id == nil ? nil : name }
}

extension NameParts {
  /// Returns the parts with a row's given name and family name, if the row has both. A row without an id adds
  /// them only if no part is known.
  fileprivate func learning(from planned: PlannedPerson) -> NameParts {
    guard let given = planned.givenName, let family = planned.familyName, planned.id != nil || isEmpty else {
      return self
    }
    var parts = self
    // Several given names stand in one cell.
    if given != parts.given.joined(separator: " ") { parts.given = [given] }
    parts.family = family
    return parts
  }
}

extension Client {
  /// Changes the one-line address and its parts to those of a row. If the row has parts alone, the line is composed of
  /// them.
  fileprivate mutating func changeAddress(to planned: PlannedPerson) {
    if let line = planned.address { address = line }
    let new = planned.addressParts
    let parts = PostalAddress(
      lines: new.lines.isEmpty ? addressParts.lines : new.lines, city: new.city ?? addressParts.city,
      district: addressParts.district, region: new.region ?? addressParts.region,
      postalCode: new.postalCode ?? addressParts.postalCode, country: addressParts.country)
    guard parts != addressParts else { return }
    if planned.address == nil, let line = parts.street { address = line }
    addressParts = parts
  }
}
