import JSONRPC
import VisitsModel
import VisitsStore

/// Finds the people whom a table names by id or by full name. Each text is looked up once.
struct TablePeople {
  /// The properties of a client that a visit needs.
  struct Recipient {
    let id: ClientID
    let zone: Zone?
  }

  /// The properties of a worker that a visit needs.
  struct Caregiver {
    let id: WorkerID
    let name: String
    let isActive: Bool
  }

  /// The most unknown names for which the nearest known name is searched: each search compares with all names.
  private static let suggestionLimit = 50

  private let transaction: ChangeTransaction
  private var clients: [String: Result<Recipient, Refusal>] = [:]
  private var workers: [String: Result<Caregiver, Refusal>] = [:]
  private var everybody: [PersonKind: [String: [NamedPerson]]] = [:]
  private var suggestions = 0

  init(transaction: ChangeTransaction) { self.transaction = transaction }

  /// Returns the client that was found for the text before; `nil` if none was.
  func known(_ text: String) -> Recipient? { try? clients[text]?.get() }

  /// Returns the client with the id or name.
  ///
  /// - Throws: A `Refusal` if there is none, or several with that name.
  mutating func client(_ text: String) throws -> Recipient {
    if let known = clients[text] { return try known.get() }
    let found = try lookUp(text, .client) { [transaction] id in
      try transaction.meantClient(id).map { Recipient(id: $0.id, zone: $0.zone) }
    }
    clients[text] = found
    return try found.get()
  }

  /// Returns the worker with the id or name. The worker may be inactive.
  ///
  /// - Throws: A `Refusal` if there is none, or several with that name.
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
    let called = Self.spellings(of: text).lazy.compactMap { names[$0] }.first ?? []
    // If an active and an inactive person have the same name, the active one is meant.
    let present = called.filter(\.isActive)
    let meant = present.isEmpty ? called : present
    guard meant.count <= 1 else {
      return .failure(.row(.severalPeople(kind, text, ids: meant.map(\.id))))
    }
    if let id = meant.first?.id, let known = try person(id) { return .success(known) }
    return .failure(.row(.unknownPerson(kind, text, nearest: nearest(to: text, names))))
  }

  private mutating func names(of kind: PersonKind) throws -> [String: [NamedPerson]] {
    if let known = everybody[kind] { return known }
    let names = Dictionary(grouping: try transaction.names(of: kind), by: \.foldedName)
    everybody[kind] = names
    return names
  }

  /// Returns the forms under which a name is compared: "Chen, Margaret" matches Margaret Chen.
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
