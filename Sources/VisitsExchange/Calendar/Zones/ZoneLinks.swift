import VisitsModel

/// The old names of IANA zones that have no slash (tzdata, `backward`). Where a calendar defines such a name itself, the
/// definition counts.
enum ZoneLinks {
  /// The zone of such a name; `nil`: it is none.
  static func zone(named name: String) -> Zone? { names[name].flatMap(Zone.init) }

  private static let names: [String: String] = [
    "CET": "Europe/Brussels", "CST6CDT": "America/Chicago", "Cuba": "America/Havana", "EET": "Europe/Athens",
    "EST5EDT": "America/New_York", "Egypt": "Africa/Cairo", "Eire": "Europe/Dublin", "GB": "Europe/London",
    "GB-Eire": "Europe/London", "GMT0": "UTC", "Greenwich": "UTC", "Hongkong": "Asia/Hong_Kong",
    "Iceland": "Atlantic/Reykjavik", "Iran": "Asia/Tehran", "Israel": "Asia/Jerusalem", "Jamaica": "America/Jamaica",
    "Japan": "Asia/Tokyo", "Kwajalein": "Pacific/Kwajalein", "Libya": "Africa/Tripoli", "MET": "Europe/Brussels",
    "MST7MDT": "America/Denver", "NZ": "Pacific/Auckland", "NZ-CHAT": "Pacific/Chatham", "Navajo": "America/Denver",
    "PRC": "Asia/Shanghai", "PST8PDT": "America/Los_Angeles", "Poland": "Europe/Warsaw", "Portugal": "Europe/Lisbon",
    "ROC": "Asia/Taipei", "ROK": "Asia/Seoul", "Singapore": "Asia/Singapore", "Turkey": "Europe/Istanbul",
    "UCT": "UTC", "Universal": "UTC", "W-SU": "Europe/Moscow", "WET": "Europe/Lisbon", "Zulu": "UTC",
  ]
}
