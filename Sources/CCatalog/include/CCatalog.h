/* The language files of Catalog, embedded as they are. Each function returns the bytes of one file, which stay
   valid as long as the program runs, and sets size to their number. These are functions because Swift cannot import
   arrays of this length. */

#pragma once
#include <stddef.h>

#pragma clang assume_nonnull begin

/* The texts of the daemon, one file per language. */
const unsigned char *language_en(size_t *size);
const unsigned char *language_es(size_t *size);
const unsigned char *language_pt_BR(size_t *size);
const unsigned char *language_fr(size_t *size);
const unsigned char *language_de(size_t *size);
const unsigned char *language_it(size_t *size);
const unsigned char *language_nl(size_t *size);
const unsigned char *language_id(size_t *size);
const unsigned char *language_tr(size_t *size);
const unsigned char *language_vi(size_t *size);
const unsigned char *language_pl(size_t *size);
const unsigned char *language_ru(size_t *size);

#pragma clang assume_nonnull end
