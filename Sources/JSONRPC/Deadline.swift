import Glibc

/// A moment on the monotonic clock, so that setting the wall clock neither shortens nor prolongs a wait.
package struct Deadline {
  private let milliseconds: Int64

  /// The moment so many milliseconds from now.
  package init(milliseconds: Int) {
    self.milliseconds = Self.now + Int64(clamping: min(milliseconds, Int(Int32.max)))
  }

  /// What is left, 0 when the moment has passed; as `poll` wants it.
  package var millisecondsLeft: Int32 {
    Int32(clamping: max(0, milliseconds - Self.now))
  }

  private static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
