import JSON

/// Tells for which views that are kept on show the terminal rings: somebody needs help whom nobody has taken up.
struct EmergencyBell {
  /// The emergencies of the last view that nobody had taken up.
  private var raised: Set<String> = []

  /// Whether the terminal rings for a view: an emergency is new in it, or was raised again since somebody took it up. One
  /// that was there already, and nobody has taken up, was rung for.
  mutating func rings(for view: JSONValue) -> Bool {
    let open = (view["emergencies"]?.array ?? []) + [view["emergency"]?["open"]].compactMap(\.self)
    let before = raised
    raised = Set(open.filter { $0["state"] == "raised" }.compactMap { $0["id"]?.string })
    return !raised.isSubset(of: before)
  }
}
