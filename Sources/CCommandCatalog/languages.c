#include "CCommandCatalog.h"

/* clang knows #embed in every C, and says that it belongs to C23. */
#pragma clang diagnostic ignored "-Wc23-extensions"

#define EMBEDDED(name) \
  const unsigned char *name(size_t *size) { \
    *size = sizeof name##_json; \
    return name##_json; \
  }

static const unsigned char command_language_en_json[] = {
#embed "Languages/en.json"
};
EMBEDDED(command_language_en)

static const unsigned char command_language_es_json[] = {
#embed "Languages/es.json"
};
EMBEDDED(command_language_es)

static const unsigned char command_language_pt_BR_json[] = {
#embed "Languages/pt-BR.json"
};
EMBEDDED(command_language_pt_BR)

static const unsigned char command_language_fr_json[] = {
#embed "Languages/fr.json"
};
EMBEDDED(command_language_fr)

static const unsigned char command_language_de_json[] = {
#embed "Languages/de.json"
};
EMBEDDED(command_language_de)

static const unsigned char command_language_it_json[] = {
#embed "Languages/it.json"
};
EMBEDDED(command_language_it)

static const unsigned char command_language_nl_json[] = {
#embed "Languages/nl.json"
};
EMBEDDED(command_language_nl)

static const unsigned char command_language_id_json[] = {
#embed "Languages/id.json"
};
EMBEDDED(command_language_id)

static const unsigned char command_language_tr_json[] = {
#embed "Languages/tr.json"
};
EMBEDDED(command_language_tr)

static const unsigned char command_language_vi_json[] = {
#embed "Languages/vi.json"
};
EMBEDDED(command_language_vi)

static const unsigned char command_language_pl_json[] = {
#embed "Languages/pl.json"
};
EMBEDDED(command_language_pl)

static const unsigned char command_language_ru_json[] = {
#embed "Languages/ru.json"
};
EMBEDDED(command_language_ru)
