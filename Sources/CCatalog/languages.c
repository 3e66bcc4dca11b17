#include "CCatalog.h"

static const unsigned char language_en_json[] = {
#embed "Languages/en.json"
};
const unsigned char *language_en(size_t *size) {
  *size = sizeof language_en_json;
  return language_en_json;
}

static const unsigned char language_es_json[] = {
#embed "Languages/es.json"
};
const unsigned char *language_es(size_t *size) {
  *size = sizeof language_es_json;
  return language_es_json;
}

static const unsigned char language_pt_BR_json[] = {
#embed "Languages/pt-BR.json"
};
const unsigned char *language_pt_BR(size_t *size) {
  *size = sizeof language_pt_BR_json;
  return language_pt_BR_json;
}

static const unsigned char language_fr_json[] = {
#embed "Languages/fr.json"
};
const unsigned char *language_fr(size_t *size) {
  *size = sizeof language_fr_json;
  return language_fr_json;
}

static const unsigned char language_de_json[] = {
#embed "Languages/de.json"
};
const unsigned char *language_de(size_t *size) {
  *size = sizeof language_de_json;
  return language_de_json;
}

static const unsigned char language_it_json[] = {
#embed "Languages/it.json"
};
const unsigned char *language_it(size_t *size) {
  *size = sizeof language_it_json;
  return language_it_json;
}

static const unsigned char language_nl_json[] = {
#embed "Languages/nl.json"
};
const unsigned char *language_nl(size_t *size) {
  *size = sizeof language_nl_json;
  return language_nl_json;
}

static const unsigned char language_id_json[] = {
#embed "Languages/id.json"
};
const unsigned char *language_id(size_t *size) {
  *size = sizeof language_id_json;
  return language_id_json;
}

static const unsigned char language_tr_json[] = {
#embed "Languages/tr.json"
};
const unsigned char *language_tr(size_t *size) {
  *size = sizeof language_tr_json;
  return language_tr_json;
}

static const unsigned char language_vi_json[] = {
#embed "Languages/vi.json"
};
const unsigned char *language_vi(size_t *size) {
  *size = sizeof language_vi_json;
  return language_vi_json;
}

static const unsigned char language_pl_json[] = {
#embed "Languages/pl.json"
};
const unsigned char *language_pl(size_t *size) {
  *size = sizeof language_pl_json;
  return language_pl_json;
}

static const unsigned char language_ru_json[] = {
#embed "Languages/ru.json"
};
const unsigned char *language_ru(size_t *size) {
  *size = sizeof language_ru_json;
  return language_ru_json;
}
