// The cost of streams without a server: `stream-limit` prints its port, and answers each connection by itself.
//
// GET /events/N sends N events as chunks, one send for each. PUT /sink receives the announced bytes and discards them.
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int send_all(int fd, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t sent = send(fd, bytes, count, MSG_NOSIGNAL);
    if (sent <= 0) return -1;
    bytes += sent;
    count -= (size_t)sent;
  }
  return 0;
}

static void send_events(int fd, long count) {
  static const char head[] =
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n";
  if (send_all(fd, head, sizeof head - 1)) return;
  for (long number = 1; number <= count; number++) {
    char event[128], chunk[160];
    int size = snprintf(event, sizeof event, "data: {\"number\":%ld,\"name\":\"a sample\"}\n\n", number);
    int length = snprintf(chunk, sizeof chunk, "%x\r\n%s\r\n", (unsigned)size, event);
    if (send_all(fd, chunk, (size_t)length)) return;
  }
  send_all(fd, "0\r\n\r\n", 5);
}

static void receive(int fd, long count) {
  static char buffer[64 << 10];
  while (count > 0) {
    ssize_t got = recv(fd, buffer, sizeof buffer, 0);
    if (got <= 0) return;
    count -= got;
  }
  static const char answer[] = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
  send_all(fd, answer, sizeof answer - 1);
}

static void serve(int fd) {
  char head[4096];
  size_t filled = 0;
  char *end = NULL;
  while (!end && filled < sizeof head - 1) {
    ssize_t got = recv(fd, head + filled, sizeof head - 1 - filled, 0);
    if (got <= 0) return;
    filled += (size_t)got;
    head[filled] = 0;
    end = strstr(head, "\r\n\r\n");
  }
  if (!end) return;
  if (!strncmp(head, "GET /events/", 12)) return send_events(fd, atol(head + 12));
  const char *length = strcasestr(head, "Content-Length: ");
  if (!length) return;
  if (strcasestr(head, "Expect: 100-continue")) send_all(fd, "HTTP/1.1 100 Continue\r\n\r\n", 25);
  receive(fd, atol(length + 16) - (long)(head + filled - end - 4));
}

int main(void) {
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  if (bind(listener, (struct sockaddr *)&address, size) || listen(listener, 16) ||
      getsockname(listener, (struct sockaddr *)&address, &size))
    return 1;
  printf("listening on 127.0.0.1:%d\n", ntohs(address.sin_port));
  fflush(stdout);
  for (;;) {
    int fd = accept(listener, NULL, NULL);
    if (fd < 0) continue;
    int on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    serve(fd);
    shutdown(fd, SHUT_WR);
    close(fd);
  }
}
