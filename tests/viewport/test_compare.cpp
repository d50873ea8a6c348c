// The heat map: its values against distances in float64, its pictures, and two paths in one picture.

#include <QObject>
#include <algorithm>
#include <cmath>

#include "core/import/import.h"
#include "core/runtime/pack_player.h"
#include "core/vat/encoding.h"
#include "tests/core/bake/bake_oracle.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"
#include "tests/viewport/golden.h"
#include "tests/viewport/gpu_test.h"
#include "tests/viewport/scenes.h"
#include "viewport/offscreen_renderer.h"
#include "viewport/overlay/panel.h"
#include "viewport/scene/path_error.h"
#include "viewport/scene/turbo.h"
#include "viewport/vertex_probe.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

/// A character baked at a rate so low that its error is visible.
viewport::Scene coarseScene(const model::Model& made, const bake::BakeSettings& settings, std::uint32_t clip,
                            double share) {
  const auto model = std::make_shared<const model::Model>(made);
  const auto animation = baked(*model, settings);
  if (!animation) {
    return {};
  }
  viewport::Scene scene = stillScene(animation, clip, animation->clips[clip].lengthSeconds * share);
  scene.skeleton = viewport::Skeleton::make(model, animation).value();
  return scene;
}

viewport::Scene coarseKnight(vat::BakeMode mode) {
  JobContext job;
  const auto model = importing::importModel(sourceFolder() / "resources" / "samples" / "lantern-knight.glb", {}, job);
  bake::BakeSettings settings;
  settings.mode = mode;
  settings.sampleRateHz = 6.0;
  viewport::Scene scene = coarseScene(**model, settings, 1, 0.42);
  scene.view.labels = false;
  return scene;
}

double residualMillimetres(const model::Model& model, std::uint32_t vertex) {
  const std::uint32_t entry = model.vertices.influences[model.vertices.influenceBegin[vertex]].joint;
  return !model.pieces.empty() && model.palette[entry].node == model.pieces[0].node
             ? 1000.0 * model.pieces[0].residualMetres
             : 0.0;
}

int worstColor(QRgb a, QRgb b) {
  return std::max({std::abs(qRed(a) - qRed(b)), std::abs(qGreen(a) - qGreen(b)), std::abs(qBlue(a) - qBlue(b))});
}

}  // namespace

class TestCompare : public QObject {
  Q_OBJECT

  static constexpr QSize kSize{240, 200};

 private slots:
  void cleanup() { QCOMPARE(QString::fromStdString(validationMessages()), QString()); }

  void heatValues_data() { addBackendRows(); }
  void heatValues() {
    TEXELETON_DEVICE(device);
    CharacterSpec scaled;
    scaled.scales = true;
    CharacterSpec many;
    many.joints = 300;
    many.vertices = 1500;
    // The upper half deviates from the rigid motion of a piece by 40 mm.
    model::Model pieces = twoBoneStrip();
    pieces.pieces.push_back({pieces.palette[1].node, 4, 0.04});
    double largest = 0.0;
    for (const model::Model& model : {twoBoneStrip(), pieces, makeCharacter(scaled), makeCharacter(many)}) {
      for (const vat::Encoding& encoding : vat::encodings()) {
        bake::BakeSettings settings;
        settings.mode = encoding.mode;
        settings.encoding = encoding.name;
        settings.sampleRateHz = 5.0;
        const viewport::Scene scene = coarseScene(model, settings, 0, 0.37);
        QVERIFY(scene.animation);
        const vat::BakedAnimation& animation = *scene.animation;
        animation::SourcePose pose(model, animation.clips[0].source.clip);
        pose.evaluate(viewport::sourceSeconds(animation.clips[0], scene.crowd.output(0)));
        double worst = 0.0;
        for (const viewport::VertexPrecision precision :
             {viewport::VertexPrecision::Full, viewport::VertexPrecision::Packed}) {
          auto probe = viewport::VertexProbe::create(*device, scene.animation, precision, scene.skeleton);
          QVERIFY2(probe, probe ? "" : probe.error().message.c_str());
          const auto probed = (*probe)->read(scene.crowd, 0);
          QVERIFY2(probed, probed ? "" : probed.error().message.c_str());
          const double limit =
              1000.0 * animation.sizeMetres * (precision == viewport::VertexPrecision::Full ? 2e-5 : 1e-4);
          for (std::uint32_t v = 0; v < probed->size(); ++v) {
            const glm::dvec3 texture(runtime::decodeVertex(animation, v, scene.crowd.output(0)).position);
            const double wanted = 1000.0 * glm::distance(texture, sourceVertex(model, pose, v, 4, false).position) +
                                  residualMillimetres(model, v);
            const double shown = static_cast<double>((*probed)[v].millimetres);
            QVERIFY2(
                std::abs(shown - wanted) <= limit,
                qPrintable(
                    QString("%1, vertex %2: %3 mm shown, %4 mm off").arg(encoding.name).arg(v).arg(shown).arg(wanted)));
            worst = std::max(worst, wanted);
          }
        }
        largest = std::max(largest, worst);
        QVERIFY(worst <= viewport::largestPathErrorMillimetres(*scene.skeleton) * 1.5 + 0.01);
      }
    }
    QVERIFY2(largest > 5.0, std::to_string(largest).c_str());  // The errors are not all zero.
  }

  // In vertex mode the texture holds points, morph targets and all influences: the heat map shows the distance from
  // them, in the scale of the measured error.
  void heatOfVertexMode_data() { addBackendRows(); }
  void heatOfVertexMode() {
    TEXELETON_DEVICE(device);
    CharacterSpec many;
    many.maxInfluences = 7;
    for (const model::Model& model : {wavingStrip(), morphingMesh(), makeCharacter(many)}) {
      bake::BakeSettings settings;
      settings.mode = vat::BakeMode::Vertex;
      settings.sampleRateHz = 3.0;
      const viewport::Scene scene = coarseScene(model, settings, 0, 0.37);
      QVERIFY(scene.animation);
      const vat::BakedAnimation& animation = *scene.animation;
      animation::SourcePose pose(model, animation.clips[0].source.clip);
      const double seconds = viewport::sourceSeconds(animation.clips[0], scene.crowd.output(0));
      pose.evaluate(seconds);
      auto probe =
          viewport::VertexProbe::create(*device, scene.animation, viewport::VertexPrecision::Full, scene.skeleton);
      QVERIFY2(probe, probe ? "" : probe.error().message.c_str());
      const auto probed = (*probe)->read(scene.crowd, 0);
      QVERIFY2(probed, probed ? "" : probed.error().message.c_str());
      double largest = 0.0;
      for (std::uint32_t v = 0; v < probed->size(); ++v) {
        const glm::dvec3 texture(runtime::decodeVertex(animation, v, scene.crowd.output(0)).position);
        const glm::dvec3 source = model.pointSets.empty() ? sourceVertex(model, pose, v, 7, true).position
                                                          : waved(model.vertices.positions[v], seconds);
        const double wanted = 1000.0 * glm::distance(texture, source);
        const double shown = static_cast<double>((*probed)[v].millimetres);
        QVERIFY2(std::abs(shown - wanted) <= 0.02 * animation.sizeMetres,
                 qPrintable(QString("vertex %1: %2 mm shown, %3 mm off").arg(v).arg(shown).arg(wanted)));
        largest = std::max(largest, wanted);
      }
      QVERIFY2(largest > 1.0, std::to_string(largest).c_str());
      QVERIFY(viewport::largestPathErrorMillimetres(*scene.skeleton) >= largest * 0.5);
    }
  }

  void heatLimits() {
    QCOMPARE(viewport::readableLimit(0.0), 0.001);
    QCOMPARE(viewport::readableLimit(0.11), 0.2);
    QCOMPARE(viewport::readableLimit(0.5), 0.5);
    QCOMPARE(viewport::readableLimit(3.0), 5.0);
    QCOMPARE(viewport::readableLimit(51.0), 100.0);
    QCOMPARE(viewport::readableNumber(0.05), std::string("0.05"));
    QCOMPARE(viewport::readableNumber(0.0), std::string("0"));
    QCOMPARE(viewport::readableNumber(1.25), std::string("1.25"));
    QCOMPARE(viewport::readableNumber(1500.4), std::string("1500"));
    // Both ends and the middle of the scale in Turbo's table; the polynomial deviates by up to a tenth, more at the
    // dark end.
    QVERIFY(glm::distance(viewport::turbo(0.0f), glm::vec3(0.18995f, 0.07176f, 0.23217f)) < 0.15f);
    QVERIFY(glm::distance(viewport::turbo(0.5f), glm::vec3(0.64362f, 0.98999f, 0.23356f)) < 0.10f);
    QVERIFY(glm::distance(viewport::turbo(1.0f), glm::vec3(0.47960f, 0.01583f, 0.01055f)) < 0.10f);
    // Measured errors take precedence over sampled ones.
    bake::BakeSettings settings;
    settings.sampleRateHz = 5.0;
    const auto model = std::make_shared<const model::Model>(makeCharacter({}));
    auto animation = changeable(*model, settings);
    for (vat::BakedClip& clip : animation->clips) {
      clip.error = vat::ClipError{};
      clip.error->maxMillimetres = 7.5;
    }
    animation->clips[1].error->maxMillimetres = 9.0;
    const auto skeleton = viewport::Skeleton::make(model, animation).value();
    QCOMPARE(viewport::largestPathErrorMillimetres(*skeleton), 9.0);
    QCOMPARE(viewport::largestPathErrorMillimetres(*skeleton, 0), 7.5);
  }

  // With a limit far above the errors the map has its first colour, with one far below its last.
  void heatScale_data() { addBackendRows(); }
  void heatScale() {
    TEXELETON_DEVICE(device);
    bake::BakeSettings settings;
    settings.sampleRateHz = 2.0;
    viewport::Scene scene = coarseScene(twoBoneStrip(), settings, 0, 0.4);
    QVERIFY(scene.animation);
    scene.view = {.mode = viewport::ViewMode::Heat, .background = false, .grid = false, .labels = false};
    viewport::OffscreenRenderer renderer(*device);
    for (const auto& [limit, place] : {std::pair(1e9, 0.0f), std::pair(1e-6, 1.0f)}) {
      scene.view.heatLimitMillimetres = limit;
      const auto picture = renderer.render(scene, {64, 64});
      QVERIFY2(picture, picture ? "" : picture.error().message.c_str());
      const glm::vec3 wanted = viewport::turbo(place) * 255.0f;
      int found = 0;
      for (int y = 0; y < 64; ++y) {
        for (int x = 0; x < 64; ++x) {
          const QRgb pixel = picture->pixel(x, y);
          const float red = static_cast<float>(qRed(pixel)) / wanted.x;  // Shading scales it, in linear light.
          const bool like = red > 0.75f && red < 1.05f && std::abs(static_cast<float>(qBlue(pixel)) - wanted.z) < 30.0f;
          found += like ? 1 : 0;
        }
      }
      QVERIFY2(found > 100, qPrintable(QString("%1 pixels at limit %2").arg(found).arg(limit)));
      QCOMPARE(renderer.frames().heatLimitMillimetres(), limit);
    }
    scene.view.heatLimitMillimetres = 0.0;
    QVERIFY(renderer.render(scene, {64, 64}));
    const double automatic = renderer.frames().heatLimitMillimetres();
    QVERIFY2(automatic > 1.0 && automatic < 2000.0, std::to_string(automatic).c_str());
  }

  void heatNeedsModel_data() { addBackendRows(); }
  void heatNeedsModel() {
    TEXELETON_DEVICE(device);
    viewport::Scene scene = stillScene(baked(twoBoneStrip(), {}), 0, 0.0);
    scene.view.mode = viewport::ViewMode::Heat;
    viewport::OffscreenRenderer renderer(*device);
    const auto picture = renderer.render(scene, {32, 32});
    QVERIFY(!picture);
    QVERIFY(picture.error().message.find("needs the model") != std::string::npos);
  }

  // To the left and right of the split are exactly the pictures of the two paths.
  void split_data() { addBackendRows(); }
  void split() {
    TEXELETON_DEVICE(device);
    bake::BakeSettings settings;
    settings.sampleRateHz = 3.0;
    viewport::Scene scene = coarseScene(makeCharacter({}), settings, 0, 0.3);
    QVERIFY(scene.animation);
    scene.view.labels = false;
    viewport::OffscreenRenderer renderer(*device);
    const auto texture = renderer.render(scene, kSize);
    scene.view.path = viewport::DrawPath::Compute;
    const auto compute = renderer.render(scene, kSize);
    QVERIFY(texture && compute && *texture != *compute);
    scene.view.path = viewport::DrawPath::Texture;
    scene.view.comparison = viewport::Comparison::Split;
    for (const float place : {0.5f, 0.25f, 0.0f, 1.0f}) {
      scene.view.splitAt = place;
      const auto both = renderer.render(scene, kSize);
      QVERIFY2(both, both ? "" : both.error().message.c_str());
      const int middle = static_cast<int>(std::lround(place * static_cast<float>(kSize.width())));
      for (int y = 0; y < kSize.height(); ++y) {
        for (int x = 0; x < kSize.width(); ++x) {
          if (x < middle - 1 || x > middle) {
            const QRgb wanted = (x < middle ? *texture : *compute).pixel(x, y);
            QVERIFY2(worstColor(both->pixel(x, y), wanted) <= 1, qPrintable(QString("%1, %2").arg(x).arg(y)));
          }
        }
      }
    }
    QCOMPARE(renderer.frames().statistics().instancesDrawn, std::uint64_t{1});
    QCOMPARE(renderer.frames().comparedStatistics().instancesDrawn, std::uint64_t{1});
    QVERIFY(renderer.frames().comparedStatistics().animationSeconds > 0.0);
    QVERIFY(renderer.frames().statistics().textureBytes > 0);
    QCOMPARE(renderer.frames().comparedStatistics().textureBytes, std::uint64_t{0});
    scene.view.comparison = viewport::Comparison::None;
    QCOMPARE(*renderer.render(scene, kSize), *texture);
    QCOMPARE(renderer.frames().comparedStatistics().instancesDrawn, std::uint64_t{0});
  }

  // Equal pixels are grey, different ones coloured.
  void overlay_data() { addBackendRows(); }
  void overlay() {
    TEXELETON_DEVICE(device);
    bake::BakeSettings settings;
    settings.sampleRateHz = 3.0;
    viewport::Scene scene = coarseScene(makeCharacter({}), settings, 0, 0.3);
    QVERIFY(scene.animation);
    scene.view.labels = false;
    scene.view.comparison = viewport::Comparison::Overlay;
    viewport::OffscreenRenderer renderer(*device);
    const auto colored = [&](viewport::DrawPath with) {
      scene.view.comparedPath = with;
      const auto picture = renderer.render(scene, kSize);
      int count = picture ? 0 : -1;
      for (int y = 0; picture && y < kSize.height(); ++y) {
        for (int x = 0; x < kSize.width(); ++x) {
          count += std::abs(qRed(picture->pixel(x, y)) - qBlue(picture->pixel(x, y))) > 12 ? 1 : 0;
        }
      }
      return count;
    };
    QCOMPARE(colored(viewport::DrawPath::Texture), 0);
    QVERIFY(colored(viewport::DrawPath::Compute) > 200);
  }

  void labelsAndLegend_data() { addBackendRows(); }
  void labelsAndLegend() {
    TEXELETON_DEVICE(device);
    bake::BakeSettings settings;
    settings.sampleRateHz = 3.0;
    viewport::Scene scene = coarseScene(makeCharacter({}), settings, 0, 0.3);
    QVERIFY(scene.animation);
    viewport::OffscreenRenderer renderer(*device);
    const QSize size(480, 320);
    const auto changed = [&](viewport::ViewOptions with, viewport::ViewOptions without) {
      scene.view = with;
      const auto a = renderer.render(scene, size);
      scene.view = without;
      const auto b = renderer.render(scene, size);
      QRect rect;
      for (int y = 0; a && b && y < size.height(); ++y) {
        for (int x = 0; x < size.width(); ++x) {
          rect = worstColor(a->pixel(x, y), b->pixel(x, y)) > 2 ? rect.united(QRect(x, y, 1, 1)) : rect;
        }
      }
      return rect;
    };
    const QRect legend =
        changed({.mode = viewport::ViewMode::Heat}, {.mode = viewport::ViewMode::Heat, .labels = false});
    QVERIFY(legend.width() > 200 && legend.left() > 150 && legend.top() > 200);
    const QRect hud = changed({.hud = true}, {});
    QVERIFY(hud.width() > 80 && hud.height() > 60 && hud.right() < 320 && hud.bottom() < 200);
    const QRect labels = changed({.comparison = viewport::Comparison::Split},
                                 {.comparison = viewport::Comparison::Split, .labels = false});
    QVERIFY(labels.left() < 220 && labels.right() > 260 && labels.bottom() < 60);
    const QRect large = changed({.hud = true, .pixelRatio = 2.0f}, {});
    QVERIFY(large.width() > hud.width() * 3 / 2);
  }

  void goldens_data() { addBackendRows(); }
  void goldens() {
    TEXELETON_DEVICE(device);
    for (const vat::BakeMode mode : {vat::BakeMode::Bone, vat::BakeMode::Vertex}) {
      viewport::Scene scene = coarseKnight(mode);
      QVERIFY(scene.animation);
      scene.view.mode = viewport::ViewMode::Heat;
      scene.view.heatLimitMillimetres = 25.0;
      TEXELETON_COMPARE_GOLDEN(*device, scene, mode == vat::BakeMode::Bone ? "heat-bone" : "heat-vertex");
      if (mode == vat::BakeMode::Bone) {
        scene.view.mode = viewport::ViewMode::Lit;
        scene.view.comparison = viewport::Comparison::Split;
        TEXELETON_COMPARE_GOLDEN(*device, scene, "compare-split");
        scene.view.comparison = viewport::Comparison::Overlay;
        TEXELETON_COMPARE_GOLDEN(*device, scene, "compare-overlay");
      }
    }
  }
};

TEXELETON_GPU_SUITE(TestCompare)
#include "test_compare.moc"
