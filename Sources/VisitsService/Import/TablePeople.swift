import JSONRPC
import VisitsModel
import VisitsStore

/// Finds the stored people whom an imported table or calendar names by id or by full name. Each name is looked up once.
struct TablePeople {
  /// The values of a client that the import needs to plan a visit.
  struct Recipient {
    let id: ClientID
    let zone: Zone?
  }

  /// The values of a worker that the import needs to plan a visit.
  struct Caregiver {
    let id: WorkerID
    let name: String
    let isActive: Bool
  }

  /// The most unknown names for which a similar known name is suggested. Each suggestion takes a comparison with all
  /// known names.
  private static let suggestionLimit = 50

  private let transaction: ChangeTransaction
  private var clients: [String: Result<Recipient, Refusal>] = [:]
  private var workers: [String: Result<Caregiver, Refusal>] = [:]
  private var everybody: [PersonKind: [String: [NamedPerson]]] = [:]
  private var suggestions = 0

  init(transaction: ChangeTransaction) { self.transaction = transaction }

  /// Returns the client that ``client(_:)`` has found for this text earlier; `nil` if it has found none.
  func known(_ text: String) -> Recipient? { try? clients[text]?.get() }

  /// Returns the client whose id or full name is the text.
  ///
  /// - Throws: A `Refusal` if there is no such client, or if several have this name.
  mutating func client(_ text: String) throws -> Recipient {
    if let known = clients[text] { return try known.get() }
    let found = try lookUp(text, .client) { [transaction] id in
      try transaction.meantClient(id).map { Recipient(id: $0.id, zone: $0.zone) }
    }
    clients[text] = found
    return try found.get()
  }

  /// Returns the worker whose id or full name is the text. The worker may be inactive.
  ///
  /// - Throws: A `Refusal` if there is no such worker, or if several have this name.
  mutating func worker(_ text: String) throws -> Caregiver {
    if let known = workers[text] { return try known.get() }
    let found = try lookUp(text, .worker) { [transaction] id in
      try transaction.meantWorker(id).map { Caregiver(id: $0.id, name: $0.name, isActive: $0.isActive) }
    }
    workers[text] = found
    return try found.get()
  }

  private mutating func lookUp<Person>(
    _ text: String, _ kind: PersonKind, _ person: (String) throws -> Person?
  ) throws -> Result<Person, Refusal> {
    if let known = try person(text) { return .success(known) }
    let names = try names(of: kind)
    let meant = try called(text, kind)
    guard meant.count <= 1 else {
      return .failure(.row(.severalPeople(kind, text, ids: meant.map(\.id))))
    }
    if let id = meant.first?.id, let known = try person(id) { return .success(known) }
    return .failure(.row(.unknownPerson(kind, text, nearest: nearest(to: text, names))))
  }

  /// Returns the people with a name. If an active and an inactive person have the same name, the active one is meant.
  mutating func called(_ name: String, _ kind: PersonKind) throws -> [NamedPerson] {
    let names = try names(of: kind)
    let called = Self.spellings(of: name).lazy.compactMap { names[$0] }.first ?? []
    let present = called.filter(\.isActive)
    return present.isEmpty ? called : present
  }

  private mutating func names(of kind: PersonKind) throws -> [String: [NamedPerson]] {
    if let known = everybody[kind] { return known }
    let names = Dictionary(grouping: try transaction.names(of: kind), by: \.foldedName)
    everybody[kind] = names
    return names
  }

  /// Returns the forms of a name that are compared with stored names: "Chen, Margaret" is also compared as "Margaret
  /// Chen".
  private static func spellings(of text: String) -> [String] {
    let folded = FoldedText.fold(text)
    let parts = folded.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return [folded] }
    return [folded, FoldedText.fold("\(parts[1]) \(parts[0])")]
  }

  private mutating func nearest(to text: String, _ names: [String: [NamedPerson]]) -> String? {
    guard suggestions < Self.suggestionLimit else { return nil }
    suggestions += 1
    let candidates = names.keys.sorted()
    let near = Self.spellings(of: text).lazy.compactMap { Nearest.name(to: $0, among: candidates) }.first
    return near.flatMap { names[$0]?.first?.name }
  }
}
