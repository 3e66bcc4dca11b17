import Catalog
package import VisitsAPI
package import VisitsModel

extension EVVCheck.Problem {
  /// A reason in words.
  ///
  /// - Parameter placed: The visit that would be refused.
  package static func compose(_ gap: ProofGap, of placed: PlacedVisit, in context: ViewContext) -> EVVCheck.Problem {
    func problem(_ kind: EVVCheck.Kind, _ phrase: Phrase) -> EVVCheck.Problem {
      EVVCheck.Problem(kind: kind, words: context.phrases[phrase])
    }
    func problem(_ kind: EVVCheck.Kind, _ phrase: Phrase, _ metres: Double) -> EVVCheck.Problem {
      // Half around the world is 20,015 km: any distance is a whole number.
      EVVCheck.Problem(kind: kind, words: context.phrases.text(phrase, [.number: String(Int(metres.rounded()))]))
    }
    switch gap {
    case .noCheckIn: return problem(.noCheckIn, .evvNoCheckIn)
    case .noCheckOut: return problem(.noCheckOut, .evvNoCheckOut)
    case .noService: return problem(.noService, .evvNoService)
    case .noWorker: return problem(.noWorker, .evvNoWorker)
    case .noPlace: return problem(.noPlace, .evvNoPlace)
    case .cameFarAway(let metres): return problem(.cameFarAway, .evvCameFarAway, metres)
    case .leftFarAway(let metres): return problem(.leftFarAway, .evvLeftFarAway, metres)
    case .checkInClock: return problem(.checkInClock, .evvCheckInClock)
    case .checkOutClock: return problem(.checkOutClock, .evvCheckOutClock)
    case .farFromPlan(let slip):
      let kind: EVVCheck.Kind = if case .leftFarFromPlan = slip { .leftFarFromPlan } else { .cameFarFromPlan }
      return EVVCheck.Problem(kind: kind, words: context.words(slip, of: placed))
    }
  }

  /// A field that an aggregator's record lacks, with where it is set.
  package static func compose(_ gap: RecordGap, in context: ViewContext) -> EVVCheck.Problem {
    let phrases = context.phrases
    let kind: EVVCheck.Kind = gap.value == nil ? .missingField : .unfitField
    let what =
      gap.value.map { phrases.text(.evvUnfitField, [.name: gap.field, .value: $0]) }
      ?? phrases.text(.evvMissingField, [.name: gap.field])
    let remedy =
      switch gap.remedy {
      case .setting(let key, of: nil): phrases.text(.evvSet, [.name: key])
      case .setting(let key, of: let thing?): phrases.text(.evvSetOf, [.name: key, .value: thing])
      case .client(let id, let options):
        phrases.text(.evvRun, [.command: "visits clients change \(id.rawValue) \(options)"])
      case .worker(let id, let options):
        phrases.text(.evvRun, [.command: "visits workers change \(id.rawValue) \(options)"])
      case .visit(let id, let command, let options):
        phrases.text(.evvRun, [.command: "visits \(command) \(id.rawValue) \(options)"])
      case .moved(let id): phrases.text(.evvMoved, [.name: id.rawValue])
      }
    return EVVCheck.Problem(kind: kind, words: "\(what) \(remedy)", field: gap.field)
  }

  /// Why an aggregator refuses the times of a visit.
  package static func compose(_ refusal: TimeRefusal, in context: ViewContext) -> EVVCheck.Problem {
    let phrases = context.phrases
    return switch refusal {
    case .noUnits(let minutes):
      EVVCheck.Problem(kind: .noUnits, words: phrases.text(.evvNoUnits, [.minutes: String(minutes)]))
    case .longerThanADay: EVVCheck.Problem(kind: .longerThanADay, words: phrases[.evvLongerThanADay])
    case .overlap(let visit, let minutes):
      EVVCheck.Problem(
        kind: .overlap,
        words: phrases.text(.evvOverlap, [.visit: String(visit.rawValue.suffix(8)), .minutes: String(minutes)]))
    }
  }

  /// Times of a record that can be read otherwise than they are, with both readings.
  package static func compose(_ reading: ClockReading, in context: ViewContext) -> EVVCheck.Problem {
    EVVCheck.Problem(
      kind: .doubtfulTime,
      words: context.phrases.text(
        .evvDoubtfulTime,
        [.name: reading.field, .text: reading.written, .other: reading.other, .value: reading.actual]),
      field: reading.field)
  }
}
