extension Store {
  /// Makes the writer begin a transaction and roll it back. While the store accepts no changes, the writer only calls
  /// `answered`.
  ///
  /// - Parameter answered: Called on the writer afterwards; never called if the writer hangs.
  package func proveWriter(_ answered: @escaping @Sendable () -> Void) { changes.prove(answered) }

  /// The number of steps that the writer has done within its changes. While this number grows, the writer does not
  /// hang, however long a change takes.
  package var writerSteps: UInt64 { steps.count }
}
