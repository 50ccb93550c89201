#include "builders.h"

#include <ctype.h>

#include "option_tables.h"

void print_builders(const language* in, bool of_pools) {
  const coppice_catalogue catalogue = of_pools ? COPPICE_POOLS : COPPICE_METHODS;
  int64_t entries = 0;
  check(coppice_catalogue_size(catalogue, &entries));
  in->begin(of_pools ? "pool" : "method");
  for (int64_t e = 0; e < entries; ++e) {
    entry of = {NULL, NULL};
    int64_t options = 0;
    check(coppice_catalogue_name(catalogue, e, &of.name));
    check(coppice_catalogue_help(catalogue, e, &of.help));
    check(coppice_option_count(catalogue, of.name, &options));
    in->begin_class(&of);
    for (int64_t k = 0; k < options; ++k) {
      const setting with = {option_attribute(catalogue, of.name, k, "name"),
                            option_attribute(catalogue, of.name, k, "type"),
                            option_attribute(catalogue, of.name, k, "default"),
                            option_values(catalogue, of.name, k),
                            option_attribute(catalogue, of.name, k, "help")};
      in->add(&of, &with);
    }
    in->end_class();
  }
  in->end();
}

void print_name(const char* name, bool capital) {
  for (; *name != '\0'; ++name) {
    if (*name == '_' || *name == '-') {
      capital = true;
      continue;
    }
    putchar(capital ? toupper((unsigned char)*name) : *name);
    capital = false;
  }
}

void print_escaped(const char* text) {
  for (; *text != '\0'; ++text) switch (*text) {
      case '<':
        fputs("&lt;", stdout);
        break;
      case '>':
        fputs("&gt;", stdout);
        break;
      case '&':
        fputs("&amp;", stdout);
        break;
      case '@':
        fputs("&#64;", stdout);
        break;
      case '|':
        fputs(", ", stdout);
        break;
      default:
        putchar(*text);
    }
}
