extension Migration {
  /// The Location that an agreed Appointment names, which merged clients were followed, and whose each thing was before.
  ///
  /// A merge that was followed before this step is read from the audit: the earliest entry of a thing that names a
  /// merged client tells whose it was. When it was followed is not known.
  static let followedMerges = Migration(
    version: 22, name: "followedMerges",
    sql: """
      ALTER TABLE agreed ADD COLUMN place TEXT GENERATED ALWAYS AS (
        CASE WHEN type = 'Appointment' AND json_valid(fields) THEN json_extract(fields, '$.read.place.value') END
      ) VIRTUAL;
      CREATE INDEX agreedByPlace ON agreed (place) WHERE place IS NOT NULL;

      -- `holder` is the client who has everything of `client`, `since` the last entry of the audit before that.
      CREATE TABLE followedMerges (
        client TEXT NOT NULL,
        holder TEXT NOT NULL CHECK (holder <> client),
        since INTEGER NOT NULL CHECK (since >= 0),
        PRIMARY KEY (client)
      ) STRICT, WITHOUT ROWID;

      -- `client` is the client whose the thing was before it moved to `holder`.
      CREATE TABLE mergedThings (
        topic TEXT NOT NULL CHECK (
          topic = 'visit' OR topic = 'series' OR topic = 'task' OR topic = 'goal' OR topic = 'session'),
        thing TEXT NOT NULL,
        client TEXT NOT NULL,
        holder TEXT NOT NULL,
        PRIMARY KEY (topic, thing)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX mergedThingsByClient ON mergedThings (client, holder, topic);

      INSERT INTO mergedThings (topic, thing, client, holder)
        SELECT 'visit', visits.id, person, visits.client
        FROM formerVisits JOIN visits ON visits.row = formerVisits.visit
        WHERE formerVisits.topic = 'client' AND person <> visits.client AND EXISTS (
          SELECT 1 FROM agreed WHERE agreed.topic = 'client' AND thing = person AND fields <> '')
        ON CONFLICT DO NOTHING;
      WITH RECURSIVE
        things (topic, thing, holder, change) AS (
          SELECT 'series', id, client, change FROM series
          UNION ALL SELECT 'task', id, client, change FROM tasks
          UNION ALL SELECT 'goal', id, client, change FROM goals
          UNION ALL SELECT 'session', id, client, change FROM sessions
        ),
        walk (topic, thing, holder, sequence) AS (
          SELECT topic, thing, holder, change FROM things
          WHERE EXISTS (SELECT 1 FROM agreed WHERE type = 'Patient' AND fields <> '')
          UNION ALL
          SELECT walk.topic, walk.thing, holder, audit.previous
          FROM walk JOIN audit ON audit.sequence = walk.sequence WHERE audit.previous IS NOT NULL
        )
      INSERT INTO mergedThings (topic, thing, client, holder)
        SELECT walk.topic, walk.thing, json_extract(snapshot, '$.client'), holder
        FROM walk JOIN audit ON audit.sequence = walk.sequence
        WHERE json_extract(snapshot, '$.client') <> holder AND EXISTS (
          SELECT 1 FROM agreed
          WHERE agreed.topic = 'client' AND agreed.thing = json_extract(snapshot, '$.client') AND fields <> '')
        ORDER BY walk.sequence
        ON CONFLICT DO NOTHING;
      INSERT INTO followedMerges (client, holder, since)
        SELECT client, max(holder), 0 FROM mergedThings GROUP BY client;
      """)
}
