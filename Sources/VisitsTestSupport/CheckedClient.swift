import ContractCheck
import Dispatch
package import JSON
import JSONRPC
import Synchronization
import VisitsAPI

/// A client that holds every call and every answer against the contract.
package final class CheckedClient: Sendable {
  /// An answer, a call or an error that the contract does not know.
  package struct ContractBroken: Error, CustomStringConvertible {
    /// What does not fit.
    package let description: String
  }

  private let path: String
  /// The blocking client's own thread: on the pool of tasks it would hold up the very daemon that it waits for.
  private let queue = DispatchQueue(label: "checked client")
  private let client = Mutex<RPCClient?>(nil)

  /// A client of the socket; connects with the first call.
  package init(path: String) {
    self.path = path
  }

  /// Calls, and checks both ways. Throws the ``RPCError`` of an error answer, which must be of a kind that the method
  /// declares.
  package func call(_ method: String, _ params: JSONValue = [:]) async throws -> JSONValue {
    guard let row = MethodTable.row(named: method) else { throw ContractBroken(description: "no method \(method)") }
    let problems = SchemaCheck.problems(params, Self.parameters(of: row), at: "\(method) params")
    guard problems.isEmpty else { throw ContractBroken(description: problems.joined(separator: "; ")) }
    do {
      let result = try await raw(method, params)
      let problems = SchemaCheck.problems(result, row.answer.json, at: "\(method) result")
      guard problems.isEmpty else { throw ContractBroken(description: problems.joined(separator: "; ")) }
      return result
    } catch let error as RPCError {
      try check(error, row)
      throw error
    }
  }

  /// Calls with anything: for what the contract forbids.
  package func raw(_ method: String, _ params: JSONValue) async throws -> JSONValue {
    try await onQueue { client in try client.call(method, params: params) }
  }

  /// Sends bytes and waits for one line.
  package func line(_ bytes: [UInt8]) async throws -> String {
    try await onQueue { client in
      try client.send(bytes + [0x0A])
      return String(decoding: try client.receiveLine(), as: UTF8.self)
    }
  }

  /// Waits for a notification, which must be one that some method declares.
  package func heard() async throws -> (name: String, params: JSONValue) {
    let line = try await onQueue { client in try JSONScanner.parse(try client.receiveLine()) }
    guard line["id"] == nil, let name = line["method"]?.string, let params = line["params"],
      let notification = MethodTable.notification(named: name)
    else { throw ContractBroken(description: "no notification: \(String(decoding: line.bytes, as: UTF8.self))") }
    let problems = SchemaCheck.problems(params, notification.parameters.json, at: name)
    guard problems.isEmpty else { throw ContractBroken(description: problems.joined(separator: "; ")) }
    return (name, params)
  }

  /// The schemas of parameters by the method's name, each made once.
  private static let schemas = Mutex<[String: JSONValue]>([:])

  private static func parameters(of row: MethodRow) -> JSONValue {
    schemas.withLock { schemas in
      if let schema = schemas[row.name] { return schema }
      let schema = Schema.object(row.parameters).json
      schemas[row.name] = schema
      return schema
    }
  }

  private func check(_ error: RPCError, _ row: MethodRow) throws {
    if let problem = ErrorCheck.problem(error, of: row) { throw ContractBroken(description: problem) }
  }

  private func onQueue<Result: Sendable>(
    _ work: @escaping @Sendable (RPCClient) throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { [self] in
        continuation.resume(
          with: Swift.Result {
            try client.withLock { client in
              // Tests run side by side on few threads: slow is not what is looked for here.
              let connected = try client ?? RPCClient(path: path, timeout: 120_000)
              client = connected
              return try work(connected)
            }
          })
      }
    }
  }
}
