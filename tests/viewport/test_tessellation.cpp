// Tessellated triangles: what must stay unchanged, the extent of displacement, and no cracks.

#include <QBuffer>
#include <QObject>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "tests/support/made_models.h"
#include "tests/support/suite.h"
#include "tests/viewport/golden.h"
#include "tests/viewport/gpu_test.h"
#include "tests/viewport/scenes.h"
#include "viewport/offscreen_renderer.h"
#include "viewport/scene/gpu/vertex_seams.h"
#include "viewport/scene/images/normal_heights.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

constexpr double kTurn = 6.283185307179586;
constexpr int kMapSide = 64;

/// Height map of waves(): −1 … 1 over the unit square of texture coordinates.
double waveAt(double u, double v) { return std::sin(kTurn * 2.0 * u) * std::cos(kTurn * 3.0 * v); }

/// The normal map of that surface, with an amplitude of `depth` times the square's side.
QImage waves(double depth) {
  QImage image(kMapSide, kMapSide, QImage::Format_RGBA8888);
  for (int y = 0; y < kMapSide; ++y) {
    for (int x = 0; x < kMapSide; ++x) {
      const double u = (x + 0.5) / kMapSide;
      const double v = (y + 0.5) / kMapSide;
      const double du = depth * kTurn * 2.0 * std::cos(kTurn * 2.0 * u) * std::cos(kTurn * 3.0 * v);
      const double dv = depth * kTurn * -3.0 * std::sin(kTurn * 2.0 * u) * std::sin(kTurn * 3.0 * v);
      const double length = std::sqrt(1.0 + du * du + dv * dv);
      image.setPixel(x, y,
                     qRgb(static_cast<int>(std::lround((1.0 - du / length) * 127.5)),
                          static_cast<int>(std::lround((1.0 + dv / length) * 127.5)),  // The map's y points up.
                          static_cast<int>(std::lround((1.0 + 1.0 / length) * 127.5))));
    }
  }
  return image;
}

model::Image packed(const QImage& picture) {
  QBuffer buffer;
  buffer.open(QIODevice::WriteOnly);
  picture.save(&buffer, "png");
  model::Image image;
  image.name = "waves";
  image.mimeType = "image/png";
  image.width = static_cast<std::uint32_t>(picture.width());
  image.height = static_cast<std::uint32_t>(picture.height());
  image.bytes.resize(static_cast<std::size_t>(buffer.data().size()));
  std::memcpy(image.bytes.data(), buffer.data().constData(), image.bytes.size());
  return image;
}

/// A static model of one part.
model::Model still(const std::vector<glm::vec3>& positions, const std::vector<glm::vec3>& normals,
                   const std::vector<glm::vec2>& uv, const std::vector<std::uint32_t>& indices) {
  model::Model model;
  model.format = "made";
  model::Node node;
  node.name = "Root";
  model.nodes = {node};
  model.palette = {{NodeIndex(0), glm::dmat4(1.0)}};
  model.boneCount = 1;
  model::VertexData& vertices = model.vertices;
  vertices.positions = positions;
  vertices.normals = normals;
  vertices.uv0 = uv;
  vertices.indices = indices;
  vertices.influenceBegin = {0};
  for (const glm::vec3& position : positions) {
    vertices.influences.push_back({0, 1.0f});
    vertices.influenceBegin.push_back(static_cast<std::uint32_t>(vertices.influences.size()));
    model.bindBounds.add(position);
  }
  model::MeshPart part;
  part.name = "Part";
  part.node = NodeIndex(0);
  part.material = MaterialIndex(0);
  part.vertexCount = static_cast<std::uint32_t>(positions.size());
  part.indexCount = static_cast<std::uint32_t>(indices.size());
  part.hasUv0 = true;
  model.parts = {part};
  model::Material material;
  material.name = "Plain";
  material.metallicFactor = 0.0f;
  material.roughnessFactor = 0.7f;
  material.baseColorFactor = {0.8f, 0.75f, 0.7f, 1.0f};
  model.materials = {material};
  model::Clip clip;
  clip.name = "Still";
  addTrack(clip, model::TrackTarget::Translation, model::Interpolation::Linear, NodeIndex(0), {0.0},
           {0.0f, 0.0f, 0.0f});
  model.clips.push_back(std::move(clip));
  return model;
}

/// A square of 2 m on the ground, face up, of 2 × 2 cells.
model::Model plane(bool withWaves) {
  std::vector<glm::vec3> positions;
  std::vector<glm::vec2> uv;
  std::vector<std::uint32_t> indices;
  for (std::uint32_t z = 0; z < 3; ++z) {
    for (std::uint32_t x = 0; x < 3; ++x) {
      positions.emplace_back(static_cast<float>(x) - 1.0f, 0.0f, static_cast<float>(z) - 1.0f);
      uv.emplace_back(static_cast<float>(x) * 0.5f, static_cast<float>(z) * 0.5f);
      if (x < 2 && z < 2) {
        const std::uint32_t at = z * 3 + x;
        for (const std::uint32_t index : {at, at + 3, at + 1, at + 1, at + 3, at + 4}) {
          indices.push_back(index);
        }
      }
    }
  }
  model::Model model = still(positions, std::vector<glm::vec3>(positions.size(), {0.0f, 1.0f, 0.0f}), uv, indices);
  if (withWaves) {
    model.images.push_back(packed(waves(0.02)));
    model.materials[0].normalTexture.image = ImageIndex(0);
  }
  return model;
}

/// A sphere of radius 1 m around (0, 1, 0): an octahedron, its faces subdivided into four `rounds` times.
model::Model ball(int rounds, bool withWaves) {
  std::vector<glm::vec3> at = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  std::vector<std::uint32_t> indices = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};
  for (int round = 0; round < rounds; ++round) {
    std::vector<std::uint32_t> finer;
    const auto middle = [&at](std::uint32_t a, std::uint32_t b) {
      const glm::vec3 place = glm::normalize(at[a] + at[b]);
      const auto known = std::find(at.begin(), at.end(), place);
      if (known != at.end()) {
        return static_cast<std::uint32_t>(known - at.begin());
      }
      at.push_back(place);
      return static_cast<std::uint32_t>(at.size() - 1);
    };
    for (std::size_t i = 0; i < indices.size(); i += 3) {
      const std::uint32_t a = indices[i];
      const std::uint32_t b = indices[i + 1];
      const std::uint32_t c = indices[i + 2];
      const std::uint32_t ab = middle(a, b);
      const std::uint32_t bc = middle(b, c);
      const std::uint32_t ca = middle(c, a);
      finer.insert(finer.end(), {a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca});
    }
    indices = std::move(finer);
  }
  std::vector<glm::vec3> positions;
  std::vector<glm::vec2> uv;
  for (const glm::vec3& place : at) {
    positions.push_back(place + glm::vec3(0.0f, 1.0f, 0.0f));
    uv.emplace_back(place.x * 0.5f, place.y * 0.5f);
  }
  model::Model model = still(positions, at, uv, indices);
  if (withWaves) {
    model.images.push_back(packed(waves(0.02)));
    model.materials[0].normalTexture.image = ImageIndex(0);
  }
  return model;
}

/// A scene with only the model.
viewport::Scene bare(const model::Model& model) {
  viewport::Scene scene = stillScene(baked(model, {}), 0, 0.0);
  scene.view.grid = false;
  scene.view.background = false;
  scene.view.shadow = false;
  return scene;
}

/// Orthographic view from the side; `height`: metres over the picture.
void lookAlong(viewport::Scene& scene, const glm::vec3& at, float height) {
  scene.camera.orthographic = true;
  scene.camera.yaw = 0.0f;
  scene.camera.pitch = 0.0f;
  scene.camera.target = at;
  scene.camera.distance = height / (2.0f * std::tan(scene.camera.fieldOfView * 0.5f));
}

bool isLit(QRgb pixel) { return qRed(pixel) + qGreen(pixel) + qBlue(pixel) > 24; }

struct PictureDifference {
  int pixels = 0;
  int most = 0;
};

PictureDifference differenceOf(const QImage& a, const QImage& b) {
  PictureDifference result;
  for (int y = 0; y < a.height(); ++y) {
    for (int x = 0; x < a.width(); ++x) {
      const QRgb p = a.pixel(x, y);
      const QRgb q = b.pixel(x, y);
      const int most =
          std::max({std::abs(qRed(p) - qRed(q)), std::abs(qGreen(p) - qGreen(q)), std::abs(qBlue(p) - qBlue(q))});
      result.pixels += most > 0 ? 1 : 0;
      result.most = std::max(result.most, most);
    }
  }
  return result;
}

}  // namespace

class TestTessellation : public QObject {
  Q_OBJECT

  static constexpr QSize kSize{240, 200};

  static QImage picture(viewport::GpuDevice& device, const viewport::Scene& scene, const QSize& size = kSize,
                        viewport::FrameStatistics* statistics = nullptr) {
    viewport::OffscreenRenderer renderer(device);
    auto image = renderer.render(scene, size);
    if (!image) {
      QTest::qFail(image.error().message.c_str(), __FILE__, __LINE__);
      return QImage(size, QImage::Format_RGBA8888);
    }
    if (statistics != nullptr) {
      *statistics = renderer.frames().statistics();
    }
    return *image;
  }

 private slots:
  void cleanup() { QCOMPARE(QString::fromStdString(validationMessages()), QString()); }
  void cleanupTestCase() { releaseDevices(); }

  // Heights computed from normals that were made from heights.
  void heightsOfNormalMaps() {
    const viewport::HeightField field = viewport::heightsOfNormals(waves(0.02));
    QCOMPARE(field.width, kMapSide);
    QCOMPARE(field.values.size(), std::size_t{kMapSide * kMapSide});
    double most = 0.0;
    for (int y = 0; y < kMapSide; ++y) {
      for (int x = 0; x < kMapSide; ++x) {
        const double is = static_cast<double>(field.values[static_cast<std::size_t>(y * kMapSide + x)]);
        most = std::max(most, std::abs(is - waveAt((x + 0.5) / kMapSide, (y + 0.5) / kMapSide)));
      }
    }
    QVERIFY2(most < 0.02, qPrintable(QString::number(most)));
    QImage flat(kMapSide, 2 * kMapSide, QImage::Format_RGBA8888);
    flat.fill(QColor(128, 128, 255));
    const viewport::HeightField none = viewport::heightsOfNormals(flat, 32);
    QCOMPARE(none.width, 32);
    QCOMPARE(none.height, 32);
    QVERIFY(std::all_of(none.values.begin(), none.values.end(), [](float value) { return value == 0.0f; }));
    QCOMPARE(viewport::heightsOfNormals(QImage()).values, std::vector<float>{0.0f});
  }

  // Two squares at an angle: their common edge is a crease with separate vertices on either side; a cut in texture
  // coordinates is a seam; all else is connected.
  void seams() {
    vat::BakedMesh mesh;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {1, 0, 0}, {1, 1, 0}, {1, 0, 1}, {1, 1, 1}};
    mesh.normals = std::vector<glm::vec3>(8, {0, 0, 1});
    mesh.uv0 = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {1, 0}, {1, 1}, {2, 0}, {2, 1}};
    mesh.indices = {0, 1, 2, 0, 2, 3, 4, 6, 7, 4, 7, 5};
    mesh.primitives = {{MaterialIndex(0), 0, 12}};
    const auto at = [&mesh] { return viewport::vertexSeams(mesh); };
    QCOMPARE(at(), std::vector<std::uint8_t>(8, 0));
    mesh.uv0[5] = {3.0f, 3.0f};
    const std::uint8_t seam = viewport::kAtSeam;
    QCOMPARE(at(), (std::vector<std::uint8_t>{0, seam, seam, 0, seam, seam, 0, 0}));
    for (const std::size_t v : {std::size_t{4}, std::size_t{5}, std::size_t{6}, std::size_t{7}}) {
      mesh.normals[v] = {1, 0, 0};
    }
    const std::uint8_t both = viewport::kAtSeam | viewport::kAtCrease;
    QCOMPARE(at(), (std::vector<std::uint8_t>{0, both, both, 0, both, both, 0, 0}));
    mesh.normals = std::vector<glm::vec3>(8, {0, 0, 1});
    mesh.uv0.clear();
    mesh.primitives = {{MaterialIndex(0), 0, 6}, {MaterialIndex(1), 6, 6}};
    QCOMPARE(at(), (std::vector<std::uint8_t>{0, seam, seam, 0, seam, seam, 0, 0}));
  }

  // A flat plane without displacement has the same picture, surface by surface, on every path.
  void flatStaysFlat_data() { addBackendRows(); }
  void flatStaysFlat() {
    TEXELETON_DEVICE(device);
    QVERIFY(device->canTessellate());
    const auto model = std::make_shared<const model::Model>(plane(false));
    viewport::Scene scene = bare(*model);
    scene.skeleton = viewport::Skeleton::make(model, scene.animation).value();
    scene.view.shadow = true;
    scene.view.displacement = 0.0f;
    for (const viewport::DrawPath path : {viewport::DrawPath::Texture, viewport::DrawPath::Compute,
                                          viewport::DrawPath::Cpu, viewport::DrawPath::Hybrid}) {
      scene.view.path = path;
      scene.view.tessellation = 0.0f;
      viewport::FrameStatistics statistics;
      const QImage plain = picture(*device, scene, kSize, &statistics);
      QVERIFY(!statistics.isTessellated);
      scene.view.tessellation = 16.0f;
      const QImage cut = picture(*device, scene, kSize, &statistics);
      QVERIFY(statistics.isTessellated);
      const PictureDifference difference = differenceOf(plain, cut);
      QVERIFY2(difference.most <= 1 || difference.pixels <= 24,
               qPrintable(
                   QString("path %1: %2 pixels, up to %3").arg(int(path)).arg(difference.pixels).arg(difference.most)));
    }
  }

  // One segment per edge changes nothing, in every mode, on both sides of single-sided surfaces.
  void oneSegmentChangesNothing_data() { addBackendRows(); }
  void oneSegmentChangesNothing() {
    TEXELETON_DEVICE(device);
    for (const vat::BakeMode mode : {vat::BakeMode::Bone, vat::BakeMode::Vertex}) {
      bake::BakeSettings settings;
      settings.mode = mode;
      viewport::Scene scene = stillScene(baked(ball(1, false), settings), 0, 0.0);
      scene.view.grid = false;
      const QImage plain = picture(*device, scene);
      scene.view.tessellation = 1.0f;
      scene.view.displacement = 0.0f;
      const PictureDifference difference = differenceOf(plain, picture(*device, scene));
      QVERIFY2(difference.pixels < 60, qPrintable(QString("%1 pixels").arg(difference.pixels)));
    }
  }

  // An octahedron with a sphere's normals: its silhouette is a circle within a hundredth of its radius, and it has no
  // holes even when heights displace every vertex.
  void spheresAreRound_data() { addBackendRows(); }
  void spheresAreRound() {
    TEXELETON_DEVICE(device);
    constexpr QSize kSquare(400, 400);
    constexpr float kMetres = 2.4f;
    for (const bool withWaves : {false, true}) {
      viewport::Scene scene = bare(ball(1, withWaves));
      lookAlong(scene, {0.0f, 1.0f, 0.0f}, kMetres);
      // Unlit, so that no dark place is taken for a hole.
      scene.view.mode = viewport::ViewMode::Textured;
      const auto reach = [&](const QImage& image) {
        double least = 1e9;
        double most = 0.0;
        int holes = 0;
        for (int degrees = 0; degrees < 360; ++degrees) {
          const double angle = degrees * kTurn / 360.0;
          int edge = 0;
          for (int r = 0; r < 199; ++r) {
            const int x = static_cast<int>(200.0 + r * std::cos(angle));
            const int y = static_cast<int>(200.0 + r * std::sin(angle));
            edge = isLit(image.pixel(x, y)) ? r : edge;
          }
          for (int r = 0; r < edge; ++r) {
            const int x = static_cast<int>(200.0 + r * std::cos(angle));
            const int y = static_cast<int>(200.0 + r * std::sin(angle));
            holes += isLit(image.pixel(x, y)) ? 0 : 1;
          }
          const double metres = (edge + 0.5) * static_cast<double>(kMetres) / 400.0;
          least = std::min(least, metres);
          most = std::max(most, metres);
        }
        return std::tuple(least, most, holes);
      };
      const auto [flatLeast, flatMost, flatHoles] = reach(picture(*device, scene, kSquare));
      QVERIFY(flatLeast < 0.94 && flatMost < 1.01 && flatHoles == 0);
      scene.view.tessellation = 32.0f;
      scene.view.tessellationPixels = 4.0f;
      scene.view.displacement = 0.0f;
      const auto [least, most, holes] = reach(picture(*device, scene, kSquare));
      QVERIFY2(least > 0.985 && most < 1.015 && holes == 0,
               qPrintable(QString("%1 to %2, %3 holes").arg(least).arg(most).arg(holes)));
      // Displaced by at most this much, and by more than half of it somewhere.
      scene.view.displacement = 0.02f;
      const double metres = 0.02 * scene.animation->sizeMetres;
      const QImage displaced = picture(*device, scene, kSquare);
      const auto [in, out, inside] = reach(displaced);
      QCOMPARE(inside, 0);
      if (withWaves) {
        QVERIFY2(out < 1.0 + metres + 0.012 && out > 1.0 + metres * 0.5, qPrintable(QString::number(out)));
        QVERIFY2(in > 1.0 - metres - 0.02 && in < 0.99, qPrintable(QString::number(in)));
      } else {
        QVERIFY2(in > 0.985 && out < 1.015, qPrintable(QString("%1 to %2").arg(in).arg(out)));
      }
      // No gaps between triangles in perspective from other directions, either.
      scene.camera.orthographic = false;
      scene.camera.pitch = 0.7f;
      scene.camera.yaw = 0.5f;
      scene.camera.distance = 4.0f;
      const QImage oblique = picture(*device, scene, kSquare);
      int holesSeen = 0;
      for (int y = 1; y < 399; ++y) {
        for (int x = 1; x < 399; ++x) {
          const bool isHole = !isLit(oblique.pixel(x, y)) && isLit(oblique.pixel(x - 1, y)) &&
                              isLit(oblique.pixel(x + 1, y)) && isLit(oblique.pixel(x, y - 1)) &&
                              isLit(oblique.pixel(x, y + 1));
          holesSeen += isHole ? 1 : 0;
        }
      }
      QCOMPARE(holesSeen, 0);
    }
  }

  // A plane with waves, seen along the ground: as high as the waves, and flat at its seams and without displacement.
  void wavesStayInRange_data() { addBackendRows(); }
  void wavesStayInRange() {
    TEXELETON_DEVICE(device);
    viewport::Scene scene = bare(plane(true));
    constexpr float kMetres = 0.5f;
    lookAlong(scene, {0.0f, 0.0f, 0.0f}, kMetres);
    scene.camera.pitch = 0.0f;
    scene.view.mode = viewport::ViewMode::Textured;
    scene.view.tessellation = 64.0f;
    scene.view.tessellationPixels = 2.0f;
    const auto rows = [&](float displacement) {
      scene.view.displacement = displacement;
      const QImage image = picture(*device, scene, QSize(400, 400));
      int highest = 400;
      int lowest = -1;
      for (int y = 0; y < 400; ++y) {
        for (int x = 0; x < 400; ++x) {
          if (isLit(image.pixel(x, y))) {
            highest = std::min(highest, y);
            lowest = std::max(lowest, y);
          }
        }
      }
      return std::pair(highest, lowest);
    };
    const float displacement = 0.03f;
    const double metres = static_cast<double>(displacement) * scene.animation->sizeMetres;
    const double pixels = metres * 400.0 / static_cast<double>(kMetres);
    const auto [highest, lowest] = rows(displacement);
    // The lower half shows the back: of single-sided surfaces only slopes towards the viewer are visible.
    QVERIFY2(std::abs(200.0 - highest - pixels) < 0.1 * pixels + 2.0,
             qPrintable(QString("%1 of %2 pixels up").arg(200 - highest).arg(pixels)));
    QVERIFY2(lowest - 200.0 < pixels + 2.0, qPrintable(QString::number(lowest)));
    const auto [none, nothing] = rows(0.0f);
    QVERIFY(nothing < 0 || (none >= 198 && nothing <= 201));
  }

  // A reviewed picture: surface, wireframe of the generated triangles, and edges over it.
  void looks_data() { addBackendRows(); }
  void looks() {
    TEXELETON_DEVICE(device);
    viewport::Scene scene = stillScene(baked(ball(1, true), {}), 0, 0.0);
    scene.view.tessellation = 24.0f;
    scene.view.tessellationPixels = 10.0f;
    scene.view.displacement = 0.01f;
    TEXELETON_COMPARE_GOLDEN(*device, scene, "tessellation");
    if (!device->canDrawWireframe()) {
      QSKIP("this GPU draws no wireframes");
    }
    constexpr GoldenTolerance kLines{4.5, 0.1};  // One pixel wide: renderers differ in their ends.
    scene.view.tessellationPixels = 14.0f;
    scene.view.edges = true;
    TEXELETON_COMPARE_GOLDEN(*device, scene, "tessellation-edges", kLines);
    scene.view.edges = false;
    scene.view.wireframe = true;
    TEXELETON_COMPARE_GOLDEN(*device, scene, "tessellation-wireframe", kLines);
  }
};

TEXELETON_GPU_SUITE(TestTessellation)
#include "test_tessellation.moc"
