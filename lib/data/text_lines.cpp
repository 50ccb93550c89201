#include "data/text_lines.hpp"

#include <algorithm>

#include <zlib.h>

#include "core/error.hpp"
#include "data/foreign_formats.hpp"

namespace coppice {
namespace {

constexpr std::size_t chunk = std::size_t{1} << 16;

}  // namespace

struct text_lines::inflater {
  z_stream stream{};
  inflater() {
    constexpr int gzip_only = 16 + MAX_WBITS;
    if (inflateInit2(&stream, gzip_only) != Z_OK) throw std::bad_alloc();
  }
  ~inflater() { inflateEnd(&stream); }
  inflater(const inflater&) = delete;
  inflater& operator=(const inflater&) = delete;
};

text_lines::text_lines(const std::string& path)
    : name_(path), file_(std::make_unique<input_file>(path)), raw_(chunk) {}

text_lines::text_lines(const void* text, std::size_t size)
    : name_("the text"), memory_(static_cast<const char*>(text), size), raw_(chunk) {}

text_lines::~text_lines() = default;

void text_lines::fail(const std::string& what) const {
  coppice::fail(COPPICE_PARSE_ERROR, printable(name_, 200), ": ", what);
}

std::size_t text_lines::read_raw(char* to, std::size_t capacity) {
  if (file_ == nullptr) {
    const std::size_t count = std::min(capacity, memory_.size());
    std::copy_n(memory_.data(), count, to);
    memory_.remove_prefix(count);
    return count;
  }
  return file_->read(to, capacity);
}

void text_lines::read_chunk() {
  raw_size_ = read_raw(raw_.data(), raw_.size());
}

void text_lines::give_to_inflater() {
  inflater_->stream.next_in = reinterpret_cast<Bytef*>(raw_.data());
  inflater_->stream.avail_in = static_cast<uInt>(raw_size_);
}

/// Reads the first chunk, which tells what the bytes are.
void text_lines::start() {
  started_ = true;
  read_chunk();
  if (const char* const what = foreign_format({raw_.data(), raw_size_}); what != nullptr)
    fail(text("line 1: this is not text, but ", what));
  if (raw_size_ < 2 || raw_[0] != '\x1f' || raw_[1] != '\x8b') return;
  inflater_ = std::make_unique<inflater>();
  give_to_inflater();
}

/// Once, of the first bytes that are read.
void text_lines::check_text() {
  if (is_checked_ || pending_.empty()) return;
  is_checked_ = true;
  if (is_binary(pending_))
    fail("line 1: this is not text; expected lines of text, plain or compressed by gzip");
}

/// Appends at least one more byte of text to pending_, or says that there is none.
bool text_lines::refill() {
  if (!started_)
    start();
  else if (!inflater_)
    read_chunk();
  const std::size_t before = pending_.size();
  if (inflater_)
    inflate_more();
  else
    pending_.append(raw_.data(), raw_size_);
  check_text();
  return pending_.size() > before;
}

/// Until there is more text, or all of it was read.
void text_lines::inflate_more() {
  z_stream& stream = inflater_->stream;
  while (true) {
    if (stream.avail_in == 0) {
      read_chunk();
      give_to_inflater();
      if (raw_size_ == 0 && ended_) return;
      if (raw_size_ == 0) fail("the gzip data end in the middle; expected the whole file");
    }
    if (ended_) {  // one gzip member is over and bytes follow: another member
      if (inflateReset(&stream) != Z_OK) coppice::fail(COPPICE_INTERNAL, "zlib cannot start again");
      ended_ = false;
    }
    const std::size_t before = pending_.size();
    pending_.resize(before + chunk);
    stream.next_out = reinterpret_cast<Bytef*>(&pending_[before]);
    stream.avail_out = static_cast<uInt>(chunk);
    const int code = inflate(&stream, Z_NO_FLUSH);
    pending_.resize(before + chunk - stream.avail_out);
    if (code == Z_MEM_ERROR) throw std::bad_alloc();
    if (code == Z_STREAM_END)
      ended_ = true;
    else if (code != Z_OK && code != Z_BUF_ERROR)
      fail("the gzip data are damaged");
    if (pending_.size() > before) return;
  }
}

void text_lines::take_byte_order_mark(std::string_view& line) const {
  constexpr std::string_view of_utf8 = "\xef\xbb\xbf";
  if (line.substr(0, of_utf8.size()) == of_utf8) line.remove_prefix(of_utf8.size());
  if (line.substr(0, 2) == "\xff\xfe" || line.substr(0, 2) == "\xfe\xff")
    fail("line 1: the text is UTF-16; expected UTF-8 (iconv -f utf-16 -t utf-8 makes it of that)");
}

bool text_lines::next(std::string_view& line) {
  std::size_t searched = handed_;
  while (true) {
    const std::size_t end = pending_.find('\n', searched);
    if (end != std::string::npos) {
      line = std::string_view(pending_).substr(handed_, end - handed_);
      handed_ = end + 1;
      if (++number_ == 1) take_byte_order_mark(line);
      return true;
    }
    pending_.erase(0, handed_);
    handed_ = 0;
    searched = pending_.size();
    if (refill()) continue;
    if (pending_.empty()) return false;
    pending_ += '\n';  // the last line lacks its end
  }
}

}  // namespace coppice
