// Starts a server, and prints the microseconds from the start to its first response.
//
//   first-answer PORT PROGRAM [ARGUMENTS]
#include <arpa/inet.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char request[] = "GET /plaintext HTTP/1.1\r\nHost: localhost\r\n\r\n";

static long microseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000L + time.tv_nsec / 1000;
}

static int is_answered(int port) {
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  char answer[16] = "";
  int answered = connect(descriptor, (struct sockaddr *)&address, sizeof address) == 0 &&
                 send(descriptor, request, sizeof request - 1, MSG_NOSIGNAL) > 0 &&
                 recv(descriptor, answer, sizeof answer - 1, 0) > 12 && strncmp(answer + 9, "200", 3) == 0;
  close(descriptor);
  return answered;
}

int main(int argc, char **argv) {
  if (argc < 3) return 64;
  int port = atoi(argv[1]);
  long start = microseconds(), end = start + 10000000;
  pid_t server = fork();
  if (server == 0) {
    int nothing = open("/dev/null", O_RDWR);
    dup2(nothing, STDOUT_FILENO);
    execv(argv[2], argv + 2);
    _exit(127);
  }
  int answered = 0;
  while (!answered && microseconds() < end && waitpid(server, NULL, WNOHANG) == 0) {
    answered = is_answered(port);
    if (!answered) usleep(100);
  }
  long took = microseconds() - start;
  kill(server, SIGTERM);
  waitpid(server, NULL, 0);
  if (!answered) {
    fprintf(stderr, "no answer from %s\n", argv[2]);
    return 1;
  }
  printf("%ld\n", took);
}
