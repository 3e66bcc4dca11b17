extension Migration {
  /// Workers, clients, visits, the audit and the records of requests.
  ///
  /// The audit is a list that only grows: each entry names the thing's entry before it, each thing its last entry, so
  /// that a thing's history is found without an index that every change would have to write. Times are milliseconds.
  static let schedule = Migration(
    version: 1, name: "schedule", sql: people + visits + changes)

  private static let people = """
    CREATE TABLE meta (
      name TEXT PRIMARY KEY,
      value INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE audit (
      sequence INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      topic TEXT NOT NULL CHECK (topic IN ('visit', 'worker', 'client')),
      method TEXT NOT NULL,
      thing TEXT NOT NULL CHECK (length(thing) = 36),
      version INTEGER NOT NULL CHECK (version >= 1),
      previous INTEGER,
      caller TEXT NOT NULL,
      origin TEXT NOT NULL CHECK (origin IN ('socket', 'gateway', 'upstream', 'import')),
      requestId TEXT NOT NULL,
      reason TEXT,
      snapshot TEXT NOT NULL,
      CHECK ((version = 1) = (previous IS NULL)),
      CHECK (previous < sequence)
    ) STRICT;

    CREATE TRIGGER auditIsNeverUpdated BEFORE UPDATE ON audit
    BEGIN SELECT raise(ABORT, 'the audit is append-only'); END;

    CREATE TRIGGER auditIsNeverDeleted BEFORE DELETE ON audit
    BEGIN SELECT raise(ABORT, 'the audit is append-only'); END;

    CREATE TABLE workers (
      row INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 64),
      key TEXT NOT NULL UNIQUE CHECK (length(key) = 36),
      name TEXT NOT NULL,
      foldedName TEXT NOT NULL,
      zone TEXT,
      phone TEXT,
      locale TEXT,
      isActive INTEGER NOT NULL CHECK (isActive IN (0, 1)),
      version INTEGER NOT NULL CHECK (version >= 1),
      updatedAt INTEGER NOT NULL,
      change INTEGER NOT NULL REFERENCES audit (sequence)
    ) STRICT;

    CREATE TABLE clients (
      row INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 64),
      key TEXT NOT NULL UNIQUE CHECK (length(key) = 36),
      name TEXT NOT NULL,
      foldedName TEXT NOT NULL,
      address TEXT,
      zone TEXT,
      birthDate INTEGER,
      latitude REAL CHECK (latitude BETWEEN -90 AND 90),
      longitude REAL CHECK (longitude BETWEEN -180 AND 180),
      accuracy REAL CHECK (accuracy >= 0),
      phone TEXT,
      accessNote TEXT,
      emergencyContact TEXT,
      photo TEXT,
      isTimeCritical INTEGER NOT NULL CHECK (isTimeCritical IN (0, 1)),
      isActive INTEGER NOT NULL CHECK (isActive IN (0, 1)),
      version INTEGER NOT NULL CHECK (version >= 1),
      updatedAt INTEGER NOT NULL,
      change INTEGER NOT NULL REFERENCES audit (sequence),
      CHECK ((latitude IS NULL) = (longitude IS NULL)),
      CHECK (accuracy IS NULL OR latitude IS NOT NULL)
    ) STRICT;

    CREATE VIRTUAL TABLE workerNames USING fts5(
      foldedName, id, content='workers', content_rowid='row', columnsize=0, tokenize='trigram');

    CREATE TRIGGER workerIsNamed AFTER INSERT ON workers
    BEGIN
      INSERT INTO workerNames (rowid, foldedName, id) VALUES (NEW.row, NEW.foldedName, NEW.id);
    END;

    CREATE TRIGGER workerIsRenamed AFTER UPDATE OF foldedName, id ON workers
    WHEN OLD.foldedName <> NEW.foldedName OR OLD.id <> NEW.id
    BEGIN
      INSERT INTO workerNames (workerNames, rowid, foldedName, id) VALUES ('delete', OLD.row, OLD.foldedName, OLD.id);
      INSERT INTO workerNames (rowid, foldedName, id) VALUES (NEW.row, NEW.foldedName, NEW.id);
    END;

    CREATE VIRTUAL TABLE clientNames USING fts5(
      foldedName, id, content='clients', content_rowid='row', columnsize=0, tokenize='trigram');

    CREATE TRIGGER clientIsNamed AFTER INSERT ON clients
    BEGIN
      INSERT INTO clientNames (rowid, foldedName, id) VALUES (NEW.row, NEW.foldedName, NEW.id);
    END;

    CREATE TRIGGER clientIsRenamed AFTER UPDATE OF foldedName, id ON clients
    WHEN OLD.foldedName <> NEW.foldedName OR OLD.id <> NEW.id
    BEGIN
      INSERT INTO clientNames (clientNames, rowid, foldedName, id) VALUES ('delete', OLD.row, OLD.foldedName, OLD.id);
      INSERT INTO clientNames (rowid, foldedName, id) VALUES (NEW.row, NEW.foldedName, NEW.id);
    END;

    """

  private static let visits = """
    CREATE TABLE visits (
      row INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
      worker TEXT REFERENCES workers (id),
      client TEXT NOT NULL REFERENCES clients (id),
      startsAt INTEGER NOT NULL,
      endsAt INTEGER NOT NULL,
      address TEXT,
      service TEXT,
      note TEXT,
      status TEXT NOT NULL CHECK (status IN ('scheduled', 'inProgress', 'completed', 'cancelled', 'missed')),
      checkInAt INTEGER,
      checkInReceivedAt INTEGER,
      checkInLatitude REAL CHECK (checkInLatitude BETWEEN -90 AND 90),
      checkInLongitude REAL CHECK (checkInLongitude BETWEEN -180 AND 180),
      checkInAccuracy REAL CHECK (checkInAccuracy >= 0),
      checkInDistance REAL,
      checkInMethod TEXT CHECK (checkInMethod IN ('device', 'office', 'upstream')),
      checkInIsClockSuspect INTEGER CHECK (checkInIsClockSuspect IN (0, 1)),
      checkInFirstAt INTEGER,
      checkInCorrection TEXT,
      checkOutAt INTEGER,
      checkOutReceivedAt INTEGER,
      checkOutLatitude REAL CHECK (checkOutLatitude BETWEEN -90 AND 90),
      checkOutLongitude REAL CHECK (checkOutLongitude BETWEEN -180 AND 180),
      checkOutAccuracy REAL CHECK (checkOutAccuracy >= 0),
      checkOutDistance REAL,
      checkOutMethod TEXT CHECK (checkOutMethod IN ('device', 'office', 'upstream')),
      checkOutIsClockSuspect INTEGER CHECK (checkOutIsClockSuspect IN (0, 1)),
      checkOutFirstAt INTEGER,
      checkOutCorrection TEXT,
      reason TEXT,
      missedBy TEXT CHECK (missedBy IN ('worker', 'client', 'agency')),
      series TEXT,
      isWithdrawn INTEGER NOT NULL CHECK (isWithdrawn IN (0, 1)),
      version INTEGER NOT NULL CHECK (version >= 1),
      updatedAt INTEGER NOT NULL,
      change INTEGER NOT NULL REFERENCES audit (sequence),
      CHECK (startsAt < endsAt AND endsAt - startsAt <= 86400000),
      CHECK ((checkInAt IS NULL) = (checkInReceivedAt IS NULL)),
      CHECK ((checkInAt IS NULL) = (checkInMethod IS NULL)),
      CHECK ((checkInAt IS NULL) = (checkInIsClockSuspect IS NULL)),
      CHECK ((checkInLatitude IS NULL) = (checkInLongitude IS NULL)),
      CHECK (checkInAccuracy IS NULL OR checkInLatitude IS NOT NULL),
      CHECK (checkInFirstAt IS NULL OR checkInCorrection IS NOT NULL),
      CHECK (checkInAt IS NOT NULL OR coalesce(checkInLatitude, checkInDistance, checkInCorrection) IS NULL),
      CHECK ((checkOutAt IS NULL) = (checkOutReceivedAt IS NULL)),
      CHECK ((checkOutAt IS NULL) = (checkOutMethod IS NULL)),
      CHECK ((checkOutAt IS NULL) = (checkOutIsClockSuspect IS NULL)),
      CHECK ((checkOutLatitude IS NULL) = (checkOutLongitude IS NULL)),
      CHECK (checkOutAccuracy IS NULL OR checkOutLatitude IS NOT NULL),
      CHECK (checkOutFirstAt IS NULL OR checkOutCorrection IS NOT NULL),
      CHECK (checkOutAt IS NOT NULL OR coalesce(checkOutLatitude, checkOutDistance, checkOutCorrection) IS NULL),
      CHECK (status NOT IN ('scheduled', 'missed') OR checkInAt IS NULL),
      CHECK (status = 'completed' OR checkOutAt IS NULL),
      CHECK ((status IN ('cancelled', 'missed')) = (reason IS NOT NULL)),
      CHECK ((status = 'missed') = (missedBy IS NOT NULL))
    ) STRICT;

    CREATE INDEX visitsByWorker ON visits (worker, startsAt) WHERE worker IS NOT NULL;
    CREATE INDEX visitsByClient ON visits (client, startsAt);
    CREATE INDEX visitsByStart ON visits (startsAt, id);
    CREATE INDEX visitsOpen ON visits (startsAt, id) WHERE worker IS NULL;
    CREATE INDEX visitsUnderWay ON visits (worker) WHERE status = 'inProgress';
    CREATE INDEX visitsNotMade ON visits (startsAt, id) WHERE status IN ('cancelled', 'missed');
    CREATE INDEX visitsByIdEnd ON visits (substr(id, -4));

    -- Who has had a visit before it was given to somebody else: it stays part of that person's history.
    CREATE TABLE formerVisits (
      topic TEXT NOT NULL CHECK (topic IN ('worker', 'client')),
      person TEXT NOT NULL,
      visit INTEGER NOT NULL REFERENCES visits (row),
      PRIMARY KEY (topic, person, visit)
    ) STRICT, WITHOUT ROWID;

    -- How many visits there are in each state, withdrawn ones aside, and how many people.
    CREATE TABLE counters (
      name TEXT PRIMARY KEY,
      value INTEGER NOT NULL CHECK (value >= 0)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO counters VALUES
      ('scheduled', 0), ('inProgress', 0), ('completed', 0), ('cancelled', 0), ('missed', 0), ('worker', 0), ('client', 0);

    """

  private static let changes = """
    -- What was asked for and what came of it, so that a repeat changes nothing. `outcome` refers to the audit.
    CREATE TABLE requests (
      row INTEGER PRIMARY KEY,
      scope TEXT NOT NULL,
      id TEXT NOT NULL,
      method TEXT NOT NULL,
      size INTEGER NOT NULL,
      digestHigh INTEGER NOT NULL,
      digestLow INTEGER NOT NULL,
      at INTEGER NOT NULL,
      outcome TEXT NOT NULL,
      UNIQUE (scope, id)
    ) STRICT;

    CREATE TABLE upstream (
      topic TEXT NOT NULL CHECK (topic IN ('visit', 'worker', 'client')),
      system TEXT NOT NULL,
      value TEXT NOT NULL,
      part INTEGER NOT NULL CHECK (part >= 1),
      thing TEXT NOT NULL,
      digest TEXT,
      PRIMARY KEY (topic, system, value, part)
    ) STRICT, WITHOUT ROWID;

    """
}
