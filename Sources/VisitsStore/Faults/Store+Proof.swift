extension Store {
  /// Tests whether the writer responds: it begins a transaction, rolls it back, and calls `answered`. During a disk
  /// fault the writer begins no transaction and only calls `answered`.
  ///
  /// - Parameter answered: A closure that the writer calls at the end of the test. If the writer hangs, it is never
  ///   called.
  package func proveWriter(_ answered: @escaping @Sendable () -> Void) { changes.prove(answered) }

  /// The number of steps that the writer has executed in its SQL statements. While this number grows, the writer does
  /// not hang, however long a change takes.
  package var writerSteps: UInt64 { steps.count }
}
