import Glibc

/// Standard input, output and error of this process.
package enum StandardDescriptors {
  /// Takes the place of those that were closed before the process began. What is opened next, a socket or a file, would get
  /// their number, and be read from and written into in their stead.
  ///
  /// To be called before anything is opened. Reading and writing fail with `EBADF` as before.
  package static func occupy() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      // The lowest free number, which is this one: those below are taken.
      if descriptor == STDIN_FILENO, open("/dev/null", O_WRONLY) >= 0 { continue }
      _ = open("/", O_RDONLY | O_DIRECTORY)
    }
  }
}
