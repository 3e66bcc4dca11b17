import ArgumentParser

/// Linked clients.
enum LinkedClients: LinkedPeople {
  static let kind = PersonKind.client
  static var completion: CompletionKind { .client }
  static let recordExample = "Patient/456"
}

/// `visits clients link`.
typealias ClientsLink = LinkCommand<LinkedClients>

/// `visits clients duplicates`.
typealias ClientsDuplicates = DuplicatesCommand<LinkedClients>
