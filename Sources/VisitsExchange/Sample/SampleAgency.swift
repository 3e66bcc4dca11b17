package import VisitsModel

/// A small home-care agency in Edmonton, with invented people, to try things out with.
///
/// Three workers and ten clients, with visits yesterday, today and in the coming week; among them Sarah's day of
/// seed 002. It comes in as any other agency's data does: as a FHIR Bundle.
package enum SampleAgency {
  /// The server that the sample pretends to come from. `.example` belongs to nobody (RFC 2606).
  static let server = "https://sample-agency.example/fhir"

  /// The agency's schedule around a moment, as the JSON text of a FHIR Bundle.
  ///
  /// Today fits the moment: past visits are completed, one of them late, and one is missed; one of Sarah's visits is in
  /// progress; the rest are scheduled. No check-in is later than the moment. The first line contains the day, not the
  /// time; the last line contains the moment.
  ///
  /// - Parameters:
  ///   - now: The moment.
  ///   - zone: Where the clients live.
  package static func bundle(at now: Instant, in zone: Zone) -> String {
    let workers = SampleWorker.all.map { $0.resource() }
    let clients = SampleClient.all.map { $0.resource(in: zone) }
    let visits = SampleVisit.all(at: now, in: zone).flatMap { $0.resources(in: zone) }
    return bundle(workers + clients + visits, at: now, in: zone)
  }

  /// What has happened between the moment for which a schedule was composed and a later one of its day, as a FHIR
  /// Bundle: the workers came to their visits and left as planned. Visits that have not begun are not in it, and no
  /// visit moves, so the changes that users have made in the meantime stay.
  ///
  /// - Parameters:
  ///   - composed: The moment for which the schedule was composed.
  ///   - now: The later moment.
  ///   - zone: Where the clients live.
  package static func progress(since composed: Instant, until now: Instant, in zone: Zone) -> String {
    let encounters = SampleVisit.progress(since: composed, until: now, in: zone).flatMap { $0.encounters(in: zone) }
    return bundle(encounters, at: now, in: zone)
  }

  private static func bundle(_ resources: [SampleResource], at now: Instant, in zone: Zone) -> String {
    let entries = resources.map { resource in
      """
      {"fullUrl":"\(server)/\(resource.type)/\(resource.id)","resource":\(resource.json)}
      """
    }
    return """
      {"resourceType":"Bundle","id":"sample-\(zone.day(of: now).text)","type":"collection","entry":[
      \(entries.joined(separator: ",\n"))
      ],"timestamp":"\(SampleVisit.text(now, in: zone))"}

      """
  }
}

/// One resource of the sample.
struct SampleResource {
  let type: String
  let id: String
  /// The members behind resourceType and id, as JSON.
  let members: String

  var json: String {
    """
    {"resourceType":"\(type)","id":"\(id)",\(members)}
    """
  }
}
