// bake --if-changed: does nothing if nothing changed, and bakes whenever something did.

#include <QDateTime>
#include <QFloat16>  // complete, for QCOMPARE of JSON
#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <functional>

#include "tests/cli/pack_files.h"
#include "tests/cli/run_program.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton::test;
using Json = nlohmann::json;

namespace {

/// A triangle that slides along X, with an external texture and an embedded buffer.
QByteArray slidingTriangle() {
  QByteArray buffer;
  const auto add = [&buffer](std::initializer_list<float> values) {
    for (const float value : values) {
      buffer.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
  };
  add({0, 0, 0, 1, 0, 0, 0, 1, 0});  // positions
  add({0, 1});                       // times
  add({0, 0, 0, 1, 0, 0});           // translations
  return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"T","mesh":0}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":0}]}],
"materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}],"textures":[{"source":0}],"images":[{"uri":"skin.png"}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},
{"bufferView":1,"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[1]},
{"bufferView":2,"componentType":5126,"count":2,"type":"VEC3"}],
"bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":8},{"buffer":0,"byteOffset":44,"byteLength":24}],
"animations":[{"name":"Slide","channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}],"samplers":[{"input":1,"output":2}]}],
"buffers":[{"byteLength":68,"uri":"data:application/octet-stream;base64,)" +
         buffer.toBase64() + R"("}]})";
}

/// A PNG of one texel.
QByteArray png() {
  return QByteArray::fromBase64(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==");
}

}  // namespace

class TestIfChanged : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_model = path("model.gltf");
    m_pack = path("model.texpack");
    QVERIFY(writeAll(m_model, slidingTriangle()));
    QVERIFY(writeAll(path("skin.png"), png()));
  }

  void skipsUnchanged() {
    QVERIFY(bakes({}));
    const auto before = statesOf(m_pack);
    const ProgramRun again = bake({});
    QVERIFY2(again.exitCode == 0, again.errors);
    QCOMPARE(again.json()["result"], "unchanged");
    QVERIFY(statesOf(m_pack) == before);
    // Threads and paths have no effect on a pack's content.
    QCOMPARE(bake({"--threads", "1"}).json()["result"], "unchanged");
    QCOMPARE(bake({"--no-cache"}).json()["result"], "unchanged");
    // A bake without the option writes the same record.
    QCOMPARE(runCli({"bake", m_model, "-o", m_pack}).exitCode, 0);
    QCOMPARE(bake({}).json()["result"], "unchanged");
  }

  void movedPackIsUpToDate() {
    QVERIFY(bakes({}));
    QVERIFY(QDir().mkpath(path("elsewhere")));
    for (const char* name : {"model.gltf", "skin.png", "model.texpack"}) {
      QVERIFY(QFile::rename(path(name), path("elsewhere/") + name));
    }
    const ProgramRun run =
        runCli({"bake", path("elsewhere/model.gltf"), "-o", path("elsewhere/model.texpack"), "--if-changed", "--json"});
    QCOMPARE(run.json()["result"], "unchanged");
  }

  void noticesEveryChange_data() {
    QTest::addColumn<int>("change");
    int number = 0;
    for (const char* name : {"the model", "its texture", "its texture goes", "events appear", "the texels are damaged",
                             "a byte of the mesh is damaged", "a file of the pack goes", "the manifest is edited",
                             "inputs.json goes", "inputs.json is damaged", "the pack goes"}) {
      QTest::newRow(name) << number++;
    }
  }

  void noticesEveryChange() {
    QFETCH(const int, change);
    QVERIFY(bakes({}));
    const auto whole = contentOf(m_pack);
    const std::function<bool()> changes[] = {
        [&] { return writeAll(m_model, slidingTriangle().replace("Slide", "Glide")); },
        [&] { return writeAll(path("skin.png"), png() + "x"); },
        [&] { return QFile::remove(path("skin.png")); },
        [&] { return writeAll(path("model.events.json"), R"({"clips":{"Slide":[{"name":"e","timeSeconds":0.5}]}})"); },
        [&] { return damage(m_pack + "/animation.exr"); },
        [&] { return damage(m_pack + "/mesh.glb"); },
        [&] { return QFile::remove(m_pack + "/mesh.glb"); },
        [&] { return writeAll(m_pack + "/manifest.json", whole["manifest.json"].replace("Slide", "Glide")); },
        [&] { return QFile::remove(m_pack + "/inputs.json"); },
        [&] { return writeAll(m_pack + "/inputs.json", whole["inputs.json"].left(200)); },
        [&] { return QDir(m_pack).removeRecursively(); }};
    QVERIFY(changes[change]());
    const ProgramRun run = bake({});
    QVERIFY2(run.exitCode == 0, run.errors);
    QVERIFY2(run.json().contains("clips"), run.output);  // It was baked.
    QVERIFY(change < 4 ? contentOf(m_pack) != whole : contentOf(m_pack) == whole);
    QCOMPARE(bake({}).json()["result"], "unchanged");
  }

  void noticesOtherOptions_data() {
    QTest::addColumn<QStringList>("options");
    QTest::newRow("rate") << QStringList{"--fps", "7"};
    QTest::newRow("mode") << QStringList{"--mode", "vertex"};
    QTest::newRow("clip") << QStringList{"--clip", "Slide,from=0.5"};
    QTest::newRow("socket") << QStringList{"--expose", "T"};
    QTest::newRow("measure") << QStringList{"--no-measure"};
    QTest::newRow("scale") << QStringList{"--scale", "2"};
    QTest::newRow("motion") << QStringList{"--motion", bannerSample()};
  }

  void noticesOtherOptions() {
    QFETCH(const QStringList, options);
    QVERIFY(bakes({}));
    const ProgramRun run = bake(options);
    QVERIFY2(run.exitCode == 0 && run.json().contains("clips"), run.errors);
    QCOMPARE(bake(options).json()["result"], "unchanged");
    QVERIFY(bake({}).json().contains("clips"));
  }

  // Notes of an editor in a recipe do not count, settings do.
  void recipesCountByContent() {
    const QString recipe = path("model.texeleton");
    const QByteArray text =
        R"({"version":1,"sources":[{"path":"model.gltf"}],"bake":{"fps":10},"editor":{"camera":1}})";
    QVERIFY(writeAll(recipe, text));
    const auto run = [&] { return runCli({"bake", recipe, "--if-changed", "--json"}).json(); };
    QVERIFY(run().contains("clips"));
    QCOMPARE(run()["result"], "unchanged");
    QVERIFY(writeAll(recipe, QByteArray(text).replace("\"camera\":1", "\"camera\":2")));
    QCOMPARE(run()["result"], "unchanged");
    QVERIFY(writeAll(recipe, QByteArray(text).replace("\"fps\":10", "\"fps\":11")));
    QVERIFY(run().contains("clips"));
    QCOMPARE(run()["result"], "unchanged");
  }

  // The same inputs in another folder give the same bytes, including inputs.json.
  void sameInputsGiveSameBytes() {
    QVERIFY(bakes({}));
    QVERIFY(QDir().mkpath(path("b/c")));
    QVERIFY(QFile::copy(m_model, path("b/model.gltf")) && QFile::copy(path("skin.png"), path("b/skin.png")));
    QCOMPARE(runCli({"bake", path("b/model.gltf"), "-o", path("b/c/other.texpack"), "--threads", "1"}).exitCode, 0);
    QVERIFY(contentOf(m_pack) == contentOf(path("b/c/other.texpack")));
    QVERIFY(contentOf(m_pack).contains("inputs.json"));
  }

 private:
  QString path(const QString& name) const { return m_folder->filePath(name); }

  ProgramRun bake(const QStringList& options) const {
    return runCli(QStringList{"bake", m_model, "-o", m_pack, "--if-changed", "--json"} + options);
  }
  bool bakes(const QStringList& options) const {
    const ProgramRun run = bake(options);
    return run.exitCode == 0 && run.json().contains("clips");
  }

  /// Changes a byte in the middle; size and time of modification stay.
  static bool damage(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadWrite)) {
      return false;
    }
    const QDateTime modified = file.fileTime(QFileDevice::FileModificationTime);
    file.seek(file.size() / 2);
    char byte = 0;
    file.getChar(&byte);
    file.seek(file.size() / 2);
    file.putChar(static_cast<char>(byte ^ 1));
    file.flush();
    return file.setFileTime(modified, QFileDevice::FileModificationTime);
  }

  std::unique_ptr<QTemporaryDir> m_folder;
  QString m_model;
  QString m_pack;
};

TEXELETON_SUITE(TestIfChanged)
#include "test_if_changed.moc"
