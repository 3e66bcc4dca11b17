/// What is said of a value that does not keep its parameter's rule.
package enum RulePhrase: String, CommandPhrase {
  case range = "rule.range"
  case tooLong = "rule.tooLong"
  case blank = "rule.blank"
  case form = "rule.form"
  case formExample = "rule.form.example"
  case noWeekday = "rule.noWeekday"
}
