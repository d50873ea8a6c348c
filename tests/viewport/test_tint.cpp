// The parts of a character that an instance's colour changes: all of it, a mask of vertices or of a texture, or an
// entry of a palette.

#include <QBuffer>
#include <QImage>
#include <QObject>
#include <cmath>
#include <cstring>
#include <set>

#include "tests/support/made_models.h"
#include "tests/support/suite.h"
#include "tests/viewport/gpu_test.h"
#include "tests/viewport/scenes.h"
#include "viewport/offscreen_renderer.h"
#include "viewport/scene/gpu/packing.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

constexpr QSize kTintSize(100, 200);

model::Image imageOf(const QImage& picture) {
  QBuffer buffer;
  buffer.open(QIODevice::WriteOnly);
  picture.save(&buffer, "png");
  model::Image made;
  made.name = "mask";
  made.mimeType = "image/png";
  made.width = static_cast<std::uint32_t>(picture.width());
  made.height = static_cast<std::uint32_t>(picture.height());
  made.bytes.resize(static_cast<std::size_t>(buffer.data().size()));
  std::memcpy(made.bytes.data(), buffer.data().constData(), made.bytes.size());
  return made;
}

/// The upright strip of made_models.h, white: u from left to right, v from top to bottom.
std::shared_ptr<vat::BakedAnimation> whiteStrip(vat::BakeMode mode) {
  bake::BakeSettings settings;
  settings.mode = mode;
  auto own = changeable(twoBoneStrip(), settings);
  if (!own) {
    return nullptr;
  }
  own->mesh.materials[0].baseColorFactor = glm::vec4(1.0f);
  own->mesh.materials[0].doubleSided = true;
  return own;
}

/// The strip in full size, its instance red and with entry `entry` of the palette.
Result<QImage> pictureOf(viewport::GpuDevice& device, std::shared_ptr<const vat::BakedAnimation> animation,
                         std::uint32_t entry) {
  viewport::Scene scene = stillScene(std::move(animation), 0, 0.0);
  viewport::InstanceRecord record = scene.crowd.records()[0];
  record.tint = viewport::packColor({1.0f, 0.0f, 0.0f, 1.0f});
  record.setLook(entry, 0);
  scene.crowd.setRecord(0, record);
  scene.view = {.mode = viewport::ViewMode::Textured, .background = false, .grid = false};
  scene.camera.lookFrom(viewport::ViewFrom::Front);
  scene.camera.target = {0.0f, 1.0f, 0.0f};
  scene.camera.orthographic = true;
  scene.camera.distance = 1.0f / std::tan(scene.camera.fieldOfView * 0.5f);  // 2 m high.
  return viewport::OffscreenRenderer(device).render(scene, kTintSize);
}

/// The colour at a point of the strip: x −1 left … 1 right, y 0 bottom … 1 top.
QString colorAt(const QImage& picture, double x, double y) {
  const QColor color = picture.pixelColor(static_cast<int>(kTintSize.width() * (0.5 + 0.1 * x)),
                                          static_cast<int>(kTintSize.height() * (1.0 - y)));
  const auto word = [](int value) { return value > 200 ? '1' : value < 60 ? '0' : '?'; };
  return QString("%1%2%3").arg(word(color.red())).arg(word(color.green())).arg(word(color.blue()));
}

}  // namespace

class TestTint : public QObject {
  Q_OBJECT

 private slots:
  void cleanup() { QCOMPARE(QString::fromStdString(validationMessages()), QString()); }

  void masks_data() { addBackendRows(); }
  void masks() {
    TEXELETON_DEVICE(device);
    for (const vat::BakeMode mode : {vat::BakeMode::Bone, vat::BakeMode::Vertex}) {
      auto animation = whiteStrip(mode);
      QVERIFY(animation);
      const auto all = pictureOf(*device, animation, 0);
      QVERIFY2(all, all ? "" : all.error().message.c_str());
      QCOMPARE(colorAt(*all, 0.0, 0.2), QString("100"));
      QCOMPARE(colorAt(*all, 0.0, 0.9), QString("100"));

      // By vertices: the lower half.
      animation = whiteStrip(mode);
      animation->tint = vat::BakedTint{};
      animation->tint->perVertex = true;
      for (const glm::vec3& position : animation->mesh.positions) {
        animation->mesh.tint.push_back(position.y < 1.0f ? 1.0f : 0.0f);
      }
      const auto half = pictureOf(*device, animation, 0);
      QVERIFY(half);
      QCOMPARE(colorAt(*half, 0.0, 0.2), QString("100"));
      QCOMPARE(colorAt(*half, 0.0, 0.9), QString("111"));

      // By the green channel of a texture: the right side.
      animation = whiteStrip(mode);
      QImage mask(16, 16, QImage::Format_RGBA8888);
      mask.fill(QColor(255, 0, 255));
      for (int y = 0; y < 16; ++y) {
        for (int x = 8; x < 16; ++x) {
          mask.setPixelColor(x, y, QColor(0, 255, 0));
        }
      }
      animation->mesh.images.push_back(imageOf(mask));
      vat::TintTexture texture;
      texture.material = MaterialIndex(0);
      texture.image = ImageIndex(animation->mesh.images.size() - 1);
      texture.channel = vat::ColorChannel::G;
      animation->tint = vat::BakedTint{};
      animation->tint->textures.push_back(texture);
      const auto right = pictureOf(*device, animation, 0);
      QVERIFY(right);
      QCOMPARE(colorAt(*right, -0.6, 0.5), QString("111"));
      QCOMPARE(colorAt(*right, 0.6, 0.5), QString("100"));

      // The mask belongs to another material: no effect on this one.
      animation->tint->textures[0].material = MaterialIndex(1);
      const auto none = pictureOf(*device, animation, 0);
      QVERIFY(none);
      QCOMPARE(colorAt(*none, 0.6, 0.5), QString("111"));
    }
  }

  // Each variant has the picture of its triangles alone, and a crowd has all variants.
  void variants_data() { addBackendRows(); }
  void variants() {
    TEXELETON_DEVICE(device);
    for (const vat::BakeMode mode : {vat::BakeMode::Bone, vat::BakeMode::Vertex}) {
      bake::BakeSettings settings;
      settings.mode = mode;
      settings.shareElements = false;
      const auto plain = baked(makeCharacter({}), settings);  // No two triangles share a vertex.
      QVERIFY(plain && plain->mesh.primitives.size() == 1);
      const auto count = static_cast<std::uint32_t>(plain->mesh.indices.size());
      const std::uint32_t half = count / 6 * 3;
      auto animation = changeable(makeCharacter({}), settings);
      QVERIFY(animation);
      animation->meshes.resize(2);
      animation->meshes[0].ranges = {{0, 0, 0, half}};
      animation->meshes[1].ranges = {{0, 0, half, count - half}};
      animation->variants = {{"first", {0}}, {"second", {1}}, {"both", {0, 1}}};
      viewport::OffscreenRenderer renderer(*device);
      viewport::Scene scene = stillScene(animation, 0, 0.3);
      const viewport::Camera camera = scene.camera;
      const auto pictureBy = [&](const std::shared_ptr<const vat::BakedAnimation>& shown, std::uint32_t variant) {
        scene.animation = shown;
        viewport::InstanceRecord record = scene.crowd.records()[0];
        record.setLook(0, variant);
        scene.crowd.setRecord(0, record);
        scene.camera = camera;
        return renderer.render(scene, kTintSize).value_or(QImage());
      };
      const auto cut = [&](std::uint32_t first, std::uint32_t number) {
        const auto part = changeable(makeCharacter({}), settings);
        part->mesh.primitives[0].firstIndex = first;
        part->mesh.primitives[0].indexCount = number;
        return part;
      };
      QCOMPARE(pictureBy(animation, 0), pictureBy(cut(0, half), 0));
      QCOMPARE(pictureBy(animation, 1), pictureBy(cut(half, count - half), 0));
      QCOMPARE(pictureBy(animation, 2), pictureBy(plain, 0));
      QVERIFY(pictureBy(animation, 0) != pictureBy(animation, 1));
      viewport::CrowdSettings crowd;
      crowd.count = 60;
      std::set<std::uint32_t> found;
      const auto spread = viewport::Crowd::make(crowd, *animation);
      for (const viewport::InstanceRecord& record : spread->records()) {
        found.insert(record.variant());
      }
      QCOMPARE(found, (std::set<std::uint32_t>{0, 1, 2}));
    }
  }

  // An entry of the palette shifts the coordinates of the base colour, and nothing is tinted.
  void palettes_data() { addBackendRows(); }
  void palettes() {
    TEXELETON_DEVICE(device);
    auto animation = whiteStrip(vat::BakeMode::Bone);
    QVERIFY(animation);
    QImage colors(4, 1, QImage::Format_RGBA8888);
    const QColor entries[] = {Qt::green, Qt::blue, Qt::yellow, Qt::cyan};
    for (int i = 0; i < 4; ++i) {
      colors.setPixelColor(i, 0, entries[i]);
    }
    animation->mesh.images.push_back(imageOf(colors));
    model::Material& material = animation->mesh.materials[0];
    material.baseColorTexture.image = ImageIndex(animation->mesh.images.size() - 1);
    material.baseColorTexture.nearest = true;
    for (glm::vec2& uv : animation->mesh.uv0) {
      uv = {0.125f, 0.5f};
    }
    vat::BakedTint tint;
    tint.palette = vat::TintPalette{0.25, 0.0, 4, {MaterialIndex(0)}};
    animation->tint = tint;
    const QString wanted[] = {"010", "001", "110", "011"};
    for (std::uint32_t entry = 0; entry < 4; ++entry) {
      const auto picture = pictureOf(*device, animation, entry);
      QVERIFY2(picture, picture ? "" : picture.error().message.c_str());
      QCOMPARE(colorAt(*picture, 0.0, 0.5), wanted[entry]);
    }
    // A crowd has all of them.
    viewport::CrowdSettings settings;
    settings.count = 60;
    settings.tintSpread = 1.0f;
    const viewport::Crowd crowd = viewport::Crowd::make(settings, *animation).value();
    std::set<std::uint32_t> found;
    for (const viewport::InstanceRecord& record : crowd.records()) {
      found.insert(record.paletteEntry());
    }
    QCOMPARE(found, (std::set<std::uint32_t>{0, 1, 2, 3}));
  }
};

TEXELETON_GPU_SUITE(TestTint)
#include "test_tint.moc"
