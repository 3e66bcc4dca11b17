import JSON
import VisitsAPI

/// The canonical form of a change's parameters, by which a repeated request is recognised. Parameters with the same
/// meaning have the same bytes.
struct CanonicalParameters: Sendable {
  /// The parameters to leave out, because they may differ when a caller repeats the same change.
  private var aside: Set<String>
  /// The parameters that hold instants. An instant has several spellings, which must give the same bytes.
  private let instants: Set<String>

  /// Creates the canonical form for a method of the method table.
  ///
  /// - Parameter secrets: The names of further parameters to leave out.
  init(of row: MethodRow, without secrets: Set<String> = []) {
    // A device that repeats a change sends the new time of its clock.
    aside = ["requestId", "auth", "authWorker", "sentAt"]
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
