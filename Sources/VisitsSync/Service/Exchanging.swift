package import FHIR
package import FHIRClient

/// What brings requests upstream.
package protocol Exchanging: Sendable {
  /// Sends a request, with a fresh token where the one at hand is not accepted.
  func perform(_ request: FHIRRequest) async -> Result<FHIRAnswer, FHIRFailure>
  /// Ends what is under way.
  func shutdown() async
}

extension FHIRClient: Exchanging {}
