/// What a server says about its copy of a resource.
package struct Meta: Sendable, Hashable, JSONReadable {
  /// The version, changed with every update.
  package let versionId: String?
  /// When that version came to be.
  package let lastUpdated: FHIRInstant?
  /// Where the resource came from.
  package let source: String?

  init(_ json: JSONView) throws(FHIRProblem) {
    versionId = try json.id("versionId")
    lastUpdated = try json.instant("lastUpdated")
    source = try json.string("source")
  }
}
