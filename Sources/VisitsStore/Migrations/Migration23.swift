extension Migration {
  /// People who were taken in before their names and addresses had parts are read once more: those come with the next pull.
  ///
  /// What upstream says of a person is news only where it differs from what was taken in, so that this changes nothing else
  /// and sends nothing.
  static let peopleAgain = Migration(
    version: 23, name: "peopleAgain",
    sql: """
      UPDATE agreed SET version = NULL WHERE type = 'Practitioner' OR type = 'Patient';
      DELETE FROM watermarks WHERE type = 'Practitioner' OR type = 'Patient';
      """)
}
