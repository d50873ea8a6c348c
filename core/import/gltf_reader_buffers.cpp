#include <array>
#include <utility>

#include "core/import/gltf_reader_accessors.h"

namespace texeleton {

namespace {

constexpr std::uint64_t kMaxBufferBytes = std::uint64_t{4} << 30;

constexpr std::array<std::int8_t, 256> makeBase64Values() {
  std::array<std::int8_t, 256> values{};
  for (auto& value : values) {
    value = -1;
  }
  constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (std::size_t i = 0; i < kAlphabet.size(); ++i) {
    values[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::int8_t>(i);
  }
  return values;
}

constexpr auto kBase64Values = makeBase64Values();

bool isDataUri(std::string_view uri) { return uri.substr(0, 5) == "data:"; }

}  // namespace

std::optional<std::vector<std::byte>> decodeBase64(std::string_view text) {
  for (int padding = 0; padding < 2 && !text.empty() && text.back() == '=' && text.size() % 4 != 1; ++padding) {
    text.remove_suffix(1);
  }
  if (text.size() % 4 == 1) {
    return std::nullopt;
  }
  std::vector<std::byte> out;
  out.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t bits = 0;
  int held = 0;
  for (const char c : text) {
    const std::int8_t value = kBase64Values[static_cast<unsigned char>(c)];
    if (value < 0) {
      return std::nullopt;
    }
    bits = (bits << 6) | static_cast<std::uint32_t>(value);
    held += 6;
    if (held >= 8) {
      held -= 8;
      out.push_back(static_cast<std::byte>((bits >> held) & 0xFF));
    }
  }
  return out;
}

Result<std::vector<std::byte>> decodeDataUri(std::string_view uri) {
  const std::size_t comma = uri.find(',');
  if (!isDataUri(uri) || comma == std::string_view::npos) {
    return fail(ErrorCode::BadFile, "a data URI without data");
  }
  const std::string_view head = uri.substr(0, comma);
  constexpr std::string_view kBase64 = ";base64";
  if (head.size() < kBase64.size() || head.substr(head.size() - kBase64.size()) != kBase64) {
    return fail(ErrorCode::BadFile, "a data URI that is not base64");
  }
  auto bytes = decodeBase64(uri.substr(comma + 1));
  if (!bytes) {
    return fail(ErrorCode::BadFile, "a bad data URI: its data is not base64");
  }
  return std::move(*bytes);
}

GltfBuffers::GltfBuffers(const GltfDocument& document, ModelFiles& files)
    : m_document(document),
      m_files(files),
      m_buffers(document.buffers.size()),
      m_decompressed(document.meshopts.size()) {}

Result<std::span<const std::byte>> GltfBuffers::buffer(GltfIndex index) {
  const std::string what = "buffer " + std::to_string(index);
  if (index >= m_buffers.size()) {
    return fail(ErrorCode::BadFile,
                "the file refers to " + what + ", but has only " + std::to_string(m_buffers.size()) + " buffers");
  }
  Loaded& loaded = m_buffers[index];
  if (loaded.ready) {
    return loaded.bytes;
  }
  const GltfBuffer& source = m_document.buffers[index];
  std::string origin = "its data holds";
  if (source.uri.empty()) {
    if (index != 0 || !m_document.hasBinaryChunk) {
      return fail(ErrorCode::BadFile, what + " has no data: neither a URI nor a binary chunk");
    }
    loaded.bytes = m_document.binaryChunk;
    origin = "the binary chunk holds";
  } else if (isDataUri(source.uri)) {
    auto bytes = decodeDataUri(source.uri);
    if (!bytes) {
      return fail(bytes.error().code, what + " has " + bytes.error().message);
    }
    loaded.owned = std::move(*bytes);
    loaded.bytes = loaded.owned;
  } else {
    const auto path = m_files.resolve(source.uri);
    if (!path) {
      return fail(path.error().code, what + ": " + path.error().message);
    }
    std::error_code ignored;
    if (std::filesystem::equivalent(*path, m_files.modelFile(), ignored)) {
      return fail(ErrorCode::BadFile, what + " is the model file itself");
    }
    auto bytes = m_files.read(*path, kMaxBufferBytes);
    if (!bytes) {
      return fail(bytes.error().code, what + ": " + bytes.error().message);
    }
    loaded.owned = std::move(*bytes);
    loaded.bytes = loaded.owned;
    origin = "the file " + path->filename().string() + " holds";
  }
  if (loaded.bytes.size() < source.byteLength) {
    return fail(ErrorCode::BadFile, what + " is too short: it says " + std::to_string(source.byteLength) +
                                        " bytes, and " + origin + " " + std::to_string(loaded.bytes.size()));
  }
  loaded.bytes = loaded.bytes.first(static_cast<std::size_t>(source.byteLength));
  loaded.ready = true;
  return loaded.bytes;
}

Result<std::span<const std::byte>> GltfBuffers::range(GltfIndex index, std::uint64_t offset, std::uint64_t length,
                                                      const std::string& what) {
  const auto bytes = buffer(index);
  if (!bytes) {
    return fail(bytes.error());
  }
  if (offset > bytes->size() || length > bytes->size() - offset) {
    return fail(ErrorCode::BadFile, what + " is out of range: " + std::to_string(length) + " bytes from byte " +
                                        std::to_string(offset) + " on, in a buffer of " +
                                        std::to_string(bytes->size()));
  }
  return bytes->subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(length));
}

Result<std::span<const std::byte>> GltfBuffers::view(GltfIndex index) {
  const std::string what = "buffer view " + std::to_string(index);
  if (index >= m_document.views.size()) {
    return fail(ErrorCode::BadFile,
                "the file refers to " + what + ", but has only " + std::to_string(m_document.views.size()) + " views");
  }
  const GltfBufferView& view = m_document.views[index];
  if (view.meshopt == kNoGltfIndex) {
    return range(view.buffer, view.byteOffset, view.byteLength, what);
  }
  Loaded& loaded = m_decompressed[view.meshopt];
  if (!loaded.ready) {
    const GltfMeshopt& source = m_document.meshopts[view.meshopt];
    const auto compressed = range(source.buffer, source.byteOffset, source.byteLength, what);
    if (!compressed) {
      return fail(compressed.error());
    }
    auto bytes = decodeMeshopt(source, *compressed, view, what);
    if (!bytes) {
      return fail(bytes.error());
    }
    loaded.owned = std::move(*bytes);
    loaded.bytes = loaded.owned;
    loaded.ready = true;
  }
  return loaded.bytes;
}

}  // namespace texeleton
