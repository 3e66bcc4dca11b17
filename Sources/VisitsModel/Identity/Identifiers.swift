/// The id of a visit: a UUID in lower case, 36 characters.
package struct VisitID: Sendable, Hashable, Codable, RawRepresentable {
  /// The text.
  package let rawValue: String

  /// An id that is known to be one: from the store, or just made.
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// The id of an emergency: a UUID in lower case, 36 characters.
package struct EmergencyID: Sendable, Hashable, Codable, RawRepresentable {
  /// The text.
  package let rawValue: String

  /// An id that is known to be one: from the store, or just made.
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// The id of a device: a UUID in lower case, 36 characters.
package struct DeviceID: Sendable, Hashable, Codable, RawRepresentable {
  /// The text.
  package let rawValue: String

  /// An id that is known to be one: from the store, or just made.
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// The id of a series of visits: a UUID in lower case, 36 characters.
package struct SeriesID: Sendable, Hashable, Codable, RawRepresentable {
  /// The text.
  package let rawValue: String

  /// An id that is known to be one: from the store, or just made.
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// The id of an alert: a UUID in lower case, 36 characters.
package struct AlertID: Sendable, Hashable, Codable, RawRepresentable {
  /// The text.
  package let rawValue: String

  /// An id that is known to be one: from the store, or just made.
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// The id of an absence: a UUID in lower case, 36 characters.
package struct AbsenceID: Sendable, Hashable, Codable, RawRepresentable {
  /// The text.
  package let rawValue: String

  /// An id that is known to be one: from the store, or just made.
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// The id of a care task: a UUID in lower case, 36 characters.
package struct CareTaskID: Sendable, Hashable, Codable, RawRepresentable {
  /// The text.
  package let rawValue: String

  /// An id that is known to be one: from the store, or just made.
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// The id of a task record: a UUID in lower case, 36 characters.
package struct TaskRecordID: Sendable, Hashable, Codable, RawRepresentable {
  /// The text.
  package let rawValue: String

  /// An id that is known to be one: from the store, or just made.
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// The id of a goal: a UUID in lower case, 36 characters.
package struct GoalID: Sendable, Hashable, Codable, RawRepresentable {
  /// The text.
  package let rawValue: String

  /// An id that is known to be one: from the store, or just made.
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// The id of a session: a UUID in lower case, 36 characters.
package struct SessionID: Sendable, Hashable, Codable, RawRepresentable {
  /// The text.
  package let rawValue: String

  /// An id that is known to be one: from the store, or just made.
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// The id of a trial: a UUID in lower case, 36 characters.
package struct TrialID: Sendable, Hashable, Codable, RawRepresentable {
  /// The text.
  package let rawValue: String

  /// An id that is known to be one: from the store, or just made.
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// The id of a worker, a slug such as `sarah`.
package struct WorkerID: Sendable, Hashable, Codable, RawRepresentable {
  /// The slug.
  package let rawValue: String

  /// `nil` when the text is no ``Slug``.
  package init?(rawValue: String) {
    guard Slug.isValid(rawValue) else { return nil }
    self.rawValue = rawValue
  }
}

/// The id of a client, a slug such as `margaret-chen`.
package struct ClientID: Sendable, Hashable, Codable, RawRepresentable {
  /// The slug.
  package let rawValue: String

  /// `nil` when the text is no ``Slug``.
  package init?(rawValue: String) {
    guard Slug.isValid(rawValue) else { return nil }
    self.rawValue = rawValue
  }
}

/// The opaque UUID of a worker or a client: the only id of a person that may stand in a log or a metric, since a slug
/// is a name.
package struct PersonKey: Sendable, Hashable, Codable, RawRepresentable {
  /// The UUID's text.
  package let rawValue: String

  /// A key from the store, or just made.
  package init(rawValue: String) { self.rawValue = rawValue }
}
