import Systemd

extension JournalEvent {
  /// There is an upstream, and sync begins.
  static let syncStarted = JournalEvent(
    "1bc6537d256d45db9a28e97f3a14e9ce", .info, "The schedule is kept in step with {VISITS_UPSTREAM}.")
  /// What came between is over, or nothing has.
  static let syncWorking = JournalEvent(
    "13e1f488c8364f5aa155369d71f5dd47", .notice, "Sync works.", mends: [syncUnreachable, syncFailing, syncUnsteady])
  /// The network cannot be reached.
  static let syncUnreachable = JournalEvent(
    "b2cab8337f954b458fe53cfa1ba16451", .warning,
    "Upstream cannot be reached. Changes are saved here and wait; it is tried every 30 seconds. See: visits sync status"
  )
  /// Several attempts failed, or one that no further try will mend.
  static let syncFailing = JournalEvent(
    "8cac463148b347d7a461fc4772f878e7", .error,
    "Sync fails: {VISITS_PROBLEM}. Changes are saved here and wait; it is tried on. See: visits sync status")
  /// It is in another condition again and again.
  static let syncUnsteady = JournalEvent(
    "65f1a30c333d47aba0261aa3858d00e9", .warning,
    "Sync comes and goes: {VISITS_CHANGES} changes of its state since the last line about it. Now: {VISITS_STATE}. See: visits sync status",
    mends: [syncUnreachable, syncFailing])
  /// A change of ours that upstream does not take.
  static let syncParked = JournalEvent(
    "80efcf465dee46ab8843df028763892c", .warning,
    "Upstream does not take a change of visit {VISITS_VISIT}: it is saved here and parked. See: visits sync problems")
  /// The same of what is no visit: what was recorded of a care task, a goal, a session.
  static let syncRecordParked = JournalEvent(
    "5d0c8a1f2e6b4b61a7c39f3e84d7b20a", .warning,
    "Upstream does not take {VISITS_THING}: it is saved here and parked. See: visits sync problems")
  /// Several of them.
  static let syncSeveralParked = JournalEvent(
    "31b9cf1943944382a17c5a035d7e2220", .warning,
    "Upstream does not take {VISITS_CHANGES} changes: they are saved here and parked. See: visits sync problems")
  /// Nothing that was parked is parked any more.
  static let syncNoneParked = JournalEvent(
    "881c48a9d85f43408ae17325156d37da", .notice, "No change is parked any more.",
    mends: [syncParked, syncRecordParked, syncSeveralParked])
  /// A record of upstream's that cannot be taken in.
  static let syncUnread = JournalEvent(
    "66aa7128321348c993e6d4108f8832c5", .warning,
    "Something upstream cannot be taken in ({VISITS_TYPE}); the rest is. See: visits sync problems")
  /// Several of them.
  static let syncSeveralUnread = JournalEvent(
    "20db3614039945e3830d1b30a3d16db7", .warning,
    "{VISITS_RECORDS} records upstream cannot be taken in; the rest is. See: visits sync problems")
  /// Every record of upstream's is taken in again.
  static let syncNoneUnread = JournalEvent(
    "dcd3e4303e7d43558d0020e0b7f00c6f", .notice, "No record upstream is left that cannot be taken in.",
    mends: [syncUnread, syncSeveralUnread])
  /// An emergency that upstream refuses in every form.
  static let syncEmergencyRefused = JournalEvent(
    "f02cc9bf5b3048b6988bc31059eb4be1", .error,
    "Upstream does not take emergency {VISITS_EMERGENCY} in any form; it is tried on. Whoever relies on it does not see the emergency: call them.",
    about: "VISITS_EMERGENCY")
  /// A refused emergency has arrived upstream, or waits no more.
  static let syncEmergencySettled = JournalEvent(
    "7a6ae735286847539e4c92975b30bf8f", .notice, "Emergency {VISITS_EMERGENCY} waits for upstream no more.",
    about: "VISITS_EMERGENCY", mends: [syncEmergencyRefused])
  /// A token or key that is not kept secret.
  static let syncSecretOpen = JournalEvent(
    "90ae0c7da0284a1ca4b7235605430e96", .warning,
    "{VISITS_SETTING}: everybody on this machine can read {VISITS_FILE}. Take that away: chmod o= {VISITS_FILE}")
  /// The file of a token or key cannot be read.
  static let syncSecretUnreadable = JournalEvent(
    "7e69fd39478549b0943e43965a92b728", .warning,
    "Sync is off: {VISITS_SETTING} names {VISITS_FILE}, and visitsd cannot read that file. It tries again every minute."
  )
  /// The service manager has handed over no such credential.
  static let syncCredentialMissing = JournalEvent(
    "457d77f075a841ea931888456c9c4ae3", .warning,
    "Sync is off: {VISITS_SETTING} names a credential that systemd has not handed over ({VISITS_FILE}).")
  /// The file can be read now.
  static let syncSecretFound = JournalEvent(
    "cf00367d9dac404bbcbc7148abbbda2d", .notice,
    "Sync is on: visitsd can read {VISITS_FILE} of {VISITS_SETTING} now.",
    mends: [syncSecretUnreadable, syncCredentialMissing])

  /// Every event of sync.
  static let ofSync: [JournalEvent] = [
    syncStarted, syncWorking, syncUnreachable, syncFailing, syncUnsteady, syncParked, syncRecordParked,
    syncSeveralParked, syncNoneParked, syncUnread, syncSeveralUnread, syncNoneUnread, syncEmergencyRefused,
    syncEmergencySettled, syncSecretOpen, syncSecretUnreadable, syncCredentialMissing, syncSecretFound,
  ]
}
