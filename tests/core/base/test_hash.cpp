#include <sys/stat.h>

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>

#include "core/base/checksum.h"
#include "core/base/file_hash.h"
#include "tests/support/suite.h"

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

}  // namespace

class TestBaseHash : public QObject {
  Q_OBJECT

 private slots:
  void fileHashIsThatOfSha256sum() {
    const QTemporaryDir folder;
    const QString file = folder.path() + "/file";
    for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{3} << 20, (std::size_t{1} << 20) + 17}) {
      const auto bytes = noise(size, 5);
      std::ofstream(file.toStdString(), std::ios::binary)
          .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(size));
      QProcess program;
      program.start("sha256sum", {file});
      QVERIFY(program.waitForFinished());
      const auto hash = sha256OfFile(file.toStdString());
      QVERIFY(hash.has_value());
      QCOMPARE(*hash, program.readAllStandardOutput().left(64).toStdString());
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

  void checksumIsXxh3() {  // Values of xxHash's own test suite and of `xxhsum -H3`.
    QCOMPARE(checksum64({}), 0x2d06800538d394c2u);
    QCOMPARE(checksumOf({}), std::string("2d06800538d394c2"));
    const auto bytes = noise(100'000, 8);
    Checksum pieces;
    for (std::size_t at = 0; at < bytes.size(); at += 997) {
      pieces.add(std::span(bytes).subspan(at, std::min<std::size_t>(997, bytes.size() - at)));
    }
    QCOMPARE(pieces.hex(), checksumOf(bytes));
    QCOMPARE(QByteArray::number(checksum64(bytes), 16).rightJustified(16, '0').toStdString(), checksumOf(bytes));
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
};

TEXELETON_SUITE(TestBaseHash)
#include "test_hash.moc"
