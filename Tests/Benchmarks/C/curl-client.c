// The minimum work of a client with libcurl: GET (b) or POST (c), and the response read into structs.
//
//   curl-client URL b|c IN_FLIGHT MILLISECONDS|COUNTx [socket_action]
//
// COUNTx makes that many calls instead, for counting instructions.
// One call at a time uses one easy handle; more use as many easy handles in a multi handle and curl_multi_poll, or epoll and
// curl_multi_socket_action.
#include <curl/curl.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <time.h>

#include "todo-json.h"

enum { MAX_IN_FLIGHT = 256, ANSWER_BYTES = 16384, REQUEST_BYTES = 1024 };

struct call {
  CURL *easy;
  size_t request_count, answer_count;
  char request[REQUEST_BYTES], answer[ANSWER_BYTES];
};

static char url[256];
static bool creates;
static struct curl_slist *fields;

static void fail(const char *what) {
  fprintf(stderr, "curl-client: %s\n", what);
  exit(1);
}

static size_t store(char *bytes, size_t size, size_t count, void *user) {
  struct call *call = user;
  if (call->answer_count + count > ANSWER_BYTES) return 0;
  memcpy(call->answer + call->answer_count, bytes, count);
  call->answer_count += count;
  return size * count;
}

static void prepare(struct call *call) {
  call->easy = curl_easy_init();
  if (!call->easy) fail("no easy handle");
  curl_easy_setopt(call->easy, CURLOPT_URL, url);
  curl_easy_setopt(call->easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(call->easy, CURLOPT_WRITEFUNCTION, store);
  curl_easy_setopt(call->easy, CURLOPT_WRITEDATA, call);
  curl_easy_setopt(call->easy, CURLOPT_PRIVATE, call);
  if (creates) curl_easy_setopt(call->easy, CURLOPT_HTTPHEADER, fields);
}

// Writes the content of a new call.
static void begin(struct call *call) {
  call->answer_count = 0;
  if (!creates) return;
  int count = snprintf(
      call->request, REQUEST_BYTES,
      "{\"title\":\"%s\",\"done\":%s,\"tags\":[\"%s\",\"%s\"],\"owner\":{\"id\":%d,\"name\":\"%s\"}}",
      "Buy milk and bread", "false", "home", "shopping", 42, "Ada Lovelace");
  curl_easy_setopt(call->easy, CURLOPT_POSTFIELDSIZE, (long)count);
  curl_easy_setopt(call->easy, CURLOPT_POSTFIELDS, call->request);
}

// Reads the response to a call into values, and releases them.
static void finish(struct call *call, CURLcode result) {
  long status = 0;
  curl_easy_getinfo(call->easy, CURLINFO_RESPONSE_CODE, &status);
  if (result != CURLE_OK) fail(curl_easy_strerror(result));
  if (status != (creates ? 201 : 200)) fail("wrong status");
  struct cursor cursor = {call->answer, call->answer + call->answer_count};
  static struct todos todos;
  bool read = creates ? take_todo(&cursor, &todos) : take_todos(&cursor, &todos);
  if (!read || todos.count != (creates ? 1 : 20) || todos.items[0].id <= 0) fail("wrong answer");
  free_todos(&todos);
}

static long nanoseconds(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec * 1000000000L + time.tv_nsec;
}

// The number of calls that may still begin; -1 if the clock decides.
static long left_to_begin = -1;

static bool is_over(long end) {
  if (left_to_begin < 0) return nanoseconds(CLOCK_MONOTONIC) >= end;
  if (left_to_begin == 0) return true;
  left_to_begin -= 1;
  return false;
}

// Calls until the time is over, and returns the number of calls.
static long call_sequentially(struct call *call, long end) {
  long count = 0;
  for (; !is_over(end); count++) {
    begin(call);
    finish(call, curl_easy_perform(call->easy));
  }
  return count;
}

// Takes what is done out of the multi handle, begins anew unless the time is over, and returns how many calls that were.
static long turn(CURLM *multi, long end, int *in_flight) {
  long count = 0;
  int left;
  for (CURLMsg *message; (message = curl_multi_info_read(multi, &left)); count++) {
    struct call *call;
    CURL *easy = message->easy_handle;
    CURLcode result = message->data.result;
    curl_easy_getinfo(easy, CURLINFO_PRIVATE, &call);
    curl_multi_remove_handle(multi, easy);
    finish(call, result);
    if (is_over(end)) {
      *in_flight -= 1;
    } else {
      begin(call);
      curl_multi_add_handle(multi, easy);
    }
  }
  return count;
}

static long call_in_flight(CURLM *multi, struct call *calls, int in_flight, long end) {
  long count = 0;
  for (int index = 0; index < in_flight; index++) {
    begin(&calls[index]);
    curl_multi_add_handle(multi, calls[index].easy);
  }
  for (;;) {
    int running;
    if (curl_multi_perform(multi, &running) != CURLM_OK) fail("curl_multi_perform");
    count += turn(multi, end, &in_flight);
    if (in_flight == 0) return count;
    if (curl_multi_poll(multi, NULL, 0, 1000, NULL) != CURLM_OK) fail("curl_multi_poll");
  }
}

// The events of epoll are passed to libcurl with curl_multi_socket_action.
static int epoll = -1;
static long timeout_milliseconds = -1;

static int watch(CURL *easy, curl_socket_t socket, int what, void *user, void *known) {
  (void)easy;
  CURLM *multi = user;
  if (what == CURL_POLL_REMOVE) return epoll_ctl(epoll, EPOLL_CTL_DEL, socket, NULL), 0;
  struct epoll_event event = {.data.fd = socket};
  if (what & CURL_POLL_IN) event.events |= EPOLLIN;
  if (what & CURL_POLL_OUT) event.events |= EPOLLOUT;
  if (epoll_ctl(epoll, known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket, &event) < 0) fail("epoll_ctl");
  if (!known) curl_multi_assign(multi, socket, &epoll);
  return 0;
}

static int set_timeout(CURLM *multi, long milliseconds, void *user) {
  (void)multi, (void)user;
  timeout_milliseconds = milliseconds;
  return 0;
}

static void wait_by_epoll(CURLM *multi) {
  epoll = epoll_create1(EPOLL_CLOEXEC);
  if (epoll < 0) fail("epoll_create1");
  curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, watch);
  curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, multi);
  curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, set_timeout);
}

static void act_on_events(CURLM *multi) {
  struct epoll_event events[MAX_IN_FLIGHT];
  int running, wait = timeout_milliseconds < 0 || timeout_milliseconds > 1000 ? 1000 : (int)timeout_milliseconds;
  int count = epoll_wait(epoll, events, MAX_IN_FLIGHT, wait);
  if (count < 0) fail("epoll_wait");
  if (count == 0 || wait == 0) curl_multi_socket_action(multi, CURL_SOCKET_TIMEOUT, 0, &running);
  for (int index = 0; index < count; index++) {
    int bits = (events[index].events & EPOLLIN ? CURL_CSELECT_IN : 0) |
               (events[index].events & EPOLLOUT ? CURL_CSELECT_OUT : 0) |
               (events[index].events & (EPOLLERR | EPOLLHUP) ? CURL_CSELECT_ERR : 0);
    curl_multi_socket_action(multi, events[index].data.fd, bits, &running);
  }
}

static long call_by_events(CURLM *multi, struct call *calls, int in_flight, long end) {
  long count = 0;
  for (int index = 0; index < in_flight; index++) {
    begin(&calls[index]);
    curl_multi_add_handle(multi, calls[index].easy);
  }
  while (in_flight > 0) {
    act_on_events(multi);
    count += turn(multi, end, &in_flight);
  }
  return count;
}

static long call_for(CURLM *multi, struct call *calls, int in_flight, long milliseconds) {
  long end = nanoseconds(CLOCK_MONOTONIC) + milliseconds * 1000000;
  if (in_flight == 1) return call_sequentially(calls, end);
  return epoll < 0 ? call_in_flight(multi, calls, in_flight, end) : call_by_events(multi, calls, in_flight, end);
}

int main(int argc, char **argv) {
  bool by_events = argc == 6 && strcmp(argv[5], "socket_action") == 0;
  if (argc != 5 && !by_events) fail("usage: curl-client URL b|c IN_FLIGHT MILLISECONDS|COUNTx [socket_action]");
  creates = argv[2][0] == 'c';
  int in_flight = atoi(argv[3]);
  long milliseconds = atol(argv[4]);
  if (in_flight < 1 || in_flight > MAX_IN_FLIGHT) fail("IN_FLIGHT is 1 to 256");
  snprintf(url, sizeof url, "%s%s", argv[1], creates ? "/todos" : "/users/7/todos?limit=20&done=true");
  curl_global_init(CURL_GLOBAL_DEFAULT);
  fields = curl_slist_append(NULL, "Content-Type: application/json");
  static struct call calls[MAX_IN_FLIGHT];
  for (int index = 0; index < in_flight; index++) prepare(&calls[index]);
  CURLM *multi = curl_multi_init();
  if (by_events) wait_by_epoll(multi);
  if (argv[4][strlen(argv[4]) - 1] == 'x') {
    // All that are in flight at first have begun without a question.
    left_to_begin = in_flight == 1 ? milliseconds : milliseconds - in_flight;
    if (left_to_begin < 0) fail("COUNTx is less than IN_FLIGHT");
    in_flight == 1 ? call_sequentially(calls, 0) : call_in_flight(multi, calls, in_flight, 0);
    return 0;
  }
  // The first calls open the connections and are not counted.
  call_for(multi, calls, in_flight, milliseconds / 5);
  long cpu = nanoseconds(CLOCK_PROCESS_CPUTIME_ID), clock = nanoseconds(CLOCK_MONOTONIC);
  long count = call_for(multi, calls, in_flight, milliseconds);
  cpu = nanoseconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
  clock = nanoseconds(CLOCK_MONOTONIC) - clock;
  printf("figures %ld %ld %ld\n", count, cpu, clock);
}
