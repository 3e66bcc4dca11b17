/* The files of the web app, embedded as they are. */

#pragma once
#include <stddef.h>

#pragma clang assume_nonnull begin

/* A file of the web app. Its bytes stay valid as long as the program runs. */
typedef struct {
  /* The path below App, such as "parts/card.js". */
  const char *path;
  const unsigned char *bytes;
  size_t length;
} VisitsWebFile;

/* The files, in order of their paths; sets count to their number. */
const VisitsWebFile *visits_web_files(size_t *count);

#pragma clang assume_nonnull end
