// The least a server can do: epoll, and fixed bytes for each of the three routes. What it costs is the limit that other
// servers are compared with.
//
//   limit-server --port N --threads N --list FILE --created FILE
//
// The files hold the JSON of the answers to (b) and (c). Connections are kept alive and may be pipelined. The request
// line and Content-Length are all that is read of a request.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MAX_EVENTS = 256, READ_BYTES = 65536, WRITE_BYTES = 1 << 20, MAX_DESCRIPTORS = 65536 };

// Bytes of an incomplete request, or of responses that the kernel has not accepted.
struct kept {
  char *bytes;
  size_t count;
};

struct connection {
  struct kept input, output;
};

struct worker {
  int epoll, listener;
  char *read_buffer, *write_buffer;
  size_t written;
};

static struct connection *connections;
static char *plaintext, *list, *created, *missing;
static size_t plaintext_count, list_count, created_count, missing_count;

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static char *answer(const char *status, const char *type, const char *body, size_t body_count, size_t *count) {
  char head[256];
  int head_count = snprintf(
      head, sizeof head,
      "HTTP/1.1 %s\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\nContent-Type: %s\r\nContent-Length: %zu\r\n\r\n",
      status, type, body_count);
  char *bytes = malloc(head_count + body_count);
  memcpy(bytes, head, head_count);
  memcpy(bytes + head_count, body, body_count);
  *count = head_count + body_count;
  return bytes;
}

static char *file_answer(const char *status, const char *path, size_t *count) {
  static char body[READ_BYTES];
  FILE *file = fopen(path, "rb");
  if (!file) fail(path);
  size_t body_count = fread(body, 1, sizeof body, file);
  fclose(file);
  return answer(status, "application/json", body, body_count, count);
}

// The end of the request's head, or NULL.
static const char *head_end(const char *bytes, size_t count) {
  const char *end = memmem(bytes, count, "\r\n\r\n", 4);
  return end ? end + 4 : NULL;
}

static size_t content_length(const char *bytes, const char *end) {
  for (const char *line = memchr(bytes, '\n', end - bytes); line && line + 16 < end;
       line = memchr(line + 1, '\n', end - line - 1)) {
    if (strncasecmp(line + 1, "content-length:", 15) == 0) return strtoul(line + 16, NULL, 10);
  }
  return 0;
}

static void put(struct worker *worker, const char *bytes, size_t count) {
  if (worker->written + count > WRITE_BYTES) return;
  memcpy(worker->write_buffer + worker->written, bytes, count);
  worker->written += count;
}

// Responds to every complete request, and returns their number of bytes.
static size_t serve(struct worker *worker, const char *bytes, size_t count) {
  size_t taken = 0;
  while (taken < count) {
    const char *request = bytes + taken;
    const char *end = head_end(request, count - taken);
    if (!end) break;
    size_t length = end - request;
    if (strncmp(request, "GET /plaintext ", 15) == 0) {
      put(worker, plaintext, plaintext_count);
    } else if (strncmp(request, "GET /users/", 11) == 0) {
      put(worker, list, list_count);
    } else if (strncmp(request, "POST /todos ", 12) == 0) {
      length += content_length(request, end);
      if (length > count - taken) break;
      put(worker, created, created_count);
    } else {
      put(worker, missing, missing_count);
    }
    taken += length;
  }
  return taken;
}

static void forget(struct kept *kept) {
  free(kept->bytes);
  *kept = (struct kept){0};
}

static void drop(int descriptor) {
  forget(&connections[descriptor].input);
  forget(&connections[descriptor].output);
  close(descriptor);
}

static void keep(struct kept *kept, const char *bytes, size_t count) {
  char *copy = count ? malloc(count) : NULL;
  if (count) memcpy(copy, bytes, count);
  free(kept->bytes);
  *kept = (struct kept){copy, count};
}

static void watch(struct worker *worker, int operation, int descriptor, uint32_t events) {
  struct epoll_event event = {.events = events, .data.fd = descriptor};
  if (epoll_ctl(worker->epoll, operation, descriptor, &event) != 0) fail("epoll_ctl");
}

// Sends the waiting bytes; false if the connection is closed.
static int send_all(struct worker *worker, int descriptor, const char *bytes, size_t count) {
  struct kept *output = &connections[descriptor].output;
  int waited = output->count > 0;
  ssize_t sent = send(descriptor, bytes, count, MSG_NOSIGNAL);
  if (sent < 0 && errno != EAGAIN) return 0;
  if (sent < 0) sent = 0;
  if ((size_t)sent < count) {
    keep(output, bytes + sent, count - sent);
    if (!waited) watch(worker, EPOLL_CTL_MOD, descriptor, EPOLLOUT);
  } else if (waited) {
    forget(output);
    watch(worker, EPOLL_CTL_MOD, descriptor, EPOLLIN);
  }
  return 1;
}

static void readable(struct worker *worker, int descriptor) {
  struct kept *input = &connections[descriptor].input;
  size_t before = input->count;
  if (before == READ_BYTES) return drop(descriptor);
  if (before) memcpy(worker->read_buffer, input->bytes, before);
  ssize_t count = recv(descriptor, worker->read_buffer + before, READ_BYTES - before, 0);
  if (count < 0 && errno == EAGAIN) return;
  if (count <= 0) return drop(descriptor);
  size_t all = before + count;
  worker->written = 0;
  size_t taken = serve(worker, worker->read_buffer, all);
  if (taken < all || before) keep(input, worker->read_buffer + taken, all - taken);
  if (worker->written && !send_all(worker, descriptor, worker->write_buffer, worker->written)) drop(descriptor);
}

static void writable(struct worker *worker, int descriptor) {
  struct kept *output = &connections[descriptor].output;
  if (output->count && !send_all(worker, descriptor, output->bytes, output->count)) drop(descriptor);
}

static void accept_all(struct worker *worker) {
  for (;;) {
    int descriptor = accept4(worker->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (descriptor < 0) return;
    if (descriptor >= MAX_DESCRIPTORS) {
      close(descriptor);
      continue;
    }
    int on = 1;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    watch(worker, EPOLL_CTL_ADD, descriptor, EPOLLIN);
  }
}

static void *run(void *argument) {
  struct worker *worker = argument;
  struct epoll_event events[MAX_EVENTS];
  for (;;) {
    int count = epoll_wait(worker->epoll, events, MAX_EVENTS, -1);
    for (int index = 0; index < count; index++) {
      int descriptor = events[index].data.fd;
      if (descriptor == worker->listener) {
        accept_all(worker);
      } else if (events[index].events & EPOLLOUT) {
        writable(worker, descriptor);
      } else {
        readable(worker, descriptor);
      }
    }
  }
  return NULL;
}

static int listen_on(int port) {
  int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), on = 1;
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  setsockopt(descriptor, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on);
  if (bind(descriptor, (struct sockaddr *)&address, sizeof address) != 0) fail("bind");
  if (listen(descriptor, 1024) != 0) fail("listen");
  return descriptor;
}

static int port_of(int descriptor) {
  struct sockaddr_in address;
  socklen_t count = sizeof address;
  if (getsockname(descriptor, (struct sockaddr *)&address, &count) != 0) fail("getsockname");
  return ntohs(address.sin_port);
}

static struct worker *make_worker(int port) {
  struct worker *worker = calloc(1, sizeof *worker);
  worker->listener = listen_on(port);
  worker->epoll = epoll_create1(EPOLL_CLOEXEC);
  worker->read_buffer = malloc(READ_BYTES);
  worker->write_buffer = malloc(WRITE_BYTES);
  watch(worker, EPOLL_CTL_ADD, worker->listener, EPOLLIN);
  return worker;
}

int main(int argc, char **argv) {
  int port = 0, threads = 1;
  const char *list_path = NULL, *created_path = NULL;
  for (int index = 1; index + 1 < argc; index += 2) {
    const char *name = argv[index], *value = argv[index + 1];
    if (strcmp(name, "--port") == 0) port = atoi(value);
    if (strcmp(name, "--threads") == 0) threads = atoi(value);
    if (strcmp(name, "--list") == 0) list_path = value;
    if (strcmp(name, "--created") == 0) created_path = value;
  }
  if (!list_path || !created_path) {
    fprintf(stderr, "usage: limit-server --port N --threads N --list FILE --created FILE\n");
    return 64;
  }
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  signal(SIGPIPE, SIG_IGN);
  connections = calloc(MAX_DESCRIPTORS, sizeof *connections);
  plaintext = answer("200 OK", "text/plain; charset=utf-8", "Hello, World!", 13, &plaintext_count);
  missing = answer("404 Not Found", "text/plain; charset=utf-8", "", 0, &missing_count);
  list = file_answer("200 OK", list_path, &list_count);
  created = file_answer("201 Created", created_path, &created_count);

  struct worker *first = make_worker(port);
  port = port_of(first->listener);
  for (int index = 1; index < threads; index++) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, run, make_worker(port)) != 0) fail("pthread_create");
  }
  printf("listening on http://127.0.0.1:%d\n", port);
  fflush(stdout);
  run(first);
}
