/* See benchmark_sets.h. */
#include "benchmark_sets.h"

#include <stdio.h>
#include <string.h>

/* clang-format off */
const benchmark_set benchmark_sets[] = {
    {"banana", "banana", 2, 400, 4900,
     {{28.38, 0.55}, {27.28, 0.25}, {26.97, 1.35}}, {11.74, 0.67}, {10.88, 0.28}},
    {"b-cancer", "breast-cancer", 9, 200, 77,
     {{28.83, 6.12}, {29.90, 1.84}, {30.13, 2.13}}, {27.79, 3.26}, {28.83, 4.81}},
    {"diabetes", "diabetes", 8, 468, 300,
     {{25.13, 1.48}, {25.66, 2.41}, {25.07, 2.35}}, {23.87, 2.34}, {24.73, 1.55}},
    {"f-solar", "flare-solar", 9, 666, 400,
     {{32.85, 1.44}, {31.98, 1.69}, {31.80, 1.70}}, {32.15, 1.45}, {32.05, 1.59}},
    {"german", "german", 20, 700, 300,
     {{26.27, 2.14}, {22.88, 1.74}, {22.87, 2.39}}, {24.13, 2.35}, {21.60, 2.70}},
    {"heart", "heart", 13, 170, 100,
     {{18.80, 4.60}, {18.60, 4.45}, {18.40, 4.51}}, {17.80, 4.82}, {18.60, 6.07}},
    {"image", "image", 18, 1300, 1010,
     {{2.55, 0.67}, {2.44, 0.63}, {2.85, 0.45}}, {3.90, 0.98}, {2.50, 0.52}},
    {"ringnorm", "ringnorm", 20, 400, 7000,
     {{8.72, 0.66}, {8.98, 0.88}, {5.71, 0.42}}, {2.47, 0.21}, {3.02, 0.21}},
    {"splice", "splice", 60, 1000, 2175,
     {{8.48, 0.57}, {8.30, 0.87}, {6.23, 0.47}}, {12.02, 0.40}, {13.51, 1.08}},
    {"thyroid", "thyroid", 5, 140, 75,
     {{5.87, 4.58}, {6.94, 5.56}, {5.60, 3.45}}, {3.73, 2.56}, {4.80, 3.21}},
    {"titanic", "titanic", 3, 150, 2051,
     {{24.53, 2.86}, {22.38, 0.33}, {22.30, 0.53}}, {22.37, 0.73}, {22.09, 0.83}},
    {"twonorm", "twonorm", 20, 400, 7000,
     {{4.66, 0.34}, {5.32, 0.73}, {4.40, 0.46}}, {3.00, 0.61}, {3.19, 0.49}},
    {"waveform", "waveform", 21, 400, 4600,
     {{12.86, 0.46}, {12.96, 0.59}, {12.63, 0.67}}, {10.47, 0.23}, {10.80, 0.33}},
    {NULL, NULL, 0, 0, 0, {{0, 0}, {0, 0}, {0, 0}}, {0, 0}, {0, 0}}};
/* clang-format on */

coppice_dataset* load_benchmark_set(const char* folder, const benchmark_set* set) {
  if (strcmp(set->file, "splice") != 0) return load(folder, set->file, set->features);
  coppice_dataset* train = load(folder, "splice.train", set->features);
  coppice_dataset* test = load(folder, "splice.test", set->features);
  coppice_dataset* all = joined(train, test);
  coppice_dataset_free(train);
  coppice_dataset_free(test);
  return all;
}

int is_listed(const char* name, const char* list) {
  char text[64], names[512];
  snprintf(text, sizeof text, ",%s,", name);
  snprintf(names, sizeof names, ",%s,", list);
  return list[0] == '\0' || strstr(names, text) != NULL;
}
