import Testing

@testable import VisitsDaemon

@Suite struct SettingsProblemTests {
  @Test(
    "a wrong file is refused with line, key, value and the nearest key",
    arguments: [
      ("agency:\n  timezon: UTC", #"visitsd.yaml:2: unknown key "agency.timezon". Did you mean "agency.timeZone"?"#),
      ("agency:\n  timezone: UTC", #"visitsd.yaml:2: unknown key "agency.timezone". Did you mean "agency.timeZone"?"#),
      ("\n\ntimeZone: UTC", #"visitsd.yaml:3: unknown key "timeZone". Did you mean "agency.timeZone"?"#),
      ("agancy:\n  timeZone: UTC", #"visitsd.yaml:1: unknown key "agancy". Did you mean "agency"?"#),
      ("weather:\n  url: https://fhir.example", #"visitsd.yaml:1: unknown key "weather"."#),
      (
        "upstream:\n  url: ehr.example",
        #"""
        visitsd.yaml:2: upstream.url is "ehr.example"; it must be the base address of a FHIR server such as \#
        https://ehr.example/fhir.
        """#
      ),
      (
        "upstream:\n  url: http://ehr.example/fhir",
        #"""
        visitsd.yaml:2: upstream.url is "http://ehr.example/fhir"; it must be an https address; http goes to this \#
        machine alone, unless upstream.plainHttp is true.
        """#
      ),
      (
        "upstream:\n  tokenFile: /a\n  clientId: visits\n  keyFile: /b",
        "visitsd.yaml:3: upstream.clientId and upstream.tokenFile exclude each other; leave one of them."
      ),
      (
        "upstream:\n  clientId: visits", "visitsd.yaml:2: upstream.clientId needs upstream.keyFile beside it."
      ),
      ("<<: {a: b}", #"visitsd.yaml:1: unknown key "<<"."#),
      (
        "agency:\n  timeZone: America/Edmontn",
        #"""
        visitsd.yaml:2: agency.timeZone is "America/Edmontn"; it must be an IANA time zone such as \#
        America/Edmonton. Did you mean "America/Edmonton"?
        """#
      ),
      (
        "agency:\n  timeZone: MST",
        #"visitsd.yaml:2: agency.timeZone is "MST"; it must be an IANA time zone such as America/Edmonton."#
      ),
      (
        "agency:\n  timeZone: GMT+7",
        #"visitsd.yaml:2: agency.timeZone is "GMT+7"; it must be an IANA time zone such as America/Edmonton."#
      ),
      (
        "agency:\n  timeZone: ../../etc/passwd",
        #"""
        visitsd.yaml:2: agency.timeZone is "../../etc/passwd"; it must be an IANA time zone such as \#
        America/Edmonton.
        """#
      ),
      (
        "agency: {locale: english!}",
        #"visitsd.yaml:1: agency.locale is "english!"; it must be a language tag such as en or fr-CA."#
      ),
      (
        "agency: {emergencyNumber: police}",
        #"""
        visitsd.yaml:1: agency.emergencyNumber is "police"; it must be a telephone number such as 911 or +1 780 \#
        555 0100.
        """#
      ),
      (
        "agency:\n  name: \"a\\nb\"",
        #"visitsd.yaml:2: agency.name is "a b"; it must be one line of 1 to 100 characters."#
      ),
      ("limits:\n  depth: 1000", #"visitsd.yaml:2: limits.depth is "1000"; it must be a whole number from 8 to 128."#),
      ("limits:\n  depth: -1", #"visitsd.yaml:2: limits.depth is "-1"; it must be a whole number from 8 to 128."#),
      (
        "limits:\n  depth: 3.2e1", #"visitsd.yaml:2: limits.depth is "3.2e1"; it must be a whole number from 8 to 128."#
      ),
      ("limits:\n  depth: 0x20", #"visitsd.yaml:2: limits.depth is "0x20"; it must be a whole number from 8 to 128."#),
      (
        "limits:\n  depth: 99999999999999999999",
        #"visitsd.yaml:2: limits.depth is "99999999999999999999"; it must be a whole number from 8 to 128."#
      ),
      ("limits:\n  depth: yes", #"visitsd.yaml:2: limits.depth is "yes"; it must be a whole number from 8 to 128."#),
      (
        "limits:\n  depth:",
        "visitsd.yaml:2: limits.depth has no value; give it one, or leave the key out for the default."
      ),
      (
        "limits:\n  depth: ~",
        "visitsd.yaml:2: limits.depth has no value; give it one, or leave the key out for the default."
      ),
      ("limits:\n  depth: [32]", "visitsd.yaml:2: limits.depth must be one value."),
      ("limits:\n  depth:\n    a: b", "visitsd.yaml:2: limits.depth must be one value."),
      ("limits: 5", "visitsd.yaml:1: limits must hold keys with values, indented below it."),
      ("limits: [a]", "visitsd.yaml:1: limits must hold keys with values, indented below it."),
      ("- a", #"visitsd.yaml:1: the file must hold keys with values, such as "agency:"."#),
      ("hello", #"visitsd.yaml:1: the file must hold keys with values, such as "agency:"."#),
      ("? [a, b]\n: c", "visitsd.yaml:1: a key must be one value."),
      (
        "socket: run/x.sock",
        #"visitsd.yaml:1: socket is "run/x.sock"; it must be an absolute path of at most 107 bytes."#
      ),
      (
        "socket: /\(String(repeating: "x", count: 107))",
        #"""
        visitsd.yaml:1: socket is "/\#(String(repeating: "x", count: 78))…"; it must be an absolute path of at \#
        most 107 bytes.
        """#
      ),
      ("socketMode: 0888", #"visitsd.yaml:1: socketMode is "0888"; it must be a file mode such as 0660."#),
      ("socketMode: 4755", #"visitsd.yaml:1: socketMode is "4755"; it must be a file mode such as 0660."#),
      (
        "socketGroup: nobodies",
        #"visitsd.yaml:1: socketGroup names the group "nobodies", which this machine does not know."#
      ),
      (
        "roles:\n  coordinator:\n    - alice\n    - '@'",
        #"visitsd.yaml:4: roles.coordinator is "@"; it must be a user or a @group of this machine, by name or number."#
      ),
      ("roles:\n  coordinator: alice", "visitsd.yaml:2: roles.coordinator must be a list, such as [one, two]."),
      ("roles:\n  coordinator: [[alice]]", "visitsd.yaml:2: roles.coordinator must be a list, such as [one, two]."),
      (
        "roles:\n  coordinator: [alice, ]\n  admin: ['']",
        "visitsd.yaml:3: roles.admin has no value; give it one, or leave the key out for the default."
      ),
      (
        "visits: {correctionReasons: []}",
        "visitsd.yaml:1: visits.correctionReasons has no value; give it one, or leave the key out for the default."
      ),
      (
        "visits: {correctionReasons: [no signal]}",
        #"""
        visitsd.yaml:1: visits.correctionReasons is "no signal"; it must be a word such as noSignal, of at most \#
        32 letters and digits.
        """#
      ),
      (
        "log: {level: verbose}",
        #"visitsd.yaml:1: log.level is "verbose"; it must be debug, info, notice, warning or error."#
      ),
      (
        "limits:\n  messageBytes: 1048576\n  bufferBytes: 65536",
        #"""
        visitsd.yaml:3: limits.messageBytes is "1048576"; it must not be greater than limits.bufferBytes, which \#
        is 65536.
        """#
      ),
      (
        "socket: /a\nstate: /b\nsocket: /c",
        "visitsd.yaml:3: socket is given twice, first on line 1; leave one of them."
      ),
      (
        "agency: {locale: en, \"locale\": de}",
        "visitsd.yaml:1: locale is given twice, first on line 1; leave one of them."
      ),
      (
        "agency.locale: en\nagency: {locale: de}",
        "visitsd.yaml:2: agency.locale is given twice, first on line 1; leave one of them."
      ),
      ("agency: {locale: en", "visitsd.yaml:2: this is not YAML: did not find expected ',' or '}'."),
      ("agency:\n\tlocale: en", "visitsd.yaml:2: this is not YAML: the line begins with a tab; indent with spaces."),
      (
        "roles:\n  coordinator: [anna, @planners]",
        #"visitsd.yaml:2: this is not YAML: a value that begins with @ needs quotation marks: "@planners"."#
      ),
      (
        "roles:\n  coordinator:\n    - @planners # of this machine",
        #"visitsd.yaml:3: this is not YAML: a value that begins with @ needs quotation marks: "@planners"."#
      ),
      ("socket: /a\n---\nsocket: /b", "visitsd.yaml:2: this is not YAML: but found another document."),
      ("socket: *where", "visitsd.yaml:1: this is not YAML: found undefined alias."),
      ("a: b\n\u{1}", "visitsd.yaml:2: this is not YAML: control characters are not allowed."),
    ])
  func refusal(yaml: String, expected: String) throws {
    #expect(try refusals(yaml) == [expected])
  }

  @Test(
    "a wrong environment or flag is named as such",
    arguments: [
      (
        ["VISITSD_AGENCY_TIMEZONE": "UTC"], [],
        #"$VISITSD_AGENCY_TIMEZONE: no setting has this name. Did you mean "VISITSD_AGENCY_TIME_ZONE"?"#
      ),
      (["VISITSD_TOKEN": "secret"], [], "$VISITSD_TOKEN: no setting has this name."),
      (
        ["VISITSD_LIMITS_BATCH": "lots"], [],
        #"$VISITSD_LIMITS_BATCH: limits.batch is "lots"; it must be a whole number from 1 to 1000."#
      ),
      (
        ["VISITSD_LIMITS_BATCH": ""], [],
        "$VISITSD_LIMITS_BATCH: limits.batch has no value; give it one, or leave the key out for the default."
      ),
      (
        ["VISITSD_SOCKET_GROUP": "nobodies"], [],
        #"$VISITSD_SOCKET_GROUP: socketGroup names the group "nobodies", which this machine does not know."#
      ),
      (
        [:], ["--socket", String(repeating: "x", count: 100)],
        """
        --socket: socket is \"\(String(repeating: "x", count: 79))…\"; it must be an absolute path of at most \
        107 bytes.
        """
      ),
    ] as [([String: String], [String], String)])
  func elsewhere(environment: [String: String], flags: [String], expected: String) throws {
    #expect(try refusals("", environment, flags: flags) == [expected])
  }

  @Test("everything that is wrong is told at once, in order")
  func everything() throws {
    let yaml = """
      agency:
        timeZone: Nowhere
        colour: red
        locale: en
        locale: de
      limits:
        depth: deep
      roles:
        coordinator: ['@', alice, 'a:b']
      agency:
        name: x
      socket: relative
      """
    #expect(
      try refusals(yaml, ["VISITSD_LOG_LEVEL": "x"]) == [
        #"visitsd.yaml:2: agency.timeZone is "Nowhere"; it must be an IANA time zone such as America/Edmonton."#,
        #"visitsd.yaml:3: unknown key "agency.colour"."#,
        "visitsd.yaml:5: agency.locale is given twice, first on line 4; leave one of them.",
        #"visitsd.yaml:7: limits.depth is "deep"; it must be a whole number from 8 to 128."#,
        #"visitsd.yaml:9: roles.coordinator is "@"; it must be a user or a @group of this machine, by name or number."#,
        #"visitsd.yaml:9: roles.coordinator is "a:b"; it must be a user or a @group of this machine, by name or number."#,
        "visitsd.yaml:10: agency is given twice, first on line 1; leave one of them.",
        #"visitsd.yaml:12: socket is "relative"; it must be an absolute path of at most 107 bytes."#,
        #"$VISITSD_LOG_LEVEL: log.level is "x"; it must be debug, info, notice, warning or error."#,
      ])
  }

  @Test("what a problem is can be read without its sentence")
  func values() throws {
    let folder = try Folder()
    let file = try folder.file(Array("agency:\n    timezon: UTC".utf8))
    let error = #expect(throws: SettingsError.self) { try Settings.load(file: file, on: .test()) }
    #expect(
      error?.problems == [
        SettingsProblem(
          origin: .file(file, line: 2, column: 5), key: "agency.timezon", value: "UTC",
          reason: .unknownKey(nearest: "agency.timeZone"))
      ])
  }

  @Test("what is no text, no file, or no end is refused")
  func hostileFiles() throws {
    #expect(try refusals(Array("a: b\nc: ".utf8) + [0xFF, 0xFE]) == ["visitsd.yaml:2: this is not a text in UTF-8."])
    #expect(
      try refusals([UInt8](repeating: 0x23, count: 1 << 20 + 1))
        == ["visitsd.yaml: the file is longer than 1048576 bytes; it is hardly a configuration."])
    for (path, words) in [
      ("/dev/zero", "the file is longer than 1048576 bytes; it is hardly a configuration."),
      ("/tmp", "cannot be read: Is a directory."),
      ("/dev/null/x", "cannot be read: Not a directory."),
    ] {
      let error = #expect(throws: SettingsError.self) { try Settings.load(file: path, on: .test()) }
      #expect(error?.description == "\(path): \(words)")
    }
  }

  @Test("brackets without end are refused, not followed")
  func deepNesting() throws {
    let problems = try refusals("socket: " + String(repeating: "[", count: 500_000))
    #expect(problems.count == 1)
    #expect(problems.first?.hasPrefix("visitsd.yaml:1: this is not YAML") == true)
  }
}
