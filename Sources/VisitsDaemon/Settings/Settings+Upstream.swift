import FHIRClient
import VisitsAPI

extension Settings {
  /// The agency's system of record, and how it is spoken to.
  package struct Upstream: Sendable, Equatable {
    /// `upstream.url`: its base address; nil: there is none.
    package var url: String?
    /// `upstream.formerUrl`: the base address that the same server had before.
    package var formerURL: String?
    /// `upstream.tokenFile`: a file with a bearer token.
    package var tokenFile: String?
    /// `upstream.tokenCredential`: the same as a credential of the service manager.
    package var tokenCredential: String?
    /// `upstream.clientId`: the id under which it knows this program.
    package var clientID: String?
    /// `upstream.keyFile`: a file with the private key that assertions are signed with.
    package var keyFile: String?
    /// `upstream.keyCredential`: the same as a credential.
    package var keyCredential: String?
    /// `upstream.keyId`: the key's name in the registered key set.
    package var keyID: String?
    /// `upstream.scope`: what tokens are to be good for.
    package var scope =
      "system/Appointment.cruds system/Encounter.cruds system/Flag.cruds system/Location.rs system/Patient.rs "
      + "system/Practitioner.rs"
    /// `upstream.tokenUrl`: where tokens are issued; nil: it says so itself.
    package var tokenURL: String?
    /// `upstream.certificates`: a file with the issuers that are trusted beside the machine's.
    package var certificates: String?
    /// `upstream.plainHttp`: whether http may go to other machines.
    package var isPlainHTTPAllowed = false
    /// `upstream.daysBack`: days before today that are kept in step.
    package var daysBack = 7
    /// `upstream.daysAhead`: days after today.
    package var daysAhead = 28
    /// `upstream.askedSeconds`: seconds between two syncs that people or devices ask for.
    package var askedSeconds = 2
    /// `upstream.compareMinutes`: minutes between two comparisons of the near days.
    package var compareMinutes = 15
  }
}

extension Settings {
  /// What does not go together in `upstream.*`.
  func upstreamProblems(_ given: [GivenSetting]) -> [SettingsProblem] {
    var problems: [SettingsProblem] = []
    func add(_ key: String, _ reason: SettingsProblem.Reason) {
      guard let last = given.last(where: { $0.row.key == key }) else { return }
      problems.append(last.problem(reason))
    }
    if let url = upstream.url,
      FHIRClientSettings.fault(inBase: url, allowsPlainHTTP: upstream.isPlainHTTPAllowed) == .plainHTTP
    {
      add(
        "upstream.url",
        .badValue(
          expected: "an https address; http goes to this machine alone, unless upstream.plainHttp is true", nearest: nil
        ))
    }
    let tokens = [
      ("upstream.tokenFile", upstream.tokenFile), ("upstream.tokenCredential", upstream.tokenCredential),
      ("upstream.clientId", upstream.clientID),
    ].filter { $0.1 != nil }
    if tokens.count > 1 { add(tokens[1].0, .excludedBy(key: tokens[0].0)) }
    if upstream.keyFile != nil, upstream.keyCredential != nil {
      add("upstream.keyCredential", .excludedBy(key: "upstream.keyFile"))
    }
    let hasKey = upstream.keyFile != nil || upstream.keyCredential != nil
    if upstream.clientID != nil, !hasKey { add("upstream.clientId", .needs(key: "upstream.keyFile")) }
    if upstream.clientID == nil {
      for key in ["upstream.keyFile", "upstream.keyCredential"] { add(key, .needs(key: "upstream.clientId")) }
    }
    return problems
  }
}

extension SettingKind where Value == String {
  /// The base address of a FHIR server.
  static var serverAddress: SettingKind {
    SettingKind("the base address of a FHIR server such as https://ehr.example/fhir") { text in
      FHIRClientSettings.fault(inBase: text, allowsPlainHTTP: true) == nil ? text : nil
    } write: {
      $0
    }
  }

  /// The name of a credential.
  static var credential: SettingKind {
    SettingKind("the name of a credential: letters, digits, dots, dashes") { text in
      let isName = text.utf8.allSatisfy { $0.isASCIIAlphanumeric || [0x2D, 0x2E, 0x5F].contains($0) }
      return isName && text.utf8.count <= 255 && text != "." && text != ".." ? text : nil
    } write: {
      $0
    }
  }
}

extension SettingKind where Value == Bool {
  /// Yes or no.
  static var truth: SettingKind {
    SettingKind("true or false") { text in
      switch text {
      case "true": true
      case "false": false
      default: nil
      }
    } write: {
      $0 ? "true" : "false"
    }
  }
}
