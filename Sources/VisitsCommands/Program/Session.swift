import Catalog
import CommandCatalog
import JSON
import JSONRPC
import VisitsAPI

/// One run of a command: whom it asks, and where it prints.
struct Session {
  /// The machine it runs on.
  let machine: any Machine
  /// The result.
  let output: any TextOutput
  /// Everything else.
  let errors: any TextOutput
  /// What results are laid out for.
  let screen: Screen
  /// How long an answer may take, in milliseconds.
  let timeout: Int
  /// Whether the API's result is wanted as it is.
  let wantsJSON: Bool
  /// Where the daemon listens.
  var socket: String { daemon.path }

  let daemon: Daemon
  /// The changes that this run has made.
  let changes = RunChanges()
  private let locale: String?

  init(_ options: GlobalOptions, on machine: any Machine, output: any TextOutput, errors: any TextOutput) {
    self.machine = machine
    self.output = output
    self.errors = errors
    screen = Screen(for: output, environment: machine.environment)
    wantsJSON = options.json
    timeout = options.milliseconds
    locale = CallerLocale.choose(option: options.locale, environment: machine.environment)
    daemon = Daemon(socket: options.socket, timeout: options.milliseconds, on: machine) { text in
      // A line that says how far something is may stand there, and would run into it.
      if errors.terminalColumns != nil { errors.write("\r\u{1B}[K\(text)\n") }
    }
  }

  /// The result of a read, in the person's language.
  func read(_ method: String, _ params: JSONObject = JSONObject()) throws -> JSONValue {
    try daemon.call(method, .object(localized(params)))
  }

  /// Everything that a list holds, read page after page.
  ///
  /// - Parameter things: What the answer calls them.
  func readAll(_ method: String, _ things: String, _ params: JSONObject = JSONObject()) throws -> [JSONValue] {
    var params = params
    params["limit"] = 1000
    var all: [JSONValue] = []
    while true {
      let page = try read(method, params)
      all += page[things]?.array ?? []
      guard let next = page["next"]?.string, params["after"] != .string(next) else { return all }
      params["after"] = .string(next)
    }
  }

  /// Parameters with the person's language.
  func localized(_ params: JSONObject) -> JSONObject {
    var params = params
    params["locale"] = locale.map(JSONValue.string)
    return params
  }

  /// The result of a change, in the person's language, under an id of its own.
  func change(_ method: String, _ params: JSONObject) throws -> JSONValue {
    var params = changes.insisting(params, of: method)
    params["requestId"] = .string(newRequestID())
    if MethodTable.row(named: method)?.keepsLocale != true { params["locale"] = locale.map(JSONValue.string) }
    let answer = try daemon.call(method, .object(params))
    if params["dryRun"] != true { changes.note(answer, of: method, params) }
    return answer
  }

  /// The result of a call whose parameters are complete.
  ///
  /// - Parameter times: By how much the answer may take longer than others.
  func call(_ method: String, _ params: JSONObject, times: Int = 1) throws -> JSONValue {
    try daemon.call(method, .object(params), times: times)
  }

  /// Says that there are no texts in a language that was asked for. Where the daemon cannot tell, nothing is said.
  func tellIfUntranslated(_ locale: String) {
    let known = (try? read("system.status"))?["languages"]?.array?.compactMap(\.string) ?? []
    let language = { (tag: String) in tag.prefix { $0 != "-" && $0 != "_" }.lowercased() }
    guard !known.isEmpty, !known.map(language).contains(language(locale)) else { return }
    let all = known.joined(separator: ", ").onOneLine
    tell("visits: \(ProgramPhrase.untranslated([.name: locale.onOneLine, .text: all]))")
  }

  /// The failure, with what the daemon's version explains of it.
  func explain(_ failure: Failure) -> Failure {
    let isOurs = failure.status == .usage && failure.error.data["field"] != nil
    guard isOurs || failure.error.kind == "notAnAnswer" else { return failure }
    return VersionTrouble.explain(failure, daemon: daemon.version())
  }

  /// An id that no other change has.
  func newRequestID() -> String {
    machine.randomBytes(16).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  /// Prints lines of the result.
  func print(_ lines: [String]) {
    let isSafe = !wantsJSON || output.terminalColumns == nil
    for line in lines { output.write((isSafe ? line : line.asSafeJSON) + "\n") }
  }

  /// Prints one line of the result.
  func print(_ line: String) {
    print([line])
  }

  /// Prints JSON on a line.
  func print(_ json: JSONValue) {
    output.write((output.terminalColumns == nil ? json.text : json.text.asSafeJSON) + "\n")
  }

  /// Tells the person something that is no result, below what was printed so far.
  func tell(_ line: String) {
    // Where the result cannot be written, that is said when the program ends.
    try? output.flush()
    // A terminal would break a message inside a word. A command that stands alone is there to be copied.
    let columns = line.hasPrefix("visits: ") ? errors.terminalColumns.map { max(20, $0) } : nil
    errors.write(Wrap.lines(of: line, columns: columns) + "\n")
  }
}
