/// What the parser's completion files lack: in bash and zsh they take a value for a word of its own only.
enum CompletionFile {
  /// The file by which the value of `--worker=sa` is completed as that of `--worker sa` is, and what follows the other
  /// name of a command as what follows its first; any other text as it is.
  static func mended(_ text: String) -> String {
    if text.hasSuffix(registration) { return text.dropLast(registration.count) + apart }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if text.hasPrefix("#compdef visits\n") {
      return lines.map { line in
        let mended = withEqualsSign(line)
        return line == commandName ? "\(CompletionAliases.zsh)\n\(mended)" : mended
      }.joined(separator: "\n")
    }
    guard text.hasPrefix("function __visits_") else { return text }
    return lines.map { $0 == tokens ? "\($0)\n\(CompletionAliases.fish)" : String($0) }.joined(separator: "\n")
  }

  /// The line of zsh's file before which the words are as they were typed.
  private static let commandName = "    local -r command_name=\"${words[1]}\""
  /// The line of fish's file behind which they are.
  private static let tokens = "    set -l unparsed_tokens (__visits_tokens -pc)"

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

  /// bash takes the equals sign for a word of its own; what follows is shown to the rest as if a space stood there.
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
        _visits "${1}" "${2#=}" "${COMP_WORDS[COMP_CWORD - 1]}"
    }

    complete -o filenames -F _visits_apart visits
    """
  }
}
