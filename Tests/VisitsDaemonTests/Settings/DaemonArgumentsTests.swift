import Testing

@testable import VisitsDaemon

@Suite struct DaemonArgumentsTests {
  @Test("flags take their value behind them or behind an equals sign")
  func flags() throws {
    let arguments = try DaemonArguments.parse(["--config", "a.yaml", "--socket=/x=y", "--state", "-"])
    #expect(arguments.action == .run)
    #expect(arguments.config == "a.yaml")
    #expect(
      arguments.flags == [
        DaemonArguments.Flag(name: "--socket", key: "socket", value: "/x=y"),
        DaemonArguments.Flag(name: "--state", key: "state", value: "-"),
      ])
    #expect(try DaemonArguments.parse([]) == DaemonArguments())
  }

  @Test(
    "what to do is asked for by name",
    arguments: [
      (["--version"], DaemonArguments.Action.version), (["--help"], .help), (["-h"], .help),
      (["--help", "--version"], .help),
      (["--version", "--help"], .help), (["sample"], .sample), (["check", "--state", "x"], .check),
      (["--state", "x", "restore", "y.sqlite"], .restore("y.sqlite")),
    ])
  func actions(words: [String], expected: DaemonArguments.Action) throws {
    #expect(try DaemonArguments.parse(words).action == expected)
  }

  @Test(
    "a command line that cannot be right is refused with what to do",
    arguments: [
      (["--sokcet", "x"], #"unknown flag "--sokcet". Did you mean "--socket"?"#),
      (["--confg=x"], #"unknown flag "--confg". Did you mean "--config"?"#),
      (["--verbose"], #"unknown flag "--verbose". Try "visitsd --help"."#),
      (["-x"], #"unknown flag "-x". Try "visitsd --help"."#),
      (["chek"], #"unknown word "chek". Try "visitsd --help"."#),
      (["check", "check"], #"unknown word "check". Try "visitsd --help"."#),
      (["restore"], #"restore needs a value. Try "visitsd --help"."#),
      (["restore", "--state", "x"], #"restore needs a value. Try "visitsd --help"."#),
      (["--config", "a", "b"], #"unknown word "b". Try "visitsd --help"."#),
      ([""], #"unknown word "". Try "visitsd --help"."#),
      (["--config"], #"--config needs a value. Try "visitsd --help"."#),
      (["--config", "--socket", "x"], #"--config needs a value. Try "visitsd --help"."#),
      (["--state="], #"--state needs a value. Try "visitsd --help"."#),
      (["--socket", "a", "--socket=b"], "--socket is given twice; leave one of them."),
      (["--version=1"], "--version takes no value."),
    ])
  func refusals(words: [String], expected: String) {
    let refusal = #expect(throws: DaemonArguments.Refusal.self) { try DaemonArguments.parse(words) }
    #expect(refusal?.description == expected)
  }
}
