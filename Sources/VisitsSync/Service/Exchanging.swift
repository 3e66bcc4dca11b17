package import FHIR

/// What brings requests upstream.
package protocol Exchanging: Sendable {
  /// Sends a request, with a fresh token where the one at hand is not accepted.
  ///
  /// - Parameter limit: For how long all of it may take; `nil`: as long as any request may.
  func perform(_ request: FHIRRequest, within limit: Duration?) async -> Result<FHIRAnswer, FHIRFailure>
  /// Ends what is under way.
  func shutdown() async
}
