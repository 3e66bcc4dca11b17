import JSON
import VisitsAPI
import VisitsModel

/// Somebody who calls: at the socket, or a device through the gateway.
struct Peer: Sendable, Hashable {
  /// What the socket lets it do; `nil`: nothing.
  var role: Role?
  /// What the audit calls it.
  var name: String
  /// The device's token, of one that calls through the gateway.
  var token: String?
  /// Whose device it is; `nil`: it is none, or none whose token holds.
  var worker: String?
  /// Which device it is.
  var device: DeviceID?

  static let admin = Peer(role: .admin, name: "root")
  static let office = Peer(role: .coordinator, name: "anna")
  static let monitor = Peer(role: .monitor, name: "nagios")
  static let gateway = Peer(role: .gateway, name: "gateway")
  static let nobody = Peer(role: nil, name: "guest")
  static let stranger = Peer(role: .gateway, name: "gateway", token: "visits_guessed")

  /// The device that an enrolment was answered with; `nil`: that answer names none.
  static func device(enrolledWith answer: JSONValue) -> Peer? {
    guard let device = answer["device"], let worker = device["worker"]?.string, let id = device["id"]?.string,
      let token = answer["token"]?.string
    else { return nil }
    return Peer(role: .gateway, name: "gateway", token: token, worker: worker, device: DeviceID(rawValue: id))
  }

  /// The connection that it calls through.
  var caller: Caller { Caller(by: name, origin: .socket, scope: "uid:\(name)") }

  /// Within which its request ids are unique.
  var scope: String { worker.map { "worker:\($0)" } ?? "uid:\(name)" }

  /// Whom the audit names.
  var audited: (by: String, from: Caller.Origin) {
    worker.map { ($0, .gateway) } ?? (name, .socket)
  }
}
