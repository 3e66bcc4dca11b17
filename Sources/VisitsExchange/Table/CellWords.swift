/// The words by which a cell says that a visit takes place, or that nobody is to make it yet.
enum CellWords {
  /// What a status says of a visit.
  enum Status: Hashable {
    case planned
    case cancelled
    /// Something that is recorded, not planned.
    case happened
  }

  /// The status that is meant; `nil`: nobody knows.
  static func status(_ cell: FoldedCell) -> Status? { statuses[cell.word] }

  /// Yes or no; `nil`: neither.
  static func isYes(_ cell: FoldedCell) -> Bool? { answers[cell.word] }

  /// By English, German and French, and as spreadsheets and calendar programs write a yes or no in nine more languages.
  private static let answers: [String: Bool] = {
    let words: [(Bool, String)] = [
      (true, "y yes true 1 x ja wahr oui vrai"), (false, "n no false 0 nein falsch non faux"),
      (true, "sí verdadero sim verdadeiro sì vero waar ya benar evet doğru có đúng tak prawda да истина"),
      (false, "falso não nee onwaar tidak salah hayır yanlış không sai nie fałsz нет ложь"),
    ]
    var answers: [String: Bool] = [:]
    for (isYes, line) in words {
      for word in line.split(separator: " ") {
        for form in [word.lowercased(), word.uppercased(), word.prefix(1).uppercased() + word.dropFirst()] {
          answers[FoldedCell(form).word] = isYes
        }
      }
    }
    return answers
  }()

  /// Whether the cell says in words that nothing stands in it.
  static func isNothing(_ cell: FoldedCell) -> Bool {
    ["none", "null", "na", "nil", "keine", "keiner", "aucun", "aucune"].contains(cell.word)
  }

  /// Whether the cell names nobody.
  static func isOpen(_ cell: FoldedCell) -> Bool {
    let word = cell.word
    return word.isEmpty || open.contains(word) || cell.bytes.elementsEqual("n/a".utf8)
  }

  private static let statuses: [String: Status] = [
    (Status.planned, "planned scheduled confirmed booked open active assigned unassigned"),
    (.planned, "geplant bestaetigt bestatigt gebucht offen vorgesehen"),
    (.planned, "planifie planifiee prevu prevue confirme confirmee reserve reservee ouvert ouverte"),
    (.cancelled, "cancelled canceled storniert abgesagt entfallen entfallt annule annulee"),
    (.happened, "completed complete done finished missed noshow inprogress started late arrived checkedin checkedout"),
    (.happened, "erledigt abgeschlossen durchgefuhrt durchgefuehrt verpasst nichtangetroffen begonnen laufend"),
    (.happened, "termine terminee effectue effectuee realise realisee manque manquee encours absent"),
  ].reduce(into: [:]) { words, line in
    for word in line.1.split(separator: " ") { words[String(word)] = line.0 }
  }

  private static let open: Set<String> = [
    "open", "unassigned", "notassigned", "unfilled", "vacant", "tbd", "offen", "unbesetzt", "nichtzugewiesen",
    "nichtzugeteilt", "nonassigne", "nonattribue", "nonaffecte", "apourvoir", "libre",
  ]
}
