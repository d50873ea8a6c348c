// texeleton-cli watch with files that are saved as editors save them.

#include <QFloat16>  // complete, for QCOMPARE of JSON
#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <cstdio>

#include "core/pack/pack.h"
#include "tests/cli/pack_files.h"
#include "tests/cli/run_program.h"
#include "tests/support/split_glb.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;
using namespace texeleton::test;
using Json = nlohmann::json;

namespace {

/// Waits for the expected result and ignores earlier messages.
Json awaitResult(RunningCli& watch, const char* result) {
  for (;;) {
    const QByteArray line = watch.nextLine(120.0);
    if (line.isEmpty()) {
      return {};
    }
    Json json = Json::parse(line.toStdString(), nullptr, false);
    if (json.is_object() && json["result"] == result) {
      return json;
    }
  }
}

/// The names of the clips of a pack; empty if it is incomplete.
QStringList clipsOf(const QString& path) {
  JobContext job;
  const auto pack = pack::readPack(path.toStdString(), job);
  QStringList names;
  if (pack && pack::verifyPack(*pack, job).empty()) {
    for (const vat::BakedClip& clip : pack->animation.clips) {
      names.append(QString::fromStdString(clip.name));
    }
  }
  return names;
}

}  // namespace

class TestWatch : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_model = m_folder->filePath("model.glb");
    m_pack = m_folder->filePath("packs/model.texpack");
    QVERIFY(QFile::copy(bannerSample(), m_model));
    QVERIFY(QFile::setPermissions(m_model, QFile::ReadOwner | QFile::WriteOwner));
  }

  void rebakesSavedModel() {
    const QByteArray banner = readAll(bannerSample());
    const QByteArray knight = readAll(knightSample());
    RunningCli watch(arguments({m_folder->filePath("*.glb")}));
    QVERIFY(!awaitResult(watch, "baked").is_null());
    const QStringList bannerClips = clipsOf(m_pack);
    QVERIFY(bannerClips.contains("Breeze"));

    // Written to a temporary file and renamed over the model.
    QVERIFY(writeAll(m_folder->filePath("model.tmp"), knight));
    QCOMPARE(std::rename(m_folder->filePath("model.tmp").toUtf8(), m_model.toUtf8()), 0);
    Json result = awaitResult(watch, "baked");
    QVERIFY2(result["reason"].dump().find("has changed") != std::string::npos, result.dump().c_str());
    QVERIFY(clipsOf(m_pack).contains("Walk"));

    // Written in place, in pieces. Whether or not a pause was long enough for a check, the complete file is baked.
    {
      QFile file(m_model);
      QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
      for (qsizetype at = 0; at < banner.size(); at += banner.size() / 5 + 1) {
        file.write(banner.mid(at, banner.size() / 5 + 1));
        file.flush();
        QThread::msleep(60);
      }
    }
    QVERIFY(!awaitResult(watch, "baked").is_null());
    QCOMPARE(clipsOf(m_pack), bannerClips);

    // Broken: the old pack stays, byte for byte. Then complete again.
    const auto before = contentOf(m_pack);
    QVERIFY(writeAll(m_model, knight.left(knight.size() / 2)));
    result = awaitResult(watch, "failed");
    QVERIFY(result["error"].is_string());
    QVERIFY(contentOf(m_pack) == before);
    QVERIFY(writeAll(m_model, knight));
    QVERIFY(!awaitResult(watch, "baked").is_null());
    QVERIFY(clipsOf(m_pack).contains("Walk"));

    // Touched, but unchanged: checked, not baked.
    const auto states = statesOf(m_pack);
    QVERIFY(writeAll(m_model, knight));
    QVERIFY(!awaitResult(watch, "unchanged").is_null());
    QVERIFY(statesOf(m_pack) == states);

    // A file that appears later and matches the pattern.
    QVERIFY(QFile::copy(bannerSample(), m_folder->filePath("late.glb")));
    result = awaitResult(watch, "baked");
    QVERIFY2(result["pack"].get<std::string>().ends_with("late.texpack"), result.dump().c_str());

    watch.interrupt();
    const ProgramRun run = watch.finish();
    QVERIFY(!run.crashed && !run.timedOut);
    QCOMPARE(run.exitCode, 0);
    const QStringList left =
        QDir(m_folder->filePath("packs")).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name);
    QCOMPARE(left, (QStringList{"late.texpack", "model.texpack"}));
  }

  void watchesReferencedFiles() {
    const Glb knight = readGlb(knightSample().toStdString());
    const std::string motion = m_folder->filePath("motion.glb").toStdString();
    writeGlb(m_model.toStdString(), withoutAnimations(knight));
    writeGlb(motion, onlyAnimation(knight, "Walk"));
    RunningCli watch(arguments({m_model, "--motion", QString::fromStdString(motion)}));
    QVERIFY(!awaitResult(watch, "baked").is_null());
    QCOMPARE(clipsOf(m_pack), QStringList{"Walk"});
    writeGlb(motion, onlyAnimation(knight, "Run"));
    const Json result = awaitResult(watch, "baked");
    QVERIFY2(result["reason"].dump().find("motion.glb") != std::string::npos, result.dump().c_str());
    QCOMPARE(clipsOf(m_pack), QStringList{"Run"});

    // A new file of events.
    QVERIFY(writeAll(m_folder->filePath("model.events.json"),
                     R"({"clips":{"Run":[{"name":"here","timeSeconds":0.1,"parameter":""}]}})"));
    QVERIFY(!awaitResult(watch, "baked").is_null());
    const auto pack = pack::readPackManifest(m_pack.toStdString());
    QVERIFY(pack.has_value());
    QCOMPARE(pack->animation.clips[0].events.size(), std::size_t{1});
    watch.interrupt();
    QCOMPARE(watch.finish().exitCode, 0);
  }

  // An artist exports another motion into the folder: it is baked without a save of the model.
  void noticesNewMotions() {
    const Glb knight = readGlb(knightSample().toStdString());
    const auto file = [this](const char* name) { return m_folder->filePath(name).toStdString(); };
    writeGlb(m_model.toStdString(), withoutAnimations(knight));
    writeGlb(file("extra-1.glb"), onlyAnimation(knight, "Idle"));
    RunningCli watch(arguments({m_model, "--motion", m_folder->filePath("extra-*.glb")}));
    QVERIFY(!awaitResult(watch, "baked").is_null());
    QCOMPARE(clipsOf(m_pack), QStringList{"Idle"});
    writeGlb(file("extra-2.glb"), onlyAnimation(knight, "Run"));
    QVERIFY(!awaitResult(watch, "baked").is_null());
    QCOMPARE(clipsOf(m_pack), (QStringList{"Idle", "Run"}));
    writeGlb(file("model@walk.glb"), onlyAnimation(knight, "Walk"));
    QVERIFY(!awaitResult(watch, "baked").is_null());
    QCOMPARE(clipsOf(m_pack), (QStringList{"Idle", "Run", "Walk"}));
    watch.interrupt();
    QCOMPARE(watch.finish().exitCode, 0);
  }

  void watchesRecipeAndModel() {
    const QString recipe = m_folder->filePath("model.texeleton");
    const QByteArray text = R"({"version":1,"sources":[{"path":"model.glb"}],"bake":{"mode":"vertex","fps":5}})";
    QVERIFY(writeAll(recipe, text));
    RunningCli watch({"watch", recipe, "--settle", "0.2", "--json"});
    QVERIFY(!awaitResult(watch, "baked").is_null());
    const QString pack = m_folder->filePath("model.texpack");
    QCOMPARE(pack::readPackManifest(pack.toStdString()).value().animation.clips[0].sampleRateHz, 5.0);
    QVERIFY(writeAll(recipe, QByteArray(text).replace("\"fps\":5", "\"fps\":7")));
    QVERIFY(!awaitResult(watch, "baked").is_null());
    QCOMPARE(pack::readPackManifest(pack.toStdString()).value().animation.clips[0].sampleRateHz, 7.0);
    QVERIFY(writeAll(recipe, "{"));
    QVERIFY(!awaitResult(watch, "failed").is_null());
    QVERIFY(writeAll(recipe, text));
    QVERIFY(!awaitResult(watch, "baked").is_null());
    QCOMPARE(pack::readPackManifest(pack.toStdString()).value().animation.clips[0].sampleRateHz, 5.0);
    watch.interrupt();
    QCOMPARE(watch.finish().exitCode, 0);
  }

 private:
  QStringList arguments(const QStringList& inputs) const {
    return QStringList{"watch"} + inputs +
           QStringList{"-o", m_folder->filePath("packs/"), "--settle", "0.2", "--fps", "5", "--json"};
  }

  std::unique_ptr<QTemporaryDir> m_folder;
  QString m_model;
  QString m_pack;
};

TEXELETON_SUITE(TestWatch)
#include "test_watch.moc"
