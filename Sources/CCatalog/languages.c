#include "CCatalog.h"

/* clang knows #embed in every C, and says that it belongs to C23. */
#pragma clang diagnostic ignored "-Wc23-extensions"

#define EMBEDDED(name) \
  const unsigned char *name(size_t *size) { \
    *size = sizeof name##_json; \
    return name##_json; \
  }

static const unsigned char language_en_json[] = {
#embed "Languages/en.json"
};
EMBEDDED(language_en)

static const unsigned char language_es_json[] = {
#embed "Languages/es.json"
};
EMBEDDED(language_es)

static const unsigned char language_pt_BR_json[] = {
#embed "Languages/pt-BR.json"
};
EMBEDDED(language_pt_BR)

static const unsigned char language_fr_json[] = {
#embed "Languages/fr.json"
};
EMBEDDED(language_fr)

static const unsigned char language_de_json[] = {
#embed "Languages/de.json"
};
EMBEDDED(language_de)

static const unsigned char language_it_json[] = {
#embed "Languages/it.json"
};
EMBEDDED(language_it)

static const unsigned char language_nl_json[] = {
#embed "Languages/nl.json"
};
EMBEDDED(language_nl)

static const unsigned char language_id_json[] = {
#embed "Languages/id.json"
};
EMBEDDED(language_id)

static const unsigned char language_tr_json[] = {
#embed "Languages/tr.json"
};
EMBEDDED(language_tr)

static const unsigned char language_vi_json[] = {
#embed "Languages/vi.json"
};
EMBEDDED(language_vi)

static const unsigned char language_pl_json[] = {
#embed "Languages/pl.json"
};
EMBEDDED(language_pl)

static const unsigned char language_ru_json[] = {
#embed "Languages/ru.json"
};
EMBEDDED(language_ru)
