// Reads the two answers into structs with strings of their own, as a client written for them would, and checks what it
// reads. It knows these types alone.
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TAGS = 10, MAX_TODOS = 64 };

struct todo {
  long id;
  char *title;
  bool done;
  int tag_count;
  char *tags[MAX_TAGS];
  long owner_id;
  char *owner_name;
};

struct todos {
  int count;
  struct todo items[MAX_TODOS];
};

struct cursor {
  const char *at, *end;
};

static void skip_space(struct cursor *cursor) {
  while (cursor->at < cursor->end && strchr(" \t\r\n", *cursor->at)) cursor->at++;
}

static bool take(struct cursor *cursor, char byte) {
  skip_space(cursor);
  if (cursor->at == cursor->end || *cursor->at != byte) return false;
  cursor->at++;
  return true;
}

static bool take_word(struct cursor *cursor, const char *word) {
  size_t count = strlen(word);
  if ((size_t)(cursor->end - cursor->at) < count || memcmp(cursor->at, word, count) != 0) return false;
  cursor->at += count;
  return true;
}

static int escaped(char byte) {
  switch (byte) {
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    case '"': case '\\': case '/': return byte;
    default: return -1;
  }
}

// Returns a copy of the string, or NULL. Numeric escapes are refused, because no response has one.
static char *take_string(struct cursor *cursor) {
  if (!take(cursor, '"')) return NULL;
  const char *start = cursor->at, *end = start;
  while (end < cursor->end && *end != '"') end += *end == '\\' ? 2 : 1;
  if (end >= cursor->end) return NULL;
  char *text = malloc(end - start + 1), *to = text;
  for (const char *from = start; from < end; from++) {
    int byte = (unsigned char)*from;
    if (byte == '\\') byte = escaped(*++from);
    if (byte < 0x20) {
      free(text);
      return NULL;
    }
    *to++ = (char)byte;
  }
  *to = 0;
  cursor->at = end + 1;
  return text;
}

static bool take_integer(struct cursor *cursor, long *value) {
  skip_space(cursor);
  bool negative = take(cursor, '-');
  const char *start = cursor->at;
  long result = 0;
  while (cursor->at < cursor->end && *cursor->at >= '0' && *cursor->at <= '9') {
    if (__builtin_mul_overflow(result, 10, &result) || __builtin_add_overflow(result, *cursor->at - '0', &result)) return false;
    cursor->at++;
  }
  *value = negative ? -result : result;
  return cursor->at > start;
}

static bool take_bool(struct cursor *cursor, bool *value) {
  skip_space(cursor);
  *value = take_word(cursor, "true");
  return *value || take_word(cursor, "false");
}

static bool take_tags(struct cursor *cursor, struct todo *todo) {
  if (!take(cursor, '[')) return false;
  if (take(cursor, ']')) return true;
  do {
    if (todo->tag_count == MAX_TAGS) return false;
    char *tag = take_string(cursor);
    if (!tag) return false;
    todo->tags[todo->tag_count++] = tag;
  } while (take(cursor, ','));
  return take(cursor, ']');
}

typedef bool member_reader(struct cursor *, const char *, size_t, struct todo *);

// Reads an object whose members one function knows.
static bool take_object(struct cursor *cursor, struct todo *todo, member_reader *read) {
  if (!take(cursor, '{')) return false;
  if (take(cursor, '}')) return true;
  do {
    if (!take(cursor, '"')) return false;
    const char *name = cursor->at, *end = memchr(name, '"', cursor->end - name);
    if (!end) return false;
    cursor->at = end + 1;
    if (!take(cursor, ':') || !read(cursor, name, end - name, todo)) return false;
  } while (take(cursor, ','));
  return take(cursor, '}');
}

static bool is(const char *name, size_t count, const char *expected) {
  return strlen(expected) == count && memcmp(name, expected, count) == 0;
}

static bool read_owner(struct cursor *cursor, const char *name, size_t count, struct todo *todo) {
  if (is(name, count, "id")) return take_integer(cursor, &todo->owner_id);
  if (is(name, count, "name")) return (todo->owner_name = take_string(cursor)) != NULL;
  return false;
}

static bool read_todo(struct cursor *cursor, const char *name, size_t count, struct todo *todo) {
  if (is(name, count, "id")) return take_integer(cursor, &todo->id);
  if (is(name, count, "title")) return (todo->title = take_string(cursor)) != NULL;
  if (is(name, count, "done")) return take_bool(cursor, &todo->done);
  if (is(name, count, "tags")) return take_tags(cursor, todo);
  if (is(name, count, "owner")) return take_object(cursor, todo, read_owner);
  return false;
}

static bool take_todo(struct cursor *cursor, struct todos *todos) {
  if (todos->count == MAX_TODOS) return false;
  struct todo *todo = &todos->items[todos->count++];
  memset(todo, 0, sizeof *todo);
  return take_object(cursor, todo, read_todo) && todo->title;
}

static bool take_todos(struct cursor *cursor, struct todos *todos) {
  if (!take(cursor, '[')) return false;
  if (take(cursor, ']')) return true;
  do {
    if (!take_todo(cursor, todos)) return false;
  } while (take(cursor, ','));
  return take(cursor, ']');
}

static void free_todos(struct todos *todos) {
  for (int index = 0; index < todos->count; index++) {
    struct todo *todo = &todos->items[index];
    free(todo->title);
    free(todo->owner_name);
    for (int tag = 0; tag < todo->tag_count; tag++) free(todo->tags[tag]);
  }
  todos->count = 0;
}
