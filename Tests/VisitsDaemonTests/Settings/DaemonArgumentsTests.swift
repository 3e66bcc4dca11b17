import Testing
import VisitsModel

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
      (["--version", "--help"], .help), (["check", "--state", "x"], .check(database: true)),
      (["--settings", "check"], .check(database: false)),
      (["sample"], .sample(at: nil)), (["sample", "--at", "10:20", "--help"], .help),
      (["--state", "x", "restore", "y.sqlite"], .restore("y.sqlite")),
    ])
  func actions(words: [String], expected: DaemonArguments.Action) throws {
    #expect(try DaemonArguments.parse(words).action == expected)
  }

  @Test("the sample is composed for a time of today", arguments: ["10:20", "10:20:00", "10.20 am"])
  func sampleTime(text: String) throws {
    for words in [["sample", "--at", text], ["--at=\(text)", "sample"]] {
      guard case .sample(let time) = try DaemonArguments.parse(words).action else {
        Issue.record("not the action to print a sample")
        return
      }
      #expect(time?.secondOfDay == 37_200)
    }
  }

  @Test("what has happened in the sample is asked for by the time of today for which it was composed")
  func sampleProgress() throws {
    guard case .sampleProgress(let time) = try DaemonArguments.parse(["sample", "--since", "10:20:31"]).action else {
      Issue.record("not the action to print what has happened")
      return
    }
    #expect(time.secondOfDay == 37_231)
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
      (["check", "--settings=x"], "--settings takes no value."),
      (["--settings"], #"--settings belongs to "visitsd check"."#),
      (["sample", "--at", "25:00"], #"--at takes a time of day such as 10:20, not "25:00"."#),
      (["sample", "--at", "tomorrow 8:00"], #"--at takes a time of day such as 10:20, not "tomorrow 8:00"."#),
      (["sample", "--at"], #"--at needs a value. Try "visitsd --help"."#),
      (["--at", "10:20"], #"--at belongs to "visitsd sample"."#),
      (["--since", "10:20"], #"--since belongs to "visitsd sample"."#),
      (["sample", "--since", "soon"], #"--since takes a time of day such as 10:20, not "soon"."#),
      (["sample", "--since", "9:00", "--at", "8:00"], "--at and --since exclude each other; leave one of them."),
    ])
  func refusals(words: [String], expected: String) {
    let refusal = #expect(throws: DaemonArguments.Refusal.self) { try DaemonArguments.parse(words) }
    #expect(refusal?.description == expected)
  }
}
