#include "CCommandCatalog.h"

static const unsigned char command_help_es_json[] = {
#embed "Help/help-es.json"
};
const unsigned char *command_help_es(size_t *size) {
  *size = sizeof command_help_es_json;
  return command_help_es_json;
}

static const unsigned char command_help_pt_BR_json[] = {
#embed "Help/help-pt-BR.json"
};
const unsigned char *command_help_pt_BR(size_t *size) {
  *size = sizeof command_help_pt_BR_json;
  return command_help_pt_BR_json;
}

static const unsigned char command_help_fr_json[] = {
#embed "Help/help-fr.json"
};
const unsigned char *command_help_fr(size_t *size) {
  *size = sizeof command_help_fr_json;
  return command_help_fr_json;
}

static const unsigned char command_help_de_json[] = {
#embed "Help/help-de.json"
};
const unsigned char *command_help_de(size_t *size) {
  *size = sizeof command_help_de_json;
  return command_help_de_json;
}

static const unsigned char command_help_it_json[] = {
#embed "Help/help-it.json"
};
const unsigned char *command_help_it(size_t *size) {
  *size = sizeof command_help_it_json;
  return command_help_it_json;
}

static const unsigned char command_help_nl_json[] = {
#embed "Help/help-nl.json"
};
const unsigned char *command_help_nl(size_t *size) {
  *size = sizeof command_help_nl_json;
  return command_help_nl_json;
}

static const unsigned char command_help_id_json[] = {
#embed "Help/help-id.json"
};
const unsigned char *command_help_id(size_t *size) {
  *size = sizeof command_help_id_json;
  return command_help_id_json;
}

static const unsigned char command_help_tr_json[] = {
#embed "Help/help-tr.json"
};
const unsigned char *command_help_tr(size_t *size) {
  *size = sizeof command_help_tr_json;
  return command_help_tr_json;
}

static const unsigned char command_help_vi_json[] = {
#embed "Help/help-vi.json"
};
const unsigned char *command_help_vi(size_t *size) {
  *size = sizeof command_help_vi_json;
  return command_help_vi_json;
}

static const unsigned char command_help_pl_json[] = {
#embed "Help/help-pl.json"
};
const unsigned char *command_help_pl(size_t *size) {
  *size = sizeof command_help_pl_json;
  return command_help_pl_json;
}

static const unsigned char command_help_ru_json[] = {
#embed "Help/help-ru.json"
};
const unsigned char *command_help_ru(size_t *size) {
  *size = sizeof command_help_ru_json;
  return command_help_ru_json;
}
