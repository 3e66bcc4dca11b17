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

  /// The problems of the configuration and the machine: the time zone, settings that are not in force, and a command for
  /// alerts that cannot be run.
  var configurationWarnings: [Warning] {
    let standing = settings.warnings + processView.warnings()
    guard let alert = settings.alertCommand, !alert.runner.canRun(alert.command) else { return standing }
    return standing + [.alertCommandUnusable(program: alert.command.program)]
  }
}
