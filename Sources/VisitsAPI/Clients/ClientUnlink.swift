/// `client.unlink`: a link through which nothing has come is taken back.
package enum ClientUnlink: UnlinkMethod {
  package typealias Person = LinkableClient

  package static let name = "client.unlink"
}
