extension Migration {
  /// What sync remembers.
  static let sync = Migration(
    version: 9, name: "sync",
    sql: """
      -- What upstream has not confirmed: a row for each thing, however often it changed. `number` is its place in the
      -- queue, `version` the one that waits, `worker` the person on whose Today it is told.
      CREATE TABLE outbox (
        number INTEGER PRIMARY KEY,
        topic TEXT NOT NULL CHECK (topic IN ('visit', 'worker', 'client', 'emergency')),
        thing TEXT NOT NULL,
        version INTEGER NOT NULL CHECK (version >= 1),
        worker TEXT,
        since INTEGER NOT NULL,
        attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
        isParked INTEGER NOT NULL DEFAULT 0 CHECK (isParked IN (0, 1)),
        UNIQUE (topic, thing)
      ) STRICT;
      CREATE INDEX outboxInOrder ON outbox (attempts, number) WHERE isParked = 0 AND topic <> 'emergency';
      CREATE INDEX outboxByWorker ON outbox (worker, isParked);

      -- Each record that is sent, stored before: `preparation` counts those of one thing that were stored together.
      -- `isDecided`: a person has it asked for again where it is not found.
      CREATE TABLE attempts (
        row INTEGER PRIMARY KEY,
        topic TEXT NOT NULL,
        thing TEXT NOT NULL,
        preparation INTEGER NOT NULL CHECK (preparation >= 1),
        version INTEGER NOT NULL CHECK (version >= 1),
        type TEXT NOT NULL,
        id TEXT,
        method TEXT NOT NULL CHECK (method IN ('create', 'post', 'update')),
        base TEXT,
        fields TEXT NOT NULL,
        isDecided INTEGER NOT NULL DEFAULT 0 CHECK (isDecided IN (0, 1)),
        FOREIGN KEY (topic, thing) REFERENCES outbox (topic, thing) ON DELETE CASCADE,
        CHECK (method = 'post' OR id IS NOT NULL),
        CHECK (method = 'update' OR base IS NULL)
      ) STRICT;
      CREATE INDEX attemptsByThing ON attempts (topic, thing, preparation);

      -- What both sides agreed on last of each record of upstream's. An Appointment of two workers is two visits, each a
      -- part of it.
      CREATE TABLE agreed (
        row INTEGER PRIMARY KEY,
        type TEXT NOT NULL,
        id TEXT NOT NULL,
        version TEXT,
        topic TEXT NOT NULL,
        thing TEXT NOT NULL,
        part INTEGER NOT NULL CHECK (part >= 1),
        fields TEXT NOT NULL,
        body TEXT NOT NULL,
        UNIQUE (type, id, part)
      ) STRICT;
      CREATE INDEX agreedByThing ON agreed (topic, thing);

      -- What a person must see to, or be shown: of a thing or of a record of upstream's, which stands here as
      -- `Type/id`. One of a kind is open at a time, but each value that was overruled stands by itself. `code` is our
      -- own name for what happened; without one the words are upstream's.
      CREATE TABLE problems (
        number INTEGER PRIMARY KEY,
        kind TEXT NOT NULL,
        subject TEXT NOT NULL,
        words TEXT NOT NULL,
        code TEXT,
        detail TEXT,
        since INTEGER NOT NULL,
        times INTEGER NOT NULL DEFAULT 1 CHECK (times >= 1),
        settledAt INTEGER,
        settledBy TEXT,
        reason TEXT,
        CHECK ((settledAt IS NULL) = (settledBy IS NULL))
      ) STRICT;
      CREATE UNIQUE INDEX problemsOpen ON problems (subject, kind) WHERE settledAt IS NULL AND kind <> 'overruled';

      -- Up to where the changes of a type were taken, the days that are here in full, and what lies outside of them
      -- or waits for an Appointment that is not here.
      CREATE TABLE watermarks (
        type TEXT PRIMARY KEY,
        at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE coveredDays (
        type TEXT NOT NULL,
        day INTEGER NOT NULL,
        PRIMARY KEY (type, day)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE outside (
        type TEXT NOT NULL,
        id TEXT NOT NULL,
        version TEXT,
        awaits TEXT,
        PRIMARY KEY (type, id)
      ) STRICT, WITHOUT ROWID;

      -- In which version a record of upstream's was met and not taken in, since it cannot be read or a person must see to
      -- it first. The same version again is no news.
      CREATE TABLE leftOut (
        type TEXT NOT NULL,
        id TEXT NOT NULL,
        version TEXT NOT NULL,
        PRIMARY KEY (type, id)
      ) STRICT, WITHOUT ROWID;

      -- What a person has decided is not sent. It stands here as it is, until it changes on either side.
      CREATE TABLE discarded (
        topic TEXT NOT NULL,
        thing TEXT NOT NULL,
        PRIMARY KEY (topic, thing)
      ) STRICT, WITHOUT ROWID;

      -- The server that all of this is about, since ids and versions mean nothing on another, when all was in step with
      -- it, and since which entry of the audit what changes here waits for nobody, there being no upstream.
      CREATE TABLE server (
        row INTEGER PRIMARY KEY CHECK (row = 1),
        base TEXT NOT NULL,
        syncedAt INTEGER,
        aloneSince INTEGER CHECK (aloneSince >= 0)
      ) STRICT;
      """)
}
