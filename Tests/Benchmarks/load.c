// A load client for line- and RESP-speaking servers on a UNIX socket: one thread, N connections, each with one
// request under way at a time (closed loop). The same code measures visitsd and redis, so that its own cost falls out
// of their ratio.
//
//   load SOCKET CONNECTIONS SECONDS lines|once|resp FILE
//
// lines: each line of FILE is a request, taken in turn by whichever connection is free, from the first again after
//        the last. once: the same, and the run ends after the last. resp: FILE holds one request as it is on the wire.
// SECONDS bounds the run. Prints one line of JSON; exit status 1 when a connection breaks.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static _Noreturn void fail(const char *what) {
  fprintf(stderr, "load: %s: %s\n", what, errno ? strerror(errno) : "unexpected");
  exit(1);
}

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

// Requests: slices of the file.
typedef struct { const char *bytes; size_t count; } Slice;
static Slice *requests;
static size_t request_count, next_request;
static bool only_once, is_resp;

static void read_requests(const char *path) {
  int file = open(path, O_RDONLY);
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0) fail(path);
  size_t size = (size_t)status.st_size;
  const char *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
  if (bytes == MAP_FAILED) fail(path);
  if (is_resp) {
    requests = malloc(sizeof(Slice));
    requests[request_count++] = (Slice){bytes, size};
    return;
  }
  size_t capacity = 0;
  for (const char *line = bytes, *end = bytes + size; line < end;) {
    const char *newline = memchr(line, '\n', (size_t)(end - line));
    if (newline == NULL) fail("the last line of the requests has no end");
    if (request_count == capacity) {
      capacity = capacity ? 2 * capacity : 1024;
      requests = realloc(requests, capacity * sizeof(Slice));
    }
    requests[request_count++] = (Slice){line, (size_t)(newline + 1 - line)};
    line = newline + 1;
  }
}

// Latencies: a histogram with 64 steps for each power of two, so exact to 1.6 %.
static uint64_t histogram[64 * 64], answers, errors, answer_bytes;

static void record(uint64_t nanoseconds) {
  int shift = nanoseconds < 64 ? 0 : 58 - __builtin_clzll(nanoseconds);
  histogram[(uint64_t)shift * 64 + (nanoseconds >> shift)]++;
  answers++;
}

static double microseconds(double share) {
  uint64_t wanted = (uint64_t)(share * (double)answers), seen = 0;
  for (size_t i = 0; i < 64 * 64; i++) {
    seen += histogram[i];
    // A bucket's index is 64 * shift + (32..63 shifted up by one more bit); the first 64 stand for themselves.
    if (seen > wanted) return (double)((i % 64) << (i / 64)) / 1000.0;
  }
  return 0;
}

typedef struct {
  int descriptor;
  Slice rest;          // what is still to be written of the request
  char *buffer;        // what has come of the answer
  size_t count, capacity, scanned;
  uint64_t began;
  bool busy;
} Connection;

// How many bytes the answer in the buffer has, or 0 while it is not whole.
static size_t answer_length(Connection *connection) {
  if (!is_resp) {
    char *newline = memchr(connection->buffer + connection->scanned, '\n', connection->count - connection->scanned);
    connection->scanned = connection->count;
    return newline ? (size_t)(newline - connection->buffer) + 1 : 0;
  }
  char *line = memchr(connection->buffer, '\n', connection->count);
  if (line == NULL) return 0;
  size_t head = (size_t)(line - connection->buffer) + 1;
  if (connection->buffer[0] != '$') return head;
  long length = strtol(connection->buffer + 1, NULL, 10);
  size_t whole = length < 0 ? head : head + (size_t)length + 2;
  return connection->count >= whole ? whole : 0;
}

static bool is_error(const Connection *connection, size_t length) {
  if (is_resp) return connection->buffer[0] == '-' || memcmp(connection->buffer, "$-1", 3) == 0;
  return memmem(connection->buffer, length < 200 ? length : 200, "\"error\":{", 9) != NULL;
}

static void send_rest(Connection *connection) {
  while (connection->rest.count > 0) {
    ssize_t written = send(connection->descriptor, connection->rest.bytes, connection->rest.count, MSG_NOSIGNAL);
    if (written < 0 && errno == EAGAIN) return;
    if (written < 0) fail("send");
    connection->rest.bytes += written;
    connection->rest.count -= (size_t)written;
  }
}

static void begin(Connection *connection) {
  connection->busy = !(only_once && next_request == request_count);
  if (!connection->busy) return;
  connection->rest = requests[next_request % request_count];
  next_request = only_once ? next_request + 1 : (next_request + 1) % request_count;
  connection->began = now();
  send_rest(connection);
}

static void receive(Connection *connection) {
  if (connection->capacity - connection->count < 16384) {
    connection->capacity = 2 * connection->capacity + 32768;
    connection->buffer = realloc(connection->buffer, connection->capacity);
  }
  ssize_t got = recv(
    connection->descriptor, connection->buffer + connection->count, connection->capacity - connection->count, 0);
  if (got < 0 && errno == EAGAIN) return;
  if (got <= 0) { if (got == 0) errno = 0; fail("the server closed a connection"); }
  connection->count += (size_t)got;
  size_t length = answer_length(connection);
  if (length == 0) return;
  if (length != connection->count) { errno = 0; fail("more than one answer to a request"); }
  record(now() - connection->began);
  answer_bytes += length;
  if (is_error(connection, length) && errors++ == 0) {
    fprintf(stderr, "load: first error: %.*s", (int)(length < 400 ? length : 400), connection->buffer);
  }
  connection->count = connection->scanned = 0;
  begin(connection);
}

static Connection *open_all(const char *path, int count, int poll) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) fail("the socket path is too long");
  strcpy(address.sun_path, path);
  Connection *connections = calloc((size_t)count, sizeof(Connection));
  for (int i = 0; i < count; i++) {
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0 || connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0) fail(path);
    if (fcntl(descriptor, F_SETFL, O_NONBLOCK) != 0) fail("fcntl");
    connections[i].descriptor = descriptor;
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = &connections[i]};
    if (epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &event) != 0) fail("epoll_ctl");
  }
  return connections;
}

int main(int argc, char **argv) {
  if (argc != 6) {
    fprintf(stderr, "usage: load SOCKET CONNECTIONS SECONDS lines|once|resp FILE\n");
    return 64;
  }
  int count = atoi(argv[2]);
  double seconds = atof(argv[3]);
  only_once = strcmp(argv[4], "once") == 0;
  is_resp = strcmp(argv[4], "resp") == 0;
  read_requests(argv[5]);
  int poll = epoll_create1(EPOLL_CLOEXEC);
  Connection *connections = open_all(argv[1], count, poll);

  uint64_t start = now(), end = start + (uint64_t)(seconds * 1e9), last = start;
  int busy = 0;
  for (int i = 0; i < count; i++) begin(&connections[i]);
  for (int i = 0; i < count; i++) busy += connections[i].busy;
  struct epoll_event events[256];
  while (busy > 0 && last < end) {
    int ready = epoll_wait(poll, events, 256, 1000);
    if (ready < 0 && errno != EINTR) fail("epoll_wait");
    for (int i = 0; i < ready; i++) {
      Connection *connection = events[i].data.ptr;
      receive(connection);
      if (connection->busy && connection->rest.count > 0) send_rest(connection);
      if (!connection->busy) busy--;
    }
    last = now();
  }
  double elapsed = (double)(last - start) / 1e9;
  printf(
    "{\"answers\":%lu,\"errors\":%lu,\"seconds\":%.4f,\"rate\":%.1f,\"p50\":%.2f,\"p99\":%.2f,\"bytes\":%.1f}\n",
    (unsigned long)answers, (unsigned long)errors, elapsed, (double)answers / elapsed, microseconds(0.5),
    microseconds(0.99), answers ? (double)answer_bytes / (double)answers : 0.0);
  return 0;
}
