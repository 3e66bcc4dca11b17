import ArgumentParser

/// Whether a person is still with the agency.
enum Activity: String, EnumerableFlag {
  case active
  case inactive
}
