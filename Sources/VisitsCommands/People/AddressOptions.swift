import ArgumentParser
import JSON
import JSONRPC

/// The parts of an address. An empty text takes a value away.
struct AddressOptions: ParsableArguments {
  @Option(parsing: .singleValue, help: "A line of the street address; repeat for each further line.")
  var street: [String] = []

  @Option(help: "The city.")
  var city: String?

  @Option(help: "The part of the region, such as a county.")
  var district: String?

  @Option(help: "The province or state.")
  var region: String?

  @Option(help: "The postal code.")
  var postalCode: String?

  @Option(help: "The country.")
  var country: String?

  /// The options by the members that they set.
  static let members = [
    ("--street", "street"), ("--city", "city"), ("--district", "district"), ("--region", "region"),
    ("--postal-code", "postalCode"), ("--country", "country"),
  ]

  /// Adds the parameters that are given.
  func add(to params: inout JSONObject) {
    params.set(erasable: "street", street)
    params.set(erasable: "city", city)
    params.set(erasable: "district", district)
    params.set(erasable: "region", region)
    params.set(erasable: "postalCode", postalCode)
    params.set(erasable: "country", country)
  }
}
