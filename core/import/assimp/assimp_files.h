#pragma once

#include <assimp/IOSystem.hpp>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/import/parsers.h"

namespace texeleton::importing {

/// The largest file that is read into memory.
inline constexpr std::uint64_t kMaxModelBytes = 8ull * 1024 * 1024 * 1024;

/// Lets Assimp read through ModelFiles, so that nothing outside of the model's folder tree is opened and every lookup
/// is recorded. The model file itself comes from memory.
class ModelIoSystem : public Assimp::IOSystem {
 public:
  /// `content` is the model file for Assimp; must outlive the system.
  ModelIoSystem(ModelFiles& files, const std::vector<std::byte>& content) : m_files(files), m_content(content) {}

  bool Exists(const char* path) const override;
  char getOsSeparator() const override { return '/'; }
  Assimp::IOStream* Open(const char* path, const char* mode) override;
  void Close(Assimp::IOStream* stream) override;

 private:
  bool isModelFile(const char* path) const;
  std::string referenceTo(const char* path) const;

  ModelFiles& m_files;
  const std::vector<std::byte>& m_content;
};

/// A path for ModelFiles from a reference that is a file name and not a URI: escapes '%'.
std::string asReference(const std::string& path);

}  // namespace texeleton::importing
