// texeleton-cli render with the features of the editor's stage: light, position of the character, cross-fades, a
// recipe's view, and motions of other files, on models whose pictures are known by arithmetic.

#include <QFile>
#include <QFloat16>  // complete, for QCOMPARE of JSON
#include <QHash>
#include <QImage>
#include <QObject>
#include <QTemporaryDir>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <vector>

#include "tests/cli/run_program.h"
#include "tests/support/suite.h"
#include "tests/viewport/gpu_test.h"

using namespace texeleton;
using namespace texeleton::test;
using Json = nlohmann::json;

namespace {

using Point = std::array<float, 3>;

/// A clip of one second that holds the model at a position.
struct Held {
  const char* clip;
  Point place;
};

/// Writes a glTF file with one node "box" from triangles, three points each, counter-clockwise. False on failure.
bool writeModel(const QString& name, const std::vector<Point>& triangles, const std::vector<Held>& clips) {
  std::vector<float> numbers;
  Point least = triangles.front();
  Point most = least;
  for (const Point& point : triangles) {
    for (std::size_t i = 0; i < 3; ++i) {
      numbers.push_back(point[i]);
      least[i] = std::min(least[i], point[i]);
      most[i] = std::max(most[i], point[i]);
    }
  }
  const std::size_t pointBytes = numbers.size() * sizeof(float);
  numbers.insert(numbers.end(), {0.0f, 1.0f});
  for (const Held& held : clips) {
    for (int key = 0; key < 2; ++key) {
      numbers.insert(numbers.end(), held.place.begin(), held.place.end());
    }
  }
  const auto bytes =
      QByteArray(reinterpret_cast<const char*>(numbers.data()), static_cast<qsizetype>(numbers.size() * sizeof(float)));
  const auto view = [](std::size_t offset, std::size_t length) {
    return Json{{"buffer", 0}, {"byteOffset", offset}, {"byteLength", length}};
  };
  const auto accessor = [](std::size_t number, std::size_t count, const char* type) {
    return Json{{"bufferView", number}, {"componentType", 5126}, {"count", count}, {"type", type}};
  };
  Json gltf = {{"asset", {{"version", "2.0"}}},
               {"scene", 0},
               {"scenes", {{{"nodes", {0}}}}},
               {"nodes", {{{"name", "box"}, {"mesh", 0}}}},
               {"meshes", {{{"primitives", {{{"attributes", {{"POSITION", 0}}}}}}}}},
               {"buffers",
                {{{"byteLength", bytes.size()},
                  {"uri", "data:application/octet-stream;base64," + bytes.toBase64().toStdString()}}}},
               {"bufferViews", {view(0, pointBytes), view(pointBytes, 8)}},
               {"accessors", {accessor(0, triangles.size(), "VEC3"), accessor(1, 2, "SCALAR")}}};
  gltf["accessors"][0]["min"] = least;
  gltf["accessors"][0]["max"] = most;
  gltf["accessors"][1]["min"] = Json::array({0});
  gltf["accessors"][1]["max"] = Json::array({1});
  for (std::size_t i = 0; i < clips.size(); ++i) {
    gltf["bufferViews"].push_back(view(pointBytes + 8 + 24 * i, 24));
    gltf["accessors"].push_back(accessor(2 + i, 2, "VEC3"));
    gltf["animations"].push_back({{"name", clips[i].clip},
                                  {"channels", {{{"sampler", 0}, {"target", {{"node", 0}, {"path", "translation"}}}}}},
                                  {"samplers", {{{"input", 1}, {"output", 2 + i}}}}});
  }
  QFile file(name);
  const QByteArray text = QByteArray::fromStdString(gltf.dump());
  return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
}

/// The triangles of a box.
std::vector<Point> boxOf(const Point& least, const Point& most) {
  constexpr std::array<std::array<int, 4>, 6> kFaces = {
      {{0, 1, 3, 2}, {4, 6, 7, 5}, {0, 4, 5, 1}, {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}}};
  const auto corner = [&](int number) {
    return Point{(number & 4) != 0 ? most[0] : least[0], (number & 2) != 0 ? most[1] : least[1],
                 (number & 1) != 0 ? most[2] : least[2]};
  };
  std::vector<Point> triangles;
  for (const auto& face : kFaces) {
    for (const std::size_t i : {0u, 1u, 2u, 0u, 2u, 3u}) {
      triangles.push_back(corner(face[i]));
    }
  }
  return triangles;
}

/// Half a metre wide, two metres high, and a metre in front of its origin.
std::vector<Point> post() { return boxOf({-0.25f, 0.0f, 0.5f}, {0.25f, 2.0f, 1.5f}); }

/// Two faces like an open book seen from its spine, turned by 30° to the left and right; the fill light comes from
/// behind and reaches neither.
std::vector<Point> roof() {
  const float ridge = 1.0f / std::sqrt(3.0f);
  return {{-1, 0, 0},    {0, 0, ridge}, {0, 2, ridge}, {-1, 0, 0},    {0, 2, ridge}, {-1, 2, 0},
          {0, 0, ridge}, {1, 0, 0},     {1, 2, 0},     {0, 0, ridge}, {1, 2, 0},     {0, 2, ridge}};
}

// The camera of stage(): five metres are 160 pixels, and (0, 1) is the centre of the picture.
constexpr int kWidth = 200;
constexpr int kHeight = 160;
constexpr double kPixelsPerMetre = 32.0;

QStringList stage() {
  return {"--orthographic", "--yaw",       "0",         "--pitch", "0",       "--distance", "5",
          "--fov",          "53.13010235", "--no-grid", "--size",  "200x160", "-q"};
}

int offBy(QRgb a, QRgb b) {
  return std::abs(qRed(a) - qRed(b)) + std::abs(qGreen(a) - qGreen(b)) + std::abs(qBlue(a) - qBlue(b));
}

/// Pixels that differ by more than rounding.
int pixelsOff(const QImage& a, const QImage& b) {
  if (a.isNull() || a.size() != b.size()) {
    return a.width() * a.height() + b.width() * b.height() + 1;
  }
  int count = 0;
  for (int y = 0; y < a.height(); ++y) {
    for (int x = 0; x < a.width(); ++x) {
      count += offBy(a.pixel(x, y), b.pixel(x, y)) > 24 ? 1 : 0;
    }
  }
  return count;
}

/// The bounding rectangle of the pixels in which two pictures differ.
QRect otherThan(const QImage& empty, const QImage& image) {
  QRect found;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      if (offBy(image.pixel(x, y), empty.pixel(x, y)) > 60) {
        found |= QRect(x, y, 1, 1);
      }
    }
  }
  return found;
}

/// The rectangle of a box of these metres in a picture of stage().
QRect seen(double left, double right, double bottom, double top) {
  const auto at = [](double metres) { return static_cast<int>(std::lround(metres * kPixelsPerMetre)); };
  return {QPoint(kWidth / 2 + at(left), kHeight / 2 - at(top - 1.0)),
          QPoint(kWidth / 2 + at(right) - 1, kHeight / 2 - at(bottom - 1.0) - 1)};
}

bool isNear(const QRect& a, const QRect& b) {
  return std::abs(a.left() - b.left()) <= 1 && std::abs(a.right() - b.right()) <= 1 &&
         std::abs(a.top() - b.top()) <= 1 && std::abs(a.bottom() - b.bottom()) <= 1;
}

std::string textOf(const QRect& rect) {
  return std::to_string(rect.left()) + " … " + std::to_string(rect.right()) + ", " + std::to_string(rect.top()) +
         " … " + std::to_string(rect.bottom());
}

/// Mean brightness of a part of the picture, 0 … 255.
double brightness(const QImage& image, const QRect& part) {
  double sum = 0.0;
  for (int y = part.top(); y <= part.bottom(); ++y) {
    for (int x = part.left(); x <= part.right(); ++x) {
      sum += qGray(image.pixel(x, y));
    }
  }
  return sum / (part.width() * part.height());
}

}  // namespace

class TestRenderStage : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  QString m_backend;
  ProgramRun m_run;
  QHash<QString, QImage> m_empty;  ///< By back end.
  QString path(const QString& name) const { return m_folder.filePath(name); }

  QImage drawn(const QStringList& options) {
    const QString picture = path("drawn.png");
    QFile::remove(picture);
    m_run = runCli(QStringList{"render", "-o", picture, "--backend", m_backend} + options, 120.0);
    return m_run.exitCode == 0 ? QImage(picture) : QImage();
  }
  /// The rectangle of the post, by the difference from a picture of the background.
  QRect postIn(const QStringList& options) {
    const QStringList all = QStringList{"--view", "normals"} + stage();
    if (m_empty[m_backend].isNull()) {
      m_empty[m_backend] = drawn(QStringList{path("post.gltf")} + all + QStringList{"--target", "0,500,0"});
    }
    const QImage image = drawn(all + options + QStringList{"--target", "0,1,0"});
    return image.isNull() || m_empty[m_backend].isNull() ? QRect() : otherThan(m_empty[m_backend], image);
  }
  QString recipe(const QString& name, const QString& model, const Json& view) const {
    QFile file(path(name));
    if (!file.open(QIODevice::WriteOnly)) {
      return {};
    }
    file.write(QByteArray::fromStdString(
        Json{{"version", 1}, {"sources", {{{"path", model.toStdString()}}}}, {"editor", {{"view", view}}}}.dump()));
    return path(name);
  }

 private slots:
  void initTestCase() {
    QVERIFY(writeModel(path("post.gltf"), post(), {{"Left", {-1, 0, 0}}, {"Right", {1, 0, 0}}}));
    QVERIFY(writeModel(path("roof.gltf"), roof(), {{"Still", {0, 0, 0}}}));
  }

  // The side that faces the light is bright, and a mirrored light gives the mirrored picture.
  void light_data() { addBackendRows(); }
  void light() {
    TEXELETON_DEVICE(device);
    m_backend = viewport::backendWord(device->backend());
    const QStringList call = QStringList{path("roof.gltf"), "--target", "0,1,0"} + stage();
    const QImage fromLeft = drawn(call + QStringList{"--light", "-2,1,1"});
    QVERIFY2(!fromLeft.isNull(), m_run.errors);
    const QImage fromRight = drawn(call + QStringList{"--light", "2,1,1"});
    const QImage fromFar = drawn(call + QStringList{"--light", "-200,100,100"});
    const QRect left = seen(-0.9, -0.1, 0.2, 1.8);
    const QRect right = seen(0.1, 0.9, 0.2, 1.8);
    const double lit = brightness(fromLeft, left);
    const double unlit = brightness(fromLeft, right);
    QVERIFY2(lit > unlit + 30.0, (std::to_string(lit) + " " + std::to_string(unlit)).c_str());
    QVERIFY(std::abs(brightness(fromRight, right) - lit) < 3.0);
    QVERIFY(std::abs(brightness(fromRight, left) - unlit) < 3.0);
    QCOMPARE(pixelsOff(fromLeft, fromFar), 0);  // Only the direction matters.
    // A light from behind reaches neither.
    const QImage fromBehind = drawn(call + QStringList{"--light", "0,0.5,-3"});
    QVERIFY(std::abs(brightness(fromBehind, left) - unlit) < 3.0);
    QVERIFY(std::abs(brightness(fromBehind, right) - unlit) < 3.0);
  }

  // Moved and rotated objects are at the computed position.
  void place_data() { addBackendRows(); }
  void place() {
    TEXELETON_DEVICE(device);
    m_backend = viewport::backendWord(device->backend());
    struct Case {
      QStringList options;
      QRect expected;
    };
    const std::vector<Case> cases = {
        {{}, seen(-1.25, -0.75, 0.0, 2.0)},
        {{"--character-position", "1.5,0.5,0"}, seen(0.25, 0.75, 0.5, 2.5)},
        {{"--character-rotation", "0,90,0"}, seen(0.5, 1.5, 0.0, 2.0)},       // +Z to +X.
        {{"--character-rotation", "0,0,90"}, seen(-2.0, 0.0, -1.25, -0.75)},  // +X to +Y, +Y to −X.
        // Rotated about its own position, not the world's origin.
        {{"--character-rotation", "0,90,0", "--character-position", "-2,0.25,0"}, seen(-1.5, -0.5, 0.25, 2.25)}};
    for (const Case& each : cases) {
      const QRect found = postIn(QStringList{path("post.gltf"), "--clip", "Left"} + each.options);
      QVERIFY2(
          isNear(found, each.expected),
          (each.options.join(' ').toStdString() + ": " + textOf(found) + "; not " + textOf(each.expected)).c_str());
    }
    // Without a target the camera follows.
    const QStringList framing = {path("post.gltf"), "--view", "normals", "--size", "120x96", "--no-grid", "-q"};
    const QImage framed = drawn(framing);
    QVERIFY(pixelsOff(framed, drawn(framing + QStringList{"--character-position", "40,0,-30"})) < 20);
  }

  // The clips hold the post a metre to the left and to the right: in a cross-fade its position follows the weight.
  void fade_data() { addBackendRows(); }
  void fade() {
    TEXELETON_DEVICE(device);
    m_backend = viewport::backendWord(device->backend());
    const QStringList call = {path("post.gltf"), "--clip", "Left",           "--fade-to", "Right",
                              "--fade-at",       "0.25",   "--fade-seconds", "0.5"};
    struct Case {
      double seconds;
      double share;
    };
    for (const Case& each : {Case{0.125, 0.0}, {0.25, 0.0}, {0.375, 0.25}, {0.5, 0.5}, {0.75, 1.0}, {3.0, 1.0}}) {
      const QStringList moment = call + QStringList{"--time", QString::number(each.seconds)};
      const QRect found = postIn(moment + QStringList{"--json"});
      const double middle = -1.0 + 2.0 * each.share;
      QVERIFY2(isNear(found, seen(middle - 0.25, middle + 0.25, 0.0, 2.0)),
               (std::to_string(each.seconds) + ": " + textOf(found)).c_str());
      QVERIFY2(std::abs(m_run.json()["fade"].get<double>() - each.share) < 2e-3, m_run.output);
    }
    const ProgramRun unknown =
        runCli({"render", path("post.gltf"), "-o", path("no.png"), "--fade-to", "Middle", "--backend", m_backend});
    QCOMPARE(unknown.exitCode, 1);
    QVERIFY2(unknown.errors.contains("Middle") && unknown.errors.contains("Left") && unknown.errors.contains("Right"),
             unknown.errors);
  }

  // For a character with a skeleton: starts with one clip's picture and ends with the other's, also on a turntable.
  void fadeOfCharacter_data() { addBackendRows(); }
  void fadeOfCharacter() {
    TEXELETON_DEVICE(device);
    m_backend = viewport::backendWord(device->backend());
    const QStringList camera = {"--target", "0,1,0", "--distance", "5", "--size", "160x120", "--no-grid", "-q"};
    const auto at = [&](const QStringList& clips, const char* seconds) {
      return drawn(QStringList{knightSample(), "--time", seconds} + camera + clips);
    };
    const QStringList fades = {"--clip", "Walk", "--fade-to", "Run", "--fade-at", "0.25", "--fade-seconds", "0.5"};
    const QImage begin = at({"--clip", "Walk"}, "0.25");
    const QImage end = at({"--clip", "Run"}, "0.5");
    QVERIFY2(!begin.isNull() && !end.isNull(), m_run.errors);
    const QImage half = at(fades, "0.5");
    QVERIFY2(pixelsOff(begin, at(fades, "0.25")) < 20, "begins");
    QVERIFY2(pixelsOff(end, at(fades, "0.75")) < 20, "ends");
    QVERIFY(pixelsOff(half, begin) > 100 && pixelsOff(half, end) > 100);
    // Compute skinning fades alike; only edges and the bake's error differ.
    QVERIFY(pixelsOff(half, at(fades + QStringList{"--path", "compute"}, "0.5")) < 100);

    QVERIFY(!at(fades + QStringList{"--turntable", "3"}, "0.5").isNull());
    const QImage second(path("drawn-002.png"));
    const QImage single = at(fades + QStringList{"--yaw", "154"}, "0.53333333");  // 34° and a third of a turn.
    QVERIFY2(pixelsOff(second, single) < 20, QByteArray::number(pixelsOff(second, single)));
  }

  // The view in a recipe equals the corresponding options; options take precedence, and it can be left out.
  void recipeView_data() { addBackendRows(); }
  void recipeView() {
    TEXELETON_DEVICE(device);
    m_backend = viewport::backendWord(device->backend());
    const double half = 0.2617993877991494;  // 15°
    const QString file = recipe("stage.texeleton", path("post.gltf"),
                                {{"light", {-2, 1, 1}},
                                 {"characterPosition", {0.5, 0.25, 0}},
                                 {"characterRotation", {0, std::sin(half), 0, std::cos(half)}},
                                 {"impostorPixels", 24}});
    const QStringList all = QStringList{"--clip", "Left", "--target", "0,1,0"} + stage();
    const QStringList placed = {"--character-position", "0.5,0.25,0", "--character-rotation", "0,30,0"};
    const QStringList impostors = {"--impostors", "24"};
    const auto of = [&](const QString& input, const QStringList& options) {
      return drawn(QStringList{input} + all + options);
    };
    const QImage byRecipe = of(file, {});
    QVERIFY2(!byRecipe.isNull(), m_run.errors);
    const QImage byOptions = of(path("post.gltf"), QStringList{"--light", "-2,1,1"} + placed + impostors);
    QVERIFY2(pixelsOff(byRecipe, byOptions) < 20, QByteArray::number(pixelsOff(byRecipe, byOptions)));
    const QImage plain = of(path("post.gltf"), {});
    QVERIFY(pixelsOff(byRecipe, plain) > 200);
    QVERIFY(pixelsOff(of(file, {"--no-recipe-view"}), plain) < 20);
    // An option replaces its own part and leaves the others.
    const QImage relit = of(file, {"--light", "2,1,1"});
    QVERIFY(pixelsOff(relit, of(path("post.gltf"), QStringList{"--light", "2,1,1"} + placed + impostors)) < 20);
    QVERIFY(pixelsOff(relit, byRecipe) > 100);
    // A crowd has its own layout, and its small characters are impostors as set in the recipe.
    const QStringList crowd = {"render",  file,         "-o", path("crowd.png"), "--instances", "30",    "--size",
                               "160x120", "--distance", "60", "--backend",       m_backend,     "--json"};
    const ProgramRun many = runCli(crowd, 120.0);
    QVERIFY2(many.exitCode == 0, many.errors);
    QVERIFY(many.json()["impostors"].get<int>() > 0);
    QCOMPARE(runCli(crowd + QStringList{"--no-recipe-view"}, 120.0).json()["impostors"], 0);
  }

  // The recipe's layer with the texture path, its gaze with skinning; impossible settings are reported and skipped.
  void layerAndGazeOfRecipe_data() { addBackendRows(); }
  void layerAndGazeOfRecipe() {
    TEXELETON_DEVICE(device);
    m_backend = viewport::backendWord(device->backend());
    const QString file =
        recipe("layer.texeleton", knightSample(),
               {{"layerClip", "Attack"}, {"layerBone", "spine"}, {"layerSoftness", 2}, {"gaze", "head"}});
    const QStringList camera = {"--clip", "Run",    "--target", "0,1,0",  "--distance", "5", "--yaw",
                                "60",     "--time", "0.4",      "--size", "160x120",    "-q"};
    const auto of = [&](const QString& input, const QStringList& options) {
      return drawn(QStringList{input} + camera + options);
    };
    const QImage plain = of(file, {"--no-recipe-view"});
    QVERIFY2(!plain.isNull(), m_run.errors);
    const QImage layered = of(file, {});
    QVERIFY(pixelsOff(layered,
                      of(knightSample(), {"--layer", "Attack", "--layer-from", "spine", "--layer-soft", "2"})) < 20);
    QVERIFY(pixelsOff(layered, plain) > 50);
    const QStringList skinned = {"--path", "compute"};
    const QImage gazing = of(file, skinned);
    QVERIFY(pixelsOff(gazing, of(knightSample(), skinned + QStringList{"--gaze", "head"})) < 20);
    QVERIFY(pixelsOff(gazing, of(knightSample(), skinned)) > 20);

    const QString lost =
        recipe("lost.texeleton", knightSample(), {{"layerClip", "Atack"}, {"layerBone", "spine"}, {"gaze", "heed"}});
    QVERIFY(pixelsOff(of(lost, {}), plain) < 20);
    QVERIFY2(m_run.errors.contains("Atack") && m_run.errors.contains("Attack"), m_run.errors);
    QVERIFY(!of(lost, skinned).isNull());
    QVERIFY2(m_run.errors.contains("heed"), m_run.errors);
  }

  // A model is drawn with the motions that it would be baked with.
  void motions_data() { addBackendRows(); }
  void motions() {
    TEXELETON_DEVICE(device);
    m_backend = viewport::backendWord(device->backend());
    const QString model = path("still.gltf");
    QVERIFY(writeModel(model, post(), {{"Left", {-1, 0, 0}}}));
    QVERIFY(writeModel(path("fall.gltf"), post(), {{"Right", {1, 0, 0}}}));
    QFile::remove(path("still@Right.gltf"));
    const QStringList right = {"--clip", "Right"};
    QVERIFY(postIn(QStringList{model} + right).isNull());
    const QRect given = postIn(QStringList{model, "--motion", path("fall.gltf")} + right);
    QVERIFY2(isNear(given, seen(0.75, 1.25, 0.0, 2.0)), textOf(given).c_str());
    QVERIFY(QFile::copy(path("fall.gltf"), path("still@Right.gltf")));
    const QRect found = postIn(QStringList{model} + right);
    QVERIFY2(isNear(found, seen(0.75, 1.25, 0.0, 2.0)), textOf(found).c_str());
    QVERIFY(postIn(QStringList{model, "--no-found-motion"} + right).isNull());
    const QString pack = path("still-" + m_backend + ".texpack");
    QCOMPARE(runCli({"bake", model, "-o", pack, "--no-measure", "-q"}).exitCode, 0);
    const ProgramRun refused =
        runCli({"render", pack, "-o", path("no.png"), "--motion", path("fall.gltf"), "--backend", m_backend});
    QCOMPARE(refused.exitCode, 1);
    QVERIFY2(refused.errors.contains("--motion"), refused.errors);
  }

  void wrongUsage_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("no direction") << QStringList{"--light", "0,0,0"} << QByteArray("--light");
    QTest::newRow("two numbers") << QStringList{"--light", "1,2"} << QByteArray("--light");
    QTest::newRow("crowd moved") << QStringList{"--character-position", "1,0,0", "--instances", "2"}
                                 << QByteArray("--character-position");
    QTest::newRow("crowd turned") << QStringList{"--character-rotation", "0,90,0", "--instances", "2"}
                                  << QByteArray("--character-rotation");
    QTest::newRow("seconds alone") << QStringList{"--fade-seconds", "1"} << QByteArray("--fade-to");
    QTest::newRow("start alone") << QStringList{"--fade-at", "1"} << QByteArray("--fade-to");
    QTest::newRow("too long") << QStringList{"--fade-to", "Right", "--fade-seconds", "64"} << QByteArray("63");
    QTest::newRow("animator") << QStringList{"--fade-to", "Right", "--animator"} << QByteArray("--animator");
  }
  void wrongUsage() {
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, says);
    const ProgramRun run = runCli(QStringList{"render", path("post.gltf"), "-o", path("no.png")} + arguments);
    QCOMPARE(run.exitCode, 2);
    QVERIFY2(run.errors.contains(says), run.errors);
    QVERIFY(!QFile::exists(path("no.png")));
  }
};

TEXELETON_GPU_SUITE(TestRenderStage)
#include "test_render_stage.moc"
