extension Store {
  /// Has the writer begin a transaction and take it back. While no changes are taken it only has its turn.
  ///
  /// - Parameter answered: Called on the writer, when it has; never, when it hangs.
  package func proveWriter(_ answered: @escaping @Sendable () -> Void) { changes.prove(answered) }

  /// How much the writer has done within its changes: while that grows, it does not hang, however long a change takes.
  package var writerSteps: UInt64 { steps.count }
}
