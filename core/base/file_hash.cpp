#include "core/base/file_hash.h"

#include <fcntl.h>

#include <QCryptographicHash>
#include <memory>
#include <span>

#include "core/base/checksum.h"
#include "core/base/plain_file.h"

namespace texeleton {

namespace {

constexpr std::size_t kBlockSize = 1 << 20;

/// Hands a regular file's content to `take`, block by block.
template <class Take>
Result<void> readBlocks(const std::filesystem::path& file, const JobContext* job, const Take& take) {
  const auto plain = PlainFile::open(file);
  TRY(plain);
  ::posix_fadvise(plain->descriptor(), 0, 0, POSIX_FADV_SEQUENTIAL);

  const auto buffer = std::make_unique_for_overwrite<std::byte[]>(kBlockSize);
  for (;;) {
    if (job != nullptr && job->isCancelled()) {
      return fail(ErrorCode::Cancelled, "cancelled", file.string());
    }
    const auto size = plain->read(std::span(buffer.get(), kBlockSize));
    TRY(size);
    if (*size == 0) {
      return {};
    }
    take(std::span<const std::byte>(buffer.get(), *size));
  }
}

}  // namespace

Result<std::string> sha256OfFile(const std::filesystem::path& file, const JobContext* job) {
  QCryptographicHash hash(QCryptographicHash::Sha256);
  const auto read = readBlocks(file, job, [&hash](std::span<const std::byte> block) {
    hash.addData({reinterpret_cast<const char*>(block.data()), static_cast<qsizetype>(block.size())});
  });
  TRY(read);
  return hash.result().toHex().toStdString();
}

Result<std::string> checksumOfFile(const std::filesystem::path& file, const JobContext* job) {
  Checksum checksum;
  const auto read = readBlocks(file, job, [&checksum](std::span<const std::byte> block) { checksum.add(block); });
  TRY(read);
  return checksum.hex();
}

std::string sha256OfText(std::string_view text) {
  QCryptographicHash hash(QCryptographicHash::Sha256);
  hash.addData({text.data(), static_cast<qsizetype>(text.size())});
  return hash.result().toHex().toStdString();
}

}  // namespace texeleton
