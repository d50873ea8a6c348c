#include "core/import/assimp/assimp_files.h"

#include <algorithm>
#include <assimp/IOStream.hpp>
#include <cstring>

#include "core/import/assimp/assimp_parts.h"

namespace texeleton::importing {

namespace {

class MemoryStream : public Assimp::IOStream {
 public:
  explicit MemoryStream(const std::vector<std::byte>& shared) : m_bytes(&shared) {}
  explicit MemoryStream(std::vector<std::byte>&& owned) : m_owned(std::move(owned)), m_bytes(&m_owned) {}
  MemoryStream(const MemoryStream&) = delete;
  MemoryStream& operator=(const MemoryStream&) = delete;
  ~MemoryStream() override = default;

  std::size_t Read(void* buffer, std::size_t size, std::size_t count) override {
    if (size == 0 || count == 0) {
      return 0;
    }
    const std::size_t whole = std::min(count, (m_bytes->size() - m_at) / size);
    std::memcpy(buffer, m_bytes->data() + m_at, whole * size);
    m_at += whole * size;
    return whole;
  }
  std::size_t Write(const void* /*buffer*/, std::size_t /*size*/, std::size_t /*count*/) override { return 0; }

  // Assimp's readers seek backwards from the end with a positive offset, as its own streams do.
  aiReturn Seek(std::size_t offset, aiOrigin origin) override {
    const std::size_t size = m_bytes->size();
    if (origin == aiOrigin_CUR && offset <= size - m_at) {
      m_at += offset;
    } else if (origin == aiOrigin_SET && offset <= size) {
      m_at = offset;
    } else if (origin == aiOrigin_END && offset <= size) {
      m_at = size - offset;
    } else {
      return aiReturn_FAILURE;
    }
    return aiReturn_SUCCESS;
  }
  std::size_t Tell() const override { return m_at; }
  std::size_t FileSize() const override { return m_bytes->size(); }
  void Flush() override {}

 private:
  std::vector<std::byte> m_owned;
  const std::vector<std::byte>* m_bytes;
  std::size_t m_at = 0;
};

bool isNamed(const std::string& path, std::string_view ending) {
  return path.size() > ending.size() && path.compare(path.size() - ending.size(), ending.size(), ending) == 0;
}

}  // namespace

std::string asReference(const std::string& path) {
  std::string reference;
  for (const char c : path) {
    reference += c == '%' ? std::string("%25") : c == '\\' ? std::string("/") : std::string(1, c);
  }
  return reference;
}

bool ModelIoSystem::isModelFile(const char* path) const { return m_files.modelFile() == std::filesystem::path(path); }

std::string ModelIoSystem::referenceTo(const char* path) const {
  const auto relative = std::filesystem::path(path).lexically_relative(m_files.modelFile().parent_path());
  return asReference(relative.empty() ? path : relative.string());
}

bool ModelIoSystem::Exists(const char* path) const {
  if (isModelFile(path)) {
    return true;
  }
  return m_files.resolve(referenceTo(path)).has_value();
}

Assimp::IOStream* ModelIoSystem::Open(const char* path, const char* mode) {
  if (std::strchr(mode, 'w') != nullptr) {
    return nullptr;
  }
  if (isModelFile(path)) {
    return new MemoryStream(m_content);
  }
  auto bytes = m_files.load(referenceTo(path), kMaxModelBytes);
  if (bytes && isNamed(path, ".md5anim")) {
    bytes = soundMd5Animation(asText(*bytes));
  }
  // Some of Assimp's readers assert that a file is not empty.
  return bytes && !bytes->empty() ? new MemoryStream(std::move(*bytes)) : nullptr;
}

void ModelIoSystem::Close(Assimp::IOStream* stream) { delete stream; }

}  // namespace texeleton::importing
