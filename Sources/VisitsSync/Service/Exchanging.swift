package import FHIR

/// A client that sends requests upstream.
package protocol Exchanging: Sendable {
  /// Sends a request, and repeats it with a fresh token if the current token is not accepted.
  ///
  /// - Parameter limit: The most time that the whole exchange may take; `nil` for the client's own limits.
  func perform(_ request: FHIRRequest, within limit: Duration?) async -> Result<FHIRAnswer, FHIRFailure>
  /// Cancels the requests under way.
  func shutdown() async
}
