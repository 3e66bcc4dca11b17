import Glibc

/// A value that may stand in the log: a number, a truth, a duration, a code, an opaque key.
///
/// `String` is none, and is not to become one: what comes from outside can hold a person's name, address, note or
/// token. Such a text is logged as ``Redacted``, or not at all.
package protocol Loggable: Sendable {
  /// The text that is written.
  var logText: LogText { get }
}

/// The text of a ``Loggable``. It is made of what cannot hold personal data, or checked not to be free text.
package struct LogText: Sendable, Equatable {
  /// The text.
  package let text: String

  /// A number.
  package init(_ number: some BinaryInteger) { text = String(number) }

  /// A text that was written into the program.
  package init(_ literal: StaticString) { text = literal.description }

  /// An opaque key, a method's or a state's name: `[A-Za-z0-9._:-]{1,64}`; anything else is redacted.
  package init(token: String) {
    let isPlain = token.unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", ".", "_", ":", "-": true
      default: false
      }
    }
    text = isPlain && (1...64).contains(token.utf8.count) ? token : Redacted(token).logText.text
  }

  fileprivate init(unchecked text: String) { self.text = text }
}

extension Int: Loggable {
  /// In digits.
  package var logText: LogText { LogText(self) }
}

extension Int32: Loggable {
  /// In digits.
  package var logText: LogText { LogText(self) }
}

extension Int64: Loggable {
  /// In digits.
  package var logText: LogText { LogText(self) }
}

extension UInt32: Loggable {
  /// In digits.
  package var logText: LogText { LogText(self) }
}

extension Bool: Loggable {
  /// `true` or `false`.
  package var logText: LogText { self ? LogText("true") : LogText("false") }
}

extension StaticString: Loggable {
  /// As it stands in the program.
  package var logText: LogText { LogText(self) }
}

extension Duration: Loggable {
  /// Seconds with milliseconds: `1.250s`.
  package var logText: LogText {
    let (seconds, attoseconds) = components
    let thousandths = String(abs(attoseconds) / 1_000_000_000_000_000 + 1000).dropFirst()
    return LogText(unchecked: "\(self < .zero && seconds == 0 ? "-" : "")\(seconds).\(thousandths)s")
  }
}

/// A text from outside, of which only the length is told: `‹redacted 12 bytes›`.
package struct Redacted: Loggable {
  /// How long it is, and nothing else.
  package let logText: LogText

  /// Hides `text`.
  package init(_ text: some StringProtocol) {
    logText = LogText(unchecked: "‹redacted \(text.utf8.count) bytes›")
  }
}

/// What the operator wrote in the configuration or on the command line, a path for one. Never what a client sent.
package struct Configured: Loggable {
  /// As the operator wrote it.
  package let logText: LogText

  /// Shows `text`.
  package init(_ text: String) { logText = LogText(unchecked: text) }
}

/// An error number of the system, with its words: `28 (No space left on device)`.
package struct SystemErrorNumber: Loggable {
  /// The number and its words.
  package let logText: LogText

  /// Shows `number`.
  package init(_ number: Int32) {
    var words = [CChar](repeating: 0, count: 128)
    strerror_r(number, &words, words.count)
    let text = words.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    logText = LogText(unchecked: "\(number) (\(String(decoding: text, as: UTF8.self)))")
  }
}
