import FHIR
import VisitsExchange
import VisitsModel
import VisitsStore

extension PushRun {
  /// Returns the HTTP request that writes these records: one write, or a transaction for several records.
  func request(_ entries: [PushEntry], isBundle: Bool) throws -> FHIRRequest {
    let drafts = entries.compactMap { self.drafts[$0.handle] }
    if !isBundle, let draft = drafts.first {
      var request = request(draft)
      request.wantsResource = true
      request.body = try referring(draft)?.json
      return request
    }
    return .transaction(
      TransactionBundle(
        drafts.map { draft in
          TransactionBundle.Entry(
            fullURL: draft.attempt.id.map { "\(context.settings.base)/\(draft.attempt.type)/\($0)" }
              ?? OwnIdentifier.value(draft.uuid), request(draft))
        }))
  }

  private func request(_ draft: PushDraft) -> FHIRRequest {
    let attempt = draft.attempt
    let path = attempt.id.map { "\(attempt.type)/\($0)" } ?? attempt.type
    switch attempt.method {
    case .create: return FHIRRequest(.put, .path(path), ifNoneMatch: .anything, body: draft.body?.json)
    case .post:
      return FHIRRequest(
        .post, .path(attempt.type), ifNoneExist: [OwnIdentifier.search(draft.uuid)], body: draft.body?.json)
    case .update: return FHIRRequest(.put, .path(path), ifMatch: attempt.base, body: draft.body?.json)
    }
  }

  /// Returns the content of a draft to send. If the server has chosen the id of the entity's first record, the second
  /// record must refer to that id: an Encounter to its Appointment, an Observation to its Encounter.
  private func referring(_ draft: PushDraft) throws -> JSONDocument? {
    guard draft.attempt.method == .post, var body = draft.body else { return draft.body }
    let agreed = try context.store.readNow { try $0.agreed(on: draft.thing) }
    func reference(_ type: String) -> JSONDocument? {
      agreed.first { $0.address.type == type }.map { ["reference": .string("\(type)/\($0.address.id)")] }
    }
    switch (draft.thing.parts?.topic, draft.attempt.type) {
    case (.visit, "Encounter"): if let appointment = reference("Appointment") { body["appointment"] = [appointment] }
    case (.session, "Observation"): body["encounter"] = reference("Encounter") ?? body["encounter"]
    default: break
    }
    return body
  }

  /// Returns the HTTP request that reads a record by its id or searches for it, to find out whether an earlier write
  /// has arrived.
  func request(reading entry: PushEntry) -> FHIRRequest {
    guard let draft = drafts[entry.handle] else { return .metadata }
    if let id = draft.attempt.id { return .read(draft.attempt.type, id) }
    let item = draft.appointment.map { FHIRRequest.QueryItem("appointment", "\($0.type)/\($0.id)") }
    return .search(draft.attempt.type, [item ?? OwnIdentifier.search(draft.uuid)])
  }

  /// Parses the answer to a write, and returns the event for the push machine.
  mutating func written(
    _ entries: [PushEntry], isBundle: Bool, _ result: Result<FHIRAnswer, FHIRFailure>
  ) -> PushMachine.Event {
    switch result.answer(to: isBundle ? .transaction : .write) {
    case .failure(let trouble): return .trouble(trouble)
    case .success(let answer):
      do {
        let all = isBundle ? try TransactionResponse(json: answer.body, to: entries.count).answers : [answer]
        for answer in all {
          if let trouble = RequestTrouble(answer, to: .write) { return .trouble(trouble) }
          // Without a version, the next update could not name the version that it changes.
          guard answer.versionOfRecord != nil else { return .trouble(.unreadable(words: "no version")) }
        }
        for (entry, answer) in zip(entries, all) {
          if let words = drafts[entry.handle].flatMap(answer.contradiction) {
            return .trouble(.unreadable(words: words))
          }
        }
        let things = entries.map { drafts[$0.handle]?.thing }
        // If a conditional POST is answered with 200, it has created nothing, because the record exists already.
        let met = Set(
          zip(entries, zip(things, all)).compactMap { entry, answered in
            entry.method == .post && answered.1.status == 200 ? answered.0 : nil
          })
        // The record is read at the address in the answer, because a search may lag.
        for (entry, answered) in zip(entries, all) where entry.method == .post && answered.status == 200 {
          drafts[entry.handle]?.attempt.id = answered.address?.id
        }
        let handle = newHandle()
        answers[handle] = zip(things, all).filter { thing, _ in !(thing.map(met.contains) ?? false) }.map(\.1)
        return met.isEmpty ? .taken(handle) : .met(met.sorted { $0.rawValue < $1.rawValue }, taken: handle)
      } catch {
        return .trouble(.unreadable(words: error.description))
      }
    }
  }

  /// Parses the answer to a read or a search for a record, and returns the event for the push machine.
  mutating func read(_ entry: PushEntry, _ result: Result<FHIRAnswer, FHIRFailure>) throws -> PushMachine.Event {
    guard let draft = drafts[entry.handle] else { return .found(.absent) }
    let answer: FHIRAnswer
    switch result.answer(to: .read) {
    case .failure(let trouble):
      if trouble == .gone { remember(draft, .absent, nil) }
      return .trouble(trouble)
    case .success(let success): answer = success
    }
    do {
      let resource: Resource
      if draft.attempt.id == nil {
        let page = try SearchPage(json: answer.body)
        // The entry without an id may be the record that was searched for.
        if let problem = page.nameless { throw problem }
        var matches = page.matches.filter { $0.type == draft.attempt.type }
        // Not every server supports the parameter of the search, so the result may contain other records.
        matches = try matches.filter { match in
          let resource = try match.resource.get()
          return draft.appointment.map { comes(resource, from: $0) } ?? isOurs(resource, draft)
        }
        guard matches.count < 2 else { return .found(.several) }
        guard let match = matches.first else {
          remember(draft, .absent, nil)
          return .found(.absent)
        }
        resource = try match.resource.get()
      } else {
        resource = try Resource(json: answer.body, limits: .answer)
      }
      guard resource.type == draft.attempt.type, let id = resource.id else {
        return .trouble(.unreadable(words: "another record than was asked for"))
      }
      // The answer to the POST said that the record already exists, but the record that was read is not ours.
      guard draft.attempt.method != .post || draft.appointment != nil || isOurs(resource, draft) else {
        return .found(.foreign)
      }
      let finding = try finding(resource, draft)
      let address = RecordAddress(type: resource.type, id: id)
      remember(draft, finding, FetchedRecord(address, resource, in: answer, context.reader, at: context.now()))
      return .found(finding)
    } catch let problem as FHIRProblem {
      return .trouble(.unreadable(words: problem.description))
    }
  }

  /// Returns whether a received record has the identifier that we wrote into a draft.
  private func isOurs(_ resource: Resource, _ draft: PushDraft) -> Bool {
    // A `Resource` parses identifiers only for some types, so they are taken from the JSON.
    let identifiers = (try? JSONDocument(json: resource.json))?["identifier"]?.items ?? []
    return identifiers.contains {
      $0["system"]?.string == OwnIdentifier.system && $0["value"]?.string == OwnIdentifier.value(draft.uuid)
    }
  }

  private func comes(_ encounter: Resource, from appointment: RecordAddress) -> Bool {
    guard case .encounter(let read)? = try? context.reader.record(encounter, at: context.now()) else { return false }
    return read.appointments.contains(context.reader.identity(of: appointment))
  }

  private mutating func remember(_ draft: PushDraft, _ finding: PushFinding, _ found: FetchedRecord?) {
    readings[draft.thing, default: []].append(PushReading(draft: draft, finding: finding, found: found))
  }

  private func finding(_ resource: Resource, _ draft: PushDraft) throws -> PushFinding {
    let (attempts, agreed) = try context.store.readNow { reader in
      (try reader.attempts(at: draft.thing).flatMap(\.records), try reader.agreed(on: draft.thing))
    }
    // A record that cannot be read matches nothing that we sent.
    guard let found = try RecordFields(resource, of: draft.thing, context.reader) else { return .changed }
    let sameType = attempts.filter { $0.type == resource.type }
    if try sameType.contains(where: { try found.areStored(in: $0.fields) }) { return .ours }
    let base = agreed.first { $0.address == RecordAddress(type: resource.type, id: resource.id ?? "") }
    if let base, try found.areStored(in: base.fields) { return .unchanged }
    return .changed
  }
}

extension FHIRAnswer {
  /// Returns a text if the answer to a write is about another record, or is a successful answer that contains an error.
  /// The text is then a description of the contradiction, or the server's own words. `nil` if the answer fits.
  ///
  /// In a transaction, only its position links an answer to its request. If the server swapped two answers, the store
  /// would record a version for a record that was never written.
  fileprivate func contradiction(of draft: PushDraft) -> String? {
    let attempt = draft.attempt
    func isOther(_ type: String, _ id: String?) -> Bool {
      type != attempt.type || (attempt.id != nil && id != nil && id != attempt.id)
    }
    let other = "another record than was sent"
    if let address, isOther(address.type, address.id) { return other }
    guard !body.isEmpty, let resource = try? Resource(json: body, limits: .answer) else { return nil }
    if resource.type == "OperationOutcome" {
      // A successful write may come with remarks and warnings.
      let outcome = OperationOutcome(json: body)
      return outcome?.issues.contains(where: \.isError) == true ? outcome?.words ?? "refused" : nil
    }
    return isOther(resource.type, resource.id) ? other : nil
  }

  /// The version of the record that a write has created or updated; `nil` if the answer gives no version.
  var versionOfRecord: String? {
    if let version { return version }
    return body.isEmpty ? nil : (try? Resource(json: body, limits: .answer))?.meta?.versionId
  }
}
