import JSON
import JSONRPC

/// The API's parameters as a command line names them.
enum OptionName {
  /// `localCheckIn` and `checkIn` are `--check-in`; what has no option of its own is the argument.
  static func of(parameter: String) -> String {
    var name = parameter[...]
    // A person types the twin of a time without knowing it.
    if name.hasPrefix("local"), name.dropFirst(5).first?.isUppercase == true { name = name.dropFirst(5) }
    var option = ""
    for character in name {
      if character.isUppercase, !option.isEmpty { option += "-" }
      option += character.lowercased()
    }
    // An import's content is what stands in the file.
    if option == "content" { return "FILE" }
    return ["visit", "series", "task", "id", "match"].contains(option) ? option.uppercased() : "--\(option)"
  }
}

extension RPCError {
  /// The message with its parameters named as the command line names them, so that a person finds them there.
  ///
  /// - Parameter name: the option of a parameter.
  func message(naming name: (String) -> String) -> String {
    guard let field = data["field"]?.string, !field.isEmpty else { return message }
    let option = name(field)
    guard option != "\"\(field)\"" else { return message }
    return message.split(separator: "\"\(field)\"", omittingEmptySubsequences: false)
      .joined(separator: option)
      .split(separator: "The parameter \(option)", omittingEmptySubsequences: false).joined(separator: option)
  }
}
