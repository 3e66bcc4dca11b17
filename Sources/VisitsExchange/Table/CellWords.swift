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

  private static let answers: [String: Bool] = [
    "y": true, "yes": true, "true": true, "1": true, "x": true, "ja": true, "wahr": true, "oui": true,
    "vrai": true,
    "n": false, "no": false, "false": false, "0": false, "nein": false, "falsch": false, "non": false, "faux": false,
  ]

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
