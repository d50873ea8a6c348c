#include <fcntl.h>
#include <sys/stat.h>

#include <QFile>
#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "core/base/file_hash.h"
#include "core/batch/file_hashes.h"
#include "tests/support/suite.h"

using namespace texeleton;
namespace fs = std::filesystem;

namespace {

void write(const fs::path& file, const std::string& text) {
  std::ofstream stream(file, std::ios::binary | std::ios::trunc);
  stream << text;
}

void setModified(const fs::path& file, timespec time) {
  const timespec times[2] = {time, time};
  QCOMPARE(::utimensat(AT_FDCWD, file.c_str(), times, 0), 0);
}

}  // namespace

class TestFileHashes : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_root = m_folder->path().toStdString();
    m_file = m_root / "model.glb";
    write(m_file, "first");
  }

  void hashesAreThoseOfTheContent() {
    batch::FileHashes hashes;
    QCOMPARE(hashes.sha256(m_file, m_job).value(), sha256OfText("first"));
    QCOMPARE(hashes.checksum(m_file, m_job).value(), checksumOfFile(m_file).value());
    QVERIFY(hashes.sha256(m_root / "absent", m_job).error().code == ErrorCode::NotFound);
  }

  // A second write within one clock tick keeps size and times: recent hashes are never stored.
  void recentFilesAreReadAgain() {
    batch::FileHashes hashes(m_root / "cache");
    QVERIFY(hashes.sha256(m_file, m_job).has_value());
    QVERIFY(hashes.sha256(m_file, m_job).has_value());
    QCOMPARE(hashes.work().files, std::uint64_t{2});
  }

  // Waits until the file counts as settled. The time selects the case, not the expected result.
  void oldFilesAreReadOnce() {
    waitUntilSettled();
    {
      batch::FileHashes hashes(m_root / "cache");
      QCOMPARE(hashes.sha256(m_file, m_job).value(), sha256OfText("first"));
      QCOMPARE(hashes.sha256(m_file, m_job).value(), sha256OfText("first"));
      QCOMPARE(hashes.work().files, std::uint64_t{1});
      QCOMPARE(hashes.work().bytes, std::uint64_t{5});
      hashes.save();
    }
    batch::FileHashes again(m_root / "cache");
    QCOMPARE(again.sha256(m_file, m_job).value(), sha256OfText("first"));
    QCOMPARE(again.work().files, std::uint64_t{0});

    // The same size, with the modification time reset: the change is detected.
    struct stat status {};
    QCOMPARE(::stat(m_file.c_str(), &status), 0);
    write(m_file, "other");
    setModified(m_file, status.st_mtim);
    QCOMPARE(again.sha256(m_file, m_job).value(), sha256OfText("other"));
    QCOMPARE(again.work().files, std::uint64_t{1});

    // Another file of the same name and size, renamed into place.
    write(m_root / "new", "third");
    setModified(m_root / "new", status.st_mtim);
    fs::rename(m_root / "new", m_file);
    QCOMPARE(again.sha256(m_file, m_job).value(), sha256OfText("third"));
  }

  void damagedStoreIsEmpty() {
    fs::create_directories(m_root / "cache");
    write(m_root / "cache" / "file-hashes-1.txt", "s 1 2 3\nx nonsense\ns 1 1 1 1 1 zz\n\x01\xff\n");
    waitUntilSettled();
    batch::FileHashes hashes(m_root / "cache");
    QCOMPARE(hashes.sha256(m_file, m_job).value(), sha256OfText("first"));
    hashes.save();
    batch::FileHashes again(m_root / "cache");
    QVERIFY(again.sha256(m_file, m_job).has_value());
    QCOMPARE(again.work().files, std::uint64_t{0});
  }

  // Other users with write access could make changed files look unchanged.
  void foreignStoresAreNotTrusted() {
    waitUntilSettled();
    batch::FileHashes hashes(m_root / "cache");
    QVERIFY(hashes.sha256(m_file, m_job).has_value());
    hashes.save();
    for (const bool open : {true, false}) {
      fs::permissions(m_root / "cache", open ? fs::perms(0777) : fs::perms(0700));
      batch::FileHashes again(m_root / "cache");
      QVERIFY(again.sha256(m_file, m_job).has_value());
      QCOMPARE(again.work().files, open ? std::uint64_t{1} : std::uint64_t{0});
    }
    fs::remove(m_root / "cache" / "file-hashes-1.txt");
    QCOMPARE(mkfifo((m_root / "cache" / "file-hashes-1.txt").c_str(), 0600), 0);
    const batch::FileHashes nothingToWaitFor(m_root / "cache");
  }

  void unwritableFolderIsNotAnError() {
    waitUntilSettled();
    batch::FileHashes hashes(m_file / "no folder");
    QCOMPARE(hashes.sha256(m_file, m_job).value(), sha256OfText("first"));
    hashes.save();
  }

  void twoRunsKeepBothTheirHashes() {
    const fs::path other = m_root / "other.glb";
    write(other, "second");
    waitUntilSettled();
    batch::FileHashes a(m_root / "cache");
    batch::FileHashes b(m_root / "cache");
    QVERIFY(a.sha256(m_file, m_job).has_value() && b.sha256(other, m_job).has_value());
    a.save();
    b.save();
    batch::FileHashes both(m_root / "cache");
    QVERIFY(both.sha256(m_file, m_job).has_value() && both.sha256(other, m_job).has_value());
    QCOMPARE(both.work().files, std::uint64_t{0});
  }

 private:
  void waitUntilSettled() const {
    QTRY_VERIFY_WITH_TIMEOUT(batch::isSettled(batch::fileState(m_file).value(), batch::nowNanoseconds()), 20000);
  }

  std::unique_ptr<QTemporaryDir> m_folder;
  fs::path m_root;
  fs::path m_file;
  JobContext m_job;
};

TEXELETON_SUITE(TestFileHashes)
#include "test_file_hashes.moc"
