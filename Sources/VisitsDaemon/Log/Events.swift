import Systemd

extension JournalEvent {
  /// The daemon begins to start.
  static let started = JournalEvent(
    "292dc449885c411294d1aa13dfc84d6b", .info, "visitsd {VISITS_VERSION} is starting.")
  /// The socket accepts.
  static let listening = JournalEvent(
    "45b3e136bbbd46adb73a6e5284f328a9", .info, "Listening on {VISITS_SOCKET}.")
  /// The machine's zone cannot be used, and the configuration names none.
  static let timeZoneUnknown = JournalEvent(
    "6b0f9a4c2d6e4f0fb1c07d8e5a934c21", .warning,
    "This machine's time zone is no IANA zone that is known here: days begin and end in {VISITS_ZONE}. Set agency.timeZone."
  )
  /// The socket for gateways accepts.
  static let listeningForGateways = JournalEvent(
    "2aff556094574dc1880291796bcb99d1", .info, "Listening for gateways on {VISITS_SOCKET}.")
  /// The socket for gateways accepts, but only from the daemon's own user and root.
  static let listeningWithoutGroup = JournalEvent(
    "aefa9989de48486b97a493d8194fd0d4", .notice,
    "Listening for gateways on {VISITS_SOCKET}, for visitsd's own user and root alone: there is no group visits-gateway."
  )
  /// The daemon was asked to stop.
  static let stopping = JournalEvent("f865cc4dba22428ea9019680c9730695", .info, "Stopping.")
  /// Everything is closed.
  static let stopped = JournalEvent("a979c3c0a07e438a827ff4e0b5501667", .info, "Stopped.")
  /// A setting is wrong, nothing was started.
  static let configurationRefused = JournalEvent(
    "946c8307164243669f6ac1f87863e7b3", .critical, "Not started, the configuration is wrong: {VISITS_PROBLEM}")
  /// The settings were read anew.
  static let reloaded = JournalEvent(
    "0fbe171f4527488a8dc7a2e0b1124330", .notice, "The settings were read anew; different now: {VISITS_KEYS}.",
    mends: [reloadRefused, reloadIncomplete, rolesUnknown, commandUnusable])
  /// A setting is wrong, everything stays as it is.
  static let reloadRefused = JournalEvent(
    "f9f62195af204dc69303ff02837e5025", .error, "Nothing was changed, the configuration is wrong: {VISITS_PROBLEM}")
  /// Something is set otherwise that is read at the start alone.
  static let reloadIncomplete = JournalEvent(
    "34b1536afd014a0faf3e6166d5e2cf8f", .warning,
    "What was changed of {VISITS_KEYS} holds from the next start on: systemctl restart visitsd")
  /// The configuration gives a role to users or groups that the machine does not know.
  static let rolesUnknown = JournalEvent(
    "906eab164c1c45d3b1c44076db410d38", .warning,
    "{VISITS_SETTING} names users or groups that this machine does not know: {VISITS_NAMES}. They do not have this role; visitsd looks them up again every minute."
  )
  /// The machine knows them now.
  static let rolesKnown = JournalEvent(
    "7740e38122974b9e93777e6f399c23f1", .notice,
    "{VISITS_NAMES} of {VISITS_SETTING} are known now, and have that role.", mends: [rolesUnknown])
  /// The program of one of the operator's commands cannot be run.
  static let commandUnusable = JournalEvent(
    "d383bb0988ab42f197f66df689cb1ece", .warning,
    "The command of {VISITS_COMMAND} cannot be run: {VISITS_FILE}, {VISITS_CODE}. It pages and alerts no one; visitsd tries it again every minute."
  )
  /// The program of such a command can be run now.
  static let commandUsable = JournalEvent(
    "de0982ca49820d1e5e6b0c3e0c113577", .notice, "The command of {VISITS_COMMAND} can be run now.",
    mends: [commandUnusable])
  /// The database cannot be used, nothing was started.
  static let databaseRefused = JournalEvent(
    "3f8f39f801a843fa87bb53dd0dd3d073", .critical, "Not started, the database cannot be used: {VISITS_PROBLEM}")
  /// The socket cannot be made, nothing was started.
  static let socketRefused = JournalEvent(
    "181e6a2d7ab3485bb0f27b971e8ff15d", .critical, "Not started, {VISITS_SOCKET} cannot be used: {VISITS_PROBLEM}")
  /// A part of the daemon failed, so all of it ends.
  static let serviceFailed = JournalEvent(
    "31600447c5fb4449bbf648c217fe661b", .critical, "Stopping, since {VISITS_SERVICE} failed: {VISITS_PROBLEM}")
  /// The proof of life was not given in time.
  static let watchdogWithheld = JournalEvent(
    "d7cd374f9cda4d56b182b4e5ce54feb0", .critical,
    "No sign of life is given: {VISITS_PROBLEM}. Unless that ends, systemd starts visitsd anew.")
  /// It was given again.
  static let watchdogResumed = JournalEvent(
    "efd21f127f084f07b29facadf99b0e2b", .notice, "Signs of life are given again.", mends: [watchdogWithheld])
  /// A call failed for a reason of ours; the caller was told the id and nothing else.
  static let internalError = JournalEvent(
    "aed6f0369fe745809045383a4f22b41d", .error, "Internal error {VISITS_ERROR} ({VISITS_TYPE}).")
  /// A series cannot be read, so that no visits of it are made.
  static let seriesUnreadable = JournalEvent(
    "d8bc9a52c39449afb0810c7a07bb39aa", .error,
    "Series {VISITS_SERIES} cannot be read: none of its visits are made. Check the database, and restore a backup.")
  /// An import is done.
  static let imported = JournalEvent(
    "f3cbe6fcf2e540e2a93e94ce7e7ea860", .notice,
    """
    Imported: {VISITS_ADDED} added, {VISITS_CHANGED} changed, {VISITS_UNCHANGED} unchanged, {VISITS_KEPT} left as \
    they are, {VISITS_REFUSED} refused.
    """)
  /// The last stop was not in order.
  static let uncleanStop = JournalEvent(
    "dcb00270d3f046b588842c95aa767386", .notice,
    "The last stop was not in order; the database is checked before anything is answered.")
  /// The database has been migrated.
  static let migrated = JournalEvent(
    "26fe15d477fc405d8760037f0731e5c2", .notice,
    "The database has version {VISITS_VERSION} now; as it was before, it is kept in {VISITS_COPY}.")
  /// A backup was put in the place of the database.
  static let restored = JournalEvent(
    "780945f4685f45c9bd6cb6b4fa4d73ab", .warning,
    "The database is a backup that was restored at {VISITS_AT}: what was done after that backup was made is not in it.")
  /// A check, a read, a change or a backup has found the database to be damaged.
  static let databaseDamaged = JournalEvent(
    "01954635e15e413c8982cd089137a25f", .critical,
    "The database is damaged: {VISITS_PROBLEM}. No changes are taken any more. Restore the latest backup; journalctl -x gives the commands."
  )
  /// The disk failed a change, a commit or a checkpoint.
  static let readOnly = JournalEvent(
    "908c9b49b2bd4027b790383419a46a52", .critical,
    "No changes are taken any more, {VISITS_REASON}: {VISITS_PROBLEM} ({VISITS_CODE}). Reads go on; the disk is tried again at least once a minute."
  )
  /// A probe commit has succeeded after a fault.
  static let writable = JournalEvent(
    "1c374996aaf64182aa72dee7e2523076", .notice, "Changes are taken again, after {VISITS_SPAN}.", mends: [readOnly])
  /// The file could not be made that takes emergencies when the database does not.
  static let noSpool = JournalEvent(
    "b5635babaed34520a3bc36477cd62780", .error,
    "The spool that takes emergencies when the database does not cannot be made: {VISITS_CODE}.")
  /// What the spool held is in the database.
  static let spoolImported = JournalEvent(
    "13db49f09cb2419f9ba18a3d16ca7a0c", .notice,
    "In the database now: {VISITS_CHANGES} that it could not take at first.", mends: [spoolStays])
  /// Something in the spool cannot be read.
  static let spoolDamaged = JournalEvent(
    "d477390062e044998acf2c801cbbff26", .critical,
    "The spool {VISITS_SPOOL} is damaged: something in it cannot be read, and may have been an emergency. What can be read is taken. Ask everybody who is out whether they raised one."
  )
  /// The damaged spool was put aside.
  static let spoolKept = JournalEvent(
    "d49502b7598f4ca9b5b754108d2e42b2", .critical,
    "The damaged spool as it was is kept in {VISITS_COPY}. Once it is clear whether somebody needs help, move it away."
  )
  /// What the spool holds could not be brought into the database.
  static let spoolStays = JournalEvent(
    "4741c29b51ba45bebf4124256d014b25", .critical,
    "The emergencies in the spool cannot be brought into the database now: {VISITS_PROBLEM}. They stay where they are, and are shown and paged all the same; the next attempt is made when the disk takes changes again, or at the next start."
  )
  /// Something in the spool can never be made an emergency of.
  static let spoolRefused = JournalEvent(
    "67daa871ec9943f4b365bf8f2abb9b15", .critical,
    "Something in the spool cannot be brought into the database: {VISITS_CHANGES}. The spool as it was is kept in {VISITS_COPY}. Look who was meant, then move it away."
  )
  /// Somebody needs help.
  static let emergencyRaised = JournalEvent(
    "3dc04f2a3ee64b469512bffcbf6a3665", .alert,
    "Emergency {VISITS_EMERGENCY} was raised. Acknowledge: visits emergency ack {VISITS_EMERGENCY}",
    about: "VISITS_EMERGENCY")
  /// The same worker still needs help.
  static let emergencyRaisedAgain = JournalEvent(
    "b0f4a1f4f3a94d6bb7ce2d4f1d0c9e57", .alert,
    "Emergency {VISITS_EMERGENCY} was raised again, {VISITS_RAISES} times by now. Acknowledge: visits emergency ack {VISITS_EMERGENCY}",
    about: "VISITS_EMERGENCY")
  /// Somebody needs help, and only memory knows.
  static let emergencyUnstored = JournalEvent(
    "48703ffc099c45c58ac50c37c35e5d03", .alert,
    "Emergency {VISITS_EMERGENCY} was raised, and neither the database nor the spool takes it: it is lost with this process. See who it is now: visits emergency list",
    about: "VISITS_EMERGENCY")
  /// Time has passed without an acknowledgement, and the next tier is paged.
  static let emergencyUnacknowledged = JournalEvent(
    "4532b2d78084485c98d9c26596dcf405", .alert,
    "Emergency {VISITS_EMERGENCY} was raised {VISITS_MINUTES} min ago, and nobody has acknowledged it: tier {VISITS_TIER} is paged. Acknowledge: visits emergency ack {VISITS_EMERGENCY}",
    about: "VISITS_EMERGENCY")
  /// The office has acknowledged it.
  static let emergencyAcknowledged = JournalEvent(
    "7dc126d3cd83490a82698e4d5ada5dc9", .notice, "Emergency {VISITS_EMERGENCY} was acknowledged.",
    about: "VISITS_EMERGENCY", mends: [emergencyRaised, emergencyRaisedAgain, emergencyUnacknowledged])
  /// It is over.
  static let emergencyResolved = JournalEvent(
    "bfdd6e92caa642dbb14ca55a1b0b5c78", .notice, "Emergency {VISITS_EMERGENCY} was resolved.",
    about: "VISITS_EMERGENCY",
    mends: [
      emergencyRaised, emergencyRaisedAgain, emergencyUnstored, emergencyUnacknowledged, syncEmergencyRefused,
    ])
  /// A tier was paged.
  static let paged = JournalEvent(
    "cad1b8a74ca440ecad563aa4c770ed1b", .notice,
    "Tier {VISITS_TIER} was paged about emergency {VISITS_EMERGENCY} (attempt {VISITS_ATTEMPT}).",
    about: "VISITS_TIER", mends: [notPaged])
  /// A tier could not be paged.
  static let notPaged = JournalEvent(
    "9a8527f9f73a441480fa127bcbc45593", .critical,
    "Tier {VISITS_TIER} could not be paged about emergency {VISITS_EMERGENCY} (attempt {VISITS_ATTEMPT}): {VISITS_PROBLEM}. Try its command by hand; see emergency.tiers.",
    about: "VISITS_TIER")
  /// A worker's device may call.
  static let deviceEnrolled = JournalEvent(
    "b32f29ac2895474fb087a938e6d849a8", .notice, "Device {VISITS_DEVICE} was enrolled.")
  /// It may not any more.
  static let deviceRevoked = JournalEvent(
    "e845fcdf36de4aafab42a0113180f6df", .notice, "Device {VISITS_DEVICE} was revoked.")
  /// Somebody tries codes out.
  static let codesGuessed = JournalEvent(
    "eb2b39f487854955a715cbf9a9b7dc9e", .warning,
    "Too many wrong codes for devices came within a minute: who sent them is refused for a while. Nothing was let in.")
  /// A device did in the field what the office had decided otherwise.
  static let fieldClash = JournalEvent(
    "337e05597e1844e6aaca0126fa84e9bd", .notice,
    "A device reported visit {VISITS_VISIT}, which the office had {VISITS_REASON}. Both are kept. See: visits audit {VISITS_VISIT}"
  )
  /// A visit needs somebody's attention.
  ///
  /// The office must act, not the operator: so this is no warning.
  static let alertRaised = JournalEvent(
    "873e064555394183af0b0d36d73a1564", .notice,
    "Visit {VISITS_VISIT} needs attention, {VISITS_KIND}: alert {VISITS_ALERT}. See it: visits alerts")
  /// Somebody of the office has taken note of it.
  static let alertAcknowledged = JournalEvent(
    "9dade7e488274b7784eb5e1a7aa52a7a", .info, "Alert {VISITS_ALERT} was acknowledged.")
  /// It holds no more.
  static let alertResolved = JournalEvent(
    "abb73120109c4a2d9a4571965215b01c", .info, "Alert {VISITS_ALERT} holds no more.")
  /// The operator's command does not take alerts.
  static let alertCommandFails = JournalEvent(
    "2ad189c6f8734544aca152063dc76253", .error,
    "alerts.command fails: {VISITS_PROBLEM}. Failed runs since it worked: {VISITS_RUNS}. Alerts wait, and it is run again for each. Try it by hand as the user of visitsd."
  )
  /// The operator's command takes alerts again.
  static let alertCommandWorks = JournalEvent(
    "9769addf56d64a70a7bdfebfce0205ed", .notice, "alerts.command works again. Failed runs meanwhile: {VISITS_RUNS}.",
    mends: [alertCommandFails])
  /// The operator has taken the failing command away.
  static let alertCommandGone = JournalEvent(
    "3203135136a74093a1d259c2b3fe5283", .notice,
    "There is no alerts.command any more. Failed runs before: {VISITS_RUNS}.", mends: [alertCommandFails])
  /// A user without a role has called.
  static let strangerRefused = JournalEvent(
    "10789d73259348e695b66a3452e91ec2", .debug,
    "User {VISITS_UID} has no role: all calls are refused, {VISITS_CALLS} so far. See roles in the configuration.")
  /// A backup is done.
  static let backedUp = JournalEvent(
    "3c6e50be5cfd486484f2827d6397bbdd", .notice, "A backup of {VISITS_BYTES} bytes is in {VISITS_COPY}.",
    mends: [backupFailed, backupWithoutRoom])
  /// A backup could not be made.
  static let backupFailed = JournalEvent(
    "dbf2b8c71403493ab764c69ecbd140ca", .error, "No backup was made: {VISITS_PROBLEM}.")
  /// A backup was not begun.
  static let backupWithoutRoom = JournalEvent(
    "024b75453319432ba36d8ed2ea5e2048", .warning,
    "No backup was started: {VISITS_FREE} bytes are free in {VISITS_FOLDER}, and {VISITS_NEEDED} bytes are needed. Make room."
  )
  /// Every event, for the catalog and its test.
  static let all: [JournalEvent] =
    [
      started, listening, listeningForGateways, listeningWithoutGroup, stopping, stopped, configurationRefused,
      reloaded, reloadRefused, reloadIncomplete, rolesUnknown, rolesKnown, commandUnusable, commandUsable,
      databaseRefused,
      socketRefused, serviceFailed, watchdogWithheld, watchdogResumed, internalError, seriesUnreadable, imported,
      timeZoneUnknown, uncleanStop, migrated, restored, databaseDamaged, readOnly, writable, emergencyRaised,
      emergencyRaisedAgain, emergencyUnstored, emergencyUnacknowledged, emergencyAcknowledged, emergencyResolved,
      paged, notPaged, deviceEnrolled, deviceRevoked, codesGuessed, fieldClash, alertRaised, alertAcknowledged,
      alertResolved, alertCommandFails, alertCommandWorks, alertCommandGone, backedUp, backupFailed,
      backupWithoutRoom, noSpool, spoolRefused, spoolImported, spoolStays, spoolDamaged, spoolKept, strangerRefused,
    ] + ofSync
}
