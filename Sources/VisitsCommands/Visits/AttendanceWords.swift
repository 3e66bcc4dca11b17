import Catalog
import CommandCatalog
import JSON

/// What devices reported of a visit beside the times that count: by whom, when, from which device and where.
struct AttendanceWords {
  private let attendances: [JSONValue]
  private let deviceNames: [String: String]

  /// - Parameters:
  ///   - visit: The visit as the API shows it.
  ///   - deviceNames: The names of the devices, by id. A device without one is named by the end of its id.
  init(_ visit: JSONValue?, deviceNames: [String: String]) {
    attendances = visit?["attendances"]?.array ?? []
    self.deviceNames = deviceNames
  }

  /// All of it on a line; `nil`: nothing was reported.
  var text: String? {
    let words = attendances.map { attendance in
      let worker = attendance["display"]?["worker"]?.string ?? attendance["worker"]?.string ?? ""
      return switch (check("checkIn", of: attendance), check("checkOut", of: attendance)) {
      case (let start?, let end?): VisitPhrase.cameAndLeft([.worker: worker, .start: start, .end: end])
      case (let start?, nil): VisitPhrase.cameOnly([.worker: worker, .start: start])
      case (nil, let end?): VisitPhrase.leftOnly([.worker: worker, .end: end])
      case (nil, nil): worker
      }
    }
    return words.isEmpty ? nil : words.joined(separator: "; ")
  }

  /// "8:10 AM (Sarah's phone, 40 m from the address, geo:53.5461,-113.4938)".
  private func check(_ name: String, of attendance: JSONValue) -> String? {
    guard let check = attendance[name], let at = attendance["display"]?[name]?.string ?? check["at"]?.string else {
      return nil
    }
    var details = Self.oddities(of: check)
    if let device = check["device"]?.string { details.insert(deviceNames[device] ?? String(device.suffix(8)), at: 0) }
    if let latitude = check["location"]?["latitude"]?.text, let longitude = check["location"]?["longitude"]?.text {
      details.append("geo:\(latitude),\(longitude)")
    }
    return details.isEmpty ? at : "\(at) (\(details.joined(separator: ", ")))"
  }

  /// How far from the address a check was, and whether its clock was wrong.
  static func oddities(of check: JSONValue) -> [String] {
    var words: [String] = []
    if let metres = check["distance"]?.number.flatMap({ Int64(exactly: $0.rounded()) }) {
      words.append(VisitPhrase.distance(count: metres))
    }
    if check["farAway"] == true { words.append(VisitPhrase.farAway.text) }
    if check["clockSuspect"] == true { words.append(VisitPhrase.wrongClock.text) }
    return words
  }
}

extension Session {
  /// The names of the devices that reported something beside a visit, by id.
  func namesOfDevices(beside visit: JSONValue) -> [String: String] {
    let workers = Set((visit["attendances"]?.array ?? []).compactMap { $0["worker"]?.string })
    let devices = workers.flatMap { worker in
      (try? read("device.list", ["worker": worker.json, "all": true, "limit": 1000]))?["devices"]?.array ?? []
    }
    return Dictionary(
      devices.compactMap { device in
        device["id"]?.string.flatMap { id in device["name"]?.string.map { (id, $0.onOneLine) } }
      }
    ) { first, _ in first }
  }
}
