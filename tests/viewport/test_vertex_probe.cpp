// The results of the actual vertex shader, read back from the GPU, against core's decoder on the CPU.

#include <QObject>
#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "core/import/import.h"
#include "core/runtime/pack_player.h"
#include "core/vat/encoding.h"
#include "tests/support/degrees_between.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"
#include "tests/viewport/gpu_test.h"
#include "tests/viewport/scenes.h"
#include "viewport/vertex_probe.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

constexpr double kFullLimit = 1e-5;    // In sizes of the model.
constexpr double kPackedLimit = 1e-4;  // In sizes of the model.
constexpr double kPackedDegrees = 0.1;
constexpr double kFullDegrees = 0.02;

struct ProbeDifference {
  double position = 0.0;  // In sizes of the model.
  double degrees = 0.0;
};

ProbeDifference differenceOf(const std::vector<viewport::ProbedVertex>& probed,
                             const std::vector<runtime::DecodedVertex>& expected, double size) {
  ProbeDifference worst;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double off = glm::length(glm::dvec3(probed[i].position) - glm::dvec3(expected[i].position)) / size;
    // NaN must not pass for a small difference.
    worst.position = off >= 0.0 ? std::max(worst.position, off) : 1e30;
    const double degrees = degreesBetween(glm::dvec3(probed[i].normal), glm::dvec3(expected[i].normal));
    worst.degrees = degrees >= 0.0 ? std::max(worst.degrees, degrees) : 1e30;
  }
  return worst;
}

std::string shown(const char* what, const std::string& clip, const ProbeDifference& off) {
  return std::string(what) + ", clip " + clip + ": " + std::to_string(off.position * 1e6) +
         " millionths of the size, " + std::to_string(off.degrees) + " degrees";
}

// Every way in which a GPU can draw an animation.
std::vector<std::pair<viewport::VertexPrecision, viewport::VertexProbe::Of>> probesOf(
    const viewport::GpuDevice& device) {
  std::vector<std::pair<viewport::VertexPrecision, viewport::VertexProbe::Of>> probes = {
      {viewport::VertexPrecision::Full, viewport::VertexProbe::Of::Texture},
      {viewport::VertexPrecision::Packed, viewport::VertexProbe::Of::Texture}};
  if (device.mostStorageBytes() > 0) {
    probes.emplace_back(viewport::VertexPrecision::Full, viewport::VertexProbe::Of::Poses);
    probes.emplace_back(viewport::VertexPrecision::Packed, viewport::VertexProbe::Of::Poses);
  }
  return probes;
}

/// One instance at a moment of a clip, and its vertices as decoded by core.
struct DecodedMoment {
  std::string clip;
  viewport::Crowd crowd;
  std::vector<runtime::DecodedVertex> vertices;
};

/// A spread of clips and times; decoded once, because the CPU takes longer than all probes together.
std::vector<DecodedMoment> momentsOf(const std::shared_ptr<const vat::BakedAnimation>& animation) {
  const std::size_t clips = animation->clips.size();
  const std::size_t shownClips = std::min(clips, kClipsOfAModel);
  std::vector<DecodedMoment> moments;
  for (std::size_t i = 0; i < shownClips; ++i) {
    const auto clip = static_cast<std::uint32_t>(i * clips / shownClips);
    const vat::BakedClip& baked = animation->clips[clip];
    const double seconds = baked.lengthSeconds * (0.137 + 0.8 * static_cast<double>(i) / 10.0);
    viewport::Crowd crowd = stillScene(animation, clip, seconds).crowd;
    auto vertices = runtime::decodeVertices(*animation, crowd.output(0));
    moments.push_back({baked.name, std::move(crowd), std::move(vertices)});
  }
  return moments;
}

// Reports the first vertex that is too far off; empty: none.
std::string compareMoments(viewport::GpuDevice& device, const std::shared_ptr<const vat::BakedAnimation>& animation,
                           const std::vector<DecodedMoment>& moments) {
  for (const auto& [precision, of] : probesOf(device)) {
    const bool full = precision == viewport::VertexPrecision::Full;
    auto probe = viewport::VertexProbe::create(device, animation, precision, nullptr, of);
    if (!probe) {
      return describe(probe.error());
    }
    for (const DecodedMoment& moment : moments) {
      const auto probed = (*probe)->read(moment.crowd, 0);
      if (!probed) {
        return describe(probed.error());
      }
      const ProbeDifference off = differenceOf(*probed, moment.vertices, animation->sizeMetres);
      if (!(off.position <= (full ? kFullLimit : kPackedLimit)) ||
          !(off.degrees <= (full ? kFullDegrees : kPackedDegrees))) {
        return shown(full ? "full floats" : "packed", moment.clip, off);
      }
    }
  }
  return {};
}

std::string compareModel(viewport::GpuDevice& device, const std::shared_ptr<const vat::BakedAnimation>& animation) {
  return compareMoments(device, animation, momentsOf(animation));
}

/// The most precise format of an encoding.
vat::PixelFormat finestFormat(const vat::Encoding& encoding) {
  return encoding.allowsFloat ? vat::PixelFormat::Rgba32F : vat::PixelFormat::Rgba16F;
}

bake::BakeSettings settingsFor(const vat::Encoding& encoding) {
  bake::BakeSettings settings;
  settings.mode = encoding.mode;
  settings.encoding = encoding.name;
  settings.pixelFormat = finestFormat(encoding);
  return settings;
}

bake::BakeSettings settingsFor(vat::BakeMode mode, vat::PixelFormat format) {
  bake::BakeSettings settings;
  settings.mode = mode;
  settings.pixelFormat = format;
  return settings;
}

}  // namespace

class TestVertexProbe : public QObject {
  Q_OBJECT

  struct Baked {
    std::shared_ptr<const vat::BakedAnimation> animation;
    std::vector<DecodedMoment> moments;
  };
  QString m_file;
  std::array<Baked, 2> m_baked;  ///< Bone mode, vertex mode.

 private slots:
  void cleanup() { QCOMPARE(QString::fromStdString(validationMessages()), QString()); }

  void sharedModels_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("backend");
    for (const auto& file : sharedModelFiles()) {
      for (const viewport::GpuBackend backend : {viewport::GpuBackend::Vulkan, viewport::GpuBackend::OpenGl}) {
        QTest::addRow("%s, %s", file.filename().c_str(), viewport::backendWord(backend))
            << QString::fromStdString(file.string()) << static_cast<int>(backend);
      }
    }
  }

  void sharedModels() {
    if (sharedModelFiles().empty()) {
      TEXELETON_SKIP("the shared models are not here");
    }
    TEXELETON_DEVICE(device);
    QFETCH(QString, file);
    if (m_file != file) {  // One row after another for each backend: imported and baked once.
      JobContext job;
      const auto model = importing::importModel(file.toStdString(), {}, job);
      QVERIFY2(model, model ? "" : model.error().message.c_str());
      if ((*model)->vertexCount() == 0) {
        QSKIP("motion only: nothing to bake");
      }
      m_file = file;
      const std::size_t clips = (*model)->clips.size();
      const std::size_t shownClips = std::min(clips, kClipsOfAModel);
      for (const bool bones : {true, false}) {
        bake::BakeSettings settings =
            settingsFor(bones ? vat::BakeMode::Bone : vat::BakeMode::Vertex, vat::PixelFormat::Rgba32F);
        for (std::size_t i = 0; i < shownClips; ++i) {
          settings.clips.emplace_back().clip = ClipIndex(i * clips / shownClips);
        }
        const auto animation = baked(**model, settings);
        QVERIFY(animation);
        m_baked[bones ? 0 : 1] = {animation, momentsOf(animation)};
      }
    }
    for (const bool bones : {true, false}) {
      const auto& [animation, moments] = m_baked[bones ? 0 : 1];
      QVERIFY(animation);
      const std::string wrong = compareMoments(*device, animation, moments);
      QVERIFY2(wrong.empty(), ((bones ? "bones: " : "vertices: ") + wrong).c_str());
    }
  }

  void madeModels_data() { addBackendRows(); }
  void madeModels() {
    TEXELETON_DEVICE(device);
    CharacterSpec spec;
    spec.scales = true;
    CharacterSpec many;
    many.joints = 300;  // More than fit in 8 bits.
    many.vertices = 3000;
    bool folded = false;
    for (const model::Model& model : {twoBoneStrip(), animatedRigidNode(), makeCharacter(spec), makeCharacter(many)}) {
      for (const vat::BakeMode mode : {vat::BakeMode::Bone, vat::BakeMode::Vertex}) {
        for (const vat::PixelFormat format : {vat::PixelFormat::Rgba32F, vat::PixelFormat::Rgba16F}) {
          bake::BakeSettings settings = settingsFor(mode, format);
          settings.maxSize = 512;  // Folded.
          settings.sampleRateHz = 12.0;
          const auto animation = baked(model, settings);
          QVERIFY(animation);
          folded = folded || animation->layout.rowsPerFrame > 1;
          const std::string wrong = compareModel(*device, animation);
          QVERIFY2(wrong.empty(), wrong.c_str());
        }
      }
    }
    QVERIFY(folded);
  }

  void encodings_data() { addBackendRows(); }
  void encodings() {
    TEXELETON_DEVICE(device);
    CharacterSpec spec;
    spec.scales = true;  // Some bones are stored as matrices.
    CharacterSpec even;
    CharacterSpec many;
    many.joints = 300;
    many.vertices = 3000;
    for (const model::Model& model :
         {twoBoneStrip(), animatedRigidNode(), makeCharacter(spec), makeCharacter(even), makeCharacter(many)}) {
      for (const vat::Encoding& encoding : texeleton::vat::encodings()) {
        bake::BakeSettings settings = settingsFor(encoding);
        settings.maxSize = 512;  // Folded.
        settings.sampleRateHz = 6.0;
        const auto animation = baked(model, settings);
        QVERIFY(animation);
        const std::string wrong = compareModel(*device, animation);
        QVERIFY2(wrong.empty(), (std::string(encoding.name) + ": " + wrong).c_str());
      }
    }
  }

  void unevenRows_data() { addBackendRows(); }
  void unevenRows() {
    TEXELETON_DEVICE(device);
    CharacterSpec even;
    even.joints = 5;
    even.keysPerTrack = 4;
    CharacterSpec spec = even;
    spec.scales = true;  // Some bones are stored as matrices.
    for (const model::Model& model : {makeCharacter(spec), makeCharacter(even)}) {
      for (const vat::Encoding& encoding : texeleton::vat::encodings()) {
        bake::BakeSettings settings = settingsFor(encoding);
        settings.maxSize = 1024;
        settings.sampleRateHz = 120.0;
        settings.rows = bake::RowSpacing::Uneven;
        settings.maxErrorMillimetres = 100.0;
        const auto animation = baked(model, settings);
        QVERIFY(animation && animation->layout.tableFrames > animation->layout.frameCount);
        const std::string wrong = compareModel(*device, animation);
        QVERIFY2(wrong.empty(), (std::string(encoding.name) + ": " + wrong).c_str());
      }
    }
  }

  void encodedCrossFade_data() { addBackendRows(); }
  void encodedCrossFade() {
    TEXELETON_DEVICE(device);
    for (const vat::Encoding& encoding : texeleton::vat::encodings()) {
      const auto animation = baked(makeCharacter({}), settingsFor(encoding));
      QVERIFY(animation && animation->clips.size() > 1);
      viewport::Scene scene = stillScene(animation, 0, 0.4);
      scene.crowd.setTime(10.0);
      runtime::CrossFade fade;
      fade.from = scene.crowd.output(0);
      scene.crowd.fadeTo(0, 1, 0.0, 0.3, 2.0);
      for (const double seconds : {10.5, 11.25, 12.0}) {
        scene.crowd.setTime(seconds);
        fade.to = scene.crowd.output(0);
        fade.share = static_cast<float>((seconds - 10.0) / 2.0);
        std::vector<runtime::DecodedVertex> expected;
        for (std::uint32_t i = 0; i < animation->mesh.vertexCount(); ++i) {
          expected.push_back(runtime::decodeFadedVertex(*animation, i, fade));
        }
        for (const auto& [precision, of] : probesOf(*device)) {
          if (precision != viewport::VertexPrecision::Full) {
            continue;
          }
          auto probe = viewport::VertexProbe::create(*device, animation, precision, nullptr, of);
          QVERIFY(probe);
          const auto probed = (*probe)->read(scene.crowd, 0);
          QVERIFY2(probed, probed ? "" : probed.error().message.c_str());
          const ProbeDifference off = differenceOf(*probed, expected, animation->sizeMetres);
          QVERIFY2(off.position <= kFullLimit && off.degrees <= kFullDegrees,
                   (std::string(encoding.name) + ": " + shown("fade", "", off)).c_str());
        }
      }
    }
  }

  void crossFade_data() { addBackendRows(); }
  void crossFade() {
    TEXELETON_DEVICE(device);
    const auto animation = baked(twoBoneStrip(), settingsFor(vat::BakeMode::Vertex, vat::PixelFormat::Rgba32F));
    QVERIFY(animation);
    viewport::Scene scene = stillScene(animation, 0, 0.4);
    auto probe = viewport::VertexProbe::create(*device, animation, viewport::VertexPrecision::Full);
    QVERIFY(probe);
    scene.crowd.setTime(10.0);
    const auto before = runtime::decodeVertices(*animation, scene.crowd.output(0));
    scene.crowd.fadeTo(0, 1, 0.0, 0.3, 2.0);
    const auto after = runtime::decodeVertices(*animation, scene.crowd.output(0));
    for (const double seconds : {10.0, 10.5, 11.25, 12.0, 40.0}) {
      scene.crowd.setTime(seconds);
      const auto share = static_cast<float>(std::clamp((seconds - 10.0) / 2.0, 0.0, 1.0));
      std::vector<runtime::DecodedVertex> expected;
      for (std::size_t i = 0; i < before.size(); ++i) {
        expected.push_back({glm::mix(before[i].position, after[i].position, share),
                            glm::normalize(glm::mix(before[i].normal, after[i].normal, share))});
      }
      const auto probed = (*probe)->read(scene.crowd, 0);
      QVERIFY2(probed, probed ? "" : probed.error().message.c_str());
      const ProbeDifference off = differenceOf(*probed, expected, animation->sizeMetres);
      QVERIFY2(off.position <= kFullLimit && off.degrees <= kFullDegrees,
               (std::to_string(seconds) + " s: " + shown("fade", "Slide", off)).c_str());
    }
  }

  // GPU and CPU choose the same frames, however long the clock has run, and across its re-basing.
  void longClocks_data() { addBackendRows(); }
  void longClocks() {
    TEXELETON_DEVICE(device);
    const auto animation = baked(makeCharacter({}), settingsFor(vat::BakeMode::Bone, vat::PixelFormat::Rgba32F));
    QVERIFY(animation);
    viewport::CrowdSettings settings;
    settings.count = 3;
    settings.phaseSpread = 1.0f;
    settings.speed = 1.37f;
    settings.speedSpread = 0.2f;
    viewport::Scene scene;
    scene.animation = animation;
    scene.crowd = viewport::Crowd::make(settings, *animation).value();
    auto probe = viewport::VertexProbe::create(*device, animation, viewport::VertexPrecision::Full);
    QVERIFY(probe);
    constexpr double kHour = 3600.0;
    constexpr double kRebase = static_cast<double>(runtime::kCrowdRebaseTicks) / runtime::kTicksPerSecond;
    for (const double seconds :
         {0.0, 0.333, kHour, 24.0 * kHour + 0.1, kRebase - 0.01, kRebase + 0.01, 30.0 * 24.0 * kHour + 0.7}) {
      scene.crowd.setTime(seconds);
      for (std::uint32_t i = 0; i < settings.count; ++i) {
        auto expected = runtime::decodeVertices(*animation, scene.crowd.output(i));
        const glm::vec3 place = scene.crowd.records()[i].position;
        for (runtime::DecodedVertex& vertex : expected) {
          vertex.position += place;
        }
        const auto probed = (*probe)->read(scene.crowd, i);
        QVERIFY2(probed, probed ? "" : probed.error().message.c_str());
        const ProbeDifference off = differenceOf(*probed, expected, animation->sizeMetres);
        QVERIFY2(off.position <= kFullLimit && off.degrees <= kFullDegrees,
                 (std::to_string(seconds) + " s: " + shown("clock", "any", off)).c_str());
      }
    }
  }
};

TEXELETON_GPU_SUITE(TestVertexProbe)
#include "test_vertex_probe.moc"
