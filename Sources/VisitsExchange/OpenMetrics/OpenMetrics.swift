/// Measurements as a text that monitoring systems read: OpenMetrics 1.0.0
/// (github.com/prometheus/OpenMetrics, specification/OpenMetrics.md).
package struct OpenMetrics: Sendable {
  /// What a family of measurements is: of OpenMetrics' kinds those that the older text format of Prometheus knows too, which
  /// node_exporter reads.
  package enum Kind: String, Sendable {
    /// It only grows, and begins anew with the process.
    case counter
    /// It is what it is at the moment.
    case gauge
  }

  /// One measurement of a family.
  package struct Sample: Sendable {
    /// What tells it from the others of its family.
    package var labels: [(name: String, value: String)]
    /// The number, as it is written.
    package var number: String

    /// A whole number.
    package init(_ value: Int, _ labels: (name: String, value: String)...) {
      number = String(value)
      self.labels = labels
    }

    /// Milliseconds, told in seconds as all times are.
    package init(milliseconds: Int64, _ labels: (name: String, value: String)...) {
      number = String(Double(milliseconds) / 1000)
      self.labels = labels
    }
  }

  /// The format's name, RFC 6838.
  package static let mediaType = "application/openmetrics-text; version=1.0.0; charset=utf-8"

  private var lines = ""

  /// Nothing is measured yet.
  package init() {}

  /// The whole text.
  package var text: String { lines + "# EOF\n" }

  /// Adds a family; none that has no samples.
  ///
  /// - Parameters:
  ///   - name: Its name, without the ending that its kind gives to the samples; with the unit at its end.
  ///   - unit: The unit.
  ///   - help: What it is, in words.
  package mutating func add(
    _ name: String, _ kind: Kind, unit: String? = nil, _ help: String, _ samples: [Sample]
  ) {
    guard !samples.isEmpty else { return }
    lines += "# TYPE \(name) \(kind.rawValue)\n"
    if let unit { lines += "# UNIT \(name) \(unit)\n" }
    lines += "# HELP \(name) \(Self.escaped(help))\n"
    let ending = kind == .counter ? "_total" : ""
    for sample in samples {
      let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
      lines += "\(name)\(ending)\(labels.isEmpty ? "" : "{\(labels)}") \(sample.number)\n"
    }
  }

  /// Backslashes, quotation marks and the ends of lines have a meaning there.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, letter in
      switch letter {
      case "\\": escaped += #"\\"#
      case "\"": escaped += #"\""#
      case "\n": escaped += #"\n"#
      default: escaped.append(letter)
      }
    }
  }
}
