// Learn from a stream, save it and go on, and take models of it meanwhile: other threads predict
// with each, whose predictions never change while the stream learns.
//
//     learn_stream
#include <cstdio>
#include <numeric>
#include <thread>
#include <vector>

#include "example.hpp"

namespace {

constexpr int snapshots = 10;
constexpr std::int64_t rows_of_block = 500;
constexpr std::int64_t features = 2;
constexpr std::int64_t probed = 200;
constexpr int times = 20;
constexpr const char* path = "learn_stream-cpp.cbor";

using numbers = std::vector<double>;

numbers predict(const coppice_model* by, const numbers& probes) {
  numbers decisions(static_cast<std::size_t>(probed));
  must(coppice_model_predict(by, COPPICE_DECISION, probes.data(), probed * features, probed,
                             features, features, 1, 1, decisions.data(), probed));
  return decisions;
}

dataset block(const dataset& data, int k) {
  std::vector<std::int64_t> rows(static_cast<std::size_t>(rows_of_block));
  std::iota(rows.begin(), rows.end(), k * rows_of_block);
  return make<dataset>(coppice_dataset_subset, data.get(), rows.data(), rows_of_block);
}

// Two classes that move every 1,000 rows, and a machine that forgets.
solver begin() {
  const double classes[] = {-1, 1};
  auto stream = make<solver>(coppice_solver_create, "norma");
  must(coppice_solver_set_string(stream.get(), "kernel", "gaussian(gamma=1)"));
  must(coppice_solver_set_int(stream.get(), "max_terms", 200));
  must(coppice_solver_set_double(stream.get(), "rate_floor", 0.1));
  must(coppice_solver_set_classes(stream.get(), classes, 2));
  must(coppice_solver_begin(stream.get(), features));
  return stream;
}

std::int64_t learned_by(const solver& stream) {
  return get<std::int64_t>(coppice_solver_get_int, stream.get(), "stream.rows");
}

}  // namespace

int main() try {
  const auto data =
      make<dataset>(coppice_dataset_generate, "switching", (snapshots + 1) * rows_of_block,
                    std::int64_t{0}, 0.0, std::uint64_t{1});
  numbers probes(static_cast<std::size_t>(probed * features));
  for (std::int64_t i = 0; i < probed; ++i)
    must(coppice_dataset_copy_row(data.get(), i, &probes[i * features], features));

  solver stream = begin();
  std::vector<std::thread> threads;
  std::vector<char> equal(snapshots, 0);
  for (int k = 0; k < snapshots; ++k) {
    must(coppice_solver_learn(stream.get(), block(data, k).get(), nullptr, 0));
    const std::shared_ptr<coppice_model> taken = make<model>(coppice_solver_snapshot, stream.get());
    threads.emplace_back([&probes, taken, then = predict(taken.get(), probes), &same = equal[k]] {
      same = 1;
      for (int time = 0; time < times; ++time)
        if (predict(taken.get(), probes) != then) same = 0;
    });
    std::printf("%d rows: error so far %.3f, of the snapshot on the next %d %.3f\n",
                static_cast<int>(learned_by(stream)),
                get<double>(coppice_solver_get_double, stream.get(), "stream.prequential_error"),
                static_cast<int>(rows_of_block),
                get<double>(coppice_model_error_rate, taken.get(), block(data, k + 1).get(), 1));
    if (k != snapshots / 2 - 1) continue;
    must(coppice_solver_save(stream.get(), path));  // the program might end here
    stream = make<solver>(coppice_solver_load, path);
    std::remove(path);
    std::printf("saved, and gone on at row %d\n", static_cast<int>(learned_by(stream)));
  }
  for (std::thread& thread : threads) thread.join();

  bool all = true;
  for (const char same : equal) all = all && same != 0;
  std::printf("%d snapshots, each predicted %d times beside the stream: %s\n", snapshots, times,
              all ? "equal" : "different");
  return all ? 0 : 1;
} catch (const coppice_error& error) {
  std::fprintf(stderr, "%s: %s\n", coppice_status_name(error.status), error.what());
  return 1;
}
