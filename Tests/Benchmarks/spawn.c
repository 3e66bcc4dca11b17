// Times a program from its start to its end: spawn COUNT PROGRAM WORDS...
// Its output goes to /dev/null. Prints one line of JSON; exit status 1 when the program fails.

#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static int by_size(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

static double milliseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

int main(int argc, char **argv) {
  int count = argc > 2 ? atoi(argv[1]) : 0;
  if (count < 1) return 64;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  double *times = malloc((size_t)count * sizeof *times);
  for (int i = 0; i < count; i++) {
    pid_t child;
    int status;
    double began = milliseconds();
    if (posix_spawnp(&child, argv[2], &actions, NULL, argv + 2, environ) != 0) return 1;
    if (waitpid(child, &status, 0) != child || status != 0) {
      fprintf(stderr, "spawn: %s ended with status %d\n", argv[2], WEXITSTATUS(status));
      return 1;
    }
    times[i] = milliseconds() - began;
  }
  qsort(times, (size_t)count, sizeof *times, by_size);
  printf("{\"runs\":%d,\"median\":%.3f,\"p99\":%.3f}\n", count, times[count / 2], times[(count * 99) / 100]);
  return 0;
}
