import CommandCatalog

extension Session {
  /// Whether questions can be answered: both outputs and the input are a terminal, and no program reads the result.
  var canAsk: Bool {
    output.terminalColumns != nil && errors.terminalColumns != nil && machine.hasKeyboard && !wantsJSON
  }

  /// Whether the person answers a question with yes, by one key.
  func agrees(to question: String) throws -> Bool {
    try flush()
    errors.write("\(question) [y/N] ")
    let waiting = try stayOpen(readsKeys: true)
    defer { waiting.end() }
    while true {
      switch waiting.wait(for: nil, milliseconds: 60_000) {
      case .keys(let keys):
        let key = String(decoding: keys, as: UTF8.self).lowercased().first
        let isYes = key == "y" || key != nil && key == FactPhrase.yes.text.lowercased().first
        errors.write(isYes ? "y\n" : "n\n")
        return isYes
      case .ended:
        errors.write("\n")
        return false
      case .suspended:
        waiting.suspend()
        errors.write("\(question) [y/N] ")
      case .message, .resized, .time: break
      }
    }
  }
}
