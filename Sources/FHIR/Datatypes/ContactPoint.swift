/// A telephone number, e-mail address or the like.
package struct ContactPoint: Sendable, Hashable, JSONReadable {
  /// phone, fax, email, pager, url, sms or other.
  package let system: String?
  /// The number or address.
  package let value: String?
  /// home, work, temp, old or mobile.
  package let use: String?
  /// The order of preference, 1 first.
  package let rank: Int?
  /// When it was or is in use.
  package let period: Period?

  init(_ json: JSONView) throws(FHIRProblem) {
    system = try json.string("system")
    value = try json.string("value")
    use = try json.string("use")
    rank = try json.integer("rank")
    period = try json.value("period")
  }
}
