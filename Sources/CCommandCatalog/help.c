#include "CCommandCatalog.h"

/* clang knows #embed in every C, and says that it belongs to C23. */
#pragma clang diagnostic ignored "-Wc23-extensions"

#define EMBEDDED(name) \
  const unsigned char *name(size_t *size) { \
    *size = sizeof name##_json; \
    return name##_json; \
  }

static const unsigned char command_help_es_json[] = {
#embed "Help/help-es.json"
};
EMBEDDED(command_help_es)

static const unsigned char command_help_pt_BR_json[] = {
#embed "Help/help-pt-BR.json"
};
EMBEDDED(command_help_pt_BR)

static const unsigned char command_help_fr_json[] = {
#embed "Help/help-fr.json"
};
EMBEDDED(command_help_fr)

static const unsigned char command_help_de_json[] = {
#embed "Help/help-de.json"
};
EMBEDDED(command_help_de)

static const unsigned char command_help_it_json[] = {
#embed "Help/help-it.json"
};
EMBEDDED(command_help_it)

static const unsigned char command_help_nl_json[] = {
#embed "Help/help-nl.json"
};
EMBEDDED(command_help_nl)

static const unsigned char command_help_id_json[] = {
#embed "Help/help-id.json"
};
EMBEDDED(command_help_id)

static const unsigned char command_help_tr_json[] = {
#embed "Help/help-tr.json"
};
EMBEDDED(command_help_tr)

static const unsigned char command_help_vi_json[] = {
#embed "Help/help-vi.json"
};
EMBEDDED(command_help_vi)

static const unsigned char command_help_pl_json[] = {
#embed "Help/help-pl.json"
};
EMBEDDED(command_help_pl)

static const unsigned char command_help_ru_json[] = {
#embed "Help/help-ru.json"
};
EMBEDDED(command_help_ru)
