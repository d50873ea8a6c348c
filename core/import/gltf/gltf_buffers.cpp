#include <array>
#include <utility>

#include "core/import/gltf/gltf_accessors.h"

namespace texeleton::importing {

namespace {

constexpr std::uint64_t kMaxGltfBufferBytes = std::uint64_t{4} << 30;

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
  const Message what = message("buffer %1", index);
  if (index >= m_buffers.size()) {
    return fail(ErrorCode::BadFile, message("the file refers to %1, but has only %2 buffers", what, m_buffers.size()));
  }
  Loaded& loaded = m_buffers[index];
  if (loaded.ready) {
    return loaded.bytes;
  }
  const GltfBuffer& source = m_document.buffers[index];
  const char* origin = said("its data holds %1");
  std::string fileName;
  if (source.uri.empty()) {
    if (index != 0 || !m_document.hasBinaryChunk) {
      return fail(ErrorCode::BadFile, message("%1 has no data: neither a URI nor a binary chunk", what));
    }
    loaded.bytes = m_document.binaryChunk;
    origin = said("the binary chunk holds %1");
  } else if (isDataUri(source.uri)) {
    auto bytes = decodeDataUri(source.uri);
    if (!bytes) {
      return fail(bytes.error().code, message("%1 has %2", what, bytes.error().message));
    }
    loaded.owned = std::move(*bytes);
    loaded.bytes = loaded.owned;
  } else {
    const auto path = m_files.resolve(source.uri);
    if (!path) {
      return fail(path.error().code, message("%1: %2", what, path.error().message));
    }
    std::error_code ignored;
    if (std::filesystem::equivalent(*path, m_files.modelFile(), ignored)) {
      return fail(ErrorCode::BadFile, message("%1 is the model file itself", what));
    }
    auto bytes = m_files.read(*path, kMaxGltfBufferBytes);
    if (!bytes) {
      return fail(bytes.error().code, message("%1: %2", what, bytes.error().message));
    }
    loaded.owned = std::move(*bytes);
    loaded.bytes = loaded.owned;
    origin = said("the file %2 holds %1");
    fileName = path->filename().string();
  }
  if (loaded.bytes.size() < source.byteLength) {
    return fail(ErrorCode::BadFile, message("%1 is too short: it says %2 bytes, and %3", what, source.byteLength,
                                            message(origin, loaded.bytes.size(), fileName)));
  }
  loaded.bytes = loaded.bytes.first(static_cast<std::size_t>(source.byteLength));
  loaded.ready = true;
  return loaded.bytes;
}

Result<std::span<const std::byte>> GltfBuffers::range(GltfIndex index, std::uint64_t offset, std::uint64_t length,
                                                      const Message& what) {
  const auto bytes = buffer(index);
  TRY(bytes);
  if (offset > bytes->size() || length > bytes->size() - offset) {
    return fail(ErrorCode::BadFile, message("%1 is out of range: %2 bytes from byte %3 on, in a buffer of %4", what,
                                            length, offset, bytes->size()));
  }
  return bytes->subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(length));
}

Result<std::span<const std::byte>> GltfBuffers::view(GltfIndex index) {
  const Message what = message("buffer view %1", index);
  if (index >= m_document.views.size()) {
    return fail(ErrorCode::BadFile,
                message("the file refers to %1, but has only %2 views", what, m_document.views.size()));
  }
  const GltfBufferView& view = m_document.views[index];
  if (view.meshopt == kNoGltfIndex) {
    return range(view.buffer, view.byteOffset, view.byteLength, what);
  }
  Loaded& loaded = m_decompressed[view.meshopt];
  if (!loaded.ready) {
    const GltfMeshopt& source = m_document.meshopts[view.meshopt];
    const auto compressed = range(source.buffer, source.byteOffset, source.byteLength, what);
    TRY(compressed);
    auto bytes = decodeMeshopt(source, *compressed, view, what);
    TRY(bytes);
    loaded.owned = std::move(*bytes);
    loaded.bytes = loaded.owned;
    loaded.ready = true;
  }
  return loaded.bytes;
}

}  // namespace texeleton::importing
