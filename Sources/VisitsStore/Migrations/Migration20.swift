extension Migration {
  /// Which people the office has linked to records upstream, and which person stands for one who was merged by that.
  ///
  /// The columns of a key come first: where they do not, `quick_check` of SQLite 3.40 finds a NULL in a table without row
  /// ids that has none, and no backup would be made.
  static let linkedPeople = Migration(
    version: 20, name: "linkedPeople",
    sql: """
      CREATE TABLE linkedPeople (
        topic TEXT NOT NULL CHECK (topic = 'worker' OR topic = 'client'),
        system TEXT NOT NULL,
        value TEXT NOT NULL,
        person TEXT NOT NULL,
        PRIMARY KEY (topic, system, value)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX linkedPeopleByPerson ON linkedPeople (topic, person);

      -- `successor` is never merged itself: what names it follows when it is.
      CREATE TABLE mergedPeople (
        topic TEXT NOT NULL CHECK (topic = 'worker' OR topic = 'client'),
        person TEXT NOT NULL,
        successor TEXT NOT NULL CHECK (successor <> person),
        PRIMARY KEY (topic, person)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX mergedPeopleBySuccessor ON mergedPeople (topic, successor);
      """)
}
