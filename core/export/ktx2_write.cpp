#include "core/export/ktx2_write.h"

#include <zstd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <new>

#include "core/base/little_endian.h"

namespace texeleton::exporting {

namespace {

// Numbers of the KTX 2.0 and Khronos Data Format specifications.
constexpr std::uint32_t kVkFormatRgba16F = 97;
constexpr std::uint32_t kVkFormatRgba32F = 109;
constexpr std::uint32_t kNoSupercompression = 0;
constexpr std::uint32_t kZstandard = 2;
constexpr std::uint32_t kColorModelRgbsda = 1;
constexpr std::uint32_t kPrimariesBt709 = 1;
constexpr std::uint32_t kTransferLinear = 1;
constexpr std::uint32_t kSampleIsSignedFloat = 0xC0;
constexpr std::array<std::uint32_t, 4> kKtxChannels = {0, 1, 2, 15};  // Red, green, blue, alpha.

constexpr std::size_t kHeaderBytes = 80;
constexpr std::size_t kLevelIndexBytes = 24;

/// Higher levels take several times as long for a percent or two.
constexpr int kZstandardLevel = 12;
/// Approximate size of the pieces in which rows are compressed.
constexpr std::size_t kPieceBytes = std::size_t{4} << 20U;

void padKtx2(std::string& out, std::size_t alignment) {
  out.resize((out.size() + alignment - 1) / alignment * alignment);
}

/// Data format descriptor: one basic block for four signed float samples in a texel.
std::string formatDescriptor(vat::PixelFormat format) {
  const auto bits = static_cast<std::uint32_t>(vat::texelBytes(format) * 8 / kKtxChannels.size());
  const auto blockBytes = static_cast<std::uint32_t>(24 + 16 * kKtxChannels.size());
  std::string out;
  put32(out, 4 + blockBytes);
  put32(out, 0);  // Khronos, basic format.
  put16(out, 2);  // Version 1.3 of the specification.
  put16(out, blockBytes);
  put32(out, kColorModelRgbsda | kPrimariesBt709 << 8U | kTransferLinear << 16U);
  put32(out, 0);  // Blocks of one texel.
  // Kept with supercompression too, as the specification requires since 2025; older readers ignore it.
  put32(out, static_cast<std::uint32_t>(vat::texelBytes(format)));
  put32(out, 0);
  for (std::uint32_t i = 0; i < kKtxChannels.size(); ++i) {
    put16(out, i * bits);
    put16(out, (bits - 1) | (kKtxChannels.at(i) | kSampleIsSignedFloat) << 8U);
    put32(out, 0);
    put32(out, std::bit_cast<std::uint32_t>(-1.0F));
    put32(out, std::bit_cast<std::uint32_t>(1.0F));
  }
  return out;
}

void putKeyValue(std::string& out, std::string_view key, std::string_view value) {
  put32(out, static_cast<std::uint32_t>(key.size() + value.size() + 2));
  out.append(key).push_back('\0');
  out.append(value).push_back('\0');
  padKtx2(out, 4);
}

/// Key/value data, sorted by key as the specification requires.
std::string keyValues() {
  std::string out;
  putKeyValue(out, "KTXorientation", "rd");  // x to the right, y down: row 0 is the first.
  putKeyValue(out, "KTXwriter", "texeleton " TEXELETON_VERSION);
  return out;
}

/// Calls `use(bytes, isLast)` for pieces of whole rows, first to last, and releases their memory. Returns false if
/// cancelled.
template <class Use>
bool forRows(const vat::TexelBuffer& texels, JobContext& job, Use use) {
  const auto rows =
      static_cast<std::uint32_t>(std::clamp<std::size_t>(kPieceBytes / texels.rowBytes(), 1, texels.height()));
  for (std::uint32_t y = 0; y < texels.height(); y += rows) {
    const std::uint32_t count = std::min(rows, texels.height() - y);
    if (job.isCancelled() ||
        !use(texels.bytes().subspan(texels.rowBytes() * y, texels.rowBytes() * count), y + count == texels.height())) {
      return false;
    }
    texels.release(y, count);
  }
  return true;
}

bool appendZstandard(std::string& out, const vat::TexelBuffer& texels, JobContext& job) {
  struct Free {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  };
  const std::unique_ptr<ZSTD_CCtx, Free> context(ZSTD_createCCtx());
  if (context == nullptr) {
    throw std::bad_alloc();
  }
  // The size in the frame's header lets readers allocate once.
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, kZstandardLevel);
  ZSTD_CCtx_setPledgedSrcSize(context.get(), texels.byteCount());
  std::string packed(ZSTD_CStreamOutSize(), '\0');
  return forRows(texels, job, [&](std::span<const std::byte> bytes, bool isLast) {
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    std::size_t left = 1;
    while (isLast ? left != 0 : in.pos < in.size) {
      ZSTD_outBuffer piece{packed.data(), packed.size(), 0};
      left = ZSTD_compressStream2(context.get(), &piece, &in, isLast ? ZSTD_e_end : ZSTD_e_continue);
      if (ZSTD_isError(left) != 0U) {
        throw std::bad_alloc();  // The only possible error.
      }
      out.append(packed, 0, piece.pos);
    }
    return true;
  });
}

bool appendLevel(std::string& out, const vat::TexelBuffer& texels, Ktx2Compression compression, JobContext& job) {
  if (compression == Ktx2Compression::Zstandard) {
    return appendZstandard(out, texels, job);
  }
  out.reserve(out.size() + texels.byteCount());
  return forRows(texels, job, [&](std::span<const std::byte> bytes, bool) {
    const std::size_t at = out.size();
    out.resize(at + bytes.size());
    std::ranges::transform(bytes, out.begin() + static_cast<std::ptrdiff_t>(at),
                           [](std::byte b) { return static_cast<char>(b); });
    return true;
  });
}

}  // namespace

Result<std::string> ktx2Bytes(const vat::TexelBuffer& texels, Ktx2Compression compression, JobContext& job) try {
  if (texels.byteCount() == 0) {
    return fail(ErrorCode::InvalidArgument, "There are no texels to write as KTX2.");
  }
  const bool isHalf = texels.format() == vat::PixelFormat::Rgba16F;
  const bool isPacked = compression == Ktx2Compression::Zstandard;
  const std::string descriptor = formatDescriptor(texels.format());
  const std::string keys = keyValues();
  const std::size_t descriptorAt = kHeaderBytes + kLevelIndexBytes;
  const std::size_t keysAt = descriptorAt + descriptor.size();

  std::string head = "\xABKTX 20\xBB\r\n\x1A\n";
  put32(head, isHalf ? kVkFormatRgba16F : kVkFormatRgba32F);
  put32(head, isHalf ? 2 : 4);
  put32(head, texels.width());
  put32(head, texels.height());
  put32(head, 0);  // Depth, layers, faces, levels.
  put32(head, 0);
  put32(head, 1);
  put32(head, 1);
  put32(head, isPacked ? kZstandard : kNoSupercompression);
  put32(head, static_cast<std::uint32_t>(descriptorAt));
  put32(head, static_cast<std::uint32_t>(descriptor.size()));
  put32(head, static_cast<std::uint32_t>(keysAt));
  put32(head, static_cast<std::uint32_t>(keys.size()));
  put64(head, 0);  // Supercompression has no global data.
  put64(head, 0);

  // Raw texels are aligned to their size; a Zstandard frame is not aligned.
  std::size_t levelAt = keysAt + keys.size();
  if (!isPacked) {
    levelAt = (levelAt + vat::texelBytes(texels.format()) - 1) / vat::texelBytes(texels.format()) *
              vat::texelBytes(texels.format());
  }
  std::string out = std::move(head);
  out.resize(descriptorAt);  // The level index is added when the size is known.
  out += descriptor + keys;
  out.resize(levelAt);
  if (!appendLevel(out, texels, compression, job)) {
    return fail(ErrorCode::Cancelled, "cancelled while writing the texture");
  }
  std::string index;
  put64(index, levelAt);
  put64(index, out.size() - levelAt);
  put64(index, texels.byteCount());
  std::copy(index.begin(), index.end(), out.begin() + kHeaderBytes);
  return out;
} catch (const std::bad_alloc&) {
  return fail(ErrorCode::Limit, "There is not enough memory to write the texture as KTX2.");
}

}  // namespace texeleton::exporting
