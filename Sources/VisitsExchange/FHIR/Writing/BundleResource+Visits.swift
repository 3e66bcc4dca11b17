import JSON
package import VisitsModel

extension BundleResource {
  /// A visit as what an agency's system of record keeps of it: an Appointment, and an Encounter where something is known
  /// of when it was made.
  package static func resources(of placed: PlacedVisit) -> [BundleResource] {
    [BundleResource(appointment: placed)] + [BundleResource(encounter: placed)].compactMap(\.self)
  }

  private init(appointment placed: PlacedVisit) {
    let visit = placed.visit
    // Who reads it takes a Location for a place of the visit's own: the client's home stands with the client.
    let own = visit.ownAddress == placed.client.address ? nil : visit.ownAddress
    self.init(
      "Appointment", id: visit.id.rawValue, uuid: visit.id.rawValue, version: visit.version, updatedAt: visit.updatedAt
    ) { resource in
      if let address = own {
        let place = JSONObjectText.make { place in
          place.add("resourceType", "Location")
          place.add("id", "place")
          place.add("address", Self.address(address, visit.addressParts))
        }
        resource.add("contained", [place])
      }
      VirtualService.write(visit.virtual, into: &resource)
      resource.add("status", visit.appointmentStatus)
      if let reason = visit.life.reason { resource.add("cancelationReason", Self.cancelation(visit, reason)) }
      if let service = visit.service { resource.add("serviceType", [.make { $0.add("text", service) }]) }
      if let purpose = visit.purpose { resource.add("reasonCode", [.make { $0.add("text", purpose) }]) }
      resource.add("start", visit.start.utcText)
      resource.add("end", visit.end.utcText)
      resource.add("comment", visit.note)
      resource.add("patientInstruction", visit.instruction)
      let people = [placed.client.key.rawValue, placed.worker?.key.rawValue].compactMap(\.self).map(Self.address)
      let actors = people + (own == nil ? [] : ["#place"])
      resource.add("participant", actors.map(Self.participant))
    }
  }

  /// Whether anything is known of when it was made.
  static func hasEncounter(_ visit: Visit) -> Bool {
    visit.status == .inProgress || visit.life.checkIn != nil || visit.life.checkOut != nil
  }

  private init?(encounter placed: PlacedVisit) {
    let visit = placed.visit
    let (checkIn, checkOut) = (visit.life.checkIn, visit.life.checkOut)
    guard Self.hasEncounter(visit) else { return nil }
    // An address of its own, made of the visit's: no two entries of a Bundle share one.
    self.init(
      "Encounter", id: visit.id.rawValue, uuid: visit.id.encounterUUID, version: visit.version,
      updatedAt: visit.updatedAt
    ) { resource in
      resource.add("status", visit.status == .inProgress ? "in-progress" : "finished")
      resource.add(
        "class",
        .make { coding in
          let kind = VirtualService.encounterClass(of: visit.virtual)
          coding.add("system", VirtualService.system)
          coding.add("code", kind.code)
          coding.add("display", kind.display)
        })
      resource.add("subject", Self.reference(placed.client.key.rawValue))
      if let worker = placed.worker {
        resource.add("participant", [.make { $0.add("individual", Self.reference(worker.key.rawValue)) }])
      }
      resource.add("appointment", [Self.reference(visit.id.rawValue)])
      guard checkIn != nil || checkOut != nil else { return }
      resource.add(
        "period",
        .make { period in
          period.add("start", checkIn?.at.utcText)
          period.add("end", checkOut?.at.utcText)
        })
    }
  }

  private static func participant(_ actor: String) -> JSONObjectText {
    .make { participant in
      participant.add("actor", .make { $0.add("reference", actor) })
      participant.add("status", "accepted")
    }
  }

  /// Who failed, in R4's codes: pat, prov or other. Why it was cancelled is said in words alone.
  private static func cancelation(_ visit: Visit, _ reason: String) -> JSONObjectText {
    guard let missedBy = visit.life.missedBy else { return .make { $0.add("text", reason) } }
    let code =
      switch missedBy {
      case .client: "pat"
      case .worker: "prov"
      case .agency: "other"
      }
    return concept(
      system: "http://terminology.hl7.org/CodeSystem/appointment-cancellation-reason", code: code, text: reason)
  }
}

extension Visit {
  /// The state of the Appointment (R4, value set appointmentstatus). Of one that is under way, R4 knows who has arrived.
  fileprivate var appointmentStatus: String {
    switch status {
    case .scheduled: worker == nil ? "pending" : "booked"
    case .inProgress: "arrived"
    case .completed: "fulfilled"
    case .cancelled: "cancelled"
    case .missed: "noshow"
    }
  }
}

extension VisitID {
  /// The UUID of the visit's Encounter.
  package var encounterUUID: String { OwnIdentifier.second(of: rawValue) }
}
