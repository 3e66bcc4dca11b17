// Preloaded into visitsd, counts its fsync and fdatasync calls in a file that the benchmark reads: SYNC_COUNT names it.
// An addition to shared memory, so that the count costs nothing; strace would slow down what is measured.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static _Atomic uint64_t *count;

__attribute__((constructor)) static void map_count(void) {
  const char *path = getenv("SYNC_COUNT");
  int file = path ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;
  if (file < 0 || ftruncate(file, sizeof *count) != 0) return;
  void *memory = mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (memory != MAP_FAILED) count = memory;
}

static int counted(const char *name, int descriptor) {
  int (*original)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  if (count) atomic_fetch_add_explicit(count, 1, memory_order_relaxed);
  return original(descriptor);
}

int fsync(int descriptor) { return counted("fsync", descriptor); }
int fdatasync(int descriptor) { return counted("fdatasync", descriptor); }
