/// What is compared of two people who may be one person.
package struct PersonFacts: Sendable, Hashable {
  /// The parts of the name, folded and sorted: "Chen, Margaret" has the parts of "Margaret Chen".
  package let nameParts: [String]
  /// The date of birth, where it is known.
  package let birthDate: CareDay?
  /// The digits of the telephone number, without the zeros of a prefix; `nil`: fewer than seven.
  package let phoneDigits: String?

  /// The facts of a person.
  ///
  /// - Parameter foldedName: The name as ``FoldedText`` folds it.
  package init(foldedName: String, birthDate: CareDay? = nil, phone: String? = nil) {
    nameParts = foldedName.split { !$0.isLetter && !$0.isNumber }.map(String.init).sorted()
    self.birthDate = birthDate
    let digits = (phone ?? "").filter { $0.isASCII && $0.isNumber }.drop { $0 == "0" }
    phoneDigits = digits.count >= Self.fewestDigits ? String(digits) : nil
  }

  /// The facts of a worker.
  package init(_ worker: Worker) { self.init(foldedName: FoldedText.fold(worker.name), phone: worker.phone) }

  /// The facts of a client.
  package init(_ client: Client) {
    self.init(foldedName: FoldedText.fold(client.name), birthDate: client.birthDate, phone: client.phone)
  }

  /// The last digits of the number, which are the same with a country's prefix and without.
  package var phoneEnd: String? { phoneDigits.map { String($0.suffix(Self.fewestDigits)) } }

  private static let fewestDigits = 7
}

/// Why two people may be one person. It is a proposal for a coordinator and never reason enough to merge them.
package struct Likeness: Sendable, Hashable {
  /// A fact that both share.
  package enum Reason: String, Sendable, Hashable, CaseIterable {
    case name
    case birthDate
    case phone
  }

  /// The shared facts, the strongest first.
  package let reasons: [Reason]

  /// Compares two people.
  ///
  /// Different dates of birth rule a pair out: a father and a son share name and telephone. Otherwise the same name is
  /// enough, as are two shared facts, or one beside a shared part of the name.
  ///
  /// - Returns: `nil` when nothing speaks for one person.
  package init?(_ one: PersonFacts, _ other: PersonFacts) {
    if let birth = one.birthDate, let otherBirth = other.birthDate, birth != otherBirth { return nil }
    var reasons: [Reason] = []
    let isNameShared = !one.nameParts.isEmpty && one.nameParts == other.nameParts
    if isNameShared { reasons.append(.name) }
    if one.birthDate != nil, one.birthDate == other.birthDate { reasons.append(.birthDate) }
    if Self.isSame(one.phoneDigits, other.phoneDigits) { reasons.append(.phone) }
    let isPartShared = one.nameParts.contains { $0.count > 1 && other.nameParts.contains($0) }
    guard isNameShared || reasons.count > 1 || !reasons.isEmpty && isPartShared else { return nil }
    self.reasons = reasons
  }

  /// Whether two numbers are one, written with a country's prefix or without.
  private static func isSame(_ one: String?, _ other: String?) -> Bool {
    guard let one, let other else { return false }
    return one.hasSuffix(other) || other.hasSuffix(one)
  }
}
