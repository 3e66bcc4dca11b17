// Sends a file's bytes over and over on N connections, as fast as the server takes them, and reads and throws away
// what comes back. A connection that the server closes is opened anew.
//
//   flood SOCKET CONNECTIONS FILE
//
// Runs until it is ended.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static _Noreturn void fail(const char *what) {
  fprintf(stderr, "flood: %s: %s\n", what, strerror(errno));
  exit(1);
}

typedef struct { int descriptor; size_t sent; } Connection;

static void open_one(Connection *connection, const struct sockaddr_un *address, int poll) {
  int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0 || connect(descriptor, (const struct sockaddr *)address, sizeof *address) != 0) fail("connect");
  if (fcntl(descriptor, F_SETFL, O_NONBLOCK) != 0) fail("fcntl");
  *connection = (Connection){descriptor, 0};
  struct epoll_event event = {.events = EPOLLIN | EPOLLOUT, .data.ptr = connection};
  if (epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &event) != 0) fail("epoll_ctl");
}

int main(int argc, char **argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: flood SOCKET CONNECTIONS FILE\n");
    return 64;
  }
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(argv[1]) >= sizeof address.sun_path) { errno = ENAMETOOLONG; fail(argv[1]); }
  strcpy(address.sun_path, argv[1]);
  int file = open(argv[3], O_RDONLY);
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0 || status.st_size == 0) fail(argv[3]);
  size_t size = (size_t)status.st_size;
  const char *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
  if (bytes == MAP_FAILED) fail(argv[3]);

  int count = atoi(argv[2]), poll = epoll_create1(EPOLL_CLOEXEC);
  Connection *connections = calloc((size_t)count, sizeof(Connection));
  for (int i = 0; i < count; i++) open_one(&connections[i], &address, poll);
  static char answers[1 << 16];
  struct epoll_event events[64];
  for (;;) {
    int ready = epoll_wait(poll, events, 64, -1);
    if (ready < 0 && errno != EINTR) fail("epoll_wait");
    for (int i = 0; i < ready; i++) {
      Connection *connection = events[i].data.ptr;
      ssize_t got = 1;
      if (events[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR)) {
        got = recv(connection->descriptor, answers, sizeof answers, 0);
      }
      if (got > 0 || (got < 0 && errno == EAGAIN)) {
        size_t rest = size - connection->sent;
        ssize_t sent = send(
          connection->descriptor, bytes + connection->sent, rest < 65536 ? rest : 65536, MSG_NOSIGNAL);
        if (sent > 0) connection->sent = (connection->sent + (size_t)sent) % size;
        if (sent >= 0 || errno == EAGAIN) continue;
      }
      close(connection->descriptor);
      open_one(connection, &address, poll);
    }
  }
}
