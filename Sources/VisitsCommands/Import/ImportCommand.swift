import ArgumentParser
import JSONRPC

/// `visits import`: another system's export.
struct ImportCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Take in another system's export: all of it or nothing.")

  @Argument(help: "The file; - for standard input.", completion: .file())
  var file: String

  @Option(help: "The format: fhir (a Bundle, R4), which is the default.", completion: .list(["fhir"]))
  var format: String?

  @Flag(help: "Say what it would do, and do nothing.")
  var dryRun = false

  @Flag(help: "Take what can be taken.")
  var skipInvalid = false

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let content = try text(in: session)
    guard let format = format ?? ImportFormat.guess(content) else {
      throw Failure.badInput(
        ImportFormat.name(of: content).map { "\(name) is a \($0.onOneLine), not a FHIR Bundle." }
          ?? "\(name) is not a FHIR Bundle.")
    }
    let params: JSONObject = [
      "format": format.json, "content": content.json,
      "dryRun": dryRun ? true : nil, "skipInvalid": skipInvalid ? true : nil,
    ]
    let answer: JSONValue
    do {
      answer = try session.change("import", params)
    } catch let error as RPCError {
      throw Failure.ofImport(error, of: name, bytes: content.utf8.count)
    }
    let refused = (answer["refused"]?.array ?? []).map(\.refusedEntry)
    session.print(session.wantsJSON ? answer.text : summary(answer, refused: refused.count))
    guard skipInvalid || refused.isEmpty else { throw Failure.importRefused(refused) }
    for line in refused { session.tell("visits: left out: \(line)") }
  }

  /// What a message names.
  private var name: String { file == "-" ? "Standard input" : file }

  private func text(in session: Session) throws -> String {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try session.machine.read(file == "-" ? .standardInput : .file(file))
    } catch {
      throw Failure.badInput("\(name) cannot be read: \(error).")
    }
    // Windows programs write a mark before UTF-8; it is no part of the text.
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    guard let content = String(validating: text, as: UTF8.self) else {
      // A UTF-16 text begins with its byte order mark (RFC 2781, 3.2).
      let isUTF16 = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
      let encoding = isUTF16 ? "UTF-16" : "LATIN1"
      throw Failure.badInput("\(name) is not UTF-8 text; convert it first: iconv -f \(encoding) -t UTF-8 \(file)")
    }
    guard !content.isEmpty else { throw Failure.badInput("\(name) is empty.") }
    return content
  }

  private func summary(_ answer: JSONValue, refused: Int) -> String {
    let counts = ["added", "changed", "unchanged"].map { name in "\(answer[name]?.integer ?? 0) \(name)" }
    let words = dryRun ? "Would import" : "Imported"
    return "\(words): \((counts + ["\(refused) refused"]).joined(separator: ", "))"
  }
}
