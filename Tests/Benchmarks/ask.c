// The least that a client can do: connects to SOCKET, sends the request in the second argument and prints the answer.
// What "visits today" costs beyond this is its own doing.

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int main(int argc, char **argv) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (argc != 3 || strlen(argv[1]) >= sizeof address.sun_path) return 64;
  strcpy(address.sun_path, argv[1]);
  int server = socket(AF_UNIX, SOCK_STREAM, 0);
  if (server < 0 || connect(server, (struct sockaddr *)&address, sizeof address) != 0) return 69;
  if (dprintf(server, "%s\n", argv[2]) < 0) return 69;
  char buffer[65536];
  for (ssize_t count; (count = read(server, buffer, sizeof buffer)) > 0;) {
    fwrite(buffer, 1, (size_t)count, stdout);
    if (buffer[count - 1] == '\n') return 0;
  }
  return 70;
}
