/// The program's version.
package enum Version {
  /// As `visits --version` prints it.
  package static let current = "0.1.0"
}
