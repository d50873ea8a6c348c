#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>

#include "core/import/parsers.h"
#include "tests/support/suite.h"

using namespace texeleton;
namespace fs = std::filesystem;

/// The files that a parser may open.
class TestModelFiles : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir m_temporary;
  fs::path m_outer;
  fs::path m_folder;

  static void write(const fs::path& file, const std::string& content) {
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << content;
  }

  importing::ModelFiles make(bool followOutside = false) const {
    importing::ImportOptions options;
    options.followOutside = followOutside;
    return importing::ModelFiles(m_folder / "model.gltf", options);
  }

 private slots:
  void initTestCase() {
    m_outer = fs::canonical(m_temporary.path().toStdString());
    m_folder = m_outer / "models";
    write(m_folder / "model.gltf", "model");
    write(m_folder / "a.bin", "beside");
    write(m_folder / "textures/wood ü.png", "texture");
    write(m_folder / "50%25.png", "literal");
    write(m_outer / "secret.bin", "secret");
    write(m_outer / "models-other/b.bin", "other");
    fs::create_symlink(m_outer / "secret.bin", m_folder / "link.bin");
    fs::create_symlink(m_outer, m_folder / "up");
    fs::create_symlink("a.bin", m_folder / "inner-link.bin");
  }

  void findsFilesInTheFolderTree() {
    for (const auto& [reference, content] : {std::pair<std::string, std::string>("a.bin", "beside"),
                                             {"./a.bin", "beside"},
                                             {"textures/../a.bin", "beside"},
                                             {"textures/wood%20%C3%BC.png", "texture"},
                                             {"textures\\wood ü.png", "texture"},
                                             {"50%25.png", "literal"},
                                             {"inner-link.bin", "beside"}}) {
      importing::ModelFiles files = make();
      const auto bytes = files.load(reference, 100);
      QVERIFY2(bytes.has_value(), reference.c_str());
      QCOMPARE(std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size()), content);
      QVERIFY(!files.lookedUp().empty());
      QVERIFY(files.lookedUp().back().found);
      QVERIFY(files.lookedUp().back().path.is_absolute());
    }
  }

  void refusesEverythingElse() {
    for (const std::string reference : {"../secret.bin",
                                        "textures/../../secret.bin",
                                        "..%2Fsecret.bin",
                                        "%2e%2e/secret.bin",
                                        "..\\secret.bin",
                                        "../models-other/b.bin",
                                        "/etc/passwd",
                                        "%2Fetc%2Fpasswd",
                                        "\\\\server\\share",
                                        "C:\\windows\\a.bin",
                                        "c:/a",
                                        "file:///etc/passwd",
                                        "http://127.0.0.1:9/x",
                                        "FTP:x",
                                        "data:abc",
                                        "link.bin",
                                        "up/secret.bin",
                                        "textures",
                                        ".",
                                        "..",
                                        ""}) {
      importing::ModelFiles files = make();
      const auto path = files.resolve(reference);
      QVERIFY2(!path, reference.c_str());
      QCOMPARE(static_cast<int>(path.error().code), static_cast<int>(ErrorCode::Unsupported));
      QVERIFY(!path.error().message.empty());
      for (const importing::LookedUpFile& file : files.lookedUp()) {
        QVERIFY2(!file.found, reference.c_str());
      }
    }
    importing::ModelFiles files = make();
    QVERIFY(!files.resolve(std::string("a\0.bin", 6)));
    QVERIFY(!files.resolve("a%00.bin"));
  }

  void followsOutsideWhenAsked() {
    importing::ModelFiles files = make(true);
    QVERIFY(files.load("../secret.bin", 100).has_value());
    QVERIFY(files.load((m_outer / "secret.bin").string(), 100).has_value());
    QVERIFY(files.load("link.bin", 100).has_value());
    QVERIFY(!files.resolve("file:///etc/passwd"));
    QVERIFY(!files.resolve("/dev/zero"));
    QVERIFY(!files.resolve(m_outer.string()));
  }

  void recordsMissingFiles() {
    importing::ModelFiles files = make();
    const auto path = files.resolve("missing%20file.bin");
    QVERIFY(!path);
    QCOMPARE(static_cast<int>(path.error().code), static_cast<int>(ErrorCode::NotFound));
    QVERIFY(path.error().message.find("missing%20file.bin") != std::string::npos);
    QVERIFY(!files.resolve("missing%20file.bin"));
    // Decoded and verbatim, once each.
    QCOMPARE(files.lookedUp().size(), std::size_t{2});
    QCOMPARE(files.lookedUp()[0].path, m_folder / "missing file.bin");
    QVERIFY(!files.lookedUp()[0].found);
    QVERIFY(files.resolve("a.bin").has_value());
    QVERIFY(files.resolve("a.bin").has_value());
    QCOMPARE(files.lookedUp().size(), std::size_t{3});
    QVERIFY(files.lookedUp()[2].found);
  }

  // A file that exists but cannot be opened is reported with the reason.
  void existsButCannotBeOpened() {
    fs::create_symlink("loop.bin", m_folder / "loop.bin");
    const auto path = make().resolve("loop.bin");
    QVERIFY(!path);
    QCOMPARE(static_cast<int>(path.error().code), static_cast<int>(ErrorCode::Io));
    QVERIFY2(path.error().message.find("symbolic links") != std::string::npos, path.error().message.c_str());
  }

  void readsWithinLimits() {
    importing::ModelFiles files = make();
    QVERIFY(files.read(m_folder / "a.bin", 6).has_value());
    const auto tooLarge = files.read(m_folder / "a.bin", 5);
    QVERIFY(!tooLarge);
    QCOMPARE(static_cast<int>(tooLarge.error().code), static_cast<int>(ErrorCode::Limit));
    const auto missing = files.read(m_folder / "nothing", 5);
    QCOMPARE(static_cast<int>(missing.error().code), static_cast<int>(ErrorCode::NotFound));
    QVERIFY(!files.read("/dev/zero", 1'000));
    QVERIFY(!files.read(m_folder, 1'000));
  }

  void messagesStayOnOneLine() {
    importing::ModelFiles files = make();
    const auto path = files.resolve("a\nb\x1b[31m" + std::string(5000, 'x'));
    QVERIFY(!path);
    QVERIFY(path.error().message.find("\n") == std::string::npos);
    QVERIFY(path.error().message.find("\x1b") == std::string::npos);
    QVERIFY(path.error().message.size() < 400);
  }
};

TEXELETON_PLAIN_SUITE(TestModelFiles)
#include "test_model_files.moc"
