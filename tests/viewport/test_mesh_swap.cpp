// A character that plays a state machine and changes to another file's mesh between frames: the compute shader's result
// against that file, read and posed by independent code.

#include <QImage>
#include <QObject>
#include <QTemporaryDir>
#include <algorithm>
#include <bit>
#include <cstring>
#include <set>

#include "core/animator/playable_clips.h"
#include "core/pipeline/add_characters.h"
#include "core/runtime/draw_ranges.h"
#include "tests/cli/run_program.h"
#include "tests/reference/reference_scene.h"
#include "tests/support/split_glb.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"
#include "tests/viewport/gpu_test.h"
#include "tests/viewport/scenes.h"
#include "tests/viewport/skinned_words.h"
#include "viewport/offscreen_renderer.h"
#include "viewport/scene/crowd/animated_crowd.h"

using namespace texeleton;
using namespace texeleton::test;

namespace fs = std::filesystem;

namespace {

constexpr double kSwapLimit = 2e-5;  // In sizes of the model.

/// The bundled knight without his sword and 1.5 times as deep, in a file without motions.
Glb stoutGuard(Glb glb) {
  glb = withoutAnimations(std::move(glb));
  std::set<std::size_t> accessors;
  for (auto& node : glb.json["nodes"]) {
    if (node["name"] == "Sword") {
      node.erase("mesh");
    } else if (node.contains("mesh") && node.contains("skin")) {
      for (const auto& primitive : glb.json["meshes"][node["mesh"].get<std::size_t>()]["primitives"]) {
        accessors.insert(primitive["attributes"]["POSITION"].get<std::size_t>());
      }
    }
  }
  for (const std::size_t number : accessors) {
    auto& accessor = glb.json["accessors"][number];
    const auto& view = glb.json["bufferViews"][accessor["bufferView"].get<std::size_t>()];
    const std::size_t begin = view.value("byteOffset", std::size_t{0}) + accessor.value("byteOffset", std::size_t{0});
    const std::size_t stride = view.value("byteStride", 3 * sizeof(float));
    for (std::size_t i = 0; i < accessor["count"].get<std::size_t>(); ++i) {
      float z = 0.0f;
      char* const at = glb.bytes.data() + begin + i * stride + 2 * sizeof(float);
      std::memcpy(&z, at, sizeof z);
      z *= 1.5f;
      std::memcpy(at, &z, sizeof z);
    }
    for (const char* const end : {"min", "max"}) {
      accessor[end][2] = accessor[end][2].get<double>() * 1.5;
    }
  }
  return glb;
}

bool isLeft(const glm::dvec3& a, const glm::dvec3& b) { return a.x < b.x; }

/// The number of points without a neighbour within a distance. `among`: sorted by x.
int countAway(const std::vector<glm::dvec3>& places, const std::vector<glm::dvec3>& among, double within) {
  int away = 0;
  for (const glm::dvec3& place : places) {
    const auto from = std::lower_bound(among.begin(), among.end(), place - glm::dvec3(within, 0.0, 0.0), isLeft);
    const auto to = std::upper_bound(from, among.end(), place + glm::dvec3(within, 0.0, 0.0), isLeft);
    const auto isNear = [&](const glm::dvec3& other) { return glm::distance(place, other) <= within; };
    away += std::none_of(from, to, isNear) ? 1 : 0;
  }
  return away;
}

/// The file's own vertices with its nodes in the pose of the nodes of the same names.
std::vector<glm::dvec3> posedByHand(const ReferenceScene& scene, const viewport::CharacterPose& pose) {
  std::vector<glm::dmat4> worlds(scene.nodes.size(), glm::dmat4(1.0));
  for (std::size_t n = 0; n < worlds.size(); ++n) {
    const auto node = std::find_if(pose.model->nodes.begin(), pose.model->nodes.end(),
                                   [&](const model::Node& each) { return each.name == scene.nodes[n].name; });
    if (node != pose.model->nodes.end()) {
      worlds[n] = pose.worlds[static_cast<std::size_t>(node - pose.model->nodes.begin())];
    }
  }
  std::vector<glm::dvec3> all;
  for (const ReferencePart& part : scene.parts) {
    const auto corners = scene.corners(part, {}, 0.0, worlds, true, false, nullptr);
    all.insert(all.end(), corners.begin(), corners.end());
  }
  std::sort(all.begin(), all.end(), isLeft);
  return all;
}

/// The compute shader's results for the vertices that a variant draws.
std::vector<glm::dvec3> drawn(const vat::BakedAnimation& animation, std::uint32_t variant,
                              const std::vector<std::uint32_t>& words) {
  std::vector<glm::dvec3> places;
  for (const vat::BakedRange& range : runtime::variantRanges(animation, variant, 0)) {
    const std::size_t first = animation.mesh.primitives[range.primitive].firstIndex + range.firstIndex;
    for (std::size_t i = first; i < first + range.indexCount; ++i) {
      const std::size_t at = std::size_t{animation.mesh.indices[i]} * viewport::kSkinnedVertexWords;
      places.emplace_back(std::bit_cast<float>(words[at]), std::bit_cast<float>(words[at + 1]),
                          std::bit_cast<float>(words[at + 2]));
    }
  }
  std::sort(places.begin(), places.end(), isLeft);
  return places;
}

}  // namespace

class TestMeshSwap : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  fs::path m_knight;
  fs::path m_guard;
  pipeline::ModelWithCharacters m_both;
  std::shared_ptr<const vat::BakedAnimation> m_animation;

 private slots:
  void initTestCase() {
    const fs::path folder = m_folder.path().toStdString();
    m_knight = folder / "knight.glb";
    m_guard = folder / "guard.glb";
    fs::copy_file(sourceFolder() / "resources/samples/lantern-knight.glb", m_knight);
    writeGlb(m_guard, stoutGuard(readGlb(m_knight)));
    JobContext job;
    pipeline::ModelRequest request;
    request.model = m_knight;
    auto model = pipeline::loadModel(request, job);
    QVERIFY2(model, model ? "" : model.error().message.c_str());
    auto both = pipeline::addCharacters(request, *model, {m_guard}, job);
    QVERIFY2(both, both ? "" : both.error().message.c_str());
    m_both = std::move(*both);
    bake::BakeSettings settings;
    QVERIFY(pipeline::addVariants(m_both.variants, settings).has_value());
    m_animation = baked(*m_both.model, settings);
    QVERIFY(m_animation && m_animation->variants.size() == 2);
  }
  void cleanup() { QCOMPARE(QString::fromStdString(validationMessages()), QString()); }

  void swapsMeshDuringPlayback_data() { addBackendRows(); }
  void swapsMeshDuringPlayback() {
    TEXELETON_DEVICE(device);
    auto skeleton = viewport::Skeleton::make(m_both.model, m_animation);
    QVERIFY2(skeleton, skeleton ? "" : skeleton.error().message.c_str());
    viewport::Scene scene = stillScene(m_animation, 0, 0.0);
    scene.skeleton = *skeleton;
    scene.view.path = viewport::DrawPath::Compute;
    const auto clips = animator::playableClips(*m_animation, *m_both.model);
    auto resolved = animator::resolveSetup(animator::defaultSetup(*m_both.model, clips), *m_both.model, clips, {});
    QVERIFY2(resolved, resolved ? "" : resolved.error().message.c_str());
    auto crowd = viewport::AnimatedCrowd::create(*skeleton, std::move(*resolved));
    QVERIFY2(crowd, crowd ? "" : crowd.error().message.c_str());
    QVERIFY(crowd->set("speed", 0.8));
    const ReferenceScene files[] = {readReferenceGltf(m_knight), readReferenceGltf(m_guard)};
    viewport::OffscreenRenderer renderer(*device);
    viewport::CrowdPoser poser(*skeleton);
    std::vector<QImage> pictures;
    for (const std::uint32_t variant : {0u, 1u, 0u, 1u}) {
      crowd->apply(scene, 0.0f, 0.13);
      viewport::InstanceRecord record = scene.crowd.records().front();
      record.setLook(record.paletteEntry(), variant);
      scene.crowd.setRecord(0, record);
      viewport::SkinPalettes palettes;
      const std::uint32_t instance = 0;
      QVERIFY(poser.pose(scene.crowd, std::span(&instance, 1), scene.poses, palettes));
      const auto words = skinned(*device, *skeleton, palettes);
      QVERIFY2(words, words ? "" : words.error().message.c_str());
      const std::vector<glm::dvec3> ours = drawn(*m_animation, variant, *words);
      const std::vector<glm::dvec3> wanted = posedByHand(files[variant], *scene.poses.at(0));
      QCOMPARE(ours.size(), wanted.size());
      const std::vector<glm::dvec3> other = posedByHand(files[1 - variant], *scene.poses.at(0));
      const double limit = kSwapLimit * m_animation->sizeMetres;
      QCOMPARE(countAway(ours, wanted, limit), 0);
      QCOMPARE(countAway(wanted, ours, limit), 0);
      QVERIFY(countAway(ours, other, 0.02 * m_animation->sizeMetres) > 100);
      auto picture = renderer.render(scene, {120, 160});
      QVERIFY2(picture, picture ? "" : picture.error().message.c_str());
      pictures.push_back(*picture);
    }
    QVERIFY(pictures[0] != pictures[1] && pictures[2] != pictures[3]);
  }

  // The same from the command line: one pose, two meshes.
  void rendersVariants() {
    const QString recipe = m_folder.filePath("both.texeleton");
    const ProgramRun bake = runCli({"bake", "--share-animation", QString::fromStdString(m_knight.string()),
                                    QString::fromStdString(m_guard.string()), "-o", m_folder.filePath("both.texpack"),
                                    "--save-recipe", recipe});
    QVERIFY2(bake.exitCode == 0, bake.errors);
    std::vector<QImage> pictures;
    nlohmann::json said;
    for (const char* const variant : {"knight", "guard"}) {
      const QString file = m_folder.filePath(QString(variant) + ".png");
      const ProgramRun run = runCli({"render", recipe, "--animator", "--set", "speed=0.6", "--time", "0.8", "--variant",
                                     variant, "--size", "96x128", "-o", file, "--json"},
                                    120.0);
      QVERIFY2(run.exitCode == 0, run.errors);
      const nlohmann::json animator = run.json()["animator"];
      QVERIFY(animator.contains("state") && (said.is_null() || animator == said));
      said = animator;
      pictures.emplace_back(file);
      QVERIFY(!pictures.back().isNull());
    }
    QVERIFY(pictures[0] != pictures[1]);
  }

  // A new bake with another file's meshes: playback continues in its current state.
  void playbackContinues() {
    JobContext job;
    const auto alone = importing::importModel(m_knight, {}, job);
    QVERIFY(alone);
    const auto before = baked(**alone, {});
    const animator::AnimatorSetup setup = animator::defaultSetup(**alone, animator::playableClips(*before, **alone));
    const auto make = [&setup](const std::shared_ptr<const model::Model>& model,
                               const std::shared_ptr<const vat::BakedAnimation>& animation) {
      const auto clips = animator::playableClips(*animation, *model);
      return viewport::AnimatedCrowd::create(*viewport::Skeleton::make(model, animation),
                                             *animator::resolveSetup(setup, *model, clips, {}));
    };
    auto first = make(*alone, before);
    QVERIFY(first);
    viewport::Scene scene = stillScene(before, 0, 0.0);
    scene.skeleton = first->skeleton();
    first->set("speed", 0.7);
    for (int i = 0; i < 40; ++i) {
      first->apply(scene, 0.0f, 1.0 / 60.0);
    }
    const std::vector<glm::dmat4> was = scene.poses.at(0)->worlds;
    auto second = make(m_both.model, m_animation);
    QVERIFY(second);
    second->continueFrom(*first);
    QCOMPARE(second->value("speed").value_or(-1.0), 0.7);
    viewport::Scene next = stillScene(m_animation, 0, 0.0);
    next.skeleton = second->skeleton();
    second->apply(next, 0.0f, 0.0);
    QCOMPARE(second->lead().state(), first->lead().state());
    for (std::size_t n = 0; n < (*alone)->nodes.size(); ++n) {
      const auto& nodes = m_both.model->nodes;
      const auto same = std::find_if(nodes.begin(), nodes.end(),
                                     [&](const model::Node& each) { return each.name == (*alone)->nodes[n].name; });
      QVERIFY(same != nodes.end());
      const auto& world = next.poses.at(0)->worlds[static_cast<std::size_t>(same - nodes.begin())];
      QVERIFY2(glm::distance(glm::dvec3(world[3]), glm::dvec3(was[n][3])) < 1e-6, (*alone)->nodes[n].name.c_str());
    }
  }
};

TEXELETON_GPU_SUITE(TestMeshSwap)
#include "test_mesh_swap.moc"
