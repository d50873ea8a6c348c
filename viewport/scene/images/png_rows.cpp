#include "viewport/scene/images/png_rows.h"

#include <png.h>

#include <csetjmp>
#include <cstring>

namespace texeleton::viewport {

namespace {

constexpr const char* kCutShort = said("it is cut short");
constexpr const char* kNoMemory = said("not enough memory");
constexpr const char* kUnknownRows = said("its rows are of no known kind");

}  // namespace

struct PngRows::Reader {
  std::span<const std::byte> rest;
  std::string error;
  png_structp png = nullptr;
  png_infop info = nullptr;

  static void onError(png_structp png, png_const_charp message) {
    static_cast<Reader*>(png_get_error_ptr(png))->error = message;
    png_longjmp(png, 1);
  }
  static void onWarning(png_structp /*png*/, png_const_charp /*message*/) {}
  static void onRead(png_structp png, png_bytep data, std::size_t count) {
    auto* reader = static_cast<Reader*>(png_get_io_ptr(png));
    if (count > reader->rest.size()) {
      png_error(png, kCutShort);
    }
    std::memcpy(data, reader->rest.data(), count);
    reader->rest = reader->rest.subspan(count);
  }
};

PngRows::PngRows(std::span<const std::byte> bytes) : m_reader(std::make_unique<Reader>()) {
  m_reader->rest = bytes;
  m_reader->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, m_reader.get(), &Reader::onError, &Reader::onWarning);
  m_reader->info = m_reader->png != nullptr ? png_create_info_struct(m_reader->png) : nullptr;
  if (m_reader->info == nullptr) {
    m_reader->error = kNoMemory;
    return;
  }
  open();
}

PngRows::~PngRows() { png_destroy_read_struct(&m_reader->png, &m_reader->info, nullptr); }

// libpng reports errors with longjmp, so nothing here may need a destructor.
void PngRows::open() {
  png_structp png = m_reader->png;
  png_infop info = m_reader->info;
  if (setjmp(png_jmpbuf(png)) != 0) {
    return;
  }
#ifdef PNG_IGNORE_ADLER32
  png_set_option(png, PNG_IGNORE_ADLER32, PNG_OPTION_ON);  // Checksum of all texels; the chunks have checksums too.
#endif
  png_set_read_fn(png, m_reader.get(), &Reader::onRead);
  png_read_info(png, info);
  if (png_get_interlace_type(png, info) != PNG_INTERLACE_NONE) {
    return;
  }
  png_set_expand(png);
  png_set_scale_16(png);
  png_read_update_info(png, info);
  const int channels = png_get_channels(png, info);
  const png_uint_32 width = png_get_image_width(png, info);
  if (png_get_rowbytes(png, info) != std::size_t{width} * static_cast<std::size_t>(channels)) {
    png_error(png, kUnknownRows);
  }
  m_channels = channels;
  m_height = static_cast<int>(png_get_image_height(png, info));
  m_width = static_cast<int>(width);
}

bool PngRows::read(unsigned char* row) {
  png_structp png = m_reader->png;
  if (setjmp(png_jmpbuf(png)) != 0) {
    return false;
  }
  png_read_row(png, row, nullptr);
  return true;
}

Message PngRows::error() const {
  for (const char* const ours : {kCutShort, kNoMemory, kUnknownRows}) {
    if (m_reader->error == ours) {
      return message(ours);
    }
  }
  return verbatim(m_reader->error);
}

}  // namespace texeleton::viewport
