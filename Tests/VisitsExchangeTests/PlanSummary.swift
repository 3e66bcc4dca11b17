import Foundation
import VisitsExchange
import VisitsModel
import VisitsViews

/// 2026-11-20T16:00:00Z, nine in the morning in Edmonton.
let now = Instant(milliseconds: 1_795_190_400_000)

/// The text of a Bundle in Fixtures.
func fixture(_ name: String) throws -> String {
  let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
  return try String(contentsOf: folder.appending(path: "\(name).json"), encoding: .utf8)
}

extension ImportPlan {
  /// What the plan says, a line each, for a test to compare.
  var lines: [String] {
    workers.map(\.line) + clients.map(\.line) + visits.map(\.line)
      + withdrawals.map { "withdrawn \($0.identities[0].value)" }
  }
}

/// Whoever reads what is refused.
func reader(_ locale: String = "en") -> ViewContext {
  ViewContext(locale: locale, agencyLocale: "en", agencyZone: .utc, now: now)
}

extension ImportSummary.Refused {
  /// Where and why, as a person reads it.
  func line(in locale: String = "en") -> String {
    "\(place.words(in: reader(locale))): \(reason.words(in: reader(locale)))"
  }
}

extension ImportPlan {
  /// Everything that is refused, with its place.
  var refusals: [String] { ([unreadable].compactMap(\.self) + refused).map { $0.line() } }
}

extension ImportPlan {
  /// Everything that deserves a look, with its place.
  var remarks: [String] { notes.map { $0.line() } }
}

private func joined(_ parts: [String?]) -> String { parts.compactMap(\.self).joined(separator: " | ") }

private func time(_ instant: Instant) -> String {
  Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000).formatted(.iso8601)
}

extension PlannedWorker {
  var line: String {
    joined([
      "worker \(slug)", name, phone, locale, zone?.identifier, isActive ? nil : "inactive",
      identities.map(\.value).joined(separator: " "),
    ])
  }
}

extension PlannedClient {
  var line: String {
    joined([
      "client \(slug)", name, address, birthDate?.text, phone, emergencyContact, photo, zone?.identifier,
      isActive ? nil : "inactive", replacedBy.map { "replaced by \($0.value)" },
      identities.map(\.value).joined(separator: " "),
    ])
  }
}

extension PlannedVisit {
  var line: String {
    joined([
      "visit \(identities[0].value)", parts > 1 ? "\(part) of \(parts)" : nil, "\(time(start)) to \(time(end))",
      client.value, worker?.value ?? "open", address, service, note, life.status.rawValue, life.missedBy?.rawValue,
      life.reason, life.checkIn.map { "in \(time($0.at))" }, life.checkOut.map { "out \(time($0.at))" },
    ])
  }
}
