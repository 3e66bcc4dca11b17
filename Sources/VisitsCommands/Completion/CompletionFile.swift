import ArgumentParser

/// What the parser's completion files lack: in bash and zsh they take a value for a word of its own only, and in no
/// shell do they know the options of a command that needs no name, as in `visits tasks --client margaret`.
enum CompletionFile {
  /// The file that completes the value of `--worker=sa` as that of `--worker sa`, the words behind an alias as those
  /// behind the command, and the options behind a group as those of its default command. Other texts stay as they are.
  static func mended(_ text: String) -> String {
    if text.hasSuffix(registration) {
      return lines(of: text.dropLast(registration.count)).map(withNamelessInBash).joined(separator: "\n") + apart
    }
    if text.hasPrefix("#compdef visits\n") {
      return lines(of: text[...]).map { line in
        let mended = withNamelessInZsh(withEqualsSign(line))
        return line == commandName ? "\(CompletionAliases.zsh)\n\(mended)" : mended
      }.joined(separator: "\n")
    }
    guard text.hasPrefix("function __visits_") else { return text }
    let mended = lines(of: text[...]).map { line in
      line == tokens ? "\(line)\n\(CompletionAliases.fish)" : withNamelessInFish(line)
    }
    return beginsWithOption + mended.joined(separator: "\n")
  }

  /// The line of zsh's file before which the words are as they were typed.
  private static let commandName = "    local -r command_name=\"${words[1]}\""
  /// The line of fish's file behind which they are.
  private static let tokens = "    set -l unparsed_tokens (__visits_tokens -pc)"

  private static func lines(of text: Substring) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The groups of commands, each with the command that needs no name.
  private static let nameless: [String: String] = Dictionary(
    uniqueKeysWithValues: VisitsCommand.configuration.subcommands.compactMap { group in
      group.configuration.defaultSubcommand.map { (group._commandName, $0._commandName) }
    })

  private static func withNamelessInBash(_ line: Substring) -> String {
    withNameless(line, firstWord: "${unparsed_words[0]}")
  }

  private static func withNamelessInZsh(_ line: String) -> String {
    withNameless(line[...], firstWord: "${words[2]}")
  }

  /// The first line of a group's function, and behind it the way to the command that needs no name.
  private static func withNameless(_ line: Substring, firstWord: String) -> String {
    guard line.hasPrefix("_visits_"), line.hasSuffix("() {"),
      case let group = line.dropFirst(8).dropLast(4), let command = nameless[String(group)]
    else { return String(line) }
    return """
      \(line)
          if [[ "\(firstWord)" == -* ]]; then
              _visits_\(group)_\(command)
              return
          fi
      """
  }

  /// The same in fish, which finds the command out by itself.
  private static func withNamelessInFish(_ line: Substring) -> String {
    let before = "        case '"
    guard line.hasPrefix(before), line.hasSuffix("'"),
      let command = nameless[String(line.dropFirst(before.count).dropLast())]
    else { return String(line) }
    return """
      \(line)
                  if __visits_begins_with_option $unparsed_tokens[2]
                      set unparsed_tokens $unparsed_tokens[1] \(command) $unparsed_tokens[2..]
                  end
      """
  }

  /// Whether a word begins as an option does; without one, that which is being typed.
  private static let beginsWithOption = """
    function __visits_begins_with_option
        set -q argv[1]; or set argv (commandline -ct)
        string match -q -- '-*' "$argv[1]"
    end


    """

  /// What zsh is told of one option: `--worker=` where it was `--worker`, if it takes a value (zshcompsys(1),
  /// `_arguments`).
  private static func withEqualsSign(_ line: Substring) -> String {
    let told = line.drop { $0 == " " }
    guard told.hasPrefix("'--") || told.hasPrefix("'(--"), line.contains("]:") else { return String(line) }
    let name = told.hasPrefix("'--") ? told : told.drop { $0 != "{" }
    guard let end = name.firstIndex(where: { "[,}".contains($0) }) else { return String(line) }
    return "\(line[..<end])=\(line[end...])"
  }

  private static let registration = "complete -o filenames -F _visits visits"

  /// bash takes the equals sign for a word of its own; what follows is shown to the rest as if a space stood there. A
  /// visit is offered by a name with the end of its id behind it: the id takes the name's place once no other is left.
  private static var apart: String {
    """
    _visits_apart() {
        local -a words=()
        local -i index cursor="${COMP_CWORD}"
        local before='' line="${COMP_LINE}"
        for index in "${!COMP_WORDS[@]}"; do
            if [[ "${COMP_WORDS[${index}]}" != '=' || "${before}" != --* ]]; then
                before="${COMP_WORDS[${index}]}"
                words+=("${before}")
                continue
            fi
            line="${line/"${before}="/"${before} "}"
            if [[ "${index}" -eq "${COMP_CWORD}" ]]; then
                words+=('')
            elif [[ "${index}" -lt "${COMP_CWORD}" ]]; then
                cursor+=-1
            fi
        done
    \(CompletionAliases.bash)
        local -a COMP_WORDS=("${words[@]}")
        local -i COMP_CWORD="${cursor}"
        local COMP_LINE="${line}"
        local -x VISITS_COMPLETION=names
        _visits "${1}" "${2#=}" "${COMP_WORDS[COMP_CWORD - 1]}"
        for index in "${!COMPREPLY[@]}"; do
            [[ "${COMPREPLY[index]}" =~ ^[a-z0-9-]+=([0-9a-f]{8})$ ]] || continue
            if [[ "${#COMPREPLY[@]}" -eq 1 ]]; then
                COMPREPLY=("${BASH_REMATCH[1]}")
            else
                COMPREPLY[index]="${COMPREPLY[index]%=*}"
            fi
        done
    }

    complete -o filenames -F _visits_apart visits
    """
  }
}
