import ContractCheck
import JSON
import JSONRPC
import VisitsAPI
import VisitsModel

/// What is known of an agency from what it has answered and written so far, and what must hold for the next answer.
struct ChangeModel {
  private(set) var mirror: Mirror
  private(set) var requests = RememberedRequests()
  private var secrets = SecretsCheck()
  /// The time of the last call.
  private(set) var now: Instant

  init(_ mirror: Mirror, now: Instant) { (self.mirror, self.now) = (mirror, now) }

  /// Takes in the answers to a call and what it wrote.
  ///
  /// - Returns: The result; `nil` when the call was refused.
  mutating func take(_ replies: [RPCReply], to call: SentCall, _ agency: Agency) throws -> JSONValue? {
    let entries = try mirror.news(in: agency.store)
    let before = mirror
    now = agency.now
    for entry in entries { mirror.take(entry) }
    guard let first = replies.first else { return nil }
    secrets.note(call)
    switch first {
    case .failure(let error):
      for reply in replies {
        guard case .failure(let other) = reply else {
          throw BrokenPromise(description: "of a call sent twice none is refused alone: \(call), \(error)")
        }
        try check(refusal: other, of: call, before)
      }
      try demand(entries.isEmpty, "a refused call changes nothing: \(call), \(error), \(entries.map(\.event))")
      return nil
    case .result(let bytes):
      for reply in replies {
        // The device may have left before it called the second time.
        if call.method.name == "device.leave", case .failure(let error) = reply,
          error.kind == ErrorKind.unauthenticated.rawValue
        {
          continue
        }
        // Each dry run gives another id to a visit that it would add.
        if call.isDryRun { continue }
        try demand(reply.bytes == bytes, "a call sent twice at once has one answer: \(call), \(replies.map(\.text))")
      }
      let result = try JSONScanner.parse(bytes)
      if call.endsReports, let id = result["device"]?["id"]?.string { mirror.lost.insert(DeviceID(rawValue: id)) }
      try check(result: result, of: call, entries, before, agency)
      try secrets.check(first.text, to: call, mirror)
      let isNew = try requests.take(bytes, to: call, changes: entries, isRevoked: isRevoked(call.peer))
      if isNew { try checkVersions(in: result, of: call, before) }
      if call.method.name.hasPrefix("emergency.") { try checkEmergencies(agency, after: call, isNew ? result : nil) }
      return result
    }
  }

  /// Takes in an alert that the sweep has raised.
  mutating func takeAlert(_ agency: Agency) throws {
    for entry in try mirror.news(in: agency.store) {
      try demand(entry.event.topic == .alert, "raising an alert changes nothing else")
      mirror.take(entry)
    }
  }

  /// Looks at all of it once more.
  func finish(_ agency: Agency) throws {
    try mirror.compare(with: agency.store)
    try checkEmergencies(agency, after: nil, nil)
  }

  /// The device that calls; `nil` if nothing is taken from its token.
  private func device(of peer: Peer) -> Device? {
    guard let device = mirror.devices.first(where: { $0.id == peer.device && $0.enrolledAt != nil }) else { return nil }
    guard let revoked = device.revoked else { return device }
    guard !mirror.lost.contains(device.id), now < revoked.at.adding(minutes: 35 * 1440) else { return nil }
    return device
  }

  private func isRevoked(_ peer: Peer) -> Bool { device(of: peer)?.revoked != nil }

  /// What a call must be refused with for who makes it; `nil`: they may make it.
  func refusal(of call: SentCall) -> ErrorKind? {
    let peer = call.peer
    guard var role = peer.role else { return .forbidden }
    if peer.token != nil {
      guard device(of: peer) != nil else { return .unauthenticated }
      role = .caregiver
    }
    return call.method.roles.contains(role) ? nil : .forbidden
  }
}

extension ChangeModel {
  /// Every emergency that was raised is seen until it is resolved.
  ///
  /// - Parameter result: Of the call before, when it was a new one.
  func checkEmergencies(_ agency: Agency, after call: SentCall?, _ result: JSONValue?) throws {
    let story = call.map { ", after \($0)" } ?? ""
    let list = try agency.result("emergency.list", ["open": true])
    let shown = Set(list["emergencies"]?.array?.compactMap { $0["id"]?.string } ?? [])
    let open = Set(mirror.emergencies.filter(\.isOpen).map(\.id.rawValue))
    try demand(shown == open, "the open emergencies are shown: \(shown.sorted()), not \(open.sorted())\(story)")
    if call?.method.name == "emergency.raise", let id = result?["emergency"]?["id"]?.string {
      try demand(shown.contains(id), "what is raised is open\(story)")
    }
  }
}

extension JSONValue {
  var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension RPCReply {
  /// It as it goes over the wire.
  var bytes: [UInt8] {
    switch self {
    case .result(let bytes): bytes
    case .failure(let error): error.bytes
    }
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }
}
