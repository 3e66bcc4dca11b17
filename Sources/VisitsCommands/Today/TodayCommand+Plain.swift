extension TodayCommand {
  /// The command of a plain line, read without the parser, which takes longer than everything else that is done.
  ///
  /// - Parameter arguments: What follows `today`. `nil` results from all but `--worker NAME`, `--all` and `--json`.
  init?(plain arguments: ArraySlice<String>) {
    self.init()
    (worker, all, date, spoken, watch, refresh) = (nil, false, nil, false, false, false)
    options = GlobalOptions()
    (options.socket, options.json, options.timeout, options.locale) = (nil, false, 10, nil)
    var rest = arguments
    while let word = rest.popFirst() {
      switch word {
      case "--json": options.json = true
      case "--all": all = true
      case "--worker":
        guard worker == nil, let name = rest.popFirst(), !name.hasPrefix("-") else { return nil }
        worker = name
      default: return nil
      }
    }
    // The parser says what is wrong with both.
    guard worker == nil || !all else { return nil }
  }
}
