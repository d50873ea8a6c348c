// Nothing is lost when the editor is killed, and damaged files do not crash it.

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QMessageBox>
#include <QObject>
#include <QProcess>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <cstdio>
#include <random>

#include "app/editor/document/paths.h"
#include "app/editor/theme/theme.h"
#include "app/editor/window/main_window.h"
#include "app/editor/window/recovery_dialog.h"
#include "app/editor/window/user_settings.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;
using namespace texeleton::editor;

namespace fs = std::filesystem;

namespace {

constexpr int kEditMilliseconds = 40;
constexpr double kMostLostSeconds = 30.0;

fs::path sample() { return test::sourceFolder() / "resources" / "samples" / "lantern-knight.texeleton"; }

KeptDocument someDocument() {
  Document document;
  JobContext job;
  static_cast<void>(document.open(sample(), job).has_value());
  DocumentState state = document.state();
  state.unticked = {state.recipe.clips.back()};
  state.unticked[0].fps = 12.5;
  state.keepExports = true;
  state.recipe.exports = {{"pack", "/tmp/Füchse/a.texpack", {}}};
  return {"lantern-knight.texeleton", sample(), QDateTime::currentDateTimeUtc(), state};
}

WindowOptions optionsIn(const fs::path& recovery) {
  WindowOptions options;
  options.backend = viewport::GpuBackend::OpenGl;
  options.remember = false;
  options.recoveryFolder = recovery;
  return options;
}

/// Main loop of an editor to be killed: one edit after the other, each reported on stdout.
int editForEver(const QString& recoveryFolder) {
  MainWindow window(optionsIn(toPath(recoveryFolder)));
  window.show();
  window.openFile(sample());
  int number = 0;
  QTimer timer;
  QObject::connect(&timer, &QTimer::timeout, &window, [&] {
    window.document().set("Rate", &recipe::RecipeBake::fps, std::optional<double>(++number));
    std::printf("%d\n", number);
    std::fflush(stdout);
  });
  timer.start(kEditMilliseconds);
  return QApplication::exec();
}

struct Editor {
  QProcess process;
  QElapsedTimer sinceFirst;
  std::vector<qint64> at;  ///< When each edit was heard of, in milliseconds of sinceFirst.

  void listen() {
    while (process.canReadLine()) {
      process.readLine();
      if (at.empty()) {
        sinceFirst.start();
      }
      at.push_back(sinceFirst.elapsed());
    }
  }
};

}  // namespace

class TestRecovery : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_folder;
  fs::path at(const char* name) const { return toPath(m_folder->path()) / name; }
  QStringList filesIn(const fs::path& folder) const {
    return QDir(toQString(folder)).entryList({"*.recovery"}, QDir::Files);
  }

 private slots:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void readsRecoveryFiles() {
    const KeptDocument document = someDocument();
    QVERIFY(writeKept(at("a.recovery"), document));
    const auto read = readKept(at("a.recovery"));
    QVERIFY2(read, read ? "" : read.error().message.c_str());
    QVERIFY(read->state == document.state);
    QCOMPARE(read->name, document.name);
    QVERIFY(read->file == document.file);
    QVERIFY(std::abs(read->time.msecsTo(document.time)) <= 1);
    QVERIFY(!readKept(at("none.recovery")));
  }

  // Truncated at any byte or with any bit flipped: reported, and never accepted in part.
  void detectsDamageAnywhere() {
    const auto text = keptText(someDocument());
    QVERIFY(text);
    QVERIFY(keptFromText(*text, "a"));
    for (std::size_t size = 0; size < text->size(); ++size) {
      const auto read = keptFromText(text->substr(0, size), "a");
      QVERIFY2(!read, qPrintable(QString::number(size)));
      QVERIFY(!read.error().message.empty());
    }
    std::mt19937 random(6);
    for (int i = 0; i < 3000; ++i) {
      std::string flipped = *text;
      flipped[random() % flipped.size()] ^= static_cast<char>(1u << (random() % 8));
      QVERIFY(!keptFromText(flipped, "a"));
    }
    QVERIFY(!keptFromText(*text + " ", "a"));
  }

  void keptWhileModifiedOnly() {
    const fs::path folder = at("recovery");
    {
      Document document;
      Recovery recovery(document, folder);
      document.startFrom(test::sourceFolder() / "resources" / "samples" / "banner.glb");
      QTest::qWait(30);
      QVERIFY(filesIn(folder).isEmpty());
      document.set("Rate", &recipe::RecipeBake::fps, std::optional(12.0));
      recovery.keepNow();
      QTRY_COMPARE(filesIn(folder).size(), 1);
      // The editor that owns it is alive, so no other offers it.
      Document other;
      const Recovery elsewhere(other, folder);
      QVERIFY(elsewhere.findLost().empty());
      QVERIFY(recovery.findLost().empty());
      document.undoStack().undo();
      QTRY_VERIFY(filesIn(folder).isEmpty());
      document.undoStack().redo();
      QTRY_COMPARE_WITH_TIMEOUT(filesIn(folder).size(), 1, 20000);  // Automatically.
      QVERIFY(document.save(at("saved.texeleton")));
      QTRY_VERIFY(filesIn(folder).isEmpty());
      document.set("Rate", &recipe::RecipeBake::fps, std::optional(13.0));
      recovery.keepNow();
      QTRY_COMPARE(filesIn(folder).size(), 1);
    }
    QVERIFY(filesIn(folder).isEmpty());  // A normal exit.
    QVERIFY(QDir(toQString(folder)).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).isEmpty());
  }

  void reportsUnwritableFolder() {
    QFile file(toQString(at("file")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    Document document;
    Recovery recovery(document, at("file") / "recovery");
    QSignalSpy failed(&recovery, &Recovery::failed);
    document.startFrom(test::sourceFolder() / "resources" / "samples" / "banner.glb");
    for (const double rate : {12.0, 13.0}) {
      document.set("Rate", &recipe::RecipeBake::fps, std::optional(rate));
      recovery.keepNow();
    }
    QTRY_COMPARE(failed.count(), 1);  // Once.
  }

  // Real editors under continuous edits, killed at random moments.
  void recoversKilledEditors() {
    const fs::path folder = at("recovery");
    constexpr int kEditors = 3;
    std::vector<std::unique_ptr<Editor>> editors;
    for (int i = 0; i < kEditors; ++i) {
      auto editor = std::make_unique<Editor>();
      editor->process.start(QCoreApplication::applicationFilePath(), {"recovery", "--edit", toQString(folder)});
      editors.push_back(std::move(editor));
    }
    Document document;
    Recovery recovery(document, folder);
    std::mt19937 random(std::random_device{}());
    std::vector<double> recovered;
    for (int i = 0; i < kEditors; ++i) {
      Editor& editor = *editors[static_cast<std::size_t>(i)];
      // Killed some time after its first recovery file; the others keep running.
      const qint64 until = 2500 + 700 * i + static_cast<qint64>(random() % 600);
      QVERIFY(QTest::qWaitFor(
          [&] {
            for (const auto& each : editors) {
              each->listen();
            }
            return !editor.at.empty() && editor.sinceFirst.elapsed() >= until && filesIn(folder).size() == kEditors;
          },
          60000));
      editor.process.kill();
      QVERIFY(editor.process.waitForFinished());
      editor.listen();
      const std::vector<Recovery::Lost> lost = recovery.findLost();
      QCOMPARE(lost.size(), static_cast<std::size_t>(i + 1));  // Only those of dead processes.
      const auto newest = std::max_element(
          lost.begin(), lost.end(), [](const auto& a, const auto& b) { return a.document->time < b.document->time; });
      QVERIFY2(newest->document, newest->damage ? newest->damage->message.c_str() : "");
      const auto kept = static_cast<std::size_t>(*newest->document->state.recipe.bake.fps);
      QVERIFY(kept >= 1);
      const double lostSeconds =
          kept >= editor.at.size() ? 0.0 : 1e-3 * static_cast<double>(editor.at.back() - editor.at[kept]);
      qInfo("killed after %zu edits, %zu kept: %.1f s lost", editor.at.size(), kept, lostSeconds);
      QVERIFY2(lostSeconds < kMostLostSeconds, qPrintable(QString::number(lostSeconds)));
      recovered.push_back(static_cast<double>(kept));
    }
    // An unreadable file, as after a crash of the whole machine.
    QFile damaged(toQString(folder / "damaged.recovery"));
    QVERIFY(damaged.open(QIODevice::WriteOnly) && damaged.write("texeleton-recovery 1 ") > 0);
    damaged.close();

    // The next start offers all of them.
    MainWindow window(optionsIn(folder));
    window.show();
    QVERIFY(window.files().offerLost());
    auto* dialog = window.findChild<RecoveryDialog*>();
    QVERIFY(dialog != nullptr);
    QCOMPARE(dialog->list().topLevelItemCount(), kEditors + 1);
    auto* recover = dialog->findChild<QPushButton*>("recover");
    auto* discard = dialog->findChild<QPushButton*>("discard");
    dialog->list().setCurrentItem(dialog->list().topLevelItem(kEditors));
    QVERIFY(!recover->isEnabled());
    QTest::mouseClick(discard, Qt::LeftButton);
    QVERIFY(!QFile::exists(damaged.fileName()));
    dialog->list().setCurrentItem(dialog->list().topLevelItem(0));
    const int before = filesIn(folder).size();
    QTest::mouseClick(recover, Qt::LeftButton);
    QTRY_VERIFY(window.findChild<RecoveryDialog*>() == nullptr);
    QVERIFY(window.document().isModified());
    QVERIFY(window.document().file() == sample());
    QVERIFY(std::count(recovered.begin(), recovered.end(), *window.document().recipe().bake.fps) > 0);
    // This editor owns the file now, and the others are still offered.
    QCOMPARE(filesIn(folder).size(), before);
    QVERIFY(QFile::exists(toQString(window.recovery().file())));
    QCOMPARE(window.recovery().findLost().size(), static_cast<std::size_t>(kEditors - 1));
    window.document().undoStack().setClean();
  }

  // The editor starts with any settings file; unreadable ones are reported.
  void damagedSettings() {
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder->path());
    const auto start = [&] {
      const QString told = checkSettings();
      WindowOptions options = optionsIn(at("recovery"));
      options.remember = true;
      MainWindow window(options);
      window.show();
      window.close();
      return told;
    };
    QCOMPARE(start(), QString());
    QSettings().setValue("recent", QStringList{"/a/b.fbx", "/c.texeleton"});
    QSettings().sync();
    const QString path = QSettings().fileName();
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray good = file.readAll();
    file.close();
    QVERIFY(good.contains("layout") && good.contains("recent"));
    QCOMPARE(start(), QString());
    const auto startWith = [&](const QByteArray& content) {
      QFile write(path);
      static_cast<void>(write.open(QIODevice::WriteOnly | QIODevice::Truncate));
      write.write(content);
      write.close();
      QSettings().sync();
      return start();
    };
    std::mt19937 random(7);
    for (int i = 0; i < 12; ++i) {
      startWith(good.left(static_cast<qsizetype>(random() % static_cast<unsigned>(good.size()))));
      QByteArray flipped = good;
      for (int flips = 0; flips < 1 + i; ++flips) {
        flipped[static_cast<qsizetype>(random() % static_cast<unsigned>(good.size()))] = static_cast<char>(random());
      }
      startWith(flipped);
    }
    QVERIFY(!startWith("[General\nwhat is this\n\x01\x02").isEmpty());
    QVERIFY(QFile::exists(path + ".damaged"));
  }

  // A stored layout that fails its checksum is ignored.
  void sealedSettings() {
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder->path());
    keepSealed("window/test", "layout");
    QCOMPARE(readSealed("window/test"), QByteArray("layout"));
    QByteArray raw = QSettings().value("window/test").toByteArray();
    raw[raw.size() - 1] = 'x';
    QSettings().setValue("window/test", raw);
    QVERIFY(readSealed("window/test").isEmpty());
    QVERIFY(readSealed("window/nothing").isEmpty());
  }
};

namespace {
int runRecoverySuite(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  QApplication::setApplicationName("texeleton-test");
  QApplication::setOrganizationName("texeleton-test");
  applyTheme(application, Theme::Dark);
  if (argc == 3 && QByteArray(argv[1]) == "--edit") {
    return editForEver(QString::fromLocal8Bit(argv[2]));
  }
  TestRecovery test;
  return QTest::qExec(&test, argc, argv);
}
}  // namespace
TEXELETON_SUITE_RUN(TestRecovery, runRecoverySuite)

#include "test_recovery.moc"
