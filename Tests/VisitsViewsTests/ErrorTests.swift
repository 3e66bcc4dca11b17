import Testing
import VisitsAPI
import VisitsModel

@testable import VisitsViews

@Suite("Errors, as a person reads them")
struct ErrorTests {
  let sarahs: SarahsDay

  init() throws { sarahs = try SarahsDay() }

  private func wording(_ refusal: Refusal, now: String = "2026-11-20T09:30", isKnown: Bool = true) throws -> ErrorView {
    let client = Client(
      id: try #require(ClientID(rawValue: "john-smith")), key: PersonKey(rawValue: "k-2"), name: "John Smith")
    return ErrorView.wording(refusal, in: try sarahs.context(now), farAwayMetres: 200) { id in
      guard isKnown, let visit = try? johnsVisit(id.rawValue) else { return nil }
      return PlacedVisit(visit: visit, client: client, worker: sarahs.sarah)
    }
  }

  private func johnsVisit(_ id: String = "v-1", life: Life = .scheduled, version: Int = 1) throws -> Visit {
    Visit(
      id: VisitID(rawValue: id), worker: sarahs.sarah.id, client: try #require(ClientID(rawValue: "john-smith")),
      start: try sarahs.at("2026-11-20T10:00"), end: try sarahs.at("2026-11-20T11:00"), life: life, version: version)
  }

  /// The `data` of an error as JSON.
  private func data(_ error: ErrorView) -> [String] {
    error.data.map { "\($0.name): \(String(decoding: $0.value.bytes, as: UTF8.self))" }
  }

  @Test("an import that takes too long says how much of it fits, as far as that is known")
  func longImport() throws {
    let error = try wording(.takesTooLong(seconds: 5, progress: .init(done: 1200, total: 4000)))
    #expect(
      error.message == """
        Nothing was imported: it takes longer than 5 s, and would keep all other changes waiting for so long. In that \
        time 1200 of 4000 entries fit: split the file into several imports.
        """)
    #expect(data(error) == ["limit: \"importSeconds\"", "value: 5", "entries: 1200"])
    for progress in [nil, Refusal.Progress(done: 0, total: 4000)] {
      let error = try wording(.takesTooLong(seconds: 5, progress: progress))
      #expect(error.message.hasSuffix("waiting for so long. Split the file into several imports."))
      #expect(data(error) == ["limit: \"importSeconds\"", "value: 5"])
    }
  }

  @Test("what does not exist is named, with where to look")
  func notFound() throws {
    let error = try wording(.notFound(.visit, id: "abc"))
    #expect(error.kind == .notFound)
    #expect(error.message == "There is no visit \"abc\". List the day's visits with visits list.")
    #expect(data(error) == ["thing: \"visit\"", "id: \"abc\""])
    #expect(
      try wording(.notFound(.worker, id: "bob")).message
        == "There is no worker \"bob\". List the workers with visits workers.")
    #expect(
      try wording(.notFound(.client, id: "{id}")).message
        == "There is no client \"{id}\". List the clients with visits clients.")
  }

  @Test(
    "a move that a visit cannot make names both states, the visit, and what can be done",
    arguments: [
      (Status.completed, Status.inProgress, "is completed already", "cannot be started. To undo that, reopen it."),
      (.completed, .completed, "is completed already", "cannot be completed. To undo that, reopen it."),
      (.completed, .scheduled, "is completed already", "cannot be changed. To undo that, reopen it."),
      (.cancelled, .completed, "is cancelled", "cannot be completed. To undo that, reopen it."),
      (.missed, .cancelled, "is marked as missed", "cannot be cancelled. To undo that, reopen it."),
      (.inProgress, .inProgress, "is in progress already", "cannot be started. Complete it, or cancel it."),
      (.inProgress, .missed, "is in progress already", "cannot be marked as missed. Complete it, or cancel it."),
      (.inProgress, .scheduled, "is in progress already", "cannot be reopened. Complete it, or cancel it."),
      (
        .scheduled, .scheduled, "is still scheduled",
        "cannot be reopened. Start it, complete it, cancel it or mark it as missed."
      ),
    ])
  func transitions(_ from: Status, _ to: Status, _ standing: String, _ advice: String) throws {
    let refusal = Refusal.invalidTransition(visit: VisitID(rawValue: "v-1"), from: from, to: to)
    let error = try wording(refusal)
    #expect(error.kind == .invalidTransition)
    #expect(error.message == "This visit \(standing) (John Smith, 10:00 AM - 11:00 AM): it \(advice)")
    #expect(data(error) == ["from: \"\(from.rawValue)\"", "to: \"\(to.rawValue)\""])
    #expect(try wording(refusal, isKnown: false).message == "This visit \(standing): it \(advice)")
  }

  @Test("a visit of another day is named with its day")
  func otherDay() throws {
    let refusal = Refusal.invalidTransition(visit: VisitID(rawValue: "v-1"), from: .completed, to: .inProgress)
    #expect(
      try wording(refusal, now: "2026-11-21T09:00").message
        .hasPrefix("This visit is completed already (John Smith, Fri 10:00 AM - 11:00 AM): "))
  }

  @Test("an overlap names what is in the way")
  func overlap() throws {
    let error = try wording(.overlap([try johnsVisit()]))
    #expect(error.kind == .overlap)
    #expect(
      error.message == """
        This time overlaps another visit of the same worker: John Smith, 10:00 AM - 11:00 AM. Choose another time or \
        another worker, or allow the overlap.
        """)
    #expect(data(error).first?.hasPrefix("visits: [{\"display\":{\"title\":\"John Smith\"") == true)
    let many = try wording(.overlap(try (1...4).map { try johnsVisit("v-\($0)") }))
    #expect(many.message.hasPrefix("This time overlaps 4 other visits of the same worker: John Smith, 10:00 AM"))
    #expect(many.message.contains("; …. Choose"))
    #expect(try wording(.overlap([try johnsVisit()]), isKnown: false).message.contains("john-smith, 10:00 AM"))
  }

  @Test("a conflict of versions carries the thing as it is")
  func versionConflict() throws {
    let now = try johnsVisit(life: .completed(checkIn: nil, checkOut: nil), version: 5)
    let error = try wording(.versionConflict(expected: 3, current: .visit(now)))
    #expect(error.kind == .versionConflict)
    #expect(
      error.message == """
        This visit (John Smith, 10:00 AM - 11:00 AM, Completed) has changed: you expected version 3, it is at version \
        5 now. Look at it again, then repeat your change if it still applies.
        """)
    #expect(data(error).first?.contains("\"status\":\"completed\"") == true)
    let person = try wording(.versionConflict(expected: 3, current: .worker(sarahs.sarah)))
    #expect(person.message.hasPrefix("Sarah Jones has changed: you expected version 3, it is version 0 now."))
    #expect(data(person).first?.hasPrefix("current: {\"id\":\"sarah\"") == true)
  }

  @Test("refusals of the store")
  func store() throws {
    #expect(
      try wording(.requestIdReused("r-1")).message
        == "The request id \"r-1\" was used already, for another change. Send this change with a new id.")
    let cursor = try wording(.cursorGone(present: Cursor(epoch: 2, sequence: 41)))
    #expect(cursor.kind == .cursorGone)
    #expect(
      cursor.message == "This cursor is no longer in the feed. Read the current state again, then continue from 2:41.")
    #expect(data(cursor) == ["cursor: \"2:41\""])
    let unavailable = try wording(.unavailable(.diskFull))
    #expect(unavailable.kind == .unavailable)
    #expect(
      unavailable.message == "The disk is full: nothing can be changed now. Free some space, then try again.")
    #expect(data(unavailable) == ["reason: \"diskFull\""])
    #expect(try wording(.unavailable(.shuttingDown)).message.hasPrefix("The server is shutting down."))
    #expect(try wording(.unavailable(.diskFailing)).message.hasPrefix("The disk is not working properly"))
    let refused = try wording(
      .unreadableImport(
        .init(
          place: .path("entry"),
          reason: .fault(TextFault(.fhirUnexpected, [.expected: "array", .value: "number"])))))
    #expect(refused.kind == .invalidParams)
    #expect(
      refused.message
        == "Nothing was imported: the text as a whole cannot be read. entry: expected array, found number.")
    #expect(data(refused).first == "field: \"content\"")
  }

  @Test(
    "a table whose columns are not known is not said to be unreadable",
    arguments: [
      ("en", "Nothing was imported: the table cannot be imported as it is. table: "),
      ("de", "Es wurde nichts importiert: Die Tabelle lässt sich so nicht importieren. Tabelle: "),
      ("fr", "Rien n’a été importé\u{A0}: le tableau ne peut pas être importé tel quel. "),
      ("ru", "Ничего не импортировано: таблицу нельзя импортировать в таком виде. "),
    ])
  func unusableTable(locale: String, message: String) throws {
    let refused = Refusal.unreadableImport(
      .init(place: .table, reason: .fault(TextFault(.tableEmpty))))
    let error = ErrorView.wording(
      refused, in: try SarahsDay().context(locale: locale), farAwayMetres: 200, describe: { _ in nil })
    #expect(error.message.hasPrefix(message))
  }

  @Test("a role that may not is told which may")
  func forbidden() throws {
    let error = ErrorView.forbidden(method: "visit.add", needs: .office, in: try sarahs.context())
    #expect(error.kind == .forbidden)
    #expect(
      error.message
        == "You may not call visit.add. It needs one of these roles: admin, coordinator. Ask the operator of this host."
    )
    #expect(data(error) == ["needs: [\"admin\",\"coordinator\"]"])
  }

  @Test("the visits that the words name can be looked up before")
  func mentioned() throws {
    #expect(Refusal.overlap([try johnsVisit("a"), try johnsVisit("b")]).mentionedVisits.map(\.rawValue) == ["a", "b"])
    #expect(Refusal.versionConflict(expected: 1, current: .visit(try johnsVisit())).mentionedVisits.count == 1)
    #expect(Refusal.notFound(.visit, id: "a").mentionedVisits.isEmpty)
  }
}
