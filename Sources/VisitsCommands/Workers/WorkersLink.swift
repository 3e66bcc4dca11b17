import ArgumentParser

/// Linked workers.
enum LinkedWorkers: LinkedPeople {
  static let kind = PersonKind.worker
  static var completion: CompletionKind { .worker }
  static let recordExample = "Practitioner/123"
}

/// `visits workers link`.
typealias WorkersLink = LinkCommand<LinkedWorkers>

/// `visits workers duplicates`.
typealias WorkersDuplicates = DuplicatesCommand<LinkedWorkers>
