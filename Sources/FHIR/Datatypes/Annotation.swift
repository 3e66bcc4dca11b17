/// A note that somebody wrote about something.
package struct Annotation: Sendable, Hashable, JSONReadable {
  /// Who wrote it.
  package let author: Reference?
  /// When.
  package let time: FHIRDateTime?
  /// What.
  package let text: String?

  init(_ json: JSONView) throws(FHIRProblem) {
    author = try json.value("authorReference")
    time = try json.dateTime("time")
    text = try json.string("text")
  }
}
