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
  /// time.
  ///
  /// - Parameters:
  ///   - now: The moment.
  ///   - zone: Where the clients live.
  package static func bundle(at now: Instant, in zone: Zone) -> String {
    let workers = SampleWorker.all.map { $0.resource() }
    let clients = SampleClient.all.map { $0.resource(in: zone) }
    let visits = SampleVisit.all(at: now, in: zone).flatMap { $0.resources(in: zone) }
    let entries = (workers + clients + visits).map { resource in
      """
      {"fullUrl":"\(server)/\(resource.type)/\(resource.id)","resource":\(resource.json)}
      """
    }
    return """
      {"resourceType":"Bundle","id":"sample-\(zone.day(of: now).text)","type":"collection","entry":[
      \(entries.joined(separator: ",\n"))
      ]}

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
