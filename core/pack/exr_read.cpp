#include <openexr.h>

#include <algorithm>
#include <mutex>
#include <new>
#include <optional>
#include <string>

#include "core/base/parallel.h"
#include "core/pack/exr_lines.h"
#include "core/pack/exr_texture.h"
#include "core/pack/ordered_turns.h"

namespace texeleton::pack {

namespace {

std::int64_t readFromFile(exr_const_context_t, void* userData, void* buffer, std::uint64_t size, std::uint64_t offset,
                          exr_stream_error_func_ptr_t) {
  const InputFile& file = *static_cast<const InputFile*>(userData);
  // OpenEXR reads the header in blocks, possibly beyond the end of a small file; it accepts short reads.
  const std::uint64_t available = offset < file.size() ? std::min(size, file.size() - offset) : 0;
  const std::span<std::byte> bytes(static_cast<std::byte*>(buffer), static_cast<std::size_t>(available));
  return file.readAt(offset, bytes) ? static_cast<std::int64_t>(available) : -1;
}

std::int64_t sizeOfFile(exr_const_context_t, void* userData) {
  return static_cast<std::int64_t>(static_cast<const InputFile*>(userData)->size());
}

void ignoreReadMessage(exr_const_context_t, exr_result_t, const char*) {}

/// OpenEXR's view of the file, for decompression. Opened only after the header has been checked.
class Decoder {
 public:
  Decoder(const InputFile& file, const ExrFileLayout& layout) : m_layout(layout) {
    if (layout.compression == 0) {
      return;
    }
    exr_context_initializer_t options = EXR_DEFAULT_CONTEXT_INITIALIZER;
    options.error_handler_fn = &ignoreReadMessage;
    options.user_data = const_cast<InputFile*>(&file);
    options.read_fn = &readFromFile;
    options.size_fn = &sizeOfFile;
    options.max_image_width = static_cast<int>(layout.width);
    options.max_image_height = static_cast<int>(layout.height);
    m_ok = exr_start_read(&m_context, "animation.exr", &options) == EXR_ERR_SUCCESS;
  }
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;
  ~Decoder() {
    if (m_context != nullptr) {
      exr_finish(&m_context);
    }
  }

  bool isOk() const { return m_ok || m_layout.compression == 0; }

  /// Decompresses the chunk that begins at line `y` into `lines` (its raw bytes). Safe on several threads.
  bool decompress(std::uint32_t y, std::span<std::byte> lines) const {
    exr_chunk_info_t info = {};
    if (exr_read_scanline_chunk_info(m_context, 0, static_cast<int>(y), &info) != EXR_ERR_SUCCESS ||
        info.unpacked_size != lines.size()) {
      return false;
    }
    exr_decode_pipeline_t pipeline = {};
    bool ok = exr_decoding_initialize(m_context, 0, &info, &pipeline) == EXR_ERR_SUCCESS &&
              exr_decoding_choose_default_routines(m_context, 0, &pipeline) == EXR_ERR_SUCCESS;
    if (ok) {
      pipeline.unpack_and_convert_fn = nullptr;  // The lines are needed without conversion.
      pipeline.unpacked_buffer = lines.data();
      pipeline.unpacked_alloc_size = lines.size();
      ok = exr_decoding_run(m_context, 0, &pipeline) == EXR_ERR_SUCCESS;
      pipeline.unpacked_buffer = nullptr;
      pipeline.unpacked_alloc_size = 0;
    }
    exr_decoding_destroy(m_context, &pipeline);
    return ok;
  }

 private:
  const ExrFileLayout& m_layout;
  exr_context_t m_context = nullptr;
  bool m_ok = false;
};

/// The memory of one worker.
struct ReadBand {
  std::vector<std::byte> bytes;
  std::vector<std::byte> lines;
};

/// Reads, checks and unpacks chunks [begin, end), whose bytes are in `band.bytes`. Returns the error, if any.
std::optional<Message> unpackChunks(const ExrFileLayout& layout, const Decoder& decoder, std::size_t begin,
                                    std::size_t end, ReadBand& band, vat::TexelBuffer& texels) {
  for (std::size_t chunk = begin; chunk < end; ++chunk) {
    const std::byte* const data = band.bytes.data() + (layout.chunkBegin[chunk] - layout.chunkBegin[begin]);
    const std::uint64_t dataBytes = layout.chunkBegin[chunk + 1] - layout.chunkBegin[chunk] - 8;
    const auto firstLine = static_cast<std::uint32_t>(chunk * layout.linesPerChunk);
    const std::uint32_t lineCount = std::min(layout.linesPerChunk, layout.height - firstLine);
    std::uint32_t header[2] = {};
    std::memcpy(header, data, sizeof header);
    if (header[0] != firstLine || header[1] != dataBytes) {
      return message("the chunk of line %1 begins with other numbers than its place asks for", firstLine);
    }
    const std::byte* lines = data + 8;
    if (dataBytes != lineCount * texels.rowBytes()) {
      band.lines.assign(lineCount * texels.rowBytes(), std::byte{0});
      if (!decoder.decompress(firstLine, band.lines)) {
        return message("the chunk of line %1 cannot be decompressed", firstLine);
      }
      lines = band.lines.data();
    }
    for (std::uint32_t i = 0; i < lineCount; ++i) {
      joinLine(layout.format, lines + i * texels.rowBytes(), layout.width, texels.row(firstLine + i));
    }
  }
  return std::nullopt;
}

/// The first failure of several workers.
class FirstError {
 public:
  bool isSet() const {
    std::lock_guard lock(m_mutex);
    return m_error.has_value();
  }
  void set(Error error) {
    std::lock_guard lock(m_mutex);
    if (!m_error) {
      m_error = std::move(error);
    }
  }
  Error take() { return std::move(*m_error); }

 private:
  mutable std::mutex m_mutex;
  std::optional<Error> m_error;
};

}  // namespace

Result<vat::TexelBuffer> readExr(const InputFile& file, vat::PixelFormat format, std::uint32_t width,
                                 std::uint32_t height, Checksum* checksum, JobContext& job) {
  auto layout = readExrLayout(file, format, width, height);
  TRY(layout);
  if (checksum != nullptr) {
    std::vector<std::byte> head(static_cast<std::size_t>(layout->chunkBegin[0]));
    TRY(file.readAt(0, head));
    checksum->add(head);
  }
  const Decoder decoder(file, *layout);
  if (!decoder.isOk()) {
    return fail(ErrorCode::BadFile, "OpenEXR refuses the file's header", file.shownPath());
  }

  vat::TexelBuffer texels(format, width, height);
  const std::size_t chunksPerBand = std::max<std::size_t>(kBandBytes / (texels.rowBytes() * layout->linesPerChunk), 1);
  const unsigned threads = exrThreadCount(job.threadCount, texels.rowBytes() * layout->linesPerChunk);
  OrderedTurns turns;
  Pool<ReadBand> pool;
  FirstError error;
  const bool finished =
      parallelFor(layout->chunkCount(), chunksPerBand, threads, job, [&](std::size_t begin, std::size_t end) {
        std::unique_ptr<ReadBand> band;
        try {
          band = pool.take();
          band->bytes.resize(static_cast<std::size_t>(layout->chunkBegin[end] - layout->chunkBegin[begin]));
          if (auto read = file.readAt(layout->chunkBegin[begin], band->bytes); !read) {
            error.set(std::move(read.error()));
          } else if (!error.isSet()) {
            if (auto wrong = unpackChunks(*layout, decoder, begin, end, *band, texels)) {
              error.set({ErrorCode::BadFile, std::move(*wrong), file.shownPath()});
            }
          }
        } catch (const std::bad_alloc&) {
          error.set({ErrorCode::Limit, message("not enough memory to read the texture"), file.shownPath()});
        }
        turns.run(begin / chunksPerBand, [&] {
          if (checksum != nullptr && band != nullptr) {
            checksum->add(band->bytes);
          }
          job.progress(static_cast<double>(end) / static_cast<double>(layout->chunkCount()), "Reading");
        });
        const std::size_t firstLine = begin * layout->linesPerChunk;
        const std::size_t endLine = std::min<std::size_t>(end * layout->linesPerChunk, height);
        texels.release(static_cast<std::uint32_t>(firstLine), static_cast<std::uint32_t>(endLine - firstLine));
        if (band != nullptr) {
          pool.give(std::move(band));
        }
      });
  if (error.isSet()) {
    return fail(error.take());
  }
  if (!finished) {
    return fail(ErrorCode::Cancelled, "cancelled while reading the texture");
  }
  return texels;
}

}  // namespace texeleton::pack
