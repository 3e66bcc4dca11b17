package import FHIR

/// A client that sends HTTP requests to the upstream server.
package protocol Exchanging: Sendable {
  /// Sends a request, and repeats it with a fresh access token if the server does not accept the current token.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - limit: The most time that the request may take, including the repetition; `nil` for the client's own limits.
  func perform(_ request: FHIRRequest, within limit: Duration?) async -> Result<FHIRAnswer, FHIRFailure>
  /// Cancels the requests that have not been answered, and closes the connections.
  func shutdown() async
}
