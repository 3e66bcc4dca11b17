/// A kind of person whom the office links to records of the agency's system, with the words that tell it from the others.
///
/// The methods for workers and for clients are the same but for these words.
package protocol LinkablePerson: Sendable {
  /// One of them, as the API shows them.
  associatedtype View: WireObject
  /// The noun, which names parameters and members.
  static var noun: String { get }
  /// What a parameter takes that names one of them.
  static var shape: Shape<String> { get }
  /// The type of their records (R4).
  static var recordType: String { get }
  /// A record of that type.
  static var recordExample: String { get }
  /// What is compared of two who may be one.
  static var likeness: String { get }
}

extension LinkablePerson {
  /// Several of them at the beginning of a sentence: "Workers".
  static var people: String { "\(noun.prefix(1).uppercased())\(noun.dropFirst())s" }
}

/// Workers, who are Practitioners.
package enum LinkableWorker: LinkablePerson {
  package typealias View = WorkerView

  package static let noun = "worker"
  package static let shape = Shape<String>.worker
  package static let recordType = "Practitioner"
  package static let recordExample = "Practitioner/123"
  package static let likeness = "name, telephone"
}

/// Clients, who are Patients.
package enum LinkableClient: LinkablePerson {
  package typealias View = ClientView

  package static let noun = "client"
  package static let shape = Shape<String>.client
  package static let recordType = "Patient"
  package static let recordExample = "Patient/456"
  package static let likeness = "name, date of birth and telephone"
}
