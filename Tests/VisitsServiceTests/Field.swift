import JSON
import JSONRPC
import Testing
import VisitsAPI
import VisitsTestSupport

/// What the office and the field do with devices, for tests.
extension Office {
  /// Invites a device; gives its id and code.
  func invite(_ worker: String, request: String) async throws -> (device: String, code: String) {
    let answer = try await client.call("device.invite", ["worker": .string(worker), "requestId": .string(request)])
    return (try #require(answer["device"]?["id"]?.string), try #require(answer["code"]?.string))
  }

  /// A device of a worker, enrolled; gives its token.
  func enrol(_ worker: String, at daemon: TestDaemon, request: String = "device") async throws -> String {
    let code = try await invite(worker, request: "\(request)-\(worker)").code
    let gateway = Peer(service: daemon.service, role: .gateway)
    let answer = try await gateway.call("device.enrol", ["code": .string(code), "requestId": .string(request)])
    return try #require(answer["token"]?.string)
  }

  /// A device of a worker that calls.
  func device(_ worker: String, at daemon: TestDaemon, request: String = "device") async throws -> Peer {
    Peer(service: daemon.service, token: try await enrol(worker, at: daemon, request: request))
  }
}

extension Peer {
  /// The answer of a call that must not be refused.
  func call(_ method: String, _ params: JSONValue) async throws -> JSONValue {
    let reply = await reply(method, params)
    if let error = reply.error { throw error }
    return try JSONScanner.parse(reply.text.utf8)
  }
}
