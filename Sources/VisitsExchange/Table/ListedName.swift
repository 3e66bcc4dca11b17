/// A name as lists write it, the family name first: "Chen, Margaret".
struct ListedName {
  let given: String
  let family: String

  /// `nil` for every other name, such as "Margaret Chen" or "Margaret Chen, RN".
  init?(_ name: String) {
    let parts = name.split(separator: ",", omittingEmptySubsequences: false).map {
      $0.split(separator: " ").joined(separator: " ")
    }
    guard parts.count == 2, let family = parts.first, let given = parts.last, !family.isEmpty, !given.isEmpty,
      !Self.suffixes.contains(FoldedCell(given).word)
    else { return nil }
    (self.given, self.family) = (given, family)
  }

  /// What stands behind a name, not before it: degrees, and which of several of one name it is.
  private static let suffixes: Set<String> = [
    "jr", "sr", "ii", "iii", "iv", "rn", "lpn", "lvn", "cna", "hha", "pca", "np", "md", "pt", "ot", "slp", "phd", "msw",
  ]
}
