#include <sys/stat.h>

#include <QCryptographicHash>
#include <QTemporaryDir>
#include <QTest>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>

#include "core/base/checksum.h"
#include "core/base/file_hash.h"
#include "core/base/sha256.h"

using namespace texeleton;

namespace {

std::vector<std::byte> noise(std::size_t size, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::byte> bytes(size);
  for (std::byte& byte : bytes) {
    byte = static_cast<std::byte>(random() & 0xff);
  }
  return bytes;
}

std::string sha256(std::span<const std::byte> bytes) {
  Sha256 hash;
  hash.add(bytes);
  return toHex(hash.finish());
}

/// Qt's own implementation, which shares nothing with ours.
std::string sha256ByQt(std::span<const std::byte> bytes) {
  const QByteArray data(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()));
  return QCryptographicHash::hash(data, QCryptographicHash::Sha256).toHex().toStdString();
}

}  // namespace

class TestBaseHash : public QObject {
  Q_OBJECT

 private slots:
  void sha256OfTheStandardsExamples() {
    Sha256 abc;
    abc.add(std::string_view("abc"));
    QCOMPARE(toHex(abc.finish()), std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    QCOMPARE(sha256({}), std::string("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
  }

  void sha256AgreesWithQtAtEverySize() {
    const auto bytes = noise(1000, 1);
    for (std::size_t size = 0; size <= bytes.size(); ++size) {
      QCOMPARE(sha256(std::span(bytes).first(size)), sha256ByQt(std::span(bytes).first(size)));
    }
  }

  void sha256DoesNotDependOnThePieces() {
    const auto bytes = noise(100'000, 2);
    std::mt19937 random(3);
    for (int round = 0; round < 20; ++round) {
      Sha256 hash;
      for (std::size_t at = 0; at < bytes.size();) {
        const std::size_t size = std::min<std::size_t>(random() % 300, bytes.size() - at);
        hash.add(std::span(bytes).subspan(at, size));
        at += size;
      }
      QCOMPARE(toHex(hash.finish()), sha256ByQt(bytes));
    }
  }

  void sha256PortableBlocksAgreeWithTheCpus() {
    // One block by hand: 64 bytes, then the padding block for 512 bits.
    const auto bytes = noise(64, 4);
    std::array<std::uint32_t, 8> state{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                       0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::array<std::byte, 64> padding{std::byte{0x80}};
    padding[62] = std::byte{0x02};
    detail::sha256BlocksPortable(state, bytes.data(), 1);
    detail::sha256BlocksPortable(state, padding.data(), 1);
    std::vector<std::uint8_t> digest;
    for (const std::uint32_t word : state) {
      for (int shift = 24; shift >= 0; shift -= 8) {
        digest.push_back(static_cast<std::uint8_t>(word >> shift & 0xff));
      }
    }
    QCOMPARE(toHex(digest), sha256ByQt(bytes));
  }

  void fileHashReadsBigAndEmptyFiles() {
    const QTemporaryDir folder;
    const std::filesystem::path file = std::filesystem::path(folder.path().toStdString()) / "file";
    for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{3} << 20, (std::size_t{1} << 20) + 17}) {
      const auto bytes = noise(size, 5);
      std::ofstream(file, std::ios::binary)
          .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(size));
      const auto hash = sha256OfFile(file);
      QVERIFY(hash.has_value());
      QCOMPARE(*hash, sha256ByQt(bytes));
    }
  }

  void fileHashSaysWhatIsWrong() {
    const QTemporaryDir folder;
    const std::filesystem::path path = folder.path().toStdString();
    QVERIFY(sha256OfFile(path / "absent").error().code == ErrorCode::NotFound);
    QVERIFY(sha256OfFile(path).error().code == ErrorCode::Io);
    const std::filesystem::path pipe = path / "pipe";
    QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
    QVERIFY(sha256OfFile(pipe).error().code == ErrorCode::Io);  // and does not wait for a writer
    JobContext job;
    job.cancel();
    std::ofstream(path / "file") << "text";
    QVERIFY(sha256OfFile(path / "file", &job).error().code == ErrorCode::Cancelled);
  }

  void checksumSeesEveryFlippedBitAndEveryCut() {
    for (const std::size_t size : {1, 7, 8, 31, 32, 33, 100, 256}) {
      auto bytes = noise(size, 6);
      std::set<std::uint64_t> seen{checksum64(bytes)};
      for (std::size_t bit = 0; bit < size * 8; ++bit) {
        const auto mask = static_cast<std::byte>(1u << bit % 8);
        bytes[bit / 8] ^= mask;
        QVERIFY(seen.insert(checksum64(bytes)).second);
        bytes[bit / 8] ^= mask;
      }
      for (std::size_t cut = 0; cut < size; ++cut) {
        QVERIFY(seen.insert(checksum64(std::span(bytes).first(cut))).second);
      }
    }
  }

  void checksumTellsZerosOfDifferentLengthApart() {
    const std::vector<std::byte> zeros(300);
    std::set<std::uint64_t> seen;
    for (std::size_t size = 0; size <= zeros.size(); ++size) {
      QVERIFY(seen.insert(checksum64(std::span(zeros).first(size))).second);
    }
  }

  void checksumSeesSwappedWords() {
    auto bytes = noise(128, 7);
    const std::uint64_t before = checksum64(bytes);
    for (std::size_t i = 0; i < 16; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        auto swapped = bytes;
        std::swap_ranges(swapped.begin() + static_cast<std::ptrdiff_t>(8 * i),
                         swapped.begin() + static_cast<std::ptrdiff_t>(8 * i + 8),
                         swapped.begin() + static_cast<std::ptrdiff_t>(8 * j));
        QVERIFY(checksum64(swapped) != before);
      }
    }
  }
};

QTEST_APPLESS_MAIN(TestBaseHash)
#include "test_hash.moc"
