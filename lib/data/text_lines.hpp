// Lines of text from a file or from memory, gzip recognised and undone on the way, without the byte
// order mark that UTF-8 may begin with.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/files.hpp"
#include "core/text.hpp"

namespace coppice {

class text_lines {
 public:
  /// From a file; `path` is also the name that messages begin with.
  explicit text_lines(const std::string& path);
  /// From memory, which must outlive this object.
  text_lines(const void* text, std::size_t size);
  ~text_lines();
  text_lines(const text_lines&) = delete;
  text_lines& operator=(const text_lines&) = delete;

  /// The next line without its end ("\n"), valid until the next call; false after the last.
  bool next(std::string_view& line);

  /// The number of the line that next gave, from 1.
  [[nodiscard]] std::int64_t number() const noexcept { return number_; }

  /// Throws COPPICE_PARSE_ERROR: "NAME: line L, column C: what". `at` points into the line.
  template <class... Parts>
  [[noreturn]] void fail_at(std::string_view line, const char* at, const Parts&... what) const {
    fail(text("line ", number_, ", column ", at - line.data() + 1, ": ", what...));
  }
  /// Throws COPPICE_PARSE_ERROR: "NAME: what".
  [[noreturn]] void fail(const std::string& what) const;

 private:
  struct inflater;
  void take_byte_order_mark(std::string_view& line) const;
  void check_text();
  void start();
  void read_chunk();
  void give_to_inflater();
  bool refill();
  void inflate_more();
  std::size_t read_raw(char* to, std::size_t capacity);

  std::string name_;
  std::unique_ptr<input_file> file_;  // null where it is memory
  std::string_view memory_;
  std::unique_ptr<inflater> inflater_;
  std::vector<char> raw_;
  std::size_t raw_size_ = 0;
  bool started_ = false;
  bool is_checked_ = false;
  std::string pending_;  // text that is read and not yet handed out
  std::size_t handed_ = 0;
  bool ended_ = false;
  std::int64_t number_ = 0;
};

}  // namespace coppice
