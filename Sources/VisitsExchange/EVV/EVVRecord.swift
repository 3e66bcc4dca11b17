import JSON
import VisitsModel

/// A visit as electronic visit verification asks for it: the six elements of the 21st Century Cures Act (42 U.S.C.
/// 1396b(l)(5)(A): service, recipient, date, place, provider, begin and end), what was planned, and who changed what.
///
/// The sequence is the visit's version: a record with a greater one takes the place of one that was sent before.
package struct EVVRecord: Sendable {
  let exported: ExportedVisit

  /// The record of a visit, whose changes must be known.
  package init(_ exported: ExportedVisit) {
    self.exported = exported
  }

  var visit: Visit { exported.placed.visit }

  /// The day on which it begins where it takes place.
  var date: CareDay { exported.zone.day(of: visit.life.checkIn?.at ?? visit.start) }
}

extension EVVRecord {
  /// The record as a line of JSON, LF behind it.
  package var line: String {
    let placed = exported.placed
    return JSONObjectText.make { record in
      record.add("visit", visit.id.rawValue)
      record.add("sequence", visit.version)
      record.add("status", visit.status.rawValue)
      record.add("reason", visit.life.reason)
      record.add("missedBy", visit.life.missedBy?.rawValue)
      record.add("service", visit.service)
      record.add("serviceCode", visit.serviceCode?.text)
      record.add("recipient", Self.person(placed.client.id.rawValue, placed.client.name))
      record.add("provider", placed.worker.map { Self.person($0.id.rawValue, $0.name) })
      record.add("date", date.text)
      record.add("timeZone", exported.zone.identifier)
      record.add("place", place)
      record.add("begin", visit.life.checkIn.map(Self.check))
      record.add("end", visit.life.checkOut.map(Self.check))
      record.add("plannedBegin", visit.start.utcText)
      record.add("plannedEnd", visit.end.utcText)
      record.add("updatedAt", visit.updatedAt.utcText)
      record.add("tasks", exported.tasks.map(Self.task))
      record.add("changes", exported.changes.map(Self.change))
    }.text + "\n"
  }

  private var place: JSONObjectText {
    JSONObjectText.make { place in
      place.add("address", exported.placed.address)
      place.add("location", exported.placed.client.location.map(Self.position))
    }
  }

  private static func person(_ id: String, _ name: String) -> JSONObjectText {
    JSONObjectText.make { person in
      person.add("id", id)
      person.add("name", name)
    }
  }

  private static func position(_ position: Position) -> JSONObjectText {
    JSONObjectText.make { place in
      place.add("latitude", position.latitude)
      place.add("longitude", position.longitude)
      place.add("accuracy", position.accuracy)
    }
  }

  private static func check(_ check: Check) -> JSONObjectText {
    JSONObjectText.make { object in
      object.add("at", check.at.utcText)
      object.add("method", check.method.rawValue)
      object.add("receivedAt", check.receivedAt.utcText)
      object.add("location", check.position.map(position))
      object.add("distance", check.distance)
      if check.isClockSuspect { object.add("clockSuspect", true) }
      object.add("firstAt", check.correction?.first?.utcText)
      object.add("correction", check.correction?.reason)
    }
  }

  private static func task(_ task: VisitTask) -> JSONObjectText {
    JSONObjectText.make { object in
      object.add("task", task.task.rawValue)
      object.add("title", task.title)
      object.add("date", task.record.day.text)
      object.add("result", task.result)
      object.add("reason", task.record.reason)
      object.add("time", task.time)
      object.add("note", task.record.note)
      object.add("recordedAt", task.record.at.utcText)
    }
  }

  private static func change(_ change: VisitStep) -> JSONObjectText {
    JSONObjectText.make { object in
      object.add("sequence", change.version)
      object.add("at", change.at.utcText)
      object.add("by", change.by)
      object.add("from", change.from.rawValue)
      object.add("action", change.method)
      object.add("reason", change.reason)
    }
  }
}
