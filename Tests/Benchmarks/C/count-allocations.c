// Counts the heap allocations of a program that is started with this in LD_PRELOAD.
//
// The count is one 64-bit number at the start of the file that ALLOCATION_COUNT names, which must be 8 bytes long. Each
// call that may give new memory counts as one, `realloc` among them.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static _Atomic uint64_t before_start;
static _Atomic uint64_t *count = &before_start;

// The C library's own functions, which can be called before any symbol is looked up.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t number, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

__attribute__((constructor)) static void open_count(void) {
  const char *path = getenv("ALLOCATION_COUNT");
  int descriptor = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
  if (descriptor < 0) return;
  void *shared = mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  close(descriptor);
  if (shared != MAP_FAILED) count = shared;
}

static void add(void) { atomic_fetch_add_explicit(count, 1, memory_order_relaxed); }

void *malloc(size_t size) {
  add();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  add();
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  add();
  return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
  add();
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  add();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  add();
  *memory = __libc_memalign(alignment, size);
  return *memory ? 0 : ENOMEM;
}
