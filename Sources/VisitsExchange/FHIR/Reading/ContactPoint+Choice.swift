import FHIR

extension [ContactPoint] {
  /// The number to call at a moment: as ranked by the sender, else mobile, home, work.
  func phone(at now: PlacedMoment) -> String? {
    let usable = filter { point in
      ["phone", "sms", nil].contains(point.system) && point.use != "old" && point.value != nil
        && (point.period?.contains(now) ?? true)
    }
    let best = usable.enumerated().min { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
    guard let value = best?.element.value else { return nil }
    return value.hasPrefix("tel:") ? String(value.dropFirst(4)) : value
  }
}

extension ContactPoint {
  fileprivate var order: Int {
    let byUse =
      switch use {
      case "mobile": 0
      case "home": 1
      case "work": 2
      default: 3
      }
    return max(1, min(rank ?? 1000, 1000)) * 8 + (system == "phone" ? 0 : 4) + byUse
  }
}
