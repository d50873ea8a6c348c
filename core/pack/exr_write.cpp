#include <openexr.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include "core/base/parallel.h"
#include "core/pack/exr_lines.h"
#include "core/pack/exr_texture.h"
#include "core/pack/ordered_turns.h"
#include "core/pack/pack_limits.h"
#include "core/pack/zip_chunk.h"

// OpenEXR's C interface is used rather than its C++ one because it accepts finished chunks: they are packed and
// compressed on the program's threads, written in order with a checksum, and system errors keep their reason
// (docs/decisions/0005-pack-writing.md).

namespace texeleton::pack {

namespace {

static_assert(std::endian::native == std::endian::little, "EXR is little-endian; this code copies words as they are");

exr_compression_t exrCompression(TextureCompression compression) {
  switch (compression) {
    case TextureCompression::Rle:
      return EXR_COMPRESSION_RLE;
    case TextureCompression::Zip:
      return EXR_COMPRESSION_ZIP;
    case TextureCompression::None:
      break;
  }
  return EXR_COMPRESSION_NONE;
}

/// Output stream for OpenEXR that writes to the OutputFile. OpenEXR leaves a gap for the chunk table and fills it at
/// the end; for uncompressed data the table is known in advance and is written directly.
struct Sink {
  OutputFile* file = nullptr;
  std::uint64_t chunkCount = 0;
  std::uint64_t rawChunkBytes = 0;  ///< With its 8 bytes of header; 0 when compressed.
};

std::vector<std::byte> chunkTable(const Sink& sink, std::uint64_t gapBegin, std::uint64_t gapBytes) {
  std::vector<std::byte> table(gapBytes);
  if (sink.rawChunkBytes != 0 && gapBytes == sink.chunkCount * sizeof(std::uint64_t)) {
    for (std::uint64_t i = 0; i < sink.chunkCount; ++i) {
      const std::uint64_t begin = gapBegin + gapBytes + i * sink.rawChunkBytes;
      std::memcpy(table.data() + i * sizeof begin, &begin, sizeof begin);
    }
  }
  return table;
}

std::int64_t writeToSink(exr_const_context_t, void* userData, const void* buffer, std::uint64_t size,
                         std::uint64_t offset, exr_stream_error_func_ptr_t) {
  Sink& sink = *static_cast<Sink*>(userData);
  const std::span<const std::byte> bytes(static_cast<const std::byte*>(buffer), static_cast<std::size_t>(size));
  bool ok = true;
  if (offset < sink.file->size()) {
    ok = sink.file->correct(offset, bytes);
  } else {
    if (offset > sink.file->size()) {
      try {
        const std::uint64_t begin = sink.file->size();
        ok = sink.file->append(chunkTable(sink, begin, offset - begin));
      } catch (const std::bad_alloc&) {
        ok = false;
      }
    }
    ok = ok && sink.file->append(bytes);
  }
  return ok ? static_cast<std::int64_t>(size) : -1;
}

void ignoreWriteMessage(exr_const_context_t, exr_result_t, const char*) {}

/// An EXR being written; closes (or drops) itself.
class Writer {
 public:
  Writer(Sink& sink, const vat::TexelBuffer& texels, TextureCompression compression) {
    exr_context_initializer_t options = EXR_DEFAULT_CONTEXT_INITIALIZER;
    options.error_handler_fn = &ignoreWriteMessage;
    options.user_data = &sink;
    options.write_fn = &writeToSink;
    m_ok = exr_start_write(&m_context, "animation.exr", EXR_WRITE_FILE_DIRECTLY, &options) == EXR_ERR_SUCCESS;
    int part = 0;
    step(exr_add_part(m_context, "texels", EXR_STORAGE_SCANLINE, &part));
    step(exr_initialize_required_attr_simple(m_context, 0, static_cast<std::int32_t>(texels.width()),
                                             static_cast<std::int32_t>(texels.height()), exrCompression(compression)));
    for (const char* name : {"A", "B", "G", "R"}) {
      step(exr_add_channel(m_context, 0, name,
                           texels.format() == vat::PixelFormat::Rgba16F ? EXR_PIXEL_HALF : EXR_PIXEL_FLOAT,
                           EXR_PERCEPTUALLY_LOGARITHMIC, 1, 1));
    }
    step(exr_write_header(m_context));
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  ~Writer() {
    if (m_context != nullptr) {
      exr_finish(&m_context);
    }
  }

  bool isOk() const { return m_ok; }
  exr_context_t context() const { return m_context; }
  /// Writes the chunk table and finishes.
  bool finish() {
    step(exr_finish(&m_context));
    m_context = nullptr;
    return m_ok;
  }

 private:
  void step(exr_result_t result) { m_ok = m_ok && result == EXR_ERR_SUCCESS; }

  exr_context_t m_context = nullptr;
  bool m_ok = false;
};

/// The memory of one worker: the packed or compressed chunks of one band.
struct WriteBand {
  std::vector<std::byte> bytes;
  std::vector<std::size_t> chunkEnds;
  ZipChunk zip;
};

void packRaw(const vat::TexelBuffer& texels, std::uint32_t firstLine, std::uint32_t endLine, WriteBand& band) {
  const std::size_t lineBytes = texels.rowBytes();
  band.bytes.resize(kBandBytes > lineBytes ? kBandBytes : lineBytes);
  band.chunkEnds.clear();
  std::byte* line = band.bytes.data();
  for (std::uint32_t y = firstLine; y < endLine; ++y) {
    splitLine(texels.format(), texels.row(y), texels.width(), line);
    line += lineBytes;
    band.chunkEnds.push_back(static_cast<std::size_t>(line - band.bytes.data()));
  }
}

exr_result_t doNothing(exr_encode_pipeline_t*) { return EXR_ERR_SUCCESS; }

/// Compresses one chunk (RLE) with OpenEXR's own routines and appends it to `band`.
bool compressChunk(exr_context_t context, const vat::TexelBuffer& texels, std::uint32_t firstLine, WriteBand& band) {
  exr_chunk_info_t info = {};
  if (exr_write_scanline_chunk_info(context, 0, static_cast<int>(firstLine), &info) != EXR_ERR_SUCCESS) {
    return false;
  }
  exr_encode_pipeline_t pipeline = {};
  bool ok = exr_encoding_initialize(context, 0, &info, &pipeline) == EXR_ERR_SUCCESS;
  if (ok) {
    const auto texelSize = static_cast<std::int32_t>(vat::texelBytes(texels.format()));
    for (int c = 0; c < pipeline.channel_count; ++c) {  // In the file's order: A, B, G, R.
      exr_coding_channel_info_t& channel = pipeline.channels[c];
      channel.user_pixel_stride = texelSize;
      channel.user_line_stride = static_cast<std::int32_t>(texels.rowBytes());
      channel.encode_from_ptr = reinterpret_cast<const std::uint8_t*>(texels.row(firstLine)) +
                                static_cast<std::ptrdiff_t>(3 - c) * (texelSize / 4);
    }
    ok = exr_encoding_choose_default_routines(context, 0, &pipeline) == EXR_ERR_SUCCESS;
    // Chunks are compressed here in any order and written elsewhere in file order: no waiting or writing here.
    pipeline.yield_until_ready_fn = &doNothing;
    pipeline.write_fn = &doNothing;
    ok = ok && exr_encoding_run(context, 0, &pipeline) == EXR_ERR_SUCCESS;
    if (ok) {
      const auto* bytes = static_cast<const std::byte*>(pipeline.compressed_buffer);
      band.bytes.insert(band.bytes.end(), bytes, bytes + pipeline.compressed_bytes);
      band.chunkEnds.push_back(band.bytes.size());
    }
  }
  exr_encoding_destroy(context, &pipeline);
  return ok;
}

}  // namespace

Result<void> writeExr(OutputFile& file, const vat::TexelBuffer& texels, TextureCompression compression,
                      JobContext& job) {
  const std::uint32_t height = texels.height();
  const bool isZip = compression == TextureCompression::Zip;
  const std::uint32_t linesPerChunk = isZip ? kZipLines : 1;
  Sink sink{&file, (std::uint64_t{height} + linesPerChunk - 1) / linesPerChunk,
            compression == TextureCompression::None ? texels.rowBytes() + 8 : 0};
  Writer writer(sink, texels, compression);

  const std::size_t linesPerBand =
      std::max<std::size_t>(kBandBytes / (texels.rowBytes() * linesPerChunk), 1) * linesPerChunk;
  const unsigned threads = exrThreadCount(job.threadCount, texels.rowBytes() * linesPerChunk);
  const LowerBytes lower = isZip ? ZipChunk().suiting(texels) : LowerBytes::Repetitions;
  OrderedTurns turns;
  Pool<WriteBand> pool;
  std::atomic<bool> ok{writer.isOk()};
  const bool finished = parallelFor(height, linesPerBand, threads, job, [&](std::size_t begin, std::size_t end) {
    std::unique_ptr<WriteBand> band;
    try {
      band = ok ? pool.take() : nullptr;
      if (band != nullptr && compression == TextureCompression::None) {
        packRaw(texels, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), *band);
      } else if (band != nullptr) {
        band->bytes.clear();
        band->chunkEnds.clear();
        for (std::size_t y = begin; y < end && ok; y += linesPerChunk) {
          const auto first = static_cast<std::uint32_t>(y);
          if (isZip) {
            ok = band->zip.append(texels, first, std::min(first + linesPerChunk, height), lower, band->bytes) && ok;
            band->chunkEnds.push_back(band->bytes.size());
          } else {
            ok = compressChunk(writer.context(), texels, first, *band) && ok;
          }
        }
      }
    } catch (const std::bad_alloc&) {
      ok = false;
    }
    turns.run(begin / linesPerBand, [&] {
      std::size_t chunkBegin = 0;
      for (std::size_t i = 0; ok && i < band->chunkEnds.size(); ++i) {
        const std::size_t bytes = band->chunkEnds[i] - chunkBegin;
        ok = exr_write_scanline_chunk(writer.context(), 0, static_cast<int>(begin + i * linesPerChunk),
                                      band->bytes.data() + chunkBegin, bytes) == EXR_ERR_SUCCESS;
        chunkBegin = band->chunkEnds[i];
      }
      job.progress(static_cast<double>(end) / height, "Writing");
    });
    texels.release(static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end - begin));
    if (band != nullptr) {
      pool.give(std::move(band));
    }
  });
  if (!finished) {
    return fail(ErrorCode::Cancelled, "cancelled while writing the texture");
  }
  if (!ok || !writer.finish()) {
    // Errors of the file itself are returned by OutputFile::finish.
    return fail(ErrorCode::Io, "OpenEXR could not write the texture", kTextureFile);
  }
  return {};
}

}  // namespace texeleton::pack
