import HTTPTypes
import JSONRPC
import VisitsAPI

/// A path of HTTP that calls a method. The routes derive from the method table; none is declared by hand.
struct Route: Sendable {
  /// The path before a method's name.
  static let prefix = "/v1/"

  /// The row of the method.
  let row: MethodRow
  /// The names of its parameters.
  let names: Set<String>

  /// Every route by the name of its method: what a device may call, `event.*` apart, and `device.enrol`.
  static let all: [String: Route] = Dictionary(
    uniqueKeysWithValues: MethodTable.rows
      .filter { $0.roles.contains(.caregiver) && !$0.name.hasPrefix("event.") || $0.name == DeviceEnrol.name }
      .map { ($0.name, Route(row: $0, names: Set($0.parameters.map(\.name)))) })

  /// Whether the call needs no token, because the device gets its token by it.
  var isOpen: Bool { row.name == DeviceEnrol.name }
  /// Whether the call changes nothing.
  var isRead: Bool { row.effect == .read }
  /// The HTTP methods that the path takes.
  var verbs: [HTTPRequest.Method] { isRead ? [.get, .post] : [.post] }

  /// Returns the route of a path that begins with ``prefix``.
  ///
  /// - Throws: `methodNotFound` with the nearest name, or a refusal with the HTTP methods that the path takes.
  static func find(_ verb: HTTPRequest.Method, _ path: String) throws(Problem) -> Route {
    let name = String(path.dropFirst(prefix.count))
    guard let route = all[name] else {
      throw Problem(.methodNotFound(name, nearest: Nearest.method(to: name, among: all.keys.sorted())))
    }
    guard route.verbs.contains(verb) else {
      let verbs = route.verbs.map(\.rawValue)
      throw Problem(
        .wrongVerb, "\(prefix)\(name) takes \(verbs.joined(separator: " or ")), not \(RPCError.echo(verb.rawValue)).",
        allowed: verbs)
    }
    return route
  }
}
