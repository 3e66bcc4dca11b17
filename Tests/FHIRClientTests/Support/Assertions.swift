import FHIR
import Foundation
import Testing

/// A signed assertion in its parts.
struct ReadAssertion {
  let header: JSONDocument
  let claims: JSONDocument
  let signed: Data
  let signature: Data

  /// Takes the assertion out of the form that a token was asked for with.
  init(form: String) throws {
    let fields = [FHIRRequest.QueryItem](text: form)
    let text = try #require(fields.first { $0.name == "client_assertion" }?.value)
    let parts = text.split(separator: ".").map(String.init)
    #expect(parts.count == 3)
    header = try JSONDocument(json: Array(try Self.decoded(parts[0])))
    claims = try JSONDocument(json: Array(try Self.decoded(parts[1])))
    signed = Data("\(parts[0]).\(parts[1])".utf8)
    signature = try Self.decoded(parts[2])
  }

  private static func decoded(_ text: String) throws -> Data {
    #expect(!text.contains { "+/=".contains($0) })
    let plain = text.replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - plain.count % 4) % 4)
    return try #require(Data(base64Encoded: plain + padding))
  }
}

/// A folder of a test's own, which is gone after it.
func withFolder<Value>(_ use: (URL) async throws -> Value) async throws -> Value {
  let folder = FileManager.default.temporaryDirectory.appending(path: "fhir-client-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await use(folder)
}
