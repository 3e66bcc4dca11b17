import ArgumentParser
import JSON
import JSONRPC

/// The parts of a person's name. An empty text takes a value away.
struct NameOptions: ParsableArguments {
  @Option(help: "A title before the name, such as Dr.")
  var namePrefix: String?

  @Option(
    name: .customLong("given-name"), parsing: .singleValue, help: "A given name; repeat for each further one.")
  var givenNames: [String] = []

  @Option(help: "The family name.")
  var familyName: String?

  @Option(help: "A suffix after the name, such as Jr. or RN.")
  var nameSuffix: String?

  /// The options by the members that they set.
  static let members = [
    ("--name-prefix", "namePrefix"), ("--given-name", "givenNames"), ("--family-name", "familyName"),
    ("--name-suffix", "nameSuffix"),
  ]

  /// Adds the parameters that are given.
  func add(to params: inout JSONObject) {
    params.set(erasable: "namePrefix", namePrefix)
    params.set(erasable: "givenNames", givenNames)
    params.set(erasable: "familyName", familyName)
    params.set(erasable: "nameSuffix", nameSuffix)
  }
}
