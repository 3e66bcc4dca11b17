import VisitsModel

extension VisitsService {
  /// The problems that may prevent pages: no pager is configured, a tier's command cannot be run, or a tier's latest
  /// page has failed.
  var pagerWarnings: [Warning] {
    let pager = settings.pager
    guard !pager.tiers.isEmpty else { return [.noPager] }
    let unusable = pager.tiers.enumerated().filter { !pager.runner.canRun($0.element) }
    return unusable.map { .pagerUnusable(tier: $0.offset + 1, program: $0.element.program) }
      + escalations.failures.map { .pageFailed(tier: $0.tier, at: $0.at) }
  }
}
