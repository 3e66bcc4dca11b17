import JSON
import VisitsAPI

/// What an idempotency record compares of a change's parameters: what means the same gives the same bytes.
struct CanonicalParameters: Sendable {
  /// What may differ in a repeat.
  private var aside: Set<String>
  /// The parameters that hold instants, which can be spelled in many ways.
  private let instants: Set<String>

  /// - Parameter secrets: What is not kept.
  init(of row: MethodRow, without secrets: Set<String> = []) {
    // A device that sends a change again says anew what its clock shows.
    aside = ["requestId", "auth", "sentAt"]
    if !row.keepsLocale { aside.insert("locale") }
    aside.formUnion(secrets)
    let schemas = [Timestamp.schema, Timestamp.schema.nullable]
    instants = Set(row.parameters.filter { schemas.contains($0.schema) }.map(\.name))
  }

  func bytes(of params: JSONObject) -> [UInt8] {
    let compared = params.members.compactMap { member -> JSONObject.Member? in
      if aside.contains(member.name) { return nil }
      guard instants.contains(member.name), let instant = member.value.string.flatMap(Timestamp.init) else {
        return member
      }
      return JSONObject.Member(name: member.name, value: .string(instant.text))
    }
    return JSONValue.object(JSONObject(uniqueMembers: compared)).canonicalBytes
  }
}
