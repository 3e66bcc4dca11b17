import Dispatch
import Synchronization
package import VisitsModel

extension Store {
  /// Makes a change and blocks the calling thread until the change is committed or has failed. Backups and sync use
  /// this function, because each of their steps needs the result of the step before. Do not call it inside a closure
  /// that reads or changes the store.
  package func changeNow(
    _ request: ChangeRequest, _ body: @escaping @Sendable (ChangeTransaction) throws -> ChangeOutcome
  ) throws -> ChangeOutcome {
    let answer = Answer()
    change(request, body) { answer.give($0) }
    return try answer.wait().outcome
  }

  private final class Answer: Sendable {
    private let result = Mutex<Result<MadeChange, any Error>>(.failure(StoreFault.busy))
    private let isGiven = DispatchSemaphore(value: 0)

    func give(_ made: Result<MadeChange, any Error>) {
      result.withLock { $0 = made }
      isGiven.signal()
    }

    func wait() throws -> MadeChange {
      isGiven.wait()
      return try result.withLock { $0 }.get()
    }
  }
}
