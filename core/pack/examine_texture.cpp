#include <fcntl.h>
#include <openexr.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/pack/canary.h"
#include "core/pack/exr_texture.h"
#include "core/pack/input_file.h"
#include "core/pack/pack.h"

namespace texeleton::pack {

namespace {

constexpr std::uint64_t kMostTexels = std::uint64_t{1} << 26;  ///< Limit for a file to examine: 1 GiB of floats.

void noMessage(exr_const_context_t, exr_result_t, const char*) {}

/// An EXR file of any tool, all of it as floats, alpha 1 where it has none.
struct AnyExr {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<float> values;
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

  /// Why it cannot be read; empty: it was.
  Message read(const std::filesystem::path& file, AnyExr& image) {
    exr_context_initializer_t options = EXR_DEFAULT_CONTEXT_INITIALIZER;
    options.error_handler_fn = &noMessage;
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
    image.values.assign(static_cast<std::size_t>(width * height) * 4, 0.0f);
    for (std::size_t i = 3; i < image.values.size(); i += 4) {
      image.values[i] = 1.0f;
    }
    if (readAsPack(file, image)) {
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

 private:
  /// A file as packs have it, by the reader of packs.
  static bool readAsPack(const std::filesystem::path& file, AnyExr& image) {
    const auto opened = InputFile::open(AT_FDCWD, file.c_str(), file.string());
    JobContext job;
    for (const bake::PixelFormat format : {bake::PixelFormat::Rgba16F, bake::PixelFormat::Rgba32F}) {
      const auto texels = opened ? readExr(*opened, format, image.width, image.height, nullptr, job)
                                 : Result<bake::TexelBuffer>(fail(opened.error()));
      for (std::uint32_t y = 0; texels && y < image.height; ++y) {
        for (std::uint32_t x = 0; x < image.width; ++x) {
          const glm::vec4 texel = texels->texel(x, y);
          std::copy(&texel[0], &texel[0] + 4, &image.values[(std::size_t{y} * image.width + x) * 4]);
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
      float* const first = image.values.data() + static_cast<std::size_t>(y - firstLine) * image.width * 4 + place;
      channel.decode_to_ptr = reinterpret_cast<std::uint8_t*>(first);
      channel.user_bytes_per_element = 4;
      channel.user_data_type = EXR_PIXEL_FLOAT;
      channel.user_pixel_stride = 16;
      channel.user_line_stride = static_cast<std::int32_t>(image.width * 16);
    }
    const bool ok = exr_decoding_choose_default_routines(m_context, 0, &pipeline) == EXR_ERR_SUCCESS &&
                    exr_decoding_run(m_context, 0, &pipeline) == EXR_ERR_SUCCESS;
    exr_decoding_destroy(m_context, &pipeline);
    return ok;
  }

  exr_context_t m_context = nullptr;
};

}  // namespace

Result<std::vector<const CanaryDamage*>> examineTexture(const std::filesystem::path& file,
                                                        const bake::TextureLayout& layout, bake::PixelFormat format) {
  AnyExr image;
  AnyExrReader reader;
  if (const Message why = reader.read(file, image); !why.empty()) {
    return fail(ErrorCode::BadFile, why, file.string());
  }
  const SeenTexture seen{image.width, image.height, [&image](std::uint32_t x, std::uint32_t y) {
                           const float* const v = &image.values[(std::size_t{y} * image.width + x) * 4];
                           return glm::vec4(v[0], v[1], v[2], v[3]);
                         }};
  return layout.canaryRow ? diagnoseCanary(layout, format, seen) : std::vector<const CanaryDamage*>();
}

}  // namespace texeleton::pack
