#include "data/generators.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>

#include "core/error.hpp"
#include "data/stream_generators.hpp"

namespace coppice {
namespace {

/// 0 or 1, as the classes -1 and +1.
std::int64_t draw_side(random_numbers& random) {
  return static_cast<std::int64_t>(random.below(2));
}

std::int64_t draw_twonorm(drawing& from, double* x) {
  const std::int64_t side = draw_side(from.random);
  const double mean = (side == 1 ? 2 : -2) / std::sqrt(static_cast<double>(from.features));
  for (std::int64_t d = 0; d < from.features; ++d) x[d] = mean + from.random.normal();
  return side;
}

std::int64_t draw_threenorm(drawing& from, double* x) {
  const std::int64_t side = draw_side(from.random);
  const double a = 2 / std::sqrt(static_cast<double>(from.features));
  const double first = side == 0 || from.random.below(2) == 1 ? a : -a;
  for (std::int64_t d = 0; d < from.features; ++d)
    x[d] = (side == 0 && d % 2 == 1 ? -first : first) + from.random.normal();
  return side;
}

std::int64_t draw_ringnorm(drawing& from, double* x) {
  const std::int64_t side = draw_side(from.random);
  const double mean = side == 1 ? 0 : 1 / std::sqrt(static_cast<double>(from.features));
  const double deviation = side == 1 ? 2 : 1;
  for (std::int64_t d = 0; d < from.features; ++d) x[d] = mean + deviation * from.random.normal();
  return side;
}

/// Wave 0, 1 or 2 (h1, h2, h3) at feature d.
double wave(std::int64_t which, std::int64_t d) {
  constexpr double peaks[] = {10, 14, 6};
  return std::max(6 - std::abs(static_cast<double>(d) - peaks[which]), 0.0);
}

std::int64_t draw_waveform(drawing& from, double* x) {
  constexpr std::int64_t waves[][2] = {{0, 1}, {0, 2}, {1, 2}};
  const auto drawn = static_cast<std::int64_t>(from.random.below(3));
  const double u = from.random.uniform();
  for (std::int64_t d = 0; d < from.features; ++d)
    x[d] = u * wave(waves[drawn][0], d) + (1 - u) * wave(waves[drawn][1], d) + from.random.normal();
  return drawn;
}

std::int64_t draw_waveform_binary(drawing& from, double* x) {
  return draw_waveform(from, x) == 0 ? 1 : 0;
}

const generator& find_generator(std::string_view name) {
  std::vector<std::string_view> names;
  for (const generator& row : generators()) {
    if (row.name == name) return row;
    names.emplace_back(row.name);
  }
  fail(COPPICE_UNKNOWN_NAME, "there is no generator ", in_quotes(name), suggestion(name, names));
}

std::int64_t checked_width(const generator& from, const generated_shape& shape) {
  if (shape.features == 0 || shape.features == from.features) return from.features;
  if (!from.any_width)
    fail(COPPICE_INVALID_ARGUMENT, "features is ", shape.features, "; ", from.name, " has ",
         from.features, " (0 stands for them)");
  if (shape.features < 0 || shape.features > most_features)
    fail(COPPICE_INVALID_ARGUMENT, "features is ", shape.features, "; expected 0 (for ",
         from.features, ") to ", most_features);
  return shape.features;
}

}  // namespace

const std::vector<generator>& generators() {
  static const std::vector<generator> table = {
      {"twonorm",
       "two normal distributions in 20 dimensions, 4 standard deviations apart; best error 2.3 %",
       20,
       true,
       {-1, 1},
       draw_twonorm},
      {"threenorm",
       "three normal distributions in 20 dimensions, two of them one class; best error 10.5 %",
       20,
       true,
       {-1, 1},
       draw_threenorm},
      {"ringnorm",
       "a narrow normal distribution inside a wide one, in 20 dimensions; best error 1.5 %",
       20,
       true,
       {-1, 1},
       draw_ringnorm},
      {"waveform",
       "mixtures of two of three waves, 21 points with noise, three classes; best error 14 %",
       21,
       false,
       {1, 2, 3},
       draw_waveform},
      {"waveform-binary",
       "the first class of waveform against the other two",
       21,
       false,
       {-1, 1},
       draw_waveform_binary},
      {"linear",
       "a stream in 50 dimensions that a line tells apart, with a margin of 1/2; best error 0",
       50,
       true,
       {-1, 1},
       draw_linear},
      {"mixture",
       "a stream of mixtures of four normal distributions a class, in 2 dimensions",
       2,
       true,
       {-1, 1},
       draw_mixture},
      {"drifting",
       "the stream mixture, turning about the origin once in 10,000 rows",
       2,
       true,
       {-1, 1},
       draw_drifting},
      {"switching",
       "the stream mixture, of another mixture every 1,000 rows",
       2,
       true,
       {-1, 1},
       draw_switching},
      {"circle",
       "a stream in 2 dimensions, inside and outside the unit circle; best error 0",
       2,
       false,
       {-1, 1},
       draw_circle},
  };
  return table;
}

namespace {

/// For rows x features numbers. So many may be asked for by a slip of the hand that what they take
/// is told.
void make_room(kept_vector<double>& values, std::int64_t rows, std::int64_t features) {
  const auto size = static_cast<std::size_t>(rows * features);
  try {
    if (size > values.max_size()) throw std::bad_alloc();
    values.assign(size, 0.0);
  } catch (const std::bad_alloc&) {
    const std::int64_t gigabytes = rows * features / 125'000'000 + 1;  // of doubles
    fail(COPPICE_OUT_OF_MEMORY, "out of memory: ", rows, " rows of ", features, " features take ",
         gigabytes, " gigabytes; expected fewer rows");
  }
}

}  // namespace

std::unique_ptr<dataset> generate(std::string_view name, const generated_shape& shape,
                                  std::uint64_t seed) {
  const generator& from = find_generator(name);
  const std::int64_t features = checked_width(from, shape);
  if (shape.rows < 1)
    fail(COPPICE_INVALID_ARGUMENT, "rows is ", shape.rows, "; expected at least 1");
  if (shape.rows > std::numeric_limits<std::int64_t>::max() / features)
    fail(COPPICE_INVALID_ARGUMENT, "rows is ", shape.rows, ", with ", features,
         " features more values than 64 bits count");
  if (!(shape.noise >= 0 && shape.noise <= 1))
    fail(COPPICE_INVALID_ARGUMENT, "noise is ", shape.noise, "; expected 0 <= noise <= 1");

  const auto classes = static_cast<std::int64_t>(from.labels.size());
  drawing drawn_from = {random_numbers(seed), features, 0, {}};
  random_numbers& random = drawn_from.random;
  dense_rows<double> x;
  make_room(x.values, shape.rows, features);
  std::vector<double> labels;
  for (std::int64_t i = 0; i < shape.rows; ++i) {
    drawn_from.row = i;
    const std::int64_t drawn = from.draw(drawn_from, x.values.data() + i * features);
    // Drawn also where they are not needed: the rows that follow are the same for every noise.
    const bool turned = random.uniform() < shape.noise;
    const auto turn = 1 + static_cast<std::int64_t>(random.below(classes - 1));
    labels.push_back(from.labels[(drawn + (turned ? turn : 0)) % classes]);
  }
  auto result = std::make_unique<dataset>(feature_matrix(std::move(x), features));
  result->set_labels(std::move(labels));
  return result;
}

}  // namespace coppice
