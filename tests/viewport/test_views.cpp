// Display modes of surfaces, against their definitions.

#include <QImage>
#include <QObject>
#include <array>
#include <cmath>

#include "tests/support/made_models.h"
#include "tests/support/suite.h"
#include "tests/viewport/gpu_test.h"
#include "tests/viewport/scenes.h"
#include "viewport/offscreen_renderer.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

constexpr QSize kViewsSize(100, 200);

/// The upright strip of made_models.h, white and 2 m high, filling the height of the picture, with normals that lean to
/// the left in even rows and to the right in odd ones.
viewport::Scene pleatedScene(vat::BakeMode mode) {
  model::Model model = twoBoneStrip();
  for (std::size_t v = 0; v < model.vertices.normals.size(); ++v) {
    const float lean = v / 2 % 2 == 0 ? -1.2f : 1.2f;
    model.vertices.normals[v] = glm::vec3(std::sin(lean), 0.0f, std::cos(lean));
  }
  bake::BakeSettings settings;
  settings.mode = mode;
  const auto own = changeable(model, settings);
  own->mesh.materials[0].baseColorFactor = glm::vec4(0.25f, 0.25f, 0.25f, 1.0f);
  own->mesh.materials[0].doubleSided = true;
  viewport::Scene scene = stillScene(own, 0, 0.0);
  scene.view = {.background = false, .shadow = false, .grid = false};
  scene.camera.lookFrom(viewport::ViewFrom::Front);
  scene.camera.target = {0.0f, 1.0f, 0.0f};
  scene.camera.orthographic = true;
  scene.camera.distance = 1.0f / std::tan(scene.camera.fieldOfView * 0.5f);
  return scene;
}

double linear(int srgb) {
  const double c = srgb / 255.0;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

/// The brightness of the strip's centre line at a height, from 0 at the bottom to 8 at the top, in rows of vertices.
double stripBrightness(const QImage& picture, double row) {
  const int y = static_cast<int>(std::lround(kViewsSize.height() * (1.0 - row / 8.0)));
  const QRgb color = picture.pixel(kViewsSize.width() / 2, std::min(y, kViewsSize.height() - 1));
  return 0.2126 * linear(qRed(color)) + 0.7152 * linear(qGreen(color)) + 0.0722 * linear(qBlue(color));
}

}  // namespace

class TestViews : public QObject {
  Q_OBJECT

 private slots:
  void cleanup() { QCOMPARE(QString::fromStdString(validationMessages()), QString()); }

  // Per vertex, the light is interpolated linearly between two vertices; per pixel it follows the normal, which faces
  // the viewer half-way.
  void perVertex_data() { addBackendRows(); }
  void perVertex() {
    TEXELETON_DEVICE(device);
    for (const vat::BakeMode mode : {vat::BakeMode::Bone, vat::BakeMode::Vertex}) {
      viewport::Scene scene = pleatedScene(mode);
      viewport::OffscreenRenderer renderer(*device);
      scene.view.mode = viewport::ViewMode::VertexLit;
      const QImage vertex = renderer.render(scene, kViewsSize).value();
      scene.view.mode = viewport::ViewMode::Lit;
      const QImage pixel = renderer.render(scene, kViewsSize).value();
      for (const double row : {2.0, 3.0, 4.0, 5.0}) {
        const double from = stripBrightness(vertex, row);
        const double to = stripBrightness(vertex, row + 1.0);
        QVERIFY(from > 0.005 && to > 0.005);
        QVERIFY2(std::abs(from - to) > 0.01, "the two sides are lit alike, so that the line shows nothing");
        for (const double share : {0.25, 0.5, 0.75}) {
          const double between = stripBrightness(vertex, row + share);
          const double line = from + (to - from) * share;
          QVERIFY2(std::abs(between - line) < 0.03 * std::max(from, to) + 0.004,
                   qPrintable(QString("%1 + %2: %3, not %4").arg(row).arg(share).arg(between).arg(line)));
        }
        const double middle = stripBrightness(pixel, row + 0.5);
        QVERIFY2(std::abs(middle - (from + to) / 2.0) > 0.02,
                 qPrintable(QString("%1: per pixel %2").arg(row).arg(middle)));
      }
    }
  }
};

TEXELETON_GPU_SUITE(TestViews)
#include "test_views.moc"
