import Foundation
import JSON
import VisitsAPI
import VisitsModel

/// Calls that change something, made of bytes and sent to a service over a real store, with all that must hold for each
/// answer.
package enum ChangeRun {
  /// The most steps of an input: what a few calls do not show, many seldom do.
  private static let most = 48

  /// What is known of an agency's answers when an input has come to its end.
  package struct Report: Sendable {
    /// The methods of which a call was taken.
    package var taken: Set<String> = []
    /// The methods that were called.
    package var called: Set<String> = []
  }

  /// Sends what an input says.
  ///
  /// - Throws: ``BrokenPromise`` when one does not hold.
  @discardableResult
  package static func check(_ input: [UInt8]) throws -> Report {
    let beginning = try Beginning.made.get()
    let (agency, folder) = try beginning.copy()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    do {
      let report = try check(input, agency, beginning)
      try agency.close()
      return report
    } catch {
      try? agency.close()
      throw error
    }
  }

  /// Every method of the table that changes something, in the order in which inputs name them.
  package static func methods() throws -> [String] {
    try ChangeMethod.checkTable()
    return ChangeMethod.all.map(\.name)
  }

  private static func check(_ input: [UInt8], _ agency: Agency, _ beginning: Beginning) throws -> Report {
    var model = ChangeModel(beginning.mirror, now: agency.now)
    var maker = CallMaker(input, beginning)
    var report = Report()
    for step in 0..<most where !maker.choices.isAtEnd {
      let call: SentCall
      switch maker.choices.next() {
      case 240...:
        agency.now = agency.now.adding(minutes: maker.choices.pick([1, 5, 30, 120, 480, 1440, 4320, 57_600, -1, -120]))
        continue
      case 228..<240:
        let visit = maker.choices.pick(model.mirror.visits)
        let kind = maker.choices.pick(visit.worker == nil ? [Alert.Kind.openNotTaken] : [.late, .missed])
        try agency.raiseAlert(kind, of: visit.id, request: "alert-\(step)")
        try model.takeAlert(agency)
        continue
      case 224..<228:
        try agency.noteProblem(of: maker.choices.pick(model.mirror.visits).id)
        continue
      case 192..<224: call = try maker.repeated(model.mirror, now: agency.now)
      default: call = try maker.call(model.mirror, now: agency.now)
      }
      report.called.insert(call.method.name)
      let replies = try agency.answers(call.method.name, call.params, by: call.peer, times: call.times)
      let faults = agency.takeFaults()
      try demand(faults.isEmpty, "nothing goes wrong inside, not \(faults), after \(call)")
      let answer = try model.take(replies, to: call, agency)
      guard let answer else { continue }
      report.taken.insert(call.method.name)
      if call.method.name == "device.invite", let code = answer["code"]?.string { maker.codes.append(code) }
      if call.method.name == "device.enrol", let device = Peer.device(enrolledWith: answer) { maker.enrolled = device }
    }
    try model.finish(agency)
    return report
  }
}
