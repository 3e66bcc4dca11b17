import JSONRPC
package import VisitsModel

/// The command line of `visitsd`.
package struct DaemonArguments: Sendable, Equatable {
  /// A setting on the command line.
  package struct Flag: Sendable, Equatable {
    /// The flag, `--socket`.
    package let name: String
    /// The setting's key, `socket`.
    package let key: String
    /// What was given.
    package let value: String
  }

  /// What to do.
  package enum Action: Sendable, Equatable {
    /// Run until stopped.
    case run
    /// Print the version.
    case version
    /// Print how to use it.
    case help
    /// Print the sample agency as a FHIR Bundle, composed for a time of today; `nil`: for the present moment.
    case sample(at: TypedTime?)
    /// Print what has happened in the sample agency since the time of today for which it was composed.
    case sampleProgress(since: TypedTime)
    /// Put a backup in the place of the database.
    case restore(String)
    /// Say whether the settings, and with `database` the database too, are in order.
    case check(database: Bool)
  }

  /// Why a command line is refused; the exit status is 64.
  package enum Refusal: Error, Sendable, Equatable {
    /// No such flag.
    case unknownFlag(String, nearest: String?)
    /// No such word.
    case unknownWord(String)
    /// The flag needs a value.
    case noValue(String)
    /// The flag takes no value.
    case needlessValue(String)
    /// The flag stands there twice.
    case twice(String)
    /// Only one of two flags can be there.
    case either(String, String)
    /// The flag's value is no time of day.
    case noTime(String, value: String)
    /// The flag belongs to a word that is not there.
    case needs(String, word: String)
  }

  /// What to do.
  package var action = Action.run
  /// The file that `--config` names.
  package var config: String?
  /// The settings.
  package var flags: [Flag] = []

  /// How to use it, for a person.
  package static let usage = """
    Usage: visitsd [--config FILE] [--socket PATH] [--gateway-socket PATH] [--state DIR] [--upstream URL]
           visitsd check [--settings] [--config FILE] [--state DIR]
           visitsd restore FILE [--config FILE] [--state DIR]
           visitsd sample [--at TIME | --since TIME] [--config FILE]
           visitsd --version | --help

      check           say whether configuration and database are in order, beside a running visitsd too;
                      the exit status is 0; 1 for the database, or for a program, a secret, a user or a group
                      that visitsd starts without; 78 for the configuration
      restore FILE    put a backup in the place of the database, which is kept beside it; visitsd must not run
      sample          print a sample agency as a FHIR Bundle, for "visits import -": past visits are completed,
                      one is in progress, the rest are scheduled

      --settings      do not look at the database; the exit status is 78 for wrong settings, else 0
      --at TIME       compose the sample for this time of today, such as 10:20, instead of now
      --since TIME    of the sample that was composed for this time of today, print only what has happened since
      --config FILE   read the settings from FILE instead of /etc/visits/visitsd.yaml
      --socket PATH   answer on this UNIX socket
      --gateway-socket PATH
                      answer visits-gateway on this UNIX socket
      --state DIR     keep the database in this directory
      --upstream URL  keep in step with this FHIR R4 server
    """

  private static let settingFlags = [
    "--socket": "socket", "--gateway-socket": "gatewaySocket", "--state": "state", "--upstream": "upstream.url",
  ]
  private static let allFlags = [
    "--at", "--config", "--gateway-socket", "--settings", "--since", "--socket", "--state", "--upstream", "--version",
    "--help",
  ]

  /// Reads the words behind the program's name.
  package static func parse(_ words: [String]) throws(Refusal) -> DaemonArguments {
    var arguments = DaemonArguments()
    var sampleTime: (flag: String, time: TypedTime)?
    var isWithoutDatabase = false
    var seen: Set<String> = []
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "sample", arguments.action == .run {
        arguments.action = .sample(at: nil)
        continue
      }
      if word == "check", arguments.action == .run {
        arguments.action = .check(database: true)
        continue
      }
      if word == "restore", arguments.action == .run {
        guard let file = rest.popFirst(), !file.isEmpty, !file.hasPrefix("-") else { throw .noValue(word) }
        arguments.action = .restore(file)
        continue
      }
      guard word.hasPrefix("-") else { throw .unknownWord(word) }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let flag = parts[0] == "-h" ? "--help" : parts[0]
      guard allFlags.contains(flag) else { throw .unknownFlag(flag, nearest: Nearest.name(to: flag, among: allFlags)) }
      guard seen.insert(flag).inserted else { throw .twice(flag) }
      if flag == "--version" || flag == "--help" {
        guard parts.count == 1 else { throw .needlessValue(flag) }
        arguments.action = flag == "--help" ? .help : arguments.action == .help ? .help : .version
        continue
      }
      if flag == "--settings" {
        guard parts.count == 1 else { throw .needlessValue(flag) }
        isWithoutDatabase = true
        continue
      }
      // A following flag is not taken for a value: "--config --socket x" lacks one.
      let value = parts.count == 2 ? parts[1] : rest.first.flatMap { $0.hasPrefix("--") ? nil : $0 }
      guard let value, !value.isEmpty else { throw .noValue(flag) }
      if parts.count == 1 { rest.removeFirst() }
      if let key = settingFlags[flag] {
        arguments.flags.append(Flag(name: flag, key: key, value: value))
      } else if flag == "--at" || flag == "--since" {
        guard let time = TypedTime.parse(value), time.day == nil else { throw .noTime(flag, value: value) }
        guard sampleTime == nil else { throw .either("--at", "--since") }
        sampleTime = (flag, time)
      } else {
        arguments.config = value
      }
    }
    if let (flag, time) = sampleTime {
      switch arguments.action {
      case .sample: arguments.action = flag == "--at" ? .sample(at: time) : .sampleProgress(since: time)
      case .help, .version: break
      case .run, .check, .restore, .sampleProgress: throw .needs(flag, word: "sample")
      }
    }
    if isWithoutDatabase {
      switch arguments.action {
      case .check: arguments.action = .check(database: false)
      case .help, .version: break
      case .run, .sample, .sampleProgress, .restore: throw .needs("--settings", word: "check")
      }
    }
    return arguments
  }
}

extension DaemonArguments.Refusal: CustomStringConvertible {
  /// One sentence for a person, and what to do next.
  package var description: String {
    switch self {
    case .unknownFlag(let flag, let nearest?): "unknown flag \"\(flag)\". Did you mean \"\(nearest)\"?"
    case .unknownFlag(let flag, nil): "unknown flag \"\(flag)\". Try \"visitsd --help\"."
    case .unknownWord(let word): "unknown word \"\(word)\". Try \"visitsd --help\"."
    case .noValue(let flag): "\(flag) needs a value. Try \"visitsd --help\"."
    case .needlessValue(let flag): "\(flag) takes no value."
    case .twice(let flag): "\(flag) is given twice; leave one of them."
    case .either(let one, let other): "\(one) and \(other) exclude each other; leave one of them."
    case .noTime(let flag, let value): "\(flag) takes a time of day such as 10:20, not \"\(value)\"."
    case .needs(let flag, let word): "\(flag) belongs to \"visitsd \(word)\"."
    }
  }
}
