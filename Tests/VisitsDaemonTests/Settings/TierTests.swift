import Testing

@testable import VisitsDaemon

@Suite("The tiers that are paged in an emergency")
struct TierTests {
  @Test("are commands with when they are run, or programs alone")
  func read() throws {
    let settings = try load(
      """
      emergency:
        tiers:
          - command: [/usr/local/bin/page, on-call, "--name=a b"]
          - command:
              - /usr/local/bin/page
            afterMinutes: 5
          - {afterMinutes: 0, command: [/bin/ring]}
        commandSeconds: 10
        repeatMinutes: 3
        unresolvedMinutes: 45
      """)
    #expect(
      settings.emergency.tiers == [
        Settings.Emergency.Tier(program: "/usr/local/bin/page", arguments: ["on-call", "--name=a b"]),
        Settings.Emergency.Tier(program: "/usr/local/bin/page", afterMinutes: 5),
        Settings.Emergency.Tier(program: "/bin/ring", afterMinutes: 0),
      ])
    #expect(settings.emergency.commandSeconds == 10)
    #expect(settings.emergency.repeatMinutes == 3)
    #expect(settings.emergency.unresolvedMinutes == 45)
    let programs = [Settings.Emergency.Tier(program: "/bin/a"), Settings.Emergency.Tier(program: "/bin/b")]
    #expect(try load("emergency: {tiers: [/bin/a, /bin/b]}").emergency.tiers == programs)
    #expect(try load("", ["VISITSD_EMERGENCY_TIERS": "/bin/a, /bin/b"]).emergency.tiers == programs)
    #expect(try load("emergency: {tiers: []}").emergency.tiers == [])
  }

  @Test(
    "that are wrong are refused with line, key and the nearest key",
    arguments: [
      ("tiers: /bin/a", "visitsd.yaml:2: emergency.tiers must be a list, such as [one, two]."),
      ("tiers: [/bin/a, {command: [/bin/b]}]", "visitsd.yaml:2: emergency.tiers must be a list, such as [one, two]."),
      (
        "tiers: [page]",
        #"visitsd.yaml:2: emergency.tiers is "page"; it must be an absolute path of at most 4000 bytes."#
      ),
      (
        "tiers:\n  - command: [page, on-call]",
        #"visitsd.yaml:3: emergency.tiers.command is "page"; it must be an absolute path of at most 4000 bytes."#
      ),
      (
        "tiers:\n  - command: /bin/page on-call",
        "visitsd.yaml:3: emergency.tiers.command must be a list, such as [one, two]."
      ),
      (
        "tiers:\n  - command: []",
        "visitsd.yaml:3: emergency.tiers.command has no value; give it one, or leave the key out for the default."
      ),
      (
        "tiers:\n  - afterMinutes: 0",
        "visitsd.yaml:3: emergency.tiers.command has no value; give it one, or leave the key out for the default."
      ),
      (
        "tiers:\n  - comand: [/bin/a]\n    command: [/bin/a]",
        #"""
        visitsd.yaml:3: unknown key "emergency.tiers.comand". Did you mean "emergency.tiers.command"?
        """#
      ),
      (
        "tiers:\n  - command: [/bin/a]\n  - command: [/bin/b]\n    after: 5",
        #"""
        visitsd.yaml:5: unknown key "emergency.tiers.after". Did you mean "emergency.tiers.afterMinutes"?
        """#
      ),
      (
        "tiers:\n  - command: [/bin/a]\n    name: Night",
        #"visitsd.yaml:4: unknown key "emergency.tiers.name"."#
      ),
      (
        "tiers:\n  - command: [/bin/a]\n    afterMinutes: 2",
        #"""
        visitsd.yaml:4: emergency.tiers.afterMinutes is "2"; it must be 0 or left out, since the first tier is paged \#
        at once.
        """#
      ),
      (
        "tiers:\n  - command: [/bin/a]\n  - command: [/bin/b]\n    afterMinutes: 61",
        #"visitsd.yaml:5: emergency.tiers.afterMinutes is "61"; it must be a whole number from 0 to 60."#
      ),
      (
        "tiers:\n  - command: [/bin/a]\n  - command: [/bin/b]\n    command: [/bin/c]",
        "visitsd.yaml:5: emergency.tiers.command is given twice, first on line 4; leave one of them."
      ),
    ])
  func refused(tiers: String, expected: String) throws {
    let yaml = "emergency:\n" + tiers.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
    #expect(try refusals(yaml) == [expected])
  }

  @Test("whose command has another name are told what it is called")
  func program() throws {
    #expect(
      try refusals("emergency:\n  tiers:\n    - program: [/bin/a]").first == """
        visitsd.yaml:3: unknown key "emergency.tiers.program". Did you mean "emergency.tiers.command"?
        """)
  }
}
