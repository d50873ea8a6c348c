#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "core/batch/batch_names.h"
#include "tests/support/suite.h"

using namespace texeleton;
namespace fs = std::filesystem;

class TestBatchNames : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_root = m_folder->path().toStdString();
    for (const char* name : {"b.glb", "a.glb", "c.fbx"}) {
      std::ofstream(m_root / name) << "x";
    }
  }

  void patternsGiveEachFileOnce() {
    const auto files = batch::expandPatterns({(m_root / "*.glb").string(), (m_root / "c.fbx").string(),
                                              (m_root / "." / "a.glb").string(), (m_root / "absent.glb").string()});
    QVERIFY(files.has_value());
    const std::vector<fs::path> wanted = {m_root / "a.glb", m_root / "b.glb", m_root / "c.fbx", m_root / "absent.glb"};
    QVERIFY(*files == wanted);
    const auto none = batch::expandPatterns({(m_root / "*.dae").string()});
    QVERIFY(!none && none.error().code == ErrorCode::NotFound);
  }

  void motionsAreNotModels() {
    for (const char* name : {"a@walk.glb", "alone@walk.glb"}) {
      std::ofstream(m_root / name) << "x";
    }
    const auto files = batch::expandPatterns({(m_root / "*.glb").string()});
    QVERIFY(files.has_value());
    const std::vector<fs::path> wanted = {m_root / "a.glb", m_root / "alone@walk.glb", m_root / "b.glb"};
    QVERIFY(*files == wanted);
    QCOMPARE(batch::expandPatterns({(m_root / "a@walk.glb").string()}).value().size(),
             std::size_t{1});  // The named file counts.
  }

  void packsAreNamedAfterTheirInputs() {
    const auto inFolder = batch::namePacks({"models/a.b.glb", "recipes/c.texeleton"}, "out");
    QVERIFY(inFolder.has_value());
    QCOMPARE((*inFolder)[0].output, fs::path("out/a.b.texpack"));
    QCOMPARE((*inFolder)[1].output, fs::path("out/c.texpack"));
    const auto beside = batch::namePacks({"models/a.glb"}, {});
    QVERIFY(beside.has_value());
    QCOMPARE((*beside)[0].output, fs::path("models/a.texpack"));
  }

  void collisionsAreRefusedWithBothNames_data() {
    QTest::addColumn<QString>("first");
    QTest::addColumn<QString>("second");
    QTest::newRow("ending") << "hero.fbx"
                            << "hero.glb";
    QTest::newRow("folder") << "a/hero.fbx"
                            << "b/hero.fbx";
    QTest::newRow("case") << "Hero.glb"
                          << "hero.glb";
  }

  void collisionsAreRefusedWithBothNames() {
    QFETCH(const QString, first);
    QFETCH(const QString, second);
    const auto named = batch::namePacks({first.toStdString(), "other.glb", second.toStdString()}, "out");
    QVERIFY(!named);
    QVERIFY(named.error().code == ErrorCode::InvalidArgument);
    const QString text = QString::fromStdString(describe(named.error()));
    QVERIFY2(text.contains(first) && text.contains(second) && text.contains(".texpack"), qPrintable(text));
  }

  void noCollisionsNextToInputs() { QVERIFY(batch::namePacks({"a/hero.fbx", "b/hero.fbx"}, {}).has_value()); }

 private:
  std::unique_ptr<QTemporaryDir> m_folder;
  fs::path m_root;
};

TEXELETON_SUITE(TestBatchNames)
#include "test_batch_names.moc"
