import Catalog
package import VisitsModel

extension Warning {
  /// What is wrong, and what to do.
  package func words(in context: ViewContext) -> String {
    switch self {
    case .timeZoneUnknown(let used): context.phrases.text(.warningTimeZone, [.zone: used.identifier])
    case .noPager: context.phrases[.warningNoPager]
    case .pagerUnusable(let tier, let program):
      context.phrases.text(.warningPagerUnusable, [.number: String(tier), .value: program])
    case .spoolUnusable(let path): context.phrases.text(.warningSpoolUnusable, [.value: path])
    case .spoolDamaged(let path): context.phrases.text(.warningSpoolDamaged, [.value: path])
    case .spoolKept(let copy): context.phrases.text(.warningSpoolKept, [.value: copy])
    case .pageFailed(let tier, let at):
      context.phrases.text(
        .warningPageFailed,
        [
          .number: String(tier),
          .time: TimeWords(
            context: context, zone: context.agencyZone, readerZone: context.agencyZone,
            day: context.today(in: context.agencyZone)
          ).moment(at).written,
        ])
    case .alertCommandUnusable(let program):
      context.phrases.text(.warningAlertCommandUnusable, [.value: program])
    case .restartPending(let settings):
      context.phrases.text(.warningRestartPending, [.names: settings.joined(separator: ", ")])
    case .roleUnknown(let setting, let names):
      context.phrases.text(.warningRoleUnknown, [.option: setting, .names: names.joined(separator: ", ")])
    case .syncSecretUnreadable(let setting, let path):
      context.phrases.text(.warningSyncSecretUnreadable, [.option: setting, .path: path])
    case .syncCredentialMissing(let setting, let path):
      context.phrases.text(.warningSyncCredentialMissing, [.option: setting, .path: path])
    }
  }
}
