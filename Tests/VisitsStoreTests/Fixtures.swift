@testable import VisitsStore

/// Databases as versions that were released have made them.
enum Fixtures {
  /// What the first version made: Sarah, Margaret Chen, and a visit that the request `first` of `uid:0` planned. Its
  /// schema is that of the first migration, which another test holds to be the one that was released.
  static let firstVersion =
    """
    PRAGMA journal_mode = WAL;
    PRAGMA application_id = 1986622313;
    CREATE TABLE migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL, appliedAt INTEGER NOT NULL) STRICT;
    """ + Migration.schedule.sql + """
      INSERT INTO migrations (version, name, appliedAt) VALUES (1, 'schedule', 1795000000000);
      INSERT INTO meta (name, value) VALUES ('epoch', 1795000000), ('floor', 0);
      INSERT INTO audit (sequence, at, topic, method, thing, version, caller, origin, requestId, snapshot) VALUES
        (1, 1795000000000, 'worker', 'import', '01a1f978-b580-7c15-b70f-4b498739396e', 1, 'root', 'socket', 'people',
          '{"id":"sarah","key":"01a1f978-b580-7c15-b70f-4b498739396e","name":"Sarah Miller","active":true,"version":1,"updatedAt":1795000000000}'),
        (2, 1795000000000, 'client', 'import', '01a1f978-b580-782a-a6e5-5d24ce7272dc', 1, 'root', 'socket', 'people',
          '{"id":"margaret-chen","key":"01a1f978-b580-782a-a6e5-5d24ce7272dc","name":"Margaret Chen","address":"123 Oak St, Edmonton","active":true,"version":1,"updatedAt":1795000000000}'),
        (3, 1795000000000, 'visit', 'visit.add', '018f3b2e-7c1a-7b3d-9f00-000000000001', 1, 'root', 'socket', 'first',
          '{"id":"018f3b2e-7c1a-7b3d-9f00-000000000001","worker":"sarah","client":"margaret-chen","start":1795186800000,"end":1795190400000,"note":"Ring twice","status":"scheduled","version":1,"updatedAt":1795000000000}');
      INSERT INTO workers (row, id, key, name, foldedName, isActive, version, updatedAt, change) VALUES
        (1, 'sarah', '01a1f978-b580-7c15-b70f-4b498739396e', 'Sarah Miller', 'sarah miller', 1, 1, 1795000000000, 1);
      INSERT INTO clients
        (row, id, key, name, foldedName, address, isTimeCritical, isActive, version, updatedAt, change) VALUES
        (1, 'margaret-chen', '01a1f978-b580-782a-a6e5-5d24ce7272dc', 'Margaret Chen', 'margaret chen',
          '123 Oak St, Edmonton', 0, 1, 1, 1795000000000, 2);
      INSERT INTO visits
        (row, id, worker, client, startsAt, endsAt, note, status, isWithdrawn, version, updatedAt, change) VALUES
        (1, '018f3b2e-7c1a-7b3d-9f00-000000000001', 'sarah', 'margaret-chen', 1795186800000, 1795190400000,
          'Ring twice', 'scheduled', 0, 1, 1795000000000, 3);
      UPDATE counters SET value = 1 WHERE name IN ('worker', 'client', 'scheduled');
      INSERT INTO requests (row, scope, id, method, size, digestHigh, digestLow, at, outcome) VALUES
        (1, 'uid:0', 'first', 'visit.add', 2, -3903755779813935219, -6544998470483576447, 1795000000000,
          '{"feed":3,"visits":[3]}');
      PRAGMA user_version = 1;
      """

  /// Sarah and Margaret Chen, in a schema of any version: what is put by today's statements needs today's columns.
  static let people = """
    INSERT INTO audit (sequence, at, topic, method, thing, version, caller, origin, requestId, snapshot) VALUES
      (1, 1795000000000, 'worker', 'import', '01a1f978-b580-7c15-b70f-4b498739396e', 1, 'root', 'socket', 'people',
        '{"id":"sarah","key":"01a1f978-b580-7c15-b70f-4b498739396e","name":"Sarah Miller","active":true,"version":1,"updatedAt":1795000000000}'),
      (2, 1795000000000, 'client', 'import', '01a1f978-b580-782a-a6e5-5d24ce7272dc', 1, 'root', 'socket', 'people',
        '{"id":"margaret-chen","key":"01a1f978-b580-782a-a6e5-5d24ce7272dc","name":"Margaret Chen","address":"123 Oak St, Edmonton","active":true,"version":1,"updatedAt":1795000000000}');
    INSERT INTO workers (row, id, key, name, foldedName, isActive, version, updatedAt, change) VALUES
      (1, 'sarah', '01a1f978-b580-7c15-b70f-4b498739396e', 'Sarah Miller', 'sarah miller', 1, 1, 1795000000000, 1);
    INSERT INTO clients
      (row, id, key, name, foldedName, address, isTimeCritical, isActive, version, updatedAt, change) VALUES
      (1, 'margaret-chen', '01a1f978-b580-782a-a6e5-5d24ce7272dc', 'Margaret Chen', 'margaret chen',
        '123 Oak St, Edmonton', 0, 1, 1, 1795000000000, 2);
    UPDATE counters SET value = 1 WHERE name IN ('worker', 'client');
    """
}
