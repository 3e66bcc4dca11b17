import FHIR
import VisitsModel

extension FHIRProblem.Reason {
  /// The fault as it is stored.
  var fault: TextFault {
    func shown(_ text: String) -> String { Quotation(text, marks: false).description }
    return switch self {
    case .notUTF8(let offset): TextFault(.fhirNotUTF8, [.number: String(offset)])
    case .tooLarge(let limit): TextFault(.fhirTooLarge, [.limit: String(limit)])
    case .tooDeep(let limit): TextFault(.fhirTooDeep, [.limit: String(limit)])
    case .tooManyValues(let limit): TextFault(.fhirTooManyValues, [.limit: String(limit)])
    case .tooManyContained(let limit): TextFault(.fhirTooManyContained, [.limit: String(limit)])
    case .notJSON(let line, let column, _):
      TextFault(.fhirNotJSON, [.number: String(line), .other: String(column)])
    case .repeatedName: TextFault(.fhirRepeatedName)
    case .wrongKind(let expected, let found):
      TextFault(.fhirUnexpected, [.expected: expected.name, .value: found.name])
    case .notWhole(let text): TextFault(.fhirNotWhole, [.value: shown(text)])
    case .tooLong(let limit): TextFault(.fhirTooLong, [.limit: String(limit)])
    case .badTime(let text, let fault): TextFault(.fhirBadTime, [.value: shown(text)], because: fault.kind)
    case .missing: TextFault(.fhirMissing)
    case .wrongType(let expected, let found):
      TextFault(.fhirUnexpected, [.expected: expected, .value: shown(found)])
    }
  }
}

extension JSONKind {
  /// The name that JSON itself gives to the kind, in every language.
  fileprivate var name: String {
    switch self {
    case .object: "object"
    case .array: "array"
    case .string: "string"
    case .number: "number"
    case .bool: "true/false"
    case .null: "null"
    }
  }
}

extension TimeFault {
  fileprivate var kind: TextFault.Kind {
    switch self {
    case .malformed: .fhirTimeMalformed
    case .timeMissing: .fhirTimeTimeMissing
    case .offsetMissing: .fhirTimeOffsetMissing
    case .offsetOutOfRange: .fhirTimeOffsetOutOfRange
    case .yearZero: .fhirTimeYearZero
    case .noSuchDay: .fhirTimeNoSuchDay
    case .noSuchTime: .fhirTimeNoSuchTime
    case .hour24: .fhirTimeHour24
    case .leapSecond: .fhirTimeLeapSecond
    }
  }
}
