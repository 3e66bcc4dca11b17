import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsSync
import VisitsViews

extension LinkMethod where Person: LinkingPerson {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    let expected = parameters.change.expectedVersion
    let person = try Person.kept(parameters.person, expectedVersion: expected, in: transaction)
    let linked = try call.linking(transaction).link(person, to: parameters.record)
    return Person.outcome(linked.person, linked.outcome)
  }

  static func answer(
    _ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call
  ) async throws -> Answer {
    guard let linked = Person.linked(outcome) else { throw UnfitOutcome() }
    // Changes that waited for the link can be sent now.
    call.service.forgetTodays()
    _ = call.service.sync?.ask()
    return Answer(person: Person.view(of: linked.person, in: call.view), link: LinkView(linked.link))
  }
}

extension UnlinkMethod where Person: LinkingPerson {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    let expected = parameters.change.expectedVersion
    let person = try Person.kept(parameters.person, expectedVersion: expected, in: transaction)
    let unlinked = try call.linking(transaction).unlink(person)
    return Person.outcome(unlinked.person, unlinked.outcome)
  }

  static func answer(
    _ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call
  ) async throws -> Answer {
    guard let linked = Person.linked(outcome) else { throw UnfitOutcome() }
    return Answer(person: Person.view(of: linked.person, in: call.view), link: LinkView(linked.link))
  }
}

extension DuplicatesMethod where Person: LinkingPerson {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let limit = parameters.limit ?? 100
    let server = call.service.sync?.address
    let (people, more) = try await call.service.store.read { reader in
      let likely = try reader.likely(Person.Kept.kind, on: server ?? reader.server()?.base, limit: limit)
      let people = try likely.pairs.compactMap { pair in
        try Person.Kept.find(pair.local, in: reader).flatMap { local in
          try Person.Kept.find(pair.upstream, in: reader).map { (local: local, upstream: $0, pair: pair) }
        }
      }
      return (people, likely.more)
    }
    let pairs = people.map { found in
      DuplicatePair<Person>(
        person: Person.view(of: found.local, in: call.view), upstream: Person.view(of: found.upstream, in: call.view),
        record: found.pair.record.reference(on: server), reasons: found.pair.likeness.reasons.map(LikenessReason.init))
    }
    return Answer(pairs: pairs, more: more)
  }
}
