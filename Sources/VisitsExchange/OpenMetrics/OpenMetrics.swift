/// Measurements as a text that monitoring systems read: OpenMetrics 1.0.0
/// (github.com/prometheus/OpenMetrics, specification/OpenMetrics.md), or the older text format of Prometheus.
package struct OpenMetrics: Sendable {
  /// The format of the text.
  package enum Format: Sendable {
    /// OpenMetrics 1.0.0.
    case openMetrics
    /// The text format 0.0.4 of Prometheus (prometheus.io/docs/instrumenting/exposition_formats), the only one that
    /// node_exporter reads from a file. It names a family of counters with the ending `_total`, has no units and no end.
    case prometheus

    /// The format's name, RFC 6838.
    package var mediaType: String {
      switch self {
      case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
      case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
      }
    }
  }

  /// What a family of measurements is: the kinds that both formats know.
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

  private let format: Format
  private var lines = ""

  /// Creates a text without measurements.
  package init(as format: Format = .openMetrics) { self.format = format }

  /// The whole text.
  package var text: String {
    switch format {
    case .openMetrics: lines + "# EOF\n"
    case .prometheus: lines
    }
  }

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
    let sampleName = kind == .counter ? "\(name)_total" : name
    switch format {
    case .openMetrics:
      lines += "# TYPE \(name) \(kind.rawValue)\n"
      if let unit { lines += "# UNIT \(name) \(unit)\n" }
      lines += "# HELP \(name) \(Self.escaped(help))\n"
    case .prometheus:
      // A quotation mark is not escaped in these words.
      lines += "# HELP \(sampleName) \(Self.escaped(help, quotes: false))\n"
      lines += "# TYPE \(sampleName) \(kind.rawValue)\n"
    }
    for sample in samples {
      let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
      lines += "\(sampleName)\(labels.isEmpty ? "" : "{\(labels)}") \(sample.number)\n"
    }
  }

  /// Backslashes, quotation marks and the ends of lines have a meaning there.
  private static func escaped(_ text: String, quotes: Bool = true) -> String {
    text.reduce(into: "") { escaped, letter in
      switch letter {
      case "\\": escaped += #"\\"#
      case "\"" where quotes: escaped += #"\""#
      case "\n": escaped += #"\n"#
      default: escaped.append(letter)
      }
    }
  }
}
