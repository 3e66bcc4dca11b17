import VisitsModel

extension RecurrenceFault {
  /// Why a rule is not taken, and what to write instead.
  func words(in context: ViewContext) -> String { TextFault(self).words(in: context) }
}
