#include "CCommandCatalog.h"

static const unsigned char command_language_en_json[] = {
#embed "Languages/en.json"
};
const unsigned char *command_language_en(size_t *size) {
  *size = sizeof command_language_en_json;
  return command_language_en_json;
}

static const unsigned char command_language_es_json[] = {
#embed "Languages/es.json"
};
const unsigned char *command_language_es(size_t *size) {
  *size = sizeof command_language_es_json;
  return command_language_es_json;
}

static const unsigned char command_language_pt_BR_json[] = {
#embed "Languages/pt-BR.json"
};
const unsigned char *command_language_pt_BR(size_t *size) {
  *size = sizeof command_language_pt_BR_json;
  return command_language_pt_BR_json;
}

static const unsigned char command_language_fr_json[] = {
#embed "Languages/fr.json"
};
const unsigned char *command_language_fr(size_t *size) {
  *size = sizeof command_language_fr_json;
  return command_language_fr_json;
}

static const unsigned char command_language_de_json[] = {
#embed "Languages/de.json"
};
const unsigned char *command_language_de(size_t *size) {
  *size = sizeof command_language_de_json;
  return command_language_de_json;
}

static const unsigned char command_language_it_json[] = {
#embed "Languages/it.json"
};
const unsigned char *command_language_it(size_t *size) {
  *size = sizeof command_language_it_json;
  return command_language_it_json;
}

static const unsigned char command_language_nl_json[] = {
#embed "Languages/nl.json"
};
const unsigned char *command_language_nl(size_t *size) {
  *size = sizeof command_language_nl_json;
  return command_language_nl_json;
}

static const unsigned char command_language_id_json[] = {
#embed "Languages/id.json"
};
const unsigned char *command_language_id(size_t *size) {
  *size = sizeof command_language_id_json;
  return command_language_id_json;
}

static const unsigned char command_language_tr_json[] = {
#embed "Languages/tr.json"
};
const unsigned char *command_language_tr(size_t *size) {
  *size = sizeof command_language_tr_json;
  return command_language_tr_json;
}

static const unsigned char command_language_vi_json[] = {
#embed "Languages/vi.json"
};
const unsigned char *command_language_vi(size_t *size) {
  *size = sizeof command_language_vi_json;
  return command_language_vi_json;
}

static const unsigned char command_language_pl_json[] = {
#embed "Languages/pl.json"
};
const unsigned char *command_language_pl(size_t *size) {
  *size = sizeof command_language_pl_json;
  return command_language_pl_json;
}

static const unsigned char command_language_ru_json[] = {
#embed "Languages/ru.json"
};
const unsigned char *command_language_ru(size_t *size) {
  *size = sizeof command_language_ru_json;
  return command_language_ru_json;
}
