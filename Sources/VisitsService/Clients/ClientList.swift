import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension ClientList: ReadHandler {
  static func answer(_ parameters: Parameters, _ call: Call) async throws -> Answer {
    let limit = parameters.limit ?? 100
    let (page, sessions) = try await call.service.store.read { reader in
      let page = try clients(parameters, limit: limit + 1, call, in: reader)
      return (page, try page.map { try reader.lastSession(of: $0.id) })
    }
    let shown = zip(page, sessions).prefix(limit).map { client, session in
      Entry(
        ClientView.compose(call.shown(client), in: call.view),
        lastSessionDate: session.map { call.zone(of: client).day(of: $0).text })
    }
    return Answer(clients: shown, next: page.count > limit ? shown.last?.client.id : nil)
  }

  private static func clients(
    _ parameters: Parameters, limit: Int, _ call: Call, in reader: StoreReader
  ) throws -> [Client] {
    let after = parameters.after.flatMap { ClientID(rawValue: $0) }
    guard let worker = try call.narrowed(parameters.worker).map({ try reader.shownWorker($0).id }) else {
      return try reader.clients(
        matching: parameters.match, includeInactive: parameters.includeInactive ?? false, limit: limit, after: after)
    }
    // A worker has a few dozen clients at most.
    let known = try reader.clients(of: worker, within: call.window).filter { $0.rawValue > after?.rawValue ?? "" }
    let match = parameters.match.map(FoldedText.fold)
    return Array(
      try known.compactMap { try reader.client($0) }.filter { client in
        (client.isActive || parameters.includeInactive == true)
          && (match.map { FoldedText.fold(client.name).contains($0) || client.id.rawValue.contains($0) } ?? true)
      }.prefix(limit))
  }
}
