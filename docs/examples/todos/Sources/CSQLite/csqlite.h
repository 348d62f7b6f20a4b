#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>

/// Binds a text that SQLite copies. `SQLITE_TRANSIENT` is a cast that Swift cannot import.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 length) {
  return sqlite3_bind_text64(statement, index, text, length, SQLITE_TRANSIENT, SQLITE_UTF8);
}

#endif
