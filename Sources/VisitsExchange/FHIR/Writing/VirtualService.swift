import FHIR
import JSON
import VisitsModel

/// A visit by video or telephone, as records of ours tell of it: by R5's `virtualService` in its form for R4, and by a type
/// where no address is known.
enum VirtualService {
  /// R5's `Appointment.virtualService` as an extension.
  static let url = "http://hl7.org/fhir/5.0/StructureDefinition/extension-Appointment.virtualService"
  /// The system of the codes for how care is given.
  static let system = "http://terminology.hl7.org/CodeSystem/v3-ActCode"

  /// The class of the Encounter of a visit: virtual, or in the client's home (v3-ActCode).
  static func encounterClass(of virtual: VirtualPlace?) -> (code: String, display: String) {
    virtual == nil ? ("HH", "home health") : ("VR", "virtual")
  }

  /// Adds it to a record of an export.
  static func write(_ virtual: VirtualPlace?, into resource: inout JSONObjectText) {
    guard let virtual else { return }
    guard let link = virtual.link else {
      let coding = JSONObjectText.make { coding in
        coding.add("system", system)
        coding.add("code", "VR")
        coding.add("display", "virtual")
      }
      return resource.add("appointmentType", .make { $0.add("coding", [coding]) })
    }
    let address = JSONObjectText.make { part in
      part.add("url", "address")
      part.add("valueUrl", link)
    }
    let service = JSONObjectText.make { service in
      service.add("url", url)
      service.add("extension", [address])
    }
    resource.add("extension", [service])
  }

  /// Has a record that goes upstream say it.
  static func write(_ virtual: VirtualPlace?, into json: inout JSONDocument) {
    let others = json["extension", default: []].items.filter { $0["url"]?.string != url }
    let own: [JSONDocument] =
      (virtual?.link).map { [["url": .string(url), "extension": [["url": "address", "valueUrl": .string($0)]]]] } ?? []
    let all = others + own
    json["extension"] = all.isEmpty ? nil : .array(all)
    if let virtual, virtual.link == nil {
      json["appointmentType"] = ["coding": [["system": .string(system), "code": "VR", "display": "virtual"]]]
    }
  }
}
