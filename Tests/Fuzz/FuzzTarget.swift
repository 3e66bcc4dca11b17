import VisitsModel
import VisitsViews

/// A reader of what strangers send, with the promises that hold for every input.
protocol FuzzTarget: Sendable {
  /// Reads the input, and ends the process by ``demand(_:_:)`` when a promise is broken.
  static func run(_ input: [UInt8])
}

/// Whoever reads what is refused.
let person = ViewContext(locale: nil, agencyLocale: "en", agencyZone: .utc, now: Instant(milliseconds: 0))

/// The readers, by the word with which `scripts/fuzz` asks for them.
let targets: [String: any FuzzTarget.Type] = [
  "rpc": RPCTarget.self,
  "fhir": FHIRTarget.self,
  "csv": CSVTarget.self,
  "ics": ICSTarget.self,
  "changes": ChangesTarget.self,
]

/// The reader that `--target=` names.
private let chosen: any FuzzTarget.Type = {
  let flag = "--target="
  let name = CommandLine.arguments.last { $0.hasPrefix(flag) }?.dropFirst(flag.count)
  guard let target = name.flatMap({ targets[String($0)] }) else {
    fatalError("say which reader: \(targets.keys.sorted().map { flag + $0 }.joined(separator: ", "))")
  }
  return target
}()

/// What libFuzzer calls with each input. Public, or the linker would not find it.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // A copy of just these bytes: reading one more is seen by the address sanitizer.
  chosen.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// Ends the process, which libFuzzer takes for a crash, unless the promise holds.
func demand(_ holds: Bool, _ promise: @autoclosure () -> String) {
  guard !holds else { return }
  fatalError("broken: \(promise())")
}
