#include "core/bake/levels/decode_texels.h"

#include <cstdio>
// After <cstdio>, which it needs.
#include <jpeglib.h>
#include <png.h>

#include <algorithm>
#include <csetjmp>
#include <new>
#include <utility>

namespace texeleton::bake {

namespace {

constexpr std::uint64_t kMostTexels = std::uint64_t{1} << 26;  ///< 8,192 × 8,192.
constexpr int kMostScans = 200;                                ///< A progressive JPEG with more is a decompression
                                                               ///< bomb.

Error doesNotDecode(const model::Image& image) {
  return {ErrorCode::BadFile, message("the image '%1' does not decode", image.name), {}};
}

Result<Texels> decodePng(const model::Image& image) {
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  Texels texels;
  if (png_image_begin_read_from_memory(&png, image.bytes.data(), image.bytes.size()) == 0) {
    return fail(doesNotDecode(image));
  }
  if (std::uint64_t{png.width} * png.height > kMostTexels) {
    png_image_free(&png);
    return fail(ErrorCode::Limit, message("the image '%1' has too many texels", image.name));
  }
  png.format = PNG_FORMAT_RGBA;
  texels.width = png.width;
  texels.height = png.height;
  try {
    texels.rgba.resize(std::size_t{png.width} * png.height);
  } catch (const std::bad_alloc&) {
    png_image_free(&png);
    throw;
  }
  if (png_image_finish_read(&png, nullptr, texels.rgba.data(), 0, nullptr) == 0) {
    return fail(doesNotDecode(image));
  }
  return texels;
}

struct JpegErrors {
  jpeg_error_mgr manager;  // Must be first: libjpeg passes its address.
  std::jmp_buf onError;
};

[[noreturn]] void leaveJpeg(j_common_ptr jpeg) { std::longjmp(reinterpret_cast<JpegErrors*>(jpeg->err)->onError, 1); }
void saysNothing(j_common_ptr /*jpeg*/, int /*level*/) {}
void limitScans(j_common_ptr jpeg) {
  if (reinterpret_cast<j_decompress_ptr>(jpeg)->input_scan_number > kMostScans) {
    leaveJpeg(jpeg);
  }
}

/// libjpeg reports errors with a jump: nothing here may need a destructor. `texels` and `row` (RGB) have room for the
/// size that the model states.
bool readJpeg(const model::Image& image, Texels& texels, std::vector<unsigned char>& row) {
  jpeg_decompress_struct jpeg{};
  JpegErrors errors{};
  jpeg.err = jpeg_std_error(&errors.manager);
  errors.manager.error_exit = &leaveJpeg;
  errors.manager.emit_message = &saysNothing;
  if (setjmp(errors.onError) != 0) {
    jpeg_destroy_decompress(&jpeg);
    return false;
  }
  jpeg_create_decompress(&jpeg);
  jpeg_progress_mgr progress{};
  progress.progress_monitor = &limitScans;
  jpeg.progress = &progress;
  jpeg_mem_src(&jpeg, reinterpret_cast<const unsigned char*>(image.bytes.data()),
               static_cast<unsigned long>(image.bytes.size()));
  jpeg_read_header(&jpeg, TRUE);
  if (jpeg.image_width != texels.width || jpeg.image_height != texels.height) {
    jpeg_destroy_decompress(&jpeg);
    return false;
  }
  jpeg.out_color_space = JCS_RGB;
  jpeg_start_decompress(&jpeg);
  unsigned char* const bytes = row.data();
  while (jpeg.output_scanline < jpeg.output_height) {
    glm::u8vec4* const out = texels.rgba.data() + std::size_t{jpeg.output_scanline} * texels.width;
    unsigned char* rows = bytes;
    jpeg_read_scanlines(&jpeg, &rows, 1);
    for (std::size_t x = 0; x < texels.width; ++x) {
      out[x] = glm::u8vec4(bytes[x * 3], bytes[x * 3 + 1], bytes[x * 3 + 2], 255);
    }
  }
  jpeg_finish_decompress(&jpeg);
  jpeg_destroy_decompress(&jpeg);
  return true;
}

Result<Texels> decodeJpeg(const model::Image& image) {
  Texels texels{image.width, image.height, {}};
  if (std::uint64_t{image.width} * image.height > kMostTexels) {
    return fail(ErrorCode::Limit, message("the image '%1' has too many texels", image.name));
  }
  texels.rgba.resize(std::size_t{image.width} * image.height);
  std::vector<unsigned char> row(std::size_t{image.width} * 3);
  if (texels.rgba.empty() || !readJpeg(image, texels, row)) {
    return fail(doesNotDecode(image));
  }
  return texels;
}

Texels halved(const Texels& from) {
  Texels to{std::max(from.width / 2, 1u), std::max(from.height / 2, 1u), {}};
  to.rgba.reserve(std::size_t{to.width} * to.height);
  for (std::uint32_t y = 0; y < to.height; ++y) {
    for (std::uint32_t x = 0; x < to.width; ++x) {
      const std::size_t right = std::min(2 * x + 1, from.width - 1);
      const std::size_t below = std::size_t{std::min(2 * y + 1, from.height - 1)} * from.width;
      const std::size_t above = std::size_t{2} * y * from.width;
      const glm::uvec4 sum = glm::uvec4(from.rgba[above + 2 * x]) + glm::uvec4(from.rgba[above + right]) +
                             glm::uvec4(from.rgba[below + 2 * x]) + glm::uvec4(from.rgba[below + right]);
      to.rgba.emplace_back((sum + 2u) / 4u);
    }
  }
  return to;
}

}  // namespace

Result<Texels> decodeTexels(const model::Image& image, std::uint64_t most) {
  try {
    Result<Texels> texels = image.mimeType == "image/jpeg" ? decodeJpeg(image) : decodePng(image);
    TRY(texels);
    while (std::uint64_t{texels->width} * texels->height > std::max<std::uint64_t>(most, 1)) {
      *texels = halved(*texels);
    }
    return texels;
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::Limit, message("there is not enough memory for the image '%1'", image.name));
  }
}

}  // namespace texeleton::bake
