/// What an agency and its payers call themselves and their services towards aggregators of electronic visit verification:
/// the operator's section `evv`.
package struct VerificationAgency: Sendable, Hashable {
  /// A payer, as the agency's clients belong to it.
  package struct Payer: Sendable, Hashable {
    /// The agency's word for it, under which clients have member ids.
    package var key: String
    /// The aggregator's id of it.
    package var id: String
    /// The program that a visit belongs to where its service names none.
    package var program: String?

    /// A payer.
    package init(key: String, id: String, program: String? = nil) {
      (self.key, self.id, self.program) = (key, id, program)
    }
  }

  /// What a service in the agency's words is to a payer.
  package struct Service: Sendable, Hashable {
    /// The agency's words, as visits have them.
    package var words: String
    /// The procedure code and its modifiers.
    package var code: ServiceCode
    /// The code in HHAeXchange's table of the payer, where it is another.
    package var tableCode: String?
    /// The payer, where it is not the client's only one.
    package var payer: String?
    /// The program, where it is not the payer's.
    package var program: String?

    /// A service.
    package init(
      words: String, code: ServiceCode, tableCode: String? = nil, payer: String? = nil, program: String? = nil
    ) {
      (self.words, self.code, self.tableCode, self.payer, self.program) = (words, code, tableCode, payer, program)
    }
  }

  /// What a correction's reason is to the aggregator.
  package struct Reason: Sendable, Hashable {
    /// The reason code that was given here, or ``VerificationAgency/office``.
    package var reason: String
    /// The aggregator's code.
    package var code: String
    /// The aggregator's code of what was done about it.
    package var resolution: String?

    /// A reason.
    package init(reason: String, code: String, resolution: String? = nil) {
      (self.reason, self.code, self.resolution) = (reason, code, resolution)
    }
  }

  /// The reason of a check that nobody corrected, and that no device proves: the office entered it.
  package static let office = "office"

  /// The agency's id with the aggregator.
  package var providerID: String?
  /// What that id is.
  package var providerQualifier: String
  /// Which of a worker's identifiers the aggregator knows.
  package var workerIdentifier: WorkerIdentifierKind
  /// The agency's tax id: nine digits.
  package var taxID: String?
  /// The office's national provider identifier.
  package var npi: String?
  /// The payers.
  package var payers: [Payer]
  /// The services.
  package var services: [Service]
  /// The reasons.
  package var reasons: [Reason]

  /// An agency; by default nothing is known of it.
  package init(
    providerID: String? = nil, providerQualifier: String = "MedicaidID",
    workerIdentifier: WorkerIdentifierKind = .code, taxID: String? = nil, npi: String? = nil, payers: [Payer] = [],
    services: [Service] = [], reasons: [Reason] = []
  ) {
    self.providerID = providerID
    self.providerQualifier = providerQualifier
    self.workerIdentifier = workerIdentifier
    self.taxID = taxID
    self.npi = npi
    self.payers = payers
    self.services = services
    self.reasons = reasons
  }
}
