import ArgumentParser
import JSONRPC

extension VisitsCommand {
  /// Runs the program, and returns the status to exit with.
  ///
  /// - Parameter arguments: what follows the program's name.
  package static func run(
    _ arguments: [String], on machine: any Machine, output: any TextOutput, errors: any TextOutput
  ) -> Int32 {
    Invocation.$name.withValue(Invocation.name(in: machine.environment)) {
      Invocation.$arguments.withValue(arguments) {
        perform(arguments, on: machine, output: output, errors: errors)
      }
    }
  }

  private static func perform(
    _ arguments: [String], on machine: any Machine, output: any TextOutput, errors: any TextOutput
  ) -> Int32 {
    let command: any ParsableCommand
    do {
      command = try parse(arguments)
    } catch {
      return refuse(arguments, error, output: output, errors: errors)
    }
    guard let subcommand = command as? any VisitsSubcommand else {
      var builtIn = command
      do {
        try builtIn.run()
        return ExitStatus.done.rawValue
      } catch {
        return refuse(arguments, error, output: output, errors: errors)
      }
    }
    let session = Session(subcommand.options, on: machine, output: output, errors: errors)
    do {
      try subcommand.run(in: session)
      if let locale = subcommand.options.locale { session.tellIfUntranslated(locale) }
      return ExitStatus.done.rawValue
    } catch {
      let failure = session.explain(Failure(error))
      report(failure, of: subcommand, output: output, errors: errors)
      return failure.status.rawValue
    }
  }

  /// The command. A word like `-1` that is no option is taken for what it stands for, so that whoever meant a visit is
  /// told what is wrong with that name, and not that there is none.
  private static func parse(_ arguments: [String]) throws -> any ParsableCommand {
    do {
      return try parseAsRoot(arguments)
    } catch {
      let looksNegative = { (index: Int) in
        let word = arguments[index].utf8
        return word.first == UInt8(ascii: "-") && word.dropFirst().first.map { (0x30...0x39).contains($0) } == true
          && index > 0 && !arguments[index - 1].hasPrefix("-")
      }
      guard let negative = arguments.indices.first(where: looksNegative), !arguments.contains("--") else { throw error }
      // It keeps its place among the words: only options that stand behind it go before it.
      let behind = arguments[negative...]
      let option = behind.indices.first { arguments[$0].hasPrefix("-") && !looksNegative($0) } ?? behind.endIndex
      let words = arguments[..<negative] + arguments[option...] + ["--"] + arguments[negative..<option]
      guard let command = try? parseAsRoot(Array(words)) else { throw error }
      return command
    }
  }

  /// Help and version are results; a command line that cannot be read is an error.
  private static func refuse(
    _ arguments: [String], _ error: any Error, output: any TextOutput, errors: any TextOutput
  ) -> Int32 {
    let status = exitCode(for: error).rawValue
    if status == ExitStatus.done.rawValue {
      output.write(CompletionFile.mended(fullMessage(for: error, columns: output.terminalColumns)) + "\n")
      return status
    }
    let isJSON = arguments.prefix { $0 != "--" }.contains("--json")
    if isJSON { write(.invalidParams(field: nil, message(for: error)), to: output) }
    // All that goes wrong begins with the program's name, whoever found it.
    let words = fullMessage(for: error, columns: errors.terminalColumns)
    errors.write((words.hasPrefix("Error: ") ? "visits: \(words.dropFirst(7))" : words) + "\n")
    if let nearest = nearestCommand(to: arguments) { errors.write("  Did you mean '\(Invocation.name) \(nearest)'?\n") }
    return status
  }

  /// The command that a first word which is none was most likely meant to be.
  private static func nearestCommand(to arguments: [String]) -> String? {
    guard let word = arguments.first, !word.hasPrefix("-") else { return nil }
    let names = configuration.subcommands.map { $0._commandName }
    return names.contains(word) ? nil : Nearest.name(to: word, among: names)
  }

  /// A person reads what is wrong and what to do; a program gets the error as the API words it.
  private static func report(
    _ failure: Failure, of command: any VisitsSubcommand, output: any TextOutput, errors: any TextOutput
  ) {
    if failure.isSaid { return }
    if command.options.json, !failure.isInResult { write(failure.error, to: output) }
    let message = failure.error.message(naming: type(of: command).name(ofParameter:))
    // Broken at words on a terminal; what is there to be copied is left whole.
    let columns = errors.terminalColumns.map { max(20, $0) }
    errors.write(Wrap.lines("visits: \(message.onOneLine)", columns: columns).joined(separator: "\n") + "\n")
    var details = failure.details
    var advice = failure.advice
    if failure.error.kind == "overlap" {
      details += (failure.error.data["visits"]?.array ?? []).prefix(3).map { visit in
        "In the way: \(VisitWords(visit).shortID)  \(VisitWords(visit).sentence)"
      }
      if command is any PlanningSubcommand { advice.append("Plan it all the same: --allow-overlap") }
    }
    for detail in details {
      let lines = Wrap.lines(detail.onOneLine, columns: columns.map { $0 - 4 })
      errors.write("  \(lines.joined(separator: "\n    "))\n")
    }
    for line in advice { errors.write("  \(line.onOneLine)\n") }
  }

  private static func write(_ error: RPCError, to output: any TextOutput) {
    output.write("{\"error\":\(String(decoding: error.bytes, as: UTF8.self))}\n")
  }
}
