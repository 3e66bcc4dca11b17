import ArgumentParser
import JSON

/// `visits metrics`: measurements for a monitoring system.
struct MetricsCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "metrics", abstract: "Print metrics for a monitoring system (OpenMetrics).",
    discussion: """
      The text is OpenMetrics 1.0.0, which Prometheus and others read. It holds no names; the role monitor may read \
      it.
      """)

  @Flag(help: "Print the older text format of Prometheus, which node_exporter reads from a file.")
  var prometheus = false

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let metrics = try session.read("system.metrics", prometheus ? ["format": "prometheus"] : [:])
    if session.wantsJSON { return session.print(metrics) }
    session.output.write(metrics["content"]?.string ?? "")
  }
}
