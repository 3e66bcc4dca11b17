/// `client.link`: a client here is a record of the agency's system.
package enum ClientLink: LinkMethod {
  package typealias Person = LinkableClient

  package static let name = "client.link"
}
