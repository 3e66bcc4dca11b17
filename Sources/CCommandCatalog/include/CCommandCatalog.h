/* The language files of the command line, embedded as they are. Each function returns the bytes of one file, which stay
   valid as long as the program runs, and sets size to their number. These are functions because Swift cannot import
   arrays of this length. */

#pragma once
#include <stddef.h>

#pragma clang assume_nonnull begin

/* The messages of the command line, one file per language. */
const unsigned char *command_language_en(size_t *size);
const unsigned char *command_language_es(size_t *size);
const unsigned char *command_language_pt_BR(size_t *size);
const unsigned char *command_language_fr(size_t *size);
const unsigned char *command_language_de(size_t *size);
const unsigned char *command_language_it(size_t *size);
const unsigned char *command_language_nl(size_t *size);
const unsigned char *command_language_id(size_t *size);
const unsigned char *command_language_tr(size_t *size);
const unsigned char *command_language_vi(size_t *size);
const unsigned char *command_language_pl(size_t *size);
const unsigned char *command_language_ru(size_t *size);

/* The help of the commands, one file per language but English. */
const unsigned char *command_help_es(size_t *size);
const unsigned char *command_help_pt_BR(size_t *size);
const unsigned char *command_help_fr(size_t *size);
const unsigned char *command_help_de(size_t *size);
const unsigned char *command_help_it(size_t *size);
const unsigned char *command_help_nl(size_t *size);
const unsigned char *command_help_id(size_t *size);
const unsigned char *command_help_tr(size_t *size);
const unsigned char *command_help_vi(size_t *size);
const unsigned char *command_help_pl(size_t *size);
const unsigned char *command_help_ru(size_t *size);

#pragma clang assume_nonnull end
