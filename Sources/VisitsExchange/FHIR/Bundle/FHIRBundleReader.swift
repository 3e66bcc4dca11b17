package import FHIR
package import VisitsModel

/// Reads FHIR R4 Bundles as other systems export them into an ``ImportPlan``.
///
/// Pure: the same text, moment and knowledge give the same plan. A wrong entry is refused with its place and advice; the
/// rest of the Bundle is planned all the same.
package struct FHIRBundleReader: Sendable {
  /// The moment at which names, addresses and numbers must be valid.
  package let now: Instant
  /// The agency's zone. Dates begin on its clocks if a record names no zone.
  package let zone: Zone
  /// The upstream system of resources whose Bundle names no server (no absolute `fullUrl`).
  package let source: String
  /// The size at which a text is refused.
  package let limits: ReadingLimits

  /// A reader.
  package init(
    now: Instant, zone: Zone = .utc, source: String = "fhir", limits: ReadingLimits = ReadingLimits()
  ) {
    self.now = now
    self.zone = zone
    self.source = source
    self.limits = limits
  }

  /// A text that has been parsed. Its plan depends on the people who are known, and can be made later.
  package struct Reading: Sendable {
    fileprivate let bundle: Result<FHIR.Bundle, FHIRProblem>
  }

  /// Parses a Bundle's text.
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

  /// Plans the import of a text that has been parsed.
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
      var reading = BundleReading(bundle, source: source, now: now, zone: zone, isKnown: isKnown)
      reading.read()
      return reading.finishedPlan
    }
  }
}
