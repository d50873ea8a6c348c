// texeleton-cli render, as a pipeline runs it.

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QFloat16>  // complete, for QCOMPARE of JSON
#include <QImage>
#include <QObject>
#include <QTemporaryDir>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/cli/run_program.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"
#include "tests/viewport/compare_pictures.h"
#include "tests/viewport/gpu_test.h"
#include "tests/viewport/made_png.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

// The number of colours; an empty picture has few.
std::size_t colors(const QImage& image) {
  std::set<QRgb> found;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      found.insert(image.pixel(x, y) & 0xfff8f8f8u);
    }
  }
  return found.size();
}

QString recipeSample() {
  return QString::fromStdString((sourceFolder() / "resources/samples/lantern-knight.texeleton").string());
}

}  // namespace

class TestRenderCommand : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  QString path(const QString& name) const { return m_folder.filePath(name); }

 private slots:
  // A recipe's animator: constant and timed parameters, states and events in the output, a repeatable picture that
  // differs from the clip's.
  void animator_data() { addBackendRows(); }
  void animator() {
    TEXELETON_DEVICE(device);
    const QStringList call = {"render",     recipeSample(),
                              "--animator", "--size",
                              "320x240",    "--time",
                              "1.5",        "--json",
                              "--set",      "speed=1",
                              "--set",      "Attack=1@1",
                              "--backend",  viewport::backendWord(device->backend()),
                              "-o"};
    const ProgramRun run = runCli(call + QStringList(path("animator.png")), 120.0);
    QVERIFY2(run.exitCode == 0, run.errors);
    const nlohmann::json told = run.json()["animator"];
    QCOMPARE(told["state"], "Attack");
    QCOMPARE(told["parameters"]["speed"], 1.0);
    QCOMPARE(told["parameters"]["Attack"], 0.0);  // Reset by the transition.
    QVERIFY2(!told["events"].empty(), run.output);
    QCOMPARE(run.json()["instancesSkinned"], 1);
    QCOMPARE(runCli(call + QStringList(path("again.png")), 120.0).exitCode, 0);
    QVERIFY(QImage(path("animator.png")) == QImage(path("again.png")));
    QVERIFY(colors(QImage(path("animator.png"))) > 50);
    // Skinned by the CPU, or near enough for the hybrid path, it is the same; farther away the texture plays.
    for (const QStringList& way : {QStringList{"--path", "cpu"}, QStringList{"--path", "hybrid", "--near", "1000"}}) {
      const ProgramRun other = runCli(call + QStringList(path("way.png")) + way, 120.0);
      QVERIFY2(other.exitCode == 0, other.errors);
      QCOMPARE(other.json()["animator"]["state"], "Attack");
      QCOMPARE(other.json()["instancesSkinned"], 1);
      QVERIFY(differing(QImage(path("animator.png")), QImage(path("way.png"))) < 20);
    }
    const ProgramRun far =
        runCli(call + QStringList(path("way.png")) + QStringList{"--path", "hybrid", "--near", "0.01"}, 120.0);
    QCOMPARE(far.json()["instancesSkinned"], 0);
    QVERIFY(differing(QImage(path("animator.png")), QImage(path("way.png"))) > 500);
    const ProgramRun wrong =
        runCli({"render", recipeSample(), "--animator", "--set", "sped=1", "-o", path("x.png")}, 120.0);
    QCOMPARE(wrong.exitCode, 1);
    QVERIFY2(wrong.errors.contains("speed"), wrong.errors);
    QCOMPARE(runCli({"render", recipeSample(), "--set", "speed=1", "-o", path("x.png")}).exitCode, 2);
    QCOMPARE(runCli({"render", recipeSample(), "--animator", "--path", "texture", "-o", path("x.png")}).exitCode, 2);
  }

  // A layer on a mask of the recipe: its state and weight are in the output, and the picture shows it.
  void animatorLayers_data() { addBackendRows(); }
  void animatorLayers() {
    TEXELETON_DEVICE(device);
    QFile::copy(QString(recipeSample()).replace(".texeleton", ".glb"), path("knight.glb"));
    QFile recipe(path("layers.texeleton"));
    QVERIFY(recipe.open(QIODevice::WriteOnly));
    recipe.write(R"({ "version": 1, "sources": [{ "path": "knight.glb" }],
  "bake": { "masks": [{ "name": "torso", "from": ["spine"] }] },
  "animator": {
    "parameters": [{ "name": "attack", "kind": "trigger" }, { "name": "share", "initial": 1 }],
    "layers": [{ "name": "upper", "mask": "torso", "weight": 0.5, "parameter": "share" }],
    "states": [{ "name": "Go", "clips": [{ "clip": "Walk" }] }, { "name": "None", "layer": "upper" },
               { "name": "Strike", "layer": "upper", "clips": [{ "clip": "Attack" }] }],
    "transitions": [{ "to": "Strike", "fade": 0, "when": [{ "parameter": "attack" }] }] } })");
    recipe.close();
    const auto draw = [&](const QString& file, const QStringList& more) {
      return runCli(QStringList{"render", path("layers.texeleton"), "--animator", "--size", "320x240", "--time", "0.5",
                                "--json", "--backend", viewport::backendWord(device->backend()), "-o", path(file)} +
                        more,
                    120.0);
    };
    const ProgramRun alone = draw("alone.png", {});
    QVERIFY2(alone.exitCode == 0, alone.errors);
    QCOMPARE(alone.json()["animator"]["layers"][0]["state"], "None");
    QCOMPARE(alone.json()["animator"]["layers"][0]["share"], 0.0);
    const ProgramRun both = draw("both.png", {"--set", "attack=1@0.1"});
    QVERIFY2(both.exitCode == 0, both.errors);
    const nlohmann::json told = both.json()["animator"];
    QCOMPARE(told["state"], "Go");
    QCOMPARE(told["layers"][0]["layer"], "upper");
    QCOMPARE(told["layers"][0]["state"], "Strike");
    QCOMPARE(told["layers"][0]["share"], 0.5);
    QVERIFY(differing(QImage(path("alone.png")), QImage(path("both.png"))) > 100);
    // A trigger at the start reaches characters that do not exist yet.
    const ProgramRun none = draw("none.png", {"--set", "attack=1", "--set", "share=0"});
    QVERIFY2(none.exitCode == 0, none.errors);
    QCOMPARE(none.json()["animator"]["layers"][0]["state"], "Strike");
    QVERIFY(QImage(path("alone.png")) == QImage(path("none.png")));
  }

  // Sockets, sample objects, normals and bones follow the idle animator, not the clip of the crowd.
  void overlaysFollowAnimator_data() { addBackendRows(); }
  void overlaysFollowAnimator() {
    TEXELETON_DEVICE(device);
    const QStringList call = {"render",
                              recipeSample(),
                              "--size",
                              "320x320",
                              "--target",
                              "0,0.9,0",
                              "--distance",
                              "4",
                              "--time",
                              "0.5",
                              "--sockets",
                              "--socket-objects",
                              "--normals",
                              "0.05",
                              "--skeleton",
                              "on-top",
                              "--no-grid",
                              "--backend",
                              viewport::backendWord(device->backend()),
                              "-o"};
    const auto draw = [&](const QString& name, const QStringList& more) {
      const ProgramRun run = runCli(call + QStringList(path(name)) + more, 120.0);
      return run.exitCode == 0 ? QImage(path(name)) : QImage();
    };
    const QImage played = draw("played.png", {"--animator", "--clip", "Walk"});
    const QImage idle = draw("idle.png", {"--path", "compute", "--clip", "Idle"});
    const QImage walk = draw("walk.png", {"--path", "compute", "--clip", "Walk"});
    QVERIFY(!played.isNull() && !idle.isNull() && !walk.isNull());
    const int apart = differing(played, idle);
    QVERIFY2(apart < differing(played, walk) / 50, qPrintable(QString::number(apart)));
    QVERIFY(differing(played, walk) > 2000);
  }

  void model_data() { addBackendRows(); }
  void model() {
    TEXELETON_DEVICE(device);
    const QString word = viewport::backendWord(device->backend());
    const QString picture = path("knights-" + word + ".png");
    const ProgramRun run = runCli({"render", knightSample(), "-o", picture, "--size", "200x120", "--instances", "12",
                                   "--backend", word, "--json"});
    QVERIFY2(run.exitCode == 0, run.errors.constData());
    QCOMPARE(run.json()["backend"], word.toStdString());
    QCOMPARE(run.json()["instances"], 12);
    const QImage image(picture);
    QCOMPARE(image.size(), QSize(200, 120));
    QVERIFY(colors(image) > 200);
  }

  void tessellation_data() { addBackendRows(); }
  void tessellation() {
    TEXELETON_DEVICE(device);
    const QString word = viewport::backendWord(device->backend());
    const QStringList call = {"render", knightSample(), "--size", "160x120", "--backend", word, "--json", "-o"};
    const ProgramRun plain = runCli(call + QStringList{path("plain.png")});
    const ProgramRun cut = runCli(call + QStringList{path("cut.png"), "--tessellation", "--segment-pixels", "4"});
    QVERIFY2(cut.exitCode == 0, cut.errors);
    QCOMPARE(plain.json()["tessellated"], false);
    QCOMPARE(cut.json()["tessellated"], true);
    QCOMPARE(cut.json()["triangles"], plain.json()["triangles"]);
    QVERIFY(QImage(path("cut.png")) != QImage(path("plain.png")) && colors(QImage(path("cut.png"))) > 200);
    QCOMPARE(runCli(call + QStringList{path("x.png"), "--tessellation", "--view", "heat"}).exitCode, 2);
    QCOMPARE(runCli(call + QStringList{path("x.png"), "--tessellation", "65"}).exitCode, 2);
    QCOMPARE(runCli(call + QStringList{path("x.png"), "--displacement", "0.1"}).exitCode, 2);
  }

  // The same camera given in two forms; and one in the crowd.
  void cameraByNumbers_data() { addBackendRows(); }
  void cameraByNumbers() {
    TEXELETON_DEVICE(device);
    const QString word = viewport::backendWord(device->backend());
    const auto drawn = [&](const QString& name, const QStringList& camera) {
      const ProgramRun run = runCli(QStringList{"render", knightSample(), "-o", path(name), "--size", "160x120",
                                                "--backend", word, "--instances", "30"} +
                                    camera);
      return run.exitCode == 0 ? QImage(path(name)) : QImage();
    };
    constexpr double kYaw = 0.5235987755982988;     // 30°
    constexpr double kPitch = 0.17453292519943295;  // 10°
    const auto number = [](double value) { return QString::number(value, 'g', 9); };
    const QString eye = number(0.2 + 6.0 * std::sin(kYaw) * std::cos(kPitch)) + "," +
                        number(1.0 + 6.0 * std::sin(kPitch)) + "," +
                        number(-0.3 + 6.0 * std::cos(kYaw) * std::cos(kPitch));
    const QStringList aim = {"--target", "0.2,1,-0.3", "--fov", "50"};
    const QImage byAngles = drawn("angles.png", aim + QStringList{"--yaw", "30", "--pitch", "10", "--distance", "6"});
    const QImage byPlace = drawn("place.png", aim + QStringList{"--eye", eye});
    QVERIFY(!byAngles.isNull() && !byPlace.isNull() && colors(byAngles) > 200);
    int other = 0;
    for (int y = 0; y < byAngles.height(); ++y) {
      for (int x = 0; x < byAngles.width(); ++x) {
        const QColor a = byAngles.pixelColor(x, y);
        const QColor b = byPlace.pixelColor(x, y);
        other += std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue()) > 24;
      }
    }
    QVERIFY2(other < 20, QByteArray::number(other));  // 19,200 in all: edges moved by rounding.
    const QImage inside = drawn("inside.png", {"--inside", "--yaw", "180"});
    QVERIFY(!inside.isNull() && inside != byAngles && colors(inside) > 200);
    for (const QStringList& wrong : {QStringList{"--inside", "--eye", "1,2,3"},
                                     {"--eye", "1,2"},
                                     {"--eye", "1,2,x"},
                                     {"--fov", "0"},
                                     {"--eye", "1,2,3", "--yaw", "5"},
                                     {"--distance", "2", "--zoom", "2"}}) {
      QCOMPARE(runCli(QStringList{"render", knightSample(), "-o", path("no.png")} + wrong).exitCode, 2);
    }
  }

  // A recipe's view has the same numbers as the camera; the recipe's bake is drawn.
  void savedView_data() { addBackendRows(); }
  void savedView() {
    TEXELETON_DEVICE(device);
    const QString word = viewport::backendWord(device->backend());
    const QString recipe = path("views-" + word + ".texeleton");
    QFile file(recipe);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(
        nlohmann::json{{"version", 1},
                       {"sources", {{{"path", knightSample().toStdString()}}}},
                       {"clips", {{{"sourceName", "Walk"}}}},
                       {"editor",
                        {{"views",
                          {{{"name", "Gate"},
                            {"target", {0.2, 1, -0.3}},
                            {"yaw", 30},
                            {"pitch", 10},
                            {"distance", 6},
                            {"fieldOfView", 50}},
                           {{"name", "Wall"}, {"target", {0, 1, 0}}, {"orthographic", true}}}}}}}
            .dump()));
    file.close();
    const auto drawn = [&](const QString& name, const QStringList& options) {
      const ProgramRun run =
          runCli(QStringList{"render", "-o", path(name), "--size", "160x120", "--backend", word, "--instances", "4"} +
                 options);
      return run.exitCode == 0 ? QImage(path(name)) : QImage();
    };
    const QImage byName = drawn("named.png", {recipe, "--saved-view", "Gate"});
    const QImage byNumbers = drawn("numbers.png", {recipe, "--target", "0.2,1,-0.3", "--yaw", "30", "--pitch", "10",
                                                   "--distance", "6", "--fov", "50"});
    QVERIFY(!byName.isNull() && colors(byName) > 200);
    int other = 0;
    for (int y = 0; y < byName.height(); ++y) {
      for (int x = 0; x < byName.width(); ++x) {
        const QColor a = byName.pixelColor(x, y);
        const QColor b = byNumbers.pixelColor(x, y);
        other += std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue()) > 24;
      }
    }
    QVERIFY2(other < 20, QByteArray::number(other));
    QVERIFY(drawn("wall.png", {recipe, "--saved-view", "Wall"}) != byName);
    // The recipe bakes a single clip.
    QCOMPARE(runCli({"render", recipe, "-o", path("no.png"), "--clip", "Run", "--backend", word}).exitCode, 1);
    const ProgramRun unknown =
        runCli({"render", recipe, "-o", path("no.png"), "--saved-view", "Gat", "--backend", word});
    QCOMPARE(unknown.exitCode, 1);
    QVERIFY2(unknown.errors.contains("did you mean \"Gate\""), unknown.errors.constData());
    QCOMPARE(runCli({"render", knightSample(), "-o", path("no.png"), "--saved-view", "Gate"}).exitCode, 2);
    QCOMPARE(runCli({"render", recipe, "-o", path("no.png"), "--saved-view", "Gate", "--yaw", "3"}).exitCode, 2);
    const ProgramRun over = runCli({"render", recipe, "-o", recipe, "--backend", word});
    QVERIFY(over.exitCode != 0 && QFile(recipe).size() > 100);
  }

  // The old picture stays until the new one is complete, and an input is never overwritten, whatever its name.
  void keepsOldPictureAndInputs() {
    std::string why;
    if (deviceOf(viewport::GpuBackend::OpenGl, &why) == nullptr) {
      QSKIP(why.c_str());
    }
    const auto contentOf = [](const QString& name) {
      QFile file(name);
      return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    QVERIFY(QDir().mkpath(path("full")));
    const QString picture = QFileInfo(path("full")).canonicalFilePath() + "/old.png";
    const QStringList small = {"--size", "64x64", "--backend", "opengl"};
    QVERIFY(QFile::copy(bannerSample(), picture));
    const QByteArray old = contentOf(picture);
    int failures = 0;
    for (int call = 1; call <= 20; ++call) {
      const ProgramRun run =
          runCli(QStringList{"render", bannerSample(), "-o", picture} + small, 60.0, {},
                 {{"LD_PRELOAD", QString::fromStdString((binFolder() / "libtexeleton_failing_writes.so").string())},
                  {"FAILING_WRITES_FOLDER", QFileInfo(picture).path()},
                  {"FAILING_WRITES_CALL", QString::number(call)},
                  {"FAILING_WRITES_HOW", "from"}});
      if (run.exitCode == 0) {
        break;
      }
      ++failures;
      QVERIFY2(run.errors.contains("No space left"), run.errors.constData());
      QVERIFY(contentOf(picture) == old || QImage(picture).size() == QSize(64, 64));
      QCOMPARE(QDir(path("full")).entryList(QDir::Files | QDir::Hidden).size(), 1);
    }
    QVERIFY(failures >= 4);
    QCOMPARE(QImage(picture).size(), QSize(64, 64));

    const QString model = path("model.png");  // Another name of the model.
    QVERIFY(QFile::copy(bannerSample(), path("model.glb")) && QFile::link(path("model.glb"), model));
    const QByteArray before = contentOf(path("model.glb"));
    const ProgramRun over = runCli(QStringList{"render", path("model.glb"), "-o", model} + small);
    QCOMPARE(over.exitCode, 1);
    QVERIFY2(over.errors.contains("over the input"), over.errors.constData());
    QVERIFY(contentOf(path("model.glb")) == before);
  }

  // Two PNG files of 2 MB in total that decode to 2 GiB: drawn within 2 GiB (run_program.h), and Ctrl+C ends it.
  void hugeImages() {
    std::string why;
    if (deviceOf(viewport::GpuBackend::OpenGl, &why) == nullptr) {
      QSKIP(why.c_str());
    }
    using Json = nlohmann::json;
    const float numbers[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, /* uv */ 0, 0, 1, 0, 0, 1, /* keys */ 0, 1, 0, 0, 0, 0, 1, 0};
    const QByteArray bytes(reinterpret_cast<const char*>(numbers), sizeof numbers);
    const auto view = [](std::size_t offset, std::size_t length) {
      return Json{{"buffer", 0}, {"byteOffset", offset}, {"byteLength", length}};
    };
    const auto accessor = [](int number, int count, const char* type) {
      return Json{{"bufferView", number}, {"componentType", 5126}, {"count", count}, {"type", type}};
    };
    Json gltf = {{"asset", {{"version", "2.0"}}},
                 {"scene", 0},
                 {"scenes", {{{"nodes", {0}}}}},
                 {"nodes", {{{"mesh", 0}}}},
                 {"buffers",
                  {{{"byteLength", bytes.size()},
                    {"uri", "data:application/octet-stream;base64," + bytes.toBase64().toStdString()}}}},
                 {"bufferViews", {view(0, 36), view(36, 24), view(60, 8), view(68, 24)}},
                 {"accessors",
                  {accessor(0, 3, "VEC3"), accessor(1, 3, "VEC2"), accessor(2, 2, "SCALAR"), accessor(3, 2, "VEC3")}},
                 {"animations",
                  {{{"channels", {{{"sampler", 0}, {"target", {{"node", 0}, {"path", "translation"}}}}}},
                    {"samplers", {{{"input", 2}, {"output", 3}}}}}}}};
    for (int i = 0; i < 2; ++i) {
      const QString name = QString("huge%1.png").arg(i);
      QFile file(path(name));
      QVERIFY(file.open(QIODevice::WriteOnly));
      file.write(hugePng(16384, static_cast<char>(60 * i + 20)));
      gltf["images"].push_back({{"uri", name.toStdString()}});
      gltf["textures"].push_back({{"source", i}});
      gltf["materials"].push_back({{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", i}}}}}});
      gltf["meshes"][0]["primitives"].push_back(
          {{"attributes", {{"POSITION", 0}, {"TEXCOORD_0", 1}}}, {"material", i}});
    }
    QFile file(path("huge.gltf"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(gltf.dump()));
    file.close();
    const QString picture = path("huge.png");
    const QStringList render = {"render", path("huge.gltf"), "-o", picture, "--size", "64x36", "--backend", "opengl"};
    QElapsedTimer timer;
    timer.start();
    const ProgramRun run = runCli(render, 200.0);
    QVERIFY2(run.exitCode == 0, run.errors.constData());
    const qint64 whole = timer.elapsed();
    QCOMPARE(run.errors.count("16384 × 16384 texels is shown as 7094 × 7094"), 2);
    QVERIFY(QImage(picture).size() == QSize(64, 36));

    QFile(picture).remove();
    RunningCli cancelled(render);
    QVERIFY(cancelled.awaitReadyForInterrupt());
    QTest::qSleep(static_cast<int>(whole / 2));
    cancelled.interrupt();
    timer.start();
    const ProgramRun ended = cancelled.finish(20.0);
    QVERIFY2(!ended.timedOut && !ended.crashed, ended.errors.constData());
    qInfo("drawn in %lld ms; Ctrl+C half-way ended it after %lld ms", static_cast<long long>(whole),
          static_cast<long long>(timer.elapsed()));
    QCOMPARE(QFile::exists(picture), ended.exitCode == 0);
  }

  void packAndTurntable() {
    std::string why;
    if (deviceOf(viewport::GpuBackend::Vulkan, &why) == nullptr) {
      QSKIP(why.c_str());
    }
    const QString pack = path("banner.texpack");
    QCOMPARE(runCli({"bake", bannerSample(), "-o", pack, "--mode", "vertex", "--no-measure", "-q"}).exitCode, 0);
    const ProgramRun run = runCli({"render", pack, "-o", path("turn.png"), "--size", "64x64", "--turntable", "3"});
    QVERIFY2(run.exitCode == 0, run.errors.constData());
    QCOMPARE(QDir(m_folder.path()).entryList({"turn-*.png"}).size(), 3);
    QVERIFY(QImage(path("turn-001.png")) != QImage(path("turn-002.png")));
    // The animation has three frames in its control chunk; programs without APNG support show the first picture.
    QCOMPARE(QImage(path("turn.png")), QImage(path("turn-001.png")));
    QFile file(path("turn.png"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray bytes = file.readAll();
    QCOMPARE(bytes.mid(bytes.indexOf("acTL") + 4, 4), QByteArray("\0\0\0\3", 4));
    QCOMPARE(bytes.count("fcTL"), 3);
    QCOMPARE(bytes.count("fdAT"), 2);
  }

  // Heat map, comparison and figures need the model; the figures cover the three paths.
  void comparing_data() { addBackendRows(); }
  void comparing() {
    TEXELETON_DEVICE(device);
    const QString word = viewport::backendWord(device->backend());
    const QString heat = path("heat-" + word + ".png");
    const ProgramRun run = runCli({"render", knightSample(), "-o", heat, "--size", "160x120", "--view", "heat",
                                   "--clip", "Run", "--time", "0.21", "--figures", "--backend", word, "--json"});
    QVERIFY2(run.exitCode == 0, run.errors.constData());
    QVERIFY(colors(QImage(heat)) > 100);
    QVERIFY(run.json()["heatLimitMillimetres"].get<double>() > 0.0);
    const auto paths = run.json()["paths"];
    QCOMPARE(paths.size(), std::size_t{3});
    QCOMPARE(paths[0]["path"], "texture");
    QCOMPARE(paths[1]["path"], "compute");
    QCOMPARE(paths[2]["path"], "cpu");
    QVERIFY(paths[0]["maxErrorMillimetres"].get<double>() > 0.0);
    QVERIFY(paths[0]["textureBytes"].get<std::uint64_t>() > 0);
    QCOMPARE(paths[1]["textureBytes"], 0);
    QVERIFY(paths[1]["bufferBytes"].get<std::uint64_t>() > paths[0]["bufferBytes"].get<std::uint64_t>());
    QVERIFY(paths[2]["skinningMilliseconds"].get<double>() > 0.0);
    const QString split = path("split-" + word + ".png");
    const ProgramRun both = runCli({"render", knightSample(), "-o", split, "--size", "320x120", "--compare", "split",
                                    "--split-at", "0.4", "--skeleton", "faded", "--hud", "--backend", word});
    QVERIFY2(both.exitCode == 0, both.errors.constData());
    QVERIFY(colors(QImage(split)) > 100);
  }

  void wrongUsage_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QString>("says");
    QTest::newRow("size") << QStringList{"--size", "10"} << 2 << "WIDTHxHEIGHT";
    QTest::newRow("backend") << QStringList{"--backend", "glide"} << 2 << "vulkan";
    QTest::newRow("instances") << QStringList{"--instances", "99000000"} << 2 << "33554431";
    QTest::newRow("clip") << QStringList{"--clip", "Swim"} << 1 << "there is no clip \"Swim\"";
  }
  void wrongUsage() {
    QFETCH(QStringList, arguments);
    QFETCH(int, exitCode);
    QFETCH(QString, says);
    std::string why;
    if (exitCode == 1 && deviceOf(viewport::GpuBackend::Vulkan, &why) == nullptr) {
      QSKIP(why.c_str());
    }
    const ProgramRun run = runCli(QStringList{"render", knightSample(), "-o", path("x.png")} + arguments);
    QCOMPARE(run.exitCode, exitCode);
    QVERIFY2(run.errors.contains(says.toUtf8()), run.errors.constData());
    QVERIFY(!QFile::exists(path("x.png")));
  }

  // Without a display, and with one that does not respond: an error message, not a crash. Other commands need none.
  void withoutDisplay() {
    const QByteArray display = qgetenv("DISPLAY");
    const QByteArray wayland = qgetenv("WAYLAND_DISPLAY");
    const QByteArray platform = qgetenv("QT_QPA_PLATFORM");
    qunsetenv("WAYLAND_DISPLAY");
    qunsetenv("QT_QPA_PLATFORM");
    for (const char* broken : {"", ":7654"}) {
      qputenv("DISPLAY", broken);
      const ProgramRun run = runCli({"render", knightSample(), "-o", path("y.png"), "--backend", "opengl"});
      QCOMPARE(run.exitCode, 1);
      QVERIFY2(run.errors.contains("xvfb-run"), run.errors.constData());
      QVERIFY(!run.crashed);
      const ProgramRun other = runCli({"render", knightSample(), "-o", path("y.png"), "--size", "32x32"});
      QVERIFY(!other.crashed);
      QVERIFY2(other.exitCode == 0 || other.errors.contains("error: "), other.errors.constData());
      QCOMPARE(runCli({"inspect", bannerSample()}).exitCode, 0);
    }
    qputenv("DISPLAY", display);
    if (!wayland.isEmpty()) {
      qputenv("WAYLAND_DISPLAY", wayland);
    }
    if (!platform.isEmpty()) {
      qputenv("QT_QPA_PLATFORM", platform);
    }
  }
};

TEXELETON_GPU_SUITE(TestRenderCommand)
#include "test_render_command.moc"
