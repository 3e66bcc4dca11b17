import FHIR
import Testing
import VisitsModel
import VisitsStore

@testable import simulate

extension Agency {
  /// The office books a visit here, at 2 PM.
  func added() throws -> VisitID {
    guard case .visits(let visits)? = try add(), let id = visits.first?.id else {
      throw Simulation.Missing(what: "the visit that was booked")
    }
    return id
  }

  /// The checks of a completed visit, in minutes after its planned start.
  func checks(of name: String) throws -> [Int64?] {
    let visit = try visit(name)
    return [visit.life.checkIn, visit.life.checkOut].map { check in
      check.map { visit.start.milliseconds(to: $0.at) / 60_000 }
    }
  }

  /// Upstream has what happened, once.
  func expectCompleted(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let upstream = simulation.upstream
    #expect(upstream.record("Appointment/\(name)")?["status"] == "fulfilled", sourceLocation: sourceLocation)
    let encounters = upstream.all("Encounter").filter {
      $0["appointment"]?.items.first?["reference"]?.string == "Appointment/\(name)"
    }
    #expect(encounters.count == 1, sourceLocation: sourceLocation)
    #expect(encounters.first?["status"] == "finished", sourceLocation: sourceLocation)
    let start = try visit(name).start
    let times = [2, 58].map {
      FHIRInstant(milliseconds: start.adding(minutes: $0).milliseconds).description
    }
    #expect(encounters.first?["period"]?["start"]?.string == times[0], sourceLocation: sourceLocation)
    #expect(encounters.first?["period"]?["end"]?.string == times[1], sourceLocation: sourceLocation)
    #expect(upstream.records["Appointment/\(name)"]?.count == 2, "written once", sourceLocation: sourceLocation)
  }
}

extension Agency.Server: CustomTestStringConvertible {
  var testDescription: String { description }
}
