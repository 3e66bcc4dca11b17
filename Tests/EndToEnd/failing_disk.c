// Preloaded into visitsd, lets calls fail or hang, as the test says in the file that FAILING_DISK names: one write, sync or
// truncation of the database, or every positioned write or every sync of any file.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// As faults.py writes it.
struct order {
  _Atomic int32_t countdown;  // 1: the next call fails; 0: none
  int32_t error;  // HANGS: it never returns
  int32_t base_only;  // 1: only calls on the database itself, not on its log
  _Atomic int32_t fired;
  _Atomic int32_t every;  // a kind: each call of it fails, on any file
};

enum { HANGS = -1 };
enum kind { OTHERS, POSITIONED_WRITES, SYNCS };

static struct order *order;

__attribute__((constructor)) static void map_order(void) {
  const char *path = getenv("FAILING_DISK");
  int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *memory = mmap(NULL, sizeof *order, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (memory != MAP_FAILED) order = memory;
}

static int fails(enum kind kind, int descriptor) {
  if (!order) return 0;
  if (kind != OTHERS && atomic_load(&order->every) == (int32_t)kind) {
    errno = order->error;
    return 1;
  }
  if (atomic_load(&order->countdown) <= 0) return 0;
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  const char *name = strstr(path, "/visits.sqlite");
  if (!name || (order->base_only && strcmp(name, "/visits.sqlite") != 0)) return 0;
  if (atomic_fetch_sub(&order->countdown, 1) != 1) return 0;
  atomic_store(&order->fired, 1);
  while (order->error == HANGS) pause();
  errno = order->error;
  return 1;
}

#define ORIGINAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int d, const void *bytes, size_t n) { return fails(OTHERS, d) ? -1 : ORIGINAL(write)(d, bytes, n); }
ssize_t pwrite(int d, const void *bytes, size_t n, off_t at) {
  return fails(POSITIONED_WRITES, d) ? -1 : ORIGINAL(pwrite)(d, bytes, n, at);
}
ssize_t pwrite64(int d, const void *bytes, size_t n, off64_t at) {
  return fails(POSITIONED_WRITES, d) ? -1 : ORIGINAL(pwrite64)(d, bytes, n, at);
}
int ftruncate(int d, off_t size) { return fails(OTHERS, d) ? -1 : ORIGINAL(ftruncate)(d, size); }
int ftruncate64(int d, off64_t size) { return fails(OTHERS, d) ? -1 : ORIGINAL(ftruncate64)(d, size); }
int fsync(int d) { return fails(SYNCS, d) ? -1 : ORIGINAL(fsync)(d); }
int fdatasync(int d) { return fails(SYNCS, d) ? -1 : ORIGINAL(fdatasync)(d); }
