// Opens connections, has one request answered on each, prints how many it holds, and holds them until its input ends.
//
//   idle-connections PORT COUNT
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static const char request[] = "GET /plaintext HTTP/1.1\r\nHost: localhost\r\n\r\n";

static int open_one(int port) {
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int descriptor = socket(AF_INET, SOCK_STREAM, 0);
  if (descriptor < 0 || connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0) return 0;
  char answer[1024];
  size_t count = 0;
  if (send(descriptor, request, sizeof request - 1, MSG_NOSIGNAL) < 0) return 0;
  while (count < 13 || memcmp(answer + count - 13, "Hello, World!", 13) != 0) {
    ssize_t more = recv(descriptor, answer + count, sizeof answer - count, 0);
    if (more <= 0) return 0;
    count += more;
  }
  return 1;
}

int main(int argc, char **argv) {
  if (argc != 3) return 64;
  int wanted = atoi(argv[2]), held = 0;
  while (held < wanted && open_one(atoi(argv[1]))) held++;
  printf("held %d\n", held);
  fflush(stdout);
  while (getchar() != EOF) continue;
}
