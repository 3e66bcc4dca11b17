package import JSON
package import JSONRPC

/// A method of the API: everything that the wire must know of it. Its handler is one file of VisitsService.
package protocol Method: Sendable {
  /// What a caller sends, each field declared once.
  associatedtype Parameters: MethodParameters
  /// What comes back.
  associatedtype Answer: WireValue
  /// The name on the wire: `noun.verb`.
  static var name: String { get }
  /// What it does, in one sentence.
  static var summary: String { get }
  /// Whether it changes anything.
  static var effect: MethodEffect { get }
  /// Who may call it.
  static var roles: Set<Role> { get }
  /// The errors beside those that every method may give.
  static var errors: [ErrorKind] { get }
  /// Whether it is taken when there is room for no other call: somebody may be in danger.
  static var isUrgent: Bool { get }
  /// What a caller is told behind the answer; most methods tell nothing.
  static var notifications: [Notification] { get }
}

extension Method {
  package static var isUrgent: Bool { false }

  package static var notifications: [Notification] { [] }
}

/// Whether a method changes anything.
package enum MethodEffect: String, Sendable, Hashable {
  /// Changes nothing.
  case read
  /// Takes effect in the order sent, once per `requestId`.
  case change
}

/// Parameters that a ``ParameterReader`` reads and describes.
package protocol MethodParameters: Sendable {
  /// Takes every field from the reader, in the order in which the documents list them.
  init(from reader: inout ParameterReader) throws(RPCError)
}

/// Parameters of a change, which takes effect once per `requestId`.
package protocol OnceParameters: MethodParameters {
  /// The caller's own id of the change.
  var requestId: String { get }
}

/// Parameters of a change of a thing that may be there already.
package protocol ChangingParameters: OnceParameters {
  /// `requestId` and `expectedVersion`.
  var change: ChangeParameters { get }
}

extension ChangingParameters {
  /// The caller's own id of the change.
  package var requestId: String { change.requestId }
}

/// No parameters at all.
package struct NoParameters: MethodParameters {
  package init(from reader: inout ParameterReader) throws(RPCError) {}
}

/// What any call may carry beside its method's own parameters.
package struct CallEnvelope: Sendable, Hashable {
  /// The language of what a person will see, BCP 47.
  package let locale: String?
  /// A device's token, behind the gateway.
  package let auth: String?
  /// The key of the worker under whom the device recorded the call, for a comparison with the token's worker.
  package let authWorker: String?

  init(from reader: inout ParameterReader) throws(RPCError) {
    locale = try reader.optional("locale", .locale, "The language of texts, BCP 47; default the agency's.")
    auth = try reader.optional("auth", .token, "A device's token; only behind the gateway.")
    authWorker = try reader.optional(
      "authWorker", .workerKey, "The key of the worker who recorded this: with another worker's token it is refused.")
    guard authWorker == nil || auth != nil else {
      throw .invalidParams(
        field: "authWorker",
        "The parameter \"authWorker\" says whose token \"auth\" must be. Leave it out, or send \"auth\" too.")
    }
  }
}

/// One row of the method table.
package struct MethodRow: Sendable {
  /// The method itself.
  package let method: any Method.Type
  /// The name on the wire.
  package let name: String
  /// Whether it changes anything.
  package let effect: MethodEffect
  /// Who may call it.
  package let roles: Set<Role>
  /// The parameters, as the documents tell them.
  package let parameters: [FieldDescription]
  /// Whether `locale` is something that the method keeps, a worker's own language, and so no mere language of the answer.
  package let keepsLocale: Bool
  /// What comes back.
  package let answer: Schema

  init<Described: Method>(_ method: Described.Type) {
    self.method = method
    name = method.name
    effect = method.effect
    roles = method.roles
    answer = Described.Answer.schema
    var reader = ParameterReader()
    do throws(RPCError) {
      _ = try Described.Parameters(from: &reader)
      keepsLocale = reader.descriptions.contains { $0.name == "locale" }
      _ = try CallEnvelope(from: &reader)
    } catch {
      preconditionFailure("the parameters of \(method.name) cannot be described: \(error)")
    }
    parameters = reader.descriptions
  }
}

extension Method {
  /// Reads a call's parameters, and refuses what the method does not know.
  ///
  /// - Parameter ownWorker: The worker of the calling device. Parameters default to it, and a device's notes are cut to
  ///   fit; `nil` for a caller of the office.
  package static func read(
    _ params: JSONObject, ownWorker: String? = nil
  ) throws(RPCError) -> (Parameters, CallEnvelope) {
    var reader = ParameterReader(reading: params, ownWorker: ownWorker)
    var refusal: RPCError?
    do throws(RPCError) {
      let parameters = try Parameters(from: &reader)
      let envelope = try CallEnvelope(from: &reader)
      if reader.hasTakenAll { return (parameters, envelope) }
    } catch {
      refusal = error
    }
    // A name that is misspelled is why another is missing: it is told first.
    let known = MethodTable.row(named: name)?.parameters.map(\.name) ?? []
    throw reader.unknown(among: known) ?? refusal ?? .invalidParams(field: nil, "The parameters cannot be read.")
  }
}
