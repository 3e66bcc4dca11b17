/// Words that hold a number of seconds, for a client that counts down by itself.
package struct Countdown: WireObject {
  /// The words in each form that a number takes, with `{seconds}` in its place.
  package struct Forms: WireObject {
    /// The form of 1 and its like.
    package var one: String?
    /// The form of some numbers in some languages.
    package var few: String?
    /// The form of others.
    package var many: String?
    /// The form of all the rest.
    package var other: String?

    package init(one: String?, few: String?, many: String?, other: String?) {
      self.one = one
      self.few = few
      self.many = many
      self.other = other
    }

    package static let members: [Member<Forms>] = [
      Member(optional: "one", { $0.one }, "The form of 1 and its like."),
      Member(optional: "few", { $0.few }, "The form of some numbers in some languages."),
      Member(optional: "many", { $0.many }, "The form of others."),
      Member(optional: "other", { $0.other }, "The form of all the rest."),
    ]
  }

  /// The language whose rules tell which number takes which form.
  package var language: String
  /// The words.
  package var forms: Forms
  /// The words once the moment has come.
  package var over: String

  package init(language: String, forms: Forms, over: String) {
    self.language = language
    self.forms = forms
    self.over = over
  }

  package static let members: [Member<Countdown>] = [
    Member("language", { $0.language }, "The language whose plural rules (CLDR) tell which number takes which form."),
    Member("forms", { $0.forms }, "The words with {seconds}, in each form that a number takes."),
    Member("over", { $0.over }, "The words once the moment has come."),
  ]
}
