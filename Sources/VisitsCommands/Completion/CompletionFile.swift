/// What the parser's completion files lack: in bash and zsh they take a value for a word of its own only.
enum CompletionFile {
  /// The file by which the value of `--worker=sa` is completed as that of `--worker sa` is; any other text as it is.
  static func mended(_ text: String) -> String {
    if text.hasSuffix(registration) { return text.dropLast(registration.count) + apart }
    guard text.hasPrefix("#compdef visits\n") else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(withEqualsSign).joined(separator: "\n")
  }

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
  private static let apart = """
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
        local -a COMP_WORDS=("${words[@]}")
        local -i COMP_CWORD="${cursor}"
        local COMP_LINE="${line}"
        _visits "${1}" "${2#=}" "${COMP_WORDS[COMP_CWORD - 1]}"
    }

    complete -o filenames -F _visits_apart visits
    """
}
