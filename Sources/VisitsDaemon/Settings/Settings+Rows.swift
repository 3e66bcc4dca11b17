extension Settings {
  /// Every setting, once. Reading, checking, the names in the environment, the suggestions and `config/visitsd.yaml`
  /// derive from these rows; the defaults from ``Settings``.
  static let rows = beforeVerification + SettingRow.verification + behindVerification

  private static let beforeVerification: [SettingRow] = [
    .optional(
      "agency.name", \.agency.name, .text(1...100), example: "Example Home Care",
      "What people call the agency.", without: "no name is shown"),
    .found(
      "agency.timeZone", \.agency.timeZone, .timeZone, example: "America/Edmonton",
      "Where the agency is: its days begin and end at midnight there.", otherwise: "the machine's"),
    .fixed("agency.locale", \.agency.locale, .locale, "The language of answers when a caller asks for none."),
    .fixed(
      "agency.emergencyNumber", \.agency.emergencyNumber, .phoneNumber,
      "What a worker in danger is told to call."),
    .optional(
      "agency.officePhone", \.agency.officePhone, .phoneNumber, example: "+1 780 555 0100",
      "The office's phone number, which the app shows to workers.", without: "the app shows none"),
    .found(
      "socket", \.socket, .path(atMost: 107), example: "/run/visitsd/visitsd.sock",
      "The UNIX socket on which visitsd answers.",
      otherwise: "visitsd.sock in $RUNTIME_DIRECTORY, for root in /run/visitsd, else in $XDG_RUNTIME_DIR/visitsd"),
    .fixed(
      "socketMode", \.socketMode, .mode,
      "Who may connect at all. What a caller may do is for the roles to say."),
    .optional(
      "socketGroup", \.socketGroup, .group, example: "visits",
      "The group that owns the socket.", without: "it is the daemon's own"),
    .optional(
      "gatewaySocket", \.gatewaySocket, .path(atMost: 107), example: "/run/visitsd/gateway.sock",
      """
      The UNIX socket on which visitsd answers visits-gateway. Every caller on it has the role gateway alone. The \
      group visits-gateway may connect, beside visitsd's own user and root.
      """, without: "it is gateway.sock in the folder of socket"),
    .found(
      "state", \.state, .path(atMost: 4000), example: "/var/lib/visitsd",
      "The directory of the database and, in backups/, of its backups. One visitsd at a time uses it.",
      otherwise: "$STATE_DIRECTORY, else /var/lib/visitsd"),

    .list(
      "roles.coordinator", \.roles.coordinator, .principal,
      "Who plans and changes visits."),
    .list(
      "roles.monitor", \.roles.monitor, .principal,
      "Who reads status and counts, but nobody's name, address or note."),
    .list("roles.gateway", \.roles.gateway, .principal, "Who passes on what the workers' devices ask."),
    .list(
      "roles.admin", \.roles.admin, .principal,
      "Who may do everything, beside root and the user that visitsd runs as."),

    .fixed(
      "alerts.lateAfterMinutes", \.alerts.lateAfterMinutes, .integer(1...240),
      "A visit is late when nobody has checked in this many minutes after its start."),
    .fixed(
      "alerts.timeCriticalLateAfterMinutes", \.alerts.timeCriticalLateAfterMinutes, .integer(1...240),
      "The same for a client who is marked time-critical."),
    .fixed(
      "alerts.missedAfterMinutes", \.alerts.missedAfterMinutes, .integer(1...1440),
      """
      A visit is proposed as missed after this many minutes, or after its planned duration if that is shorter, but \
      never before it is late.
      """),
    .fixed(
      "alerts.overrunAfterMinutes", \.alerts.overrunAfterMinutes, .integer(1...1440),
      "A visit has overrun when nobody has checked out this many minutes after its end."),
    .fixed(
      "alerts.openBeforeMinutes", \.alerts.openBeforeMinutes, .integer(1...10_080),
      "An open visit needs attention when it is still unassigned this many minutes before its start."),
    .alertsCommand,
    .fixed(
      "alerts.commandSeconds", \.alerts.commandSeconds, .integer(1...600),
      "How many seconds the command may take over one alert. It is ended then, with all that it has started."),

    .emergencyTiers,
    .fixed(
      "emergency.commandSeconds", \.emergency.commandSeconds, .integer(1...600),
      "How many seconds the command of a tier may take. It is ended then, with all that it has started, and has failed."
    ),
    .fixed(
      "emergency.repeatMinutes", \.emergency.repeatMinutes, .integer(1...60),
      "Paging begins with the first tier again when nobody has acknowledged this many minutes after the last."),
    .fixed(
      "emergency.unresolvedMinutes", \.emergency.unresolvedMinutes, .integer(1...1440),
      """
      An emergency that somebody has acknowledged and nobody has resolved is paged again each time that this many \
      minutes have passed: one tier after the other, beginning with the first.
      """),

    .fixed(
      "visits.farAwayMetres", \.visits.farAwayMetres, .integer(10...100_000),
      "A check-in or check-out more than this many metres from the client's address is flagged. It is never refused."),
    .fixed(
      "visits.horizonWeeks", \.visits.horizonWeeks, .integer(1...52),
      "The visits of a series are made this many weeks ahead."),
    .fixed(
      "visits.travelMinutes", \.visits.travelMinutes, .integer(0...240),
      """
      The way from one client to the next takes this many minutes. Who has less time before or after a visit is \
      suggested for it last. Between visits of one client, or at one address, there is no way.
      """),
    .list(
      "visits.correctionReasons", \.visits.correctionReasons, .code, atLeastOne: true,
      "The reasons that somebody who corrects a check-in or check-out may give."),
    .list(
      "visits.absenceReasons", \.visits.absenceReasons, .code, atLeastOne: true,
      "The reasons that the absence of a worker may have."),
  ]

  private static let behindVerification: [SettingRow] = [
    .fixed(
      "devices.invitationHours", \.devices.invitationHours, .integer(1...720),
      "A code with which a worker enrols a device can be used for this many hours."),

    .optional(
      "backup.reserveMegabytes", \.backup.reserveMegabytes, .integer(0...10_000_000), example: "1000",
      """
      How many megabytes stay free on the disk of the backups. A backup that would leave less is not begun: changes and \
      emergencies need the room.
      """, without: "it is a tenth of the file system or 256, whichever is less"),

    .optional(
      "upstream.url", \.upstream.url, .serverAddress, example: "https://ehr.example/fhir",
      "The base address of the agency's system of record, a FHIR R4 server, with which visitsd keeps in step.",
      without: "visitsd works alone"),
    .optional(
      "upstream.formerUrl", \.upstream.formerURL, .serverAddress, example: "https://old.example/fhir",
      "The address that this same server had before, where it has moved. Another server's ids mean other records.",
      without: "an address that is not the one of before stops the start"),
    .optional(
      "upstream.tokenFile", \.upstream.tokenFile, .path(atMost: 4000), example: "/etc/visits/upstream-token",
      """
      A file that holds a bearer token, for visitsd's user alone to read. It is read anew when the token in use is not \
      accepted any more.
      """,
      without: "no token is sent, unless one of the settings below says how to come by it"),
    .optional(
      "upstream.tokenCredential", \.upstream.tokenCredential, .credential, example: "upstream-token",
      "The same as a credential of systemd (LoadCredential=).", without: "none is used"),
    .optional(
      "upstream.clientId", \.upstream.clientID, .text(1...255), example: "visits",
      """
      The id under which the server knows visitsd, where tokens are issued for an assertion signed with a key (SMART \
      Backend Services).
      """, without: "none is asked for"),
    .optional(
      "upstream.keyFile", \.upstream.keyFile, .path(atMost: 4000), example: "/etc/visits/upstream-key.pem",
      "The private key for that in PEM: RSA, or on the curve P-384. It is for visitsd's user alone to read.",
      without: "there is none"),
    .optional(
      "upstream.keyCredential", \.upstream.keyCredential, .credential, example: "upstream-key",
      "The same as a credential of systemd.", without: "none is used"),
    .optional(
      "upstream.keyId", \.upstream.keyID, .text(1...255), example: "2026-01",
      "The key's name in the key set that the server knows.", without: "the key is not named"),
    .fixed("upstream.scope", \.upstream.scope, .text(1...2000), "What the tokens are to be good for."),
    .optional(
      "upstream.tokenUrl", \.upstream.tokenURL, .text(8...2000), example: "https://ehr.example/token",
      "Where tokens are issued.", without: "the server is asked for it (.well-known/smart-configuration)"),
    .optional(
      "upstream.certificates", \.upstream.certificates, .path(atMost: 4000), example: "/etc/visits/upstream-ca.pem",
      "A file of certificates in PEM whose issuers are trusted beside those that the machine trusts.",
      without: "those are trusted that the machine trusts"),
    .fixed(
      "upstream.plainHttp", \.upstream.isPlainHTTPAllowed, .truth,
      """
      Whether http may go to other machines too. Whoever is on the way then reads and changes everything; to this \
      machine it always may.
      """),
    .fixed(
      "upstream.daysBack", \.upstream.daysBack, .integer(0...366),
      "So many days before today are kept in step."),
    .fixed(
      "upstream.daysAhead", \.upstream.daysAhead, .integer(1...366),
      "So many days after today are kept in step."),
    .fixed(
      "upstream.askedSeconds", \.upstream.askedSeconds, .integer(0...60),
      "Syncs that people or devices ask for begin so many seconds apart. Who asks in between gets the next one."),
    .fixed(
      "upstream.compareMinutes", \.upstream.compareMinutes, .integer(1...1440),
      """
      Every so many minutes the visits of today and the next two days are compared with the server's, by their ids: one \
      that was deleted there is withdrawn here. The whole window is compared every night.
      """),

    .fixed(
      "limits.messageBytes", \.limits.messageBytes, .integer(4096...67_108_864),
      """
      The longest message, in bytes. A user with the role monitor sends at most 65536, a user without a role at most \
      4096.
      """),
    .fixed(
      "limits.depth", \.limits.depth, .integer(8...128),
      "How deep objects and lists may stand in each other in a message."),
    .fixed(
      "limits.values", \.limits.values, .integer(1000...1_000_000),
      "The most values in a message: texts, numbers, lists and objects."),
    .fixed("limits.batch", \.limits.batch, .integer(1...1000), "The most calls in a batch."),
    .fixed("limits.idBytes", \.limits.idBytes, .integer(16...4096), "The longest id of a call, in bytes."),
    .fixed("limits.connections", \.limits.connections, .integer(1...65_536), "The most connections at a time."),
    .fixed(
      "limits.connectionsPerUser", \.limits.connectionsPerUser, .integer(1...65_536),
      "The most connections of one user at a time."),
    .fixed(
      "limits.bufferBytes", \.limits.bufferBytes, .integer(65_536...4_294_967_296),
      "The memory for all unfinished messages and unread answers together, in bytes; a quarter of it for one user. No less "
        + "than limits.messageBytes."),
    .fixed(
      "limits.inFlight", \.limits.inFlight, .integer(1...1024),
      "The most calls of a connection at work at a time. The next one is read when one of them is answered."),
    .fixed(
      "limits.outputBytes", \.limits.outputBytes, .integer(65_536...268_435_456),
      "The most that may wait for a client to read it, in bytes. Until it has, nothing more is read from that client."),
    .fixed(
      "limits.outputSeconds", \.limits.outputSeconds, .integer(1...3600),
      "How many seconds a client may read nothing of what waits for it. Then its connection is closed."),
    .fixed(
      "limits.lineSeconds", \.limits.lineSeconds, .integer(1...3600),
      "How many seconds a client may take to finish a line that it has begun."),
    .fixed(
      "limits.unreadableLines", \.limits.unreadableLines, .integer(1...10_000),
      "How many lines in a row that say no call a client may send before each further one is read only after a pause."),
    .fixed(
      "limits.patienceMilliseconds", \.limits.patienceMilliseconds, .integer(1...10_000),
      "How long that pause is, in milliseconds, and how long a client that met a limit keeps its connection."),
    .fixed(
      "limits.eventsBehind", \.limits.eventsBehind, .integer(100...1_000_000),
      "How many events a client that follows them may fall behind before it has to subscribe anew."),
    .fixed(
      "limits.uploadBytes", \.limits.uploadBytes, .integer(1_048_576...1_073_741_824),
      "The memory for files that are sent in parts to be imported, all together, in bytes."),
    .fixed(
      "limits.importSeconds", \.limits.importSeconds, .integer(1...3600),
      "How many seconds an import may hold up all other changes. One that takes longer is not taken in at all."),

    .fixed("log.level", \.log.level, .priority, "The least urgent log entries to write."),
  ]

  /// What must hold between settings.
  static let orders: [SettingOrder] = [
    SettingOrder(
      smaller: ("limits.messageBytes", \.limits.messageBytes), larger: ("limits.bufferBytes", \.limits.bufferBytes))
  ]
}

/// Two settings, of which the first may not be greater than the second.
struct SettingOrder: Sendable {
  /// The smaller one.
  let smaller: (key: String, path: SettingPath<Int>)
  /// The larger one.
  let larger: (key: String, path: SettingPath<Int>)
}
