import ArgumentParser
import Catalog
import CommandCatalog
import JSON
import JSONRPC

extension VisitsCommand {
  /// Takes the place of standard descriptors that are closed. To be called before anything is opened.
  package static func occupyStandardDescriptors() { StandardDescriptors.occupy() }

  /// Runs the program, and returns the status to exit with.
  ///
  /// - Parameter arguments: what follows the program's name.
  package static func run(
    _ arguments: [String], on machine: any Machine, output: any TextOutput, errors: any TextOutput
  ) -> Int32 {
    let language = CallerLocale.language(of: arguments, environment: machine.environment)
    return CommandLanguage.$current.withValue(language) {
      Invocation.$name.withValue(Invocation.name(in: machine.environment)) {
        Invocation.$arguments.withValue(arguments) {
          perform(arguments, on: machine, output: output, errors: errors)
        }
      }
    }
  }

  /// The same, with everything handed to whoever reads it.
  package static func finish(
    _ arguments: [String], on machine: any Machine, output: any TextOutput, errors: any TextOutput
  ) -> Int32 {
    let status = run(arguments, on: machine, output: output, errors: errors)
    do throws(SystemError) {
      try output.flush()
      return status
    } catch {
      let language = CallerLocale.language(of: arguments, environment: machine.environment)
      CommandLanguage.$current.withValue(language) {
        errors.write("visits: \(ProgramPhrase.resultUnwritable([.error: error.words]))\n")
      }
      return ExitStatus.inputOutput.rawValue
    }
  }

  private static func perform(
    _ arguments: [String], on machine: any Machine, output: any TextOutput, errors: any TextOutput
  ) -> Int32 {
    // The version needs no parser, and starting the parser takes ten times as long as this answer.
    if arguments == ["--version"] {
      output.write("\(Version.current)\n")
      return ExitStatus.done.rawValue
    }
    let command: any ParsableCommand
    do {
      command = try parse(arguments)
    } catch {
      return refuse(arguments, error, on: machine, output: output, errors: errors)
    }
    guard let subcommand = command as? any VisitsSubcommand else {
      var builtIn = command
      do {
        try builtIn.run()
        return ExitStatus.done.rawValue
      } catch {
        return refuse(arguments, error, on: machine, output: output, errors: errors)
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
    if let command = Shortcut.parse(arguments) { return command }
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
    _ arguments: [String], _ error: any Error, on machine: any Machine, output: any TextOutput, errors: any TextOutput
  ) -> Int32 {
    let asked = ParserRefusal(error)
    // Asked for the status of help, the parser would lay out the help too, for a width that it takes from elsewhere.
    let status = asked?.isHelp == true ? ExitStatus.done.rawValue : exitCode(for: error).rawValue
    // In English the parser speaks for itself.
    let refusal = CommandLanguage.current == .english ? nil : asked
    if status == ExitStatus.done.rawValue {
      let columns = columns(of: output, machine)
      let help = refusal.flatMap { refusal in
        refusal.isHelp ? HelpPage(of: named(refusal.stack, in: arguments)).text(columns: columns) : nil
      }
      let words = help ?? CompletionFile.mended(fullMessage(for: error, columns: columns))
      output.write(words + "\n")
      return status
    }
    let stray = StrayWord(arguments, asked)
    let isJSON = arguments.prefix { $0 != "--" }.contains("--json")
    if isJSON {
      write(.invalidParams(field: nil, stray?.message ?? refusal?.message ?? message(for: error)), to: output)
    }
    // Every error begins with the program's name, also if the parser found it. A terminal would break it inside words.
    let narrow = errors.terminalColumns.map { max(20, $0) }
    if let stray {
      let words = "visits: \(stray.message.onOneLine)"
      errors.write(Wrap.lines(of: words, columns: narrow) + "\n")
      for line in stray.advice { errors.write("  \(line.onOneLine)\n") }
      return status
    }
    if let refusal, let message = refusal.message {
      let words = "visits: \(message.onSafeLines)\n\(wayOut(of: refusal))"
      errors.write(Wrap.lines(of: words, columns: narrow) + "\n")
    } else {
      // What was typed stands in it.
      let words = fullMessage(for: error, columns: columns(of: errors, machine)).onSafeLines
      let message = words.hasPrefix("Error: ") ? "visits: \(words.dropFirst(7))" : words
      errors.write(Wrap.lines(of: message, columns: narrow) + "\n")
    }
    if let word = arguments.first, !word.hasPrefix("-"), configuration.subcommands.named(word) == nil,
      let nearest = configuration.subcommands.nearest(to: word)
    {
      errors.write("  \(ProgramPhrase.didYouMeanCommand([.command: "\(Invocation.name) \(nearest)"]))\n")
    }
    return status
  }

  /// What stands below an error of the command line: what is missing, how the command is used, where its help is.
  private static func wayOut(of refusal: ParserRefusal) -> String {
    let page = HelpPage(of: refusal.stack)
    let help = refusal.help.map { "\(ParserPhrase.argumentHelp.text)  \($0.label)  \($0.text)" }
    return [
      help, "\(ParserPhrase.usageOf.text) \(page.usage)",
      "  \(ProgramPhrase.seeOptions([.command: "\(page.name) --help"]))",
    ].compactMap(\.self).joined(separator: "\n")
  }

  /// The commands that a person has named: `visits tasks --help --locale de` asks for the help of `tasks`, though the
  /// option is its default subcommand's.
  private static func named(
    _ stack: [any ParsableCommand.Type], in arguments: [String]
  ) -> [any ParsableCommand.Type] {
    guard let last = stack.last, stack.count > 1 else { return stack }
    let names = [last._commandName] + last.configuration.aliases
    if arguments.contains(where: names.contains) { return stack }
    return stack.dropLast()
  }

  /// The columns that help is laid out in. The parser ends the program where fewer are left beside its labels than one.
  private static func columns(of output: any TextOutput, _ machine: any Machine) -> Int {
    max(HelpPage.leastColumns, Screen(for: output, environment: machine.environment).columns ?? 80)
  }

  /// A person reads what is wrong and what to do; a program gets the error as the API words it.
  private static func report(
    _ failure: Failure, of command: any VisitsSubcommand, output: any TextOutput, errors: any TextOutput
  ) {
    if failure.isSaid { return }
    if command.options.json, !failure.isInResult { write(failure.error, to: output) }
    let message = failure.error.words(naming: type(of: command).name(ofParameter:))
    // Broken at words on a terminal; what is there to be copied is left whole.
    let columns = errors.terminalColumns.map { max(20, $0) }
    errors.write(Wrap.lines("visits: \(message.onOneLine)", columns: columns).joined(separator: "\n") + "\n")
    var details = failure.details
    var advice = failure.advice
    if failure.error.kind == "overlap" {
      details += (failure.error.data["visits"]?.array ?? []).prefix(3).map { visit in
        VisitPhrase.inTheWay([.visit: "\(VisitWords(visit).shortID)  \(VisitWords(visit).sentence)"])
      }
      if command is any PlanningSubcommand { advice.append(VisitPhrase.planAllTheSame([.option: "--allow-overlap"])) }
    }
    if failure.error.kind == "absent", command is any PlanningSubcommand {
      advice.append(VisitPhrase.planAllTheSame([.option: "--allow-absence"]))
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
