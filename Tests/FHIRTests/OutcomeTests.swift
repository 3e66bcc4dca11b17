import FHIR
import Testing

private func outcome(_ issues: String) -> OperationOutcome? {
  OperationOutcome(json: Array(#"{"resourceType":"OperationOutcome","issue":[\#(issues)]}"#.utf8))
}

@Suite("What upstream says of its own")
struct OutcomeTests {
  @Test(
    "the words for people come first, else a display, then diagnostics that say more; the code where there is nothing else",
    arguments: [
      (#"{"details":{"text":"No such client"},"diagnostics":"E17"}"#, "No such client: E17"),
      (#"{"details":{"text":"No such client"},"diagnostics":"E17: No such client"}"#, "E17: No such client"),
      (#"{"details":{"text":"No such client (E17)"},"diagnostics":"E17"}"#, "No such client (E17)"),
      (#"{"details":{"text":""},"diagnostics":"E17"}"#, "E17"),
      (#"{"details":{"coding":[{"display":"Unknown id"}],"text":"No such client"}}"#, "No such client"),
      (#"{"details":{"coding":[{"display":"Unknown id"}]},"diagnostics":"E17"}"#, "Unknown id: E17"),
      (#"{"details":{"coding":[{"code":"x"},{"display":"Unknown id"}]}}"#, "Unknown id"),
      (#"{"severity":"error","code":"not-found"}"#, "not-found"),
    ])
  func chosen(issue: String, expected: String) {
    #expect(outcome(issue)?.words == expected)
  }

  @Test("remarks are left out where there are errors, and three errors are told")
  func several() {
    let errors = (1...5).map { #"{"severity":"error","diagnostics":"no \#($0)"}"# }
    let remark = #"{"severity":"information","diagnostics":"by the way"}"#
    #expect(outcome(([remark] + errors).joined(separator: ","))?.words == "no 1; no 2; no 3; and 2 more")
    #expect(outcome(remark)?.words == "by the way")
  }

  @Test("words are made short, and no terminal obeys them")
  func harmless() {
    let words = outcome(#"{"diagnostics":"\u001b[2Jgone\u202e"}"#)?.words
    #expect(words == "\u{FFFD}[2Jgone\u{FFFD}")
    let long = outcome(#"{"diagnostics":"\#(String(repeating: "x", count: 5000))"}"#)?.words
    #expect(long == String(repeating: "x", count: 300) + "...")
    let both = outcome(#"{"details":{"text":"\#(String(repeating: "y", count: 5000))"},"diagnostics":"x"}"#)?.words
    #expect(both == String(repeating: "y", count: 300) + "...: x")
  }

  @Test("the entries at fault are the ones that errors name")
  func entries() {
    let named = outcome(
      #"{"severity":"error","expression":["Bundle.entry[7].resource.status","Bundle.entry[x]","Patient.name"]},"#
        + #"{"severity":"warning","expression":["Bundle.entry[1]"]},{"severity":"fatal","location":["Bundle.entry[2]"]}"#
    )
    #expect(named?.entries == [2, 7])
  }

  @Test(
    "what is no outcome has no words",
    arguments: ["", "<html>", "{}", #"{"resourceType":"Patient"}"#, #"{"resourceType":"OperationOutcome","issue":1}"#])
  func none(text: String) {
    #expect(OperationOutcome(json: Array(text.utf8))?.words == nil)
  }
}

@Suite("What a server is able to do")
struct CapabilityTests {
  @Test("versioning, conditional create, update-as-create and transactions are read for each type")
  func abilities() throws {
    let statement = try CapabilityStatement(
      json: Array(
        #"""
        {"resourceType":"CapabilityStatement","fhirVersion":"4.0.1","software":{"name":"Probe","version":"3"},
         "rest":[{"mode":"client","interaction":[{"code":"batch"}]},
          {"mode":"server","interaction":[{"code":"transaction"}],"resource":[
           {"type":"Appointment","versioning":"versioned","conditionalCreate":true,"updateCreate":true,
            "interaction":[{"code":"read"},{"code":"update"}]},
           {"type":"Encounter","versioning":"no-version"}]}]}
        """#.utf8))
    #expect(statement.fhirVersion == "4.0.1")
    #expect(statement.software == "Probe 3")
    #expect(statement.hasTransactions)
    let appointment = statement.abilities(with: "Appointment")
    #expect(appointment.versioning == .versioned)
    #expect(appointment.hasConditionalCreate && appointment.hasUpdateCreate)
    #expect(appointment.interactions == ["read", "update"])
    #expect(statement.abilities(with: "Encounter") == .init())
  }

  @Test("what a server does not say, or says in words unknown, it is not able to do")
  func silence() throws {
    let silent = try CapabilityStatement(json: Array(#"{"resourceType":"CapabilityStatement"}"#.utf8))
    #expect(!silent.hasTransactions)
    #expect(silent.abilities(with: "Appointment").versioning == .none)
    let odd = try CapabilityStatement(
      json: Array(
        #"""
        {"resourceType":"CapabilityStatement","rest":[{"mode":"server","resource":[
          {"type":"Task","versioning":"perhaps"},
          {"type":"Flag","versioning":"versioned","updateCreate":true},{"type":"Flag","versioning":"versioned"}]}]}
        """#.utf8))
    #expect(odd.abilities(with: "Task").versioning == .none)
    #expect(odd.abilities(with: "Flag") == .init())
  }

  @Test("another resource in its place is refused")
  func other() {
    #expect(throws: FHIRProblem(reason: .wrongType(expected: "CapabilityStatement", found: "Bundle"))) {
      try CapabilityStatement(json: Array(#"{"resourceType":"Bundle"}"#.utf8))
    }
  }
}
