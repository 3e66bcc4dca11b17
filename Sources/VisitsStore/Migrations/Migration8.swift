extension Migration {
  /// Which systems know a thing, without a look at all that they know.
  static let identities = Migration(
    version: 8, name: "identities",
    sql: "CREATE INDEX upstreamByThing ON upstream (topic, thing);")
}
