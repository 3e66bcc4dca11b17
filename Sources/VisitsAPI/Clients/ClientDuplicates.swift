/// `client.duplicates`: clients here who may be clients of the agency's system.
package enum ClientDuplicates: DuplicatesMethod {
  package typealias Person = LinkableClient

  package static let name = "client.duplicates"
}
