/// `system.health`: whether the service lives.
package enum SystemHealth: Method {
  package typealias Parameters = NoParameters

  /// Whether the service lives.
  package struct Answer: WireObject {
    /// Whether it takes changes.
    package var isWritable: Bool

    package init(isWritable: Bool) {
      self.isWritable = isWritable
    }

    package static let members: [Member<Answer>] = [
      Member("writable", { $0.isWritable }, "Whether it takes changes.")
    ]
  }

  package static let name = "system.health"
  package static let summary = "Whether the service lives: it answers, and takes changes or not."
  package static let effect = MethodEffect.read
  package static let roles = Set<Role>.everybody
  package static let errors: [ErrorKind] = []
}
