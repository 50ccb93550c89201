#include <coppice/coppice.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  printf("coppice %s\n", coppice_version());
  return strcmp(coppice_version(), COPPICE_VERSION) != 0;
}
