#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "core/batch/settle_watch.h"
#include "tests/support/suite.h"

using namespace texeleton;
namespace fs = std::filesystem;

namespace {

using Ready = std::vector<std::size_t>;

void append(const fs::path& file, const std::string& text) { std::ofstream(file, std::ios::app) << text; }

}  // namespace

/// The test has its own clock, so the results do not depend on its speed.
class TestSettleWatch : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_model = fs::path(m_folder->path().toStdString()) / "model.glb";
    m_texture = fs::path(m_folder->path().toStdString()) / "texture.png";
    append(m_model, "model");
  }

  void nothingWithoutChanges() {
    batch::SettleWatch watch(0.5);
    watch.watch(7, {{m_model, batch::fileState(m_model)}, {m_texture, std::nullopt}});
    for (int i = 0; i < 10; ++i) {
      QCOMPARE(watch.look(i), Ready{});
    }
  }

  void readyOnceUnchanged() {
    batch::SettleWatch watch(0.5);
    watch.watch(7, {{m_model, batch::fileState(m_model)}});
    QCOMPARE(watch.look(0.0), Ready{});
    append(m_model, "1");
    QCOMPARE(watch.look(1.0), Ready{});
    append(m_model, "2");  // Written in pieces: each one restarts the wait.
    QCOMPARE(watch.look(1.4), Ready{});
    append(m_model, "3");
    QCOMPARE(watch.look(1.8), Ready{});
    QCOMPARE(watch.look(2.2), Ready{});
    QCOMPARE(watch.look(2.35), Ready{7});
    QCOMPARE(watch.look(9.0), Ready{});  // Reported once.
  }

  void reportsMissingFileOnce() {
    batch::SettleWatch watch(0.5, 2.0);
    watch.watch(7, {{m_model, batch::fileState(m_model)}});
    QCOMPARE(watch.look(0.0), Ready{});
    fs::remove(m_model);
    QCOMPARE(watch.look(1.0), Ready{});
    QCOMPARE(watch.look(2.9), Ready{});
    QCOMPARE(watch.look(3.1), Ready{7});
    QCOMPARE(watch.look(9.0), Ready{});
    append(m_model, "back");
    QCOMPARE(watch.look(10.0), Ready{});
    QCOMPARE(watch.look(10.6), Ready{7});
    // A replaced file is missing only for a moment.
    fs::remove(m_model);
    QCOMPARE(watch.look(11.0), Ready{});
    append(m_model, "model");
    QCOMPARE(watch.look(11.2), Ready{});
    QCOMPARE(watch.look(11.8), Ready{7});
  }

  void noticesReplacedFile() {
    batch::SettleWatch watch(0.5);
    watch.watch(7, {{m_model, batch::fileState(m_model)}});
    for (int round = 0; round < 3; ++round) {  // A notification would be lost with the first file.
      append(m_texture, "new");
      fs::rename(m_texture, m_model);
      QCOMPARE(watch.look(10.0 * round), Ready{});
      QCOMPARE(watch.look(10.0 * round + 1.0), Ready{7});
    }
  }

  void notReadyWithoutModel() {
    batch::SettleWatch watch(0.5);
    watch.watch(7, {{m_model, batch::fileState(m_model)}, {m_texture, std::nullopt}});
    fs::remove(m_model);
    append(m_texture, "texture");
    QCOMPARE(watch.look(0.0), Ready{});
    QCOMPARE(watch.look(5.0), Ready{});
    append(m_model, "again");
    QCOMPARE(watch.look(6.0), Ready{});
    QCOMPARE(watch.look(7.0), Ready{7});
  }

  void noticesNewAndRemovedFiles() {
    batch::SettleWatch watch(0.5);
    watch.watch(7, {{m_model, batch::fileState(m_model)}, {m_texture, std::nullopt}});
    append(m_texture, "texture");
    QCOMPARE(watch.look(0.0), Ready{});
    QCOMPARE(watch.look(1.0), Ready{7});
    fs::remove(m_texture);
    QCOMPARE(watch.look(2.0), Ready{});
    QCOMPARE(watch.look(3.0), Ready{7});
  }

  // A change during the bake differs from the state before it.
  void noticesChangeDuringBake() {
    batch::SettleWatch watch(0.5);
    const auto before = batch::fileState(m_model);
    append(m_model, "saved during the bake");
    watch.watch(7, {{m_model, before}});
    QCOMPARE(watch.look(0.0), Ready{});
    QCOMPARE(watch.look(0.6), Ready{7});
  }

  void itemsThatShareAFileAreBothReady() {
    batch::SettleWatch watch(0.5);
    append(m_texture, "texture");
    watch.watch(1, {{m_model, batch::fileState(m_model)}, {m_texture, batch::fileState(m_texture)}});
    watch.watch(2, {{m_texture, batch::fileState(m_texture)}});
    watch.watch(3, {{m_model, batch::fileState(m_model)}});
    append(m_texture, "more");
    QCOMPARE(watch.look(0.0), Ready{});
    QCOMPARE(watch.look(1.0), (Ready{1, 2}));
  }

 private:
  std::unique_ptr<QTemporaryDir> m_folder;
  fs::path m_model;
  fs::path m_texture;
};

TEXELETON_SUITE(TestSettleWatch)
#include "test_settle_watch.moc"
