#include "data/column_lists.hpp"

#include <algorithm>
#include <utility>

#include "core/bring_in.hpp"
#include "core/row_sums.hpp"

namespace coppice {

template <class Row>
column_lists<Row> lists_of_columns(const feature_matrix& matrix, const progress& report,
                                   thread_team* team) {
  const std::int64_t rows = matrix.rows();
  const std::int64_t features = matrix.features();
  // Each block of rows has places of its own in every column.
  const bool is_shared = team != nullptr && features <= matrix.stored_values() / team->size();
  const std::int64_t blocks = is_shared ? team->size() : 1;
  std::vector<std::int64_t> places;  // blocks x features
  /// Calls each(place, row, value) for the entries of all rows, with the place of the next one of
  /// their block and feature.
  const auto for_each_entry = [&](const auto& each) {
    run_each(team, report, blocks, [&](std::int64_t block) {
      std::int64_t* const of_block = places.data() + block * features;
      std::int64_t since_poll = 0;  // rows and values
      const std::int64_t end = rows * (block + 1) / blocks;
      for (std::int64_t i = rows * block / blocks; i < end; ++i) {
        ++since_poll;
        matrix.for_each_value(i, [&](std::int64_t d, double value) {
          ++since_poll;
          if (value != 0) each(of_block[d], i, value);
        });
        if (since_poll < progress::rows_a_poll) continue;
        since_poll = 0;
        report.poll();
        if (report.ended()) return;  // on another thread than the one that was asked to end
      }
    });
  };
  report.resize(places, blocks * features);
  for_each_entry([](std::int64_t& count, std::int64_t /*row*/, double /*value*/) { ++count; });
  column_lists<Row> lists;
  report.resize(lists.starts, features + 1);
  std::int64_t next = 0;
  for (std::int64_t d = 0; d < features; ++d) {
    lists.starts[d] = next;
    for (std::int64_t block = 0; block < blocks; ++block)
      next += std::exchange(places[block * features + d], next);
    report.poll_at(d);
  }
  lists.starts[features] = next;
  lists.rows.resize(static_cast<std::size_t>(next));
  lists.values.resize(static_cast<std::size_t>(next));
  // A row that has many entries would bring in as many pages, which takes long and cannot be
  // polled.
  bring_in(team, report, lists.rows.data(), lists.rows.size() * sizeof(Row));
  bring_in(team, report, lists.values.data(), lists.values.size() * sizeof(double));
  for_each_entry([&](std::int64_t& place, std::int64_t row, double value) {
    lists.rows[place] = static_cast<Row>(row);
    lists.values[place] = value;
    ++place;
  });
  return lists;
}

template column_lists<std::int32_t> lists_of_columns(const feature_matrix&, const progress&,
                                                     thread_team*);
template column_lists<std::int64_t> lists_of_columns(const feature_matrix&, const progress&,
                                                     thread_team*);

}  // namespace coppice
