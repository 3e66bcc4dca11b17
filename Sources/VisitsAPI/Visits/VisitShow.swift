package import JSONRPC

/// `visit.show`: one visit, whole.
package enum VisitShow: Method {
  /// What `visit.show` takes.
  package struct Parameters: MethodParameters {
    /// Which visit.
    package let visit: String

    package init(from reader: inout ParameterReader) throws(RPCError) {
      visit = try reader.required("visit", .visit, "Which visit.")
    }
  }

  package typealias Answer = VisitAnswer

  package static let name = "visit.show"
  package static let summary = "One visit, whole."
  package static let effect = MethodEffect.read
  package static let roles = Set<Role>.officeAndField
  package static let errors: [ErrorKind] = [.notFound]
}
