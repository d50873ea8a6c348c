#include <fcntl.h>
#include <openexr.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/plain_file.h"
#include "core/pack/canary.h"
#include "core/pack/exr_texture.h"
#include "core/pack/input_file.h"
#include "core/pack/pack.h"

namespace texeleton::pack {

namespace {

constexpr std::uint64_t kMostTexels = std::uint64_t{1} << 26;  ///< Limit for a file to examine: 1 GiB of floats.

void noMessage(exr_const_context_t, exr_result_t, const char*) {}

/// An EXR file of any tool, converted to floats, alpha 1 if missing. Separate planes for the channels, because OpenEXR
/// 3.1 reverses half channels when interleaving them as floats.
struct AnyExr {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::array<std::vector<float>, 4> channels;

  glm::vec4 texel(std::size_t i) const { return {channels[0][i], channels[1][i], channels[2][i], channels[3][i]}; }
};

class AnyExrReader {
 public:
  AnyExrReader() = default;
  AnyExrReader(const AnyExrReader&) = delete;
  AnyExrReader& operator=(const AnyExrReader&) = delete;
  ~AnyExrReader() {
    if (m_context != nullptr) {
      exr_finish(&m_context);
    }
  }

  /// Returns the error; empty on success.
  Message read(const std::filesystem::path& file, AnyExr& image) {
    const auto plain = PlainFile::open(file);  // OpenEXR would wait for a pipe.
    return plain ? read(file, {}, image) : plain.error().message;
  }
  /// The same from the content of a file.
  Message read(std::string_view content, AnyExr& image) { return read("exported.exr", content, image); }

 private:
  static std::int64_t sizeOf(exr_const_context_t, void* content) {
    return static_cast<std::int64_t>(static_cast<const std::string_view*>(content)->size());
  }

  static std::int64_t copyBytes(exr_const_context_t, void* content, void* bytes, std::uint64_t count,
                                std::uint64_t offset, exr_stream_error_func_ptr_t) {
    const auto& from = *static_cast<const std::string_view*>(content);
    const std::string_view part = from.substr(std::min<std::size_t>(offset, from.size()), count);
    std::copy(part.begin(), part.end(), static_cast<char*>(bytes));
    return static_cast<std::int64_t>(part.size());
  }

  Message read(const std::filesystem::path& file, std::string_view content, AnyExr& image) {
    exr_context_initializer_t options = EXR_DEFAULT_CONTEXT_INITIALIZER;
    options.error_handler_fn = &noMessage;
    if (!content.empty()) {
      m_content = content;
      options.user_data = &m_content;
      options.read_fn = &copyBytes;
      options.size_fn = &sizeOf;
    }
    if (exr_start_read(&m_context, file.c_str(), &options) != EXR_ERR_SUCCESS) {
      return message("is no EXR file that can be read");
    }
    exr_attr_box2i_t window = {};
    exr_storage_t storage = EXR_STORAGE_SCANLINE;
    if (exr_get_data_window(m_context, 0, &window) != EXR_ERR_SUCCESS ||
        exr_get_storage(m_context, 0, &storage) != EXR_ERR_SUCCESS || storage != EXR_STORAGE_SCANLINE) {
      return message("was saved again by a tool, in tiles or with depth");
    }
    const std::int64_t width = std::int64_t{window.max.x} - window.min.x + 1;
    const std::int64_t height = std::int64_t{window.max.y} - window.min.y + 1;
    if (width < 1 || height < 1 ||
        static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height) > kMostTexels) {
      return message("is too large to be examined");
    }
    image.width = static_cast<std::uint32_t>(width);
    image.height = static_cast<std::uint32_t>(height);
    for (std::vector<float>& channel : image.channels) {
      channel.assign(static_cast<std::size_t>(width * height), &channel == &image.channels[3] ? 1.0f : 0.0f);
    }
    if (content.empty() && readAsPack(file, image)) {
      return {};
    }
    std::int32_t lines = 1;
    exr_get_scanlines_per_chunk(m_context, 0, &lines);
    for (std::int32_t y = window.min.y; y <= window.max.y; y += lines) {
      if (!readChunk(y, window.min.y, image)) {
        return message("is cut short or damaged");
      }
    }
    return {};
  }

  /// Reads a file of a pack with the pack's reader.
  static bool readAsPack(const std::filesystem::path& file, AnyExr& image) {
    const auto opened = InputFile::open(AT_FDCWD, file.c_str(), file.string());
    JobContext job;
    for (const vat::PixelFormat format : {vat::PixelFormat::Rgba16F, vat::PixelFormat::Rgba32F}) {
      const auto texels = opened ? readExr(*opened, format, image.width, image.height, nullptr, job)
                                 : Result<vat::TexelBuffer>(fail(opened.error()));
      for (std::uint32_t y = 0; texels && y < image.height; ++y) {
        for (std::uint32_t x = 0; x < image.width; ++x) {
          const glm::vec4 texel = texels->texel(x, y);
          for (glm::length_t c = 0; c < 4; ++c) {
            image.channels[static_cast<std::size_t>(c)][std::size_t{y} * image.width + x] = texel[c];
          }
        }
      }
      if (texels) {
        return true;
      }
    }
    return false;
  }

  bool readChunk(std::int32_t y, std::int32_t firstLine, AnyExr& image) const {
    exr_chunk_info_t info = {};
    exr_decode_pipeline_t pipeline = {};
    if (exr_read_scanline_chunk_info(m_context, 0, y, &info) != EXR_ERR_SUCCESS ||
        exr_decoding_initialize(m_context, 0, &info, &pipeline) != EXR_ERR_SUCCESS) {
      return false;
    }
    for (int i = 0; i < pipeline.channel_count; ++i) {
      exr_coding_channel_info_t& channel = pipeline.channels[i];
      const std::size_t place = std::string_view("RGBA").find(channel.channel_name);
      if (place == std::string_view::npos || channel.x_samples != 1 || channel.y_samples != 1) {
        channel.decode_to_ptr = nullptr;
        continue;
      }
      float* const first = image.channels[place].data() + static_cast<std::size_t>(y - firstLine) * image.width;
      channel.decode_to_ptr = reinterpret_cast<std::uint8_t*>(first);
      channel.user_bytes_per_element = 4;
      channel.user_data_type = EXR_PIXEL_FLOAT;
      channel.user_pixel_stride = 4;
      channel.user_line_stride = static_cast<std::int32_t>(image.width * 4);
    }
    const bool ok = exr_decoding_choose_default_routines(m_context, 0, &pipeline) == EXR_ERR_SUCCESS &&
                    exr_decoding_run(m_context, 0, &pipeline) == EXR_ERR_SUCCESS;
    exr_decoding_destroy(m_context, &pipeline);
    return ok;
  }

  exr_context_t m_context = nullptr;
  std::string_view m_content;
};

SeenTexture seenIn(const AnyExr& image) {
  return {image.width, image.height,
          [&image](std::uint32_t x, std::uint32_t y) { return image.texel(std::size_t{y} * image.width + x); }};
}

/// Two texels per channel: the smallest value, which is lost first, and the one nearest to a value that lies between
/// two 8-bit steps and changes under sRGB curves.
std::array<vat::TexelAddress, kCanaryTexels> tellingTexels(const AnyExr& image) {
  constexpr float kTelling = 76.5f / 255.0f;
  std::array<std::size_t, kCanaryTexels> texels{};
  for (std::size_t channel = 0; channel < image.channels.size(); ++channel) {
    const std::vector<float>& values = image.channels[channel];
    std::size_t& least = texels[channel * 2];
    std::size_t& middle = texels[channel * 2 + 1];
    for (std::size_t i = 0; i < values.size(); ++i) {
      least = values[i] < values[least] ? i : least;
      middle = std::abs(values[i] - kTelling) < std::abs(values[middle] - kTelling) ? i : middle;
    }
  }
  std::array<vat::TexelAddress, kCanaryTexels> places{};
  for (std::size_t i = 0; i < places.size(); ++i) {
    places[i] = {static_cast<std::uint32_t>(texels[i] % image.width),
                 static_cast<std::uint32_t>(texels[i] / image.width)};
  }
  return places;
}

}  // namespace

Result<std::vector<const CanaryDamage*>> examineTexture(const std::filesystem::path& file,
                                                        const vat::TextureLayout& layout, vat::PixelFormat format) {
  AnyExr image;
  AnyExrReader reader;
  if (const Message why = reader.read(file, image); !why.empty()) {
    return fail(ErrorCode::BadFile, why, file.string());
  }
  return layout.canaryRow ? diagnoseCanary(layout, format, seenIn(image)) : std::vector<const CanaryDamage*>();
}

Result<std::vector<const CanaryDamage*>> examineTexture(const std::filesystem::path& file, std::string_view exported,
                                                        vat::PixelFormat format) {
  AnyExr before;
  AnyExr after;
  AnyExrReader reader;
  AnyExrReader again;
  if (const Message why = reader.read(exported, before); !why.empty()) {
    return fail(ErrorCode::BadFile, why, file.string());
  }
  if (const Message why = again.read(file, after); !why.empty()) {
    return fail(ErrorCode::BadFile, why, file.string());
  }
  const auto places = tellingTexels(before);
  std::array<glm::dvec4, kCanaryTexels> known{};
  for (std::size_t i = 0; i < known.size(); ++i) {
    known[i] = glm::dvec4(seenIn(before).texel(places[i].x, places[i].y));
  }
  return diagnoseTexels({before.width, before.height}, places, known, format, seenIn(after));
}

}  // namespace texeleton::pack
