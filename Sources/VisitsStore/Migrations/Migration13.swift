extension Migration {
  /// Goals, the sessions that work on them, and each try of these.
  ///
  /// The audit takes entries of goals and sessions too; see the second and the tenth for how. A trial is a change of its
  /// session, and has no entry of its own.
  static let goals = Migration(
    version: 13, name: "goals",
    sql: """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, ' OR topic = ''taskRecord'')',
        ' OR topic = ''taskRecord'' OR topic = ''goal'' OR topic = ''session'')')
        WHERE type = 'table' AND name = 'audit';
      PRAGMA writable_schema = RESET;

      CREATE TABLE goals (
        row INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
        client TEXT NOT NULL REFERENCES clients (id),
        title TEXT NOT NULL CHECK (title <> ''),
        status TEXT NOT NULL CHECK (status = 'active' OR status = 'achieved' OR status = 'retired'),
        setAt INTEGER NOT NULL,
        statusAt INTEGER NOT NULL,
        version INTEGER NOT NULL CHECK (version >= 1),
        updatedAt INTEGER NOT NULL,
        change INTEGER NOT NULL REFERENCES audit (sequence)
      ) STRICT;

      CREATE INDEX goalsByClient ON goals (client, setAt);
      CREATE INDEX goalsByStatus ON goals (client, status);

      CREATE TABLE sessions (
        row INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
        worker TEXT NOT NULL REFERENCES workers (id),
        client TEXT NOT NULL REFERENCES clients (id),
        goal TEXT NOT NULL REFERENCES goals (id),
        visit TEXT REFERENCES visits (id),
        startedAt INTEGER NOT NULL,
        startReceivedAt INTEGER NOT NULL,
        startMethod TEXT NOT NULL CHECK (startMethod = 'device' OR startMethod = 'office' OR startMethod = 'upstream'),
        startedBy TEXT NOT NULL,
        startIsClockSuspect INTEGER NOT NULL CHECK (startIsClockSuspect = 0 OR startIsClockSuspect = 1),
        endedAt INTEGER,
        endReceivedAt INTEGER,
        endMethod TEXT CHECK (endMethod = 'device' OR endMethod = 'office' OR endMethod = 'upstream'),
        endedBy TEXT,
        endIsClockSuspect INTEGER CHECK (endIsClockSuspect = 0 OR endIsClockSuspect = 1),
        endIsDerived INTEGER CHECK (endIsDerived = 0 OR endIsDerived = 1),
        -- How many count: those that were taken back do not.
        trials INTEGER NOT NULL,
        successes INTEGER NOT NULL CHECK (successes >= 0 AND successes <= trials),
        lastTrial INTEGER,
        lastTrialIsSuccess INTEGER CHECK (lastTrialIsSuccess = 0 OR lastTrialIsSuccess = 1),
        lastTrialIsTakenBack INTEGER CHECK (lastTrialIsTakenBack = 0 OR lastTrialIsTakenBack = 1),
        lastTrialAt INTEGER,
        version INTEGER NOT NULL CHECK (version >= 1),
        updatedAt INTEGER NOT NULL,
        change INTEGER NOT NULL REFERENCES audit (sequence),
        CHECK (endedAt IS NULL OR endedAt >= startedAt),
        CHECK ((endedAt IS NULL) = (endReceivedAt IS NULL)),
        CHECK ((endedAt IS NULL) = (endMethod IS NULL)),
        CHECK ((endedAt IS NULL) = (endedBy IS NULL)),
        CHECK ((endedAt IS NULL) = (endIsClockSuspect IS NULL)),
        CHECK ((endedAt IS NULL) = (endIsDerived IS NULL)),
        CHECK ((lastTrial IS NULL) = (lastTrialAt IS NULL)),
        CHECK ((lastTrial IS NULL) = (lastTrialIsSuccess IS NULL)),
        CHECK ((lastTrial IS NULL) = (lastTrialIsTakenBack IS NULL))
      ) STRICT;

      -- A worker practises with one client at a time.
      CREATE UNIQUE INDEX sessionsRunning ON sessions (worker) WHERE endedAt IS NULL;
      CREATE INDEX sessionsByStart ON sessions (startedAt, id);
      CREATE INDEX sessionsByWorker ON sessions (worker, startedAt, id);
      CREATE INDEX sessionsByClient ON sessions (client, startedAt, id);
      CREATE INDEX sessionsByGoal ON sessions (goal, startedAt, id);
      CREATE INDEX sessionsByVisit ON sessions (visit) WHERE visit IS NOT NULL;

      CREATE TABLE trials (
        row INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
        session TEXT NOT NULL REFERENCES sessions (id),
        number INTEGER NOT NULL CHECK (number >= 1),
        isSuccess INTEGER NOT NULL CHECK (isSuccess = 0 OR isSuccess = 1),
        at INTEGER NOT NULL,
        receivedAt INTEGER NOT NULL,
        method TEXT NOT NULL CHECK (method = 'device' OR method = 'office' OR method = 'upstream'),
        recordedBy TEXT NOT NULL,
        isClockSuspect INTEGER NOT NULL CHECK (isClockSuspect = 0 OR isClockSuspect = 1),
        isLate INTEGER NOT NULL CHECK (isLate = 0 OR isLate = 1),
        takenBackAt INTEGER,
        takenBackReceivedAt INTEGER,
        takenBackMethod TEXT
          CHECK (takenBackMethod = 'device' OR takenBackMethod = 'office' OR takenBackMethod = 'upstream'),
        takenBackBy TEXT,
        takenBackIsClockSuspect INTEGER CHECK (takenBackIsClockSuspect = 0 OR takenBackIsClockSuspect = 1),
        CHECK ((takenBackAt IS NULL) = (takenBackReceivedAt IS NULL)),
        CHECK ((takenBackAt IS NULL) = (takenBackMethod IS NULL)),
        CHECK ((takenBackAt IS NULL) = (takenBackBy IS NULL)),
        CHECK ((takenBackAt IS NULL) = (takenBackIsClockSuspect IS NULL))
      ) STRICT;

      CREATE UNIQUE INDEX trialsBySession ON trials (session, number);
      """)
}
