/// Something that an operator should look at, and that lasts until they do.
package enum Warning: Sendable, Hashable {
  /// The machine's time zone cannot be used, and the settings name none: days begin and end in this one.
  case timeZoneUnknown(used: Zone)
  /// Nobody is paged in an emergency.
  case noPager
  /// What is to page a tier is not there, or may not be run.
  case pagerUnusable(tier: Int, program: String)
  /// The file cannot be made or opened that takes emergencies when the database does not.
  case spoolUnusable(path: String)
  /// Something in that file cannot be read, and may have been an emergency.
  case spoolDamaged(path: String)
  /// A copy of that file lies there, with what could not be brought into the database.
  case spoolKept(copy: String)
  /// The last page was not sent.
  case pageFailed(tier: Int, at: Instant)
  /// The program of the command for alerts is not there, or may not be run.
  case alertCommandUnusable(program: String)
  /// These settings were changed in the configuration, and hold after a restart.
  case restartPending(settings: [String])
  /// This machine does not know these users and groups, so that they do not have the role of the setting.
  case roleUnknown(setting: String, names: [String])
  /// Sync is off, because the file of its token or key cannot be read.
  case syncSecretUnreadable(setting: String, path: String)
  /// Sync is off, because the service manager has handed over no such credential, which it does at a start alone.
  case syncCredentialMissing(setting: String, path: String)
}
