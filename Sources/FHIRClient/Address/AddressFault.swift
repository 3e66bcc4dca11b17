/// Why a text is no address of a FHIR server.
package enum AddressFault: Error, Sendable, Hashable {
  /// It does not begin with "https://".
  case noScheme
  /// It begins with something else than https or http.
  case otherScheme
  /// The name of the host is missing or holds what no name may.
  case badHost
  /// The port is no number from 1 to 65535.
  case badPort
  /// It holds a name or password, which belong in a file.
  case credentials
  /// It has a search or a fragment behind it.
  case notABase
  /// It holds a space, a control character or one that has to be escaped.
  case badCharacter
  /// http to another machine: everybody on the way could read along.
  case plainHTTP
}
