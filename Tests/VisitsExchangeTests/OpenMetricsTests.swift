import Testing
import VisitsExchange

@Suite("Measurements as OpenMetrics")
struct OpenMetricsTests {
  @Test("say of each family its type, unit and meaning, then its samples, and end with the end")
  func text() {
    var metrics = OpenMetrics()
    metrics.add("visits_calls", .counter, "Calls.", [.init(3, ("method", "today")), .init(0, ("method", "week"))])
    metrics.add("visits_size_bytes", .gauge, unit: "bytes", "The size.", [.init(4096)])
    metrics.add("visits_build_info", .gauge, "The program.", [.init(1, ("version", "0.1.0"), ("os", "linux"))])
    metrics.add("visits_start_seconds", .gauge, unit: "seconds", "The start.", [.init(milliseconds: 1_795_186_800_250)])
    metrics.add("visits_nothing", .gauge, "Nothing.", [])
    #expect(
      metrics.text == """
        # TYPE visits_calls counter
        # HELP visits_calls Calls.
        visits_calls_total{method="today"} 3
        visits_calls_total{method="week"} 0
        # TYPE visits_size_bytes gauge
        # UNIT visits_size_bytes bytes
        # HELP visits_size_bytes The size.
        visits_size_bytes 4096
        # TYPE visits_build_info gauge
        # HELP visits_build_info The program.
        visits_build_info{version="0.1.0",os="linux"} 1
        # TYPE visits_start_seconds gauge
        # UNIT visits_start_seconds seconds
        # HELP visits_start_seconds The start.
        visits_start_seconds 1795186800.25
        # EOF

        """)
  }

  @Test("are read by node_exporter: in the older format of Prometheus a counter's family is called as its samples are")
  func olderFormat() {
    var metrics = OpenMetrics(as: .prometheus)
    metrics.add("visits_calls", .counter, "\"Calls\".", [.init(3, ("method", "a\"b"))])
    metrics.add("visits_size_bytes", .gauge, unit: "bytes", "The size.", [.init(4096)])
    #expect(
      metrics.text == #"""
        # HELP visits_calls_total "Calls".
        # TYPE visits_calls_total counter
        visits_calls_total{method="a\"b"} 3
        # HELP visits_size_bytes The size.
        # TYPE visits_size_bytes gauge
        visits_size_bytes 4096

        """#)
    #expect(OpenMetrics.Format.prometheus.mediaType == "text/plain; version=0.0.4; charset=utf-8")
  }

  @Test("escape what has a meaning in the text")
  func escaped() {
    var metrics = OpenMetrics()
    metrics.add("a", .gauge, "One \\ two\n\"three\".", [.init(1, ("b", "c\\d\"e\nf"))])
    #expect(
      metrics.text == #"""
        # TYPE a gauge
        # HELP a One \\ two\n\"three\".
        a{b="c\\d\"e\nf"} 1
        # EOF

        """#)
  }
}
