import ArgumentParser
import Catalog
import CommandCatalog
import JSON
import JSONRPC
import VisitsAPI

/// `visits call`: any method of the API.
struct CallCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "call", abstract: "Call any method of the API; a change without requestId gets one.",
    discussion: "The methods: visits call rpc.discover")

  @Argument(help: "The method, such as visit.show.", completion: .method)
  var method: String

  @Argument(help: ArgumentHelp("The parameters: a JSON object, @FILE, or - for standard input.", valueName: "json"))
  var parameters: String?

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  /// Whoever calls the API names its parameters as it does.
  static func name(ofParameter parameter: String) -> String { "\"\(parameter)\"" }

  func run(in session: Session) throws {
    guard let row = MethodTable.row(named: method) else {
      throw RPCError.methodNotFound(
        method, nearest: Nearest.method(to: method, among: MethodTable.rows.map(\.name)))
    }
    var params = try parameters(in: session)
    let takes = { (name: String) in row.parameters.contains { $0.name == name } && params[name] == nil }
    if row.effect == .change, takes("requestId") { params["requestId"] = session.newRequestID().json }
    if let locale = options.locale, takes("locale"), !row.keepsLocale { params["locale"] = locale.json }
    try Self.check(row.method, params)
    session.print(try session.call(method, params))
  }

  private func parameters(in session: Session) throws -> JSONObject {
    let bytes: [UInt8]
    switch parameters {
    case nil: return JSONObject()
    case "-": bytes = try Self.read(.standardInput, in: session)
    case let text? where text.hasPrefix("@"): bytes = try Self.read(.file(String(text.dropFirst())), in: session)
    case let text?: bytes = Array(text.utf8)
    }
    let json: JSONValue
    do throws(JSONSyntaxError) {
      json = try JSONScanner.parse(bytes)
    } catch {
      throw RPCError.parseError(error)
    }
    guard let params = json.object else {
      throw Failure.usage(ProgramPhrase.notAnObject.text)
    }
    return params
  }

  private static func read(_ source: InputSource, in session: Session) throws -> [UInt8] {
    do throws(SystemError) {
      return try session.machine.read(source)
    } catch {
      let name =
        switch source {
        case .standardInput: ProgramPhrase.standardInput.text
        case .file(let path): path
        }
      throw Failure.usage(ProgramPhrase.unreadable([.path: name, .error: error.words]))
    }
  }

  private static func check<Called: Method>(_ method: Called.Type, _ params: JSONObject) throws {
    _ = try Called.read(params)
  }
}
