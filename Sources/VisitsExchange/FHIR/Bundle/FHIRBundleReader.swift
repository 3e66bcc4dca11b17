package import FHIR
package import VisitsModel

/// Reads FHIR R4 Bundles as other systems export them into an ``ImportPlan``.
///
/// Pure: the same text, moment and knowledge give the same plan. What is wrong is refused entry by entry, each with
/// its place and what to do about it; the rest of the Bundle is planned all the same.
package struct FHIRBundleReader: Sendable {
  /// The moment at which names, addresses and numbers must be valid.
  package let now: Instant
  /// The upstream system of resources whose Bundle names no server (no absolute `fullUrl`).
  package let source: String
  /// How much is read before a text is refused.
  package let limits: ReadingLimits

  /// A reader.
  package init(now: Instant, source: String = "fhir", limits: ReadingLimits = ReadingLimits()) {
    self.now = now
    self.source = source
    self.limits = limits
  }

  /// A text that has been read once: what it plans depends on who is known, which may be asked later.
  package struct Reading: Sendable {
    fileprivate let bundle: Result<FHIR.Bundle, FHIRProblem>
  }

  /// Reads a Bundle's text, without a look at what is known.
  package func read(_ text: String) -> Reading {
    Reading(bundle: Result { () throws(FHIRProblem) in try FHIR.Bundle(json: text, limits: limits) })
  }

  /// Plans the import of a Bundle's text.
  ///
  /// - Parameter isKnown: whether a worker or client was imported before under this identity; Bundles of
  ///   Appointments alone refer to such.
  package func plan(
    from text: String, isKnown: (PersonKind, UpstreamIdentity) -> Bool = { _, _ in false }
  ) -> ImportPlan {
    plan(from: read(text), isKnown: isKnown)
  }

  /// Plans the import of a text that has been read.
  package func plan(
    from reading: Reading, isKnown: (PersonKind, UpstreamIdentity) -> Bool = { _, _ in false }
  ) -> ImportPlan {
    switch reading.bundle {
    case .success(let bundle): return plan(from: bundle, isKnown: isKnown)
    case .failure(let problem):
      var plan = ImportPlan()
      let place = problem.place.isEmpty ? "Bundle" : problem.place
      plan.unreadable = ImportSummary.Refused(place: .path(place), reason: .fault(problem.reason.fault))
      return plan
    }
  }

  /// Plans the import of a Bundle.
  package func plan(
    from bundle: FHIR.Bundle, isKnown: (PersonKind, UpstreamIdentity) -> Bool = { _, _ in false }
  ) -> ImportPlan {
    guard bundle.type != "history" else {
      var plan = ImportPlan()
      plan.unreadable = ImportSummary.Refused(
        place: .path("Bundle: type"), reason: .fault(TextFault(.fhirHistory)))
      return plan
    }
    return withoutActuallyEscaping(isKnown) { isKnown in
      var reading = BundleReading(bundle, source: source, now: now, isKnown: isKnown)
      reading.read()
      return reading.finishedPlan
    }
  }
}
