/// That a view is as the caller has it.
struct NotModified: WireObject {
  /// The etag that the caller has.
  var etag: String

  static let members: [Member<NotModified>] = [
    Member("notModified", { _ in true }, "True."),
    Member("etag", { $0.etag }, "The etag that the caller has."),
  ]
}
