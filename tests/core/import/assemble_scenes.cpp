#include "tests/core/import/assemble_scenes.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>

namespace texeleton::test {

importing::SourcePrimitive tetrahedron() {
  importing::SourcePrimitive primitive;
  primitive.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (const glm::vec3& p : primitive.positions) {
    primitive.normals.push_back(glm::normalize(p - glm::vec3(0.25f)));
  }
  primitive.indices = {0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3};
  return primitive;
}

void bindAll(importing::SourcePrimitive& primitive, const std::vector<importing::SourceInfluence>& influences) {
  primitive.influences.clear();
  primitive.influenceBegin = {0};
  for (std::size_t v = 0; v < primitive.positions.size(); ++v) {
    primitive.influences.insert(primitive.influences.end(), influences.begin(), influences.end());
    primitive.influenceBegin.push_back(static_cast<std::uint32_t>(primitive.influences.size()));
  }
}

importing::SourceScene rigidScene() {
  importing::SourceScene scene;
  scene.format = "made";
  scene.nodes = {sourceNode("Root")};
  importing::SourceMesh mesh;
  mesh.name = std::string("Body");
  mesh.primitives = {tetrahedron()};
  scene.meshes = {mesh};
  scene.instances = {{0, 0, std::nullopt, {}}};
  return scene;
}

importing::SourceScene skinnedScene() {
  importing::SourceScene scene = rigidScene();
  scene.nodes = {sourceNode("Skin"), sourceNode("Hip"), sourceNode("Knee", 1, {0, 1, 0})};
  scene.skins = {{"Rig", {1, 2}, {glm::dmat4(1.0), shift({0, -1, 0})}, std::nullopt}};
  bindAll(scene.meshes[0].primitives[0], {{0, 0.5f}, {1, 0.5f}});
  scene.instances = {{0, 0, 0, {}}};
  return scene;
}

importing::SourceClip& addPoseClip(importing::SourceScene& scene, model::TrackTarget target, std::size_t node,
                                   std::vector<float> value) {
  importing::SourceTrack track;
  track.target = target;
  track.node = node;
  track.times = {0.0};
  track.values = std::move(value);
  importing::SourceClip clip;
  clip.name = std::string("Pose");
  clip.tracks.push_back(std::move(track));
  scene.clips.push_back(clip);
  return scene.clips.back();
}

namespace {

/// T·R·S by hand: the columns are the rotated axes times the scale.
glm::dmat4 matrixOf(const transform::Transform& t) {
  const glm::dquat q = glm::normalize(t.rotation);
  glm::dmat4 m(1.0);
  for (int c = 0; c < 3; ++c) {
    glm::dvec3 axis(0.0);
    axis[c] = t.scale[c];
    m[c] = glm::dvec4(q * axis, 0.0);
  }
  m[3] = glm::dvec4(t.translation, 1.0);
  return m;
}

void apply(model::TrackTarget target, model::Interpolation interpolation, const std::vector<float>& values,
           transform::Transform& local) {
  const std::size_t numbers = target == model::TrackTarget::Rotation ? 4 : 3;
  const float* v = values.data() + (interpolation == model::Interpolation::CubicSpline ? numbers : 0);
  if (target == model::TrackTarget::Translation) {
    local.translation = {v[0], v[1], v[2]};
  } else if (target == model::TrackTarget::Rotation) {
    local.rotation = glm::dquat(v[3], v[0], v[1], v[2]);
  } else if (target == model::TrackTarget::Scale) {
    local.scale = {v[0], v[1], v[2]};
  }
}

}  // namespace

std::vector<glm::dvec3> expectedPositions(const importing::SourceScene& scene, double metres, const glm::dmat3& axes,
                                          const importing::SourceClip* clip) {
  const auto worldOf = [&](std::size_t node) {
    glm::dmat4 world(1.0);
    for (std::optional<std::size_t> n = node; n; n = scene.nodes[*n].parent) {
      transform::Transform local = scene.nodes[*n].rest;
      bool moved = false;
      if (clip != nullptr) {
        for (const importing::SourceTrack& track : clip->tracks) {
          if (track.node == *n && track.target != model::TrackTarget::MorphWeights && !track.times.empty()) {
            apply(track.target, track.interpolation, track.values, local);
            moved = true;
          }
        }
      }
      const bool asMatrix = scene.nodes[*n].restMatrix && !moved;
      world = (asMatrix ? *scene.nodes[*n].restMatrix : matrixOf(local)) * world;
    }
    return world;
  };
  std::vector<glm::dvec3> result;
  for (const importing::SourceInstance& instance : scene.instances) {
    for (const importing::SourcePrimitive& primitive : scene.meshes[instance.mesh].primitives) {
      const bool skinned = instance.skin && !primitive.influenceBegin.empty();
      std::vector<glm::dmat4> matrices;
      if (skinned) {
        const importing::SourceSkin& skin = scene.skins[*instance.skin];
        for (std::size_t j = 0; j < skin.joints.size(); ++j) {
          matrices.push_back(worldOf(skin.joints[j]) * skin.inverseBinds[j]);
        }
      } else {
        matrices.push_back(worldOf(instance.node));
      }
      for (std::size_t v = 0; v < primitive.positions.size(); ++v) {
        const glm::dvec4 p(primitive.positions[v], 1.0);
        glm::dvec3 placed(0.0);
        double sum = 0.0;
        if (skinned) {
          for (std::uint32_t i = primitive.influenceBegin[v]; i < primitive.influenceBegin[v + 1]; ++i) {
            const importing::SourceInfluence& influence = primitive.influences[i];
            placed += double{influence.weight} * glm::dvec3(matrices[influence.joint] * p);
            sum += influence.weight;
          }
          placed /= sum;
        } else {
          placed = glm::dvec3(matrices[0] * p);
        }
        result.push_back(axes * placed * metres);
      }
    }
  }
  return result;
}

std::vector<glm::dmat4> worldsOf(const model::Model& model, ClipIndex clip) {
  std::vector<glm::dmat4> worlds;
  for (std::size_t n = 0; n < model.nodes.size(); ++n) {
    transform::Transform local = model.nodes[n].rest;
    if (clip) {
      for (const model::Track& track : model.clips[clip.value].tracks) {
        if (track.node == NodeIndex(n)) {
          apply(track.target, track.interpolation, track.values, local);
        }
      }
    }
    const glm::dmat4 matrix = model.nodes[n].restMatrix ? *model.nodes[n].restMatrix : matrixOf(local);
    worlds.push_back(model.nodes[n].parent ? worlds[model.nodes[n].parent.value] * matrix : matrix);
  }
  return worlds;
}

std::vector<glm::dvec3> shownPositions(const model::Model& model, ClipIndex clip) {
  const std::vector<glm::dmat4> worlds = worldsOf(model, clip);
  std::vector<glm::dvec3> result;
  for (std::size_t v = 0; v < model.vertexCount(); ++v) {
    const glm::dvec4 p(model.vertices.positions[v], 1.0);
    glm::dvec3 placed(0.0);
    for (std::uint32_t i = model.vertices.influenceBegin[v]; i < model.vertices.influenceBegin[v + 1]; ++i) {
      const model::Influence& influence = model.vertices.influences[i];
      const model::PaletteEntry& entry = model.palette[influence.joint];
      placed += double{influence.weight} * glm::dvec3(worlds[entry.node.value] * entry.inverseBind * p);
    }
    result.push_back(placed);
  }
  return result;
}

std::vector<glm::dvec3> expectedCorners(const importing::SourceScene& scene, const std::vector<glm::dvec3>& positions) {
  std::vector<glm::dvec3> corners;
  std::size_t first = 0;
  for (const importing::SourceInstance& instance : scene.instances) {
    for (const importing::SourcePrimitive& primitive : scene.meshes[instance.mesh].primitives) {
      for (const std::uint32_t index : primitive.indices) {
        corners.push_back(positions[first + index]);
      }
      first += primitive.positions.size();
    }
  }
  return corners;
}

std::vector<glm::dvec3> shownCorners(const model::Model& model, const std::vector<glm::dvec3>& positions) {
  std::vector<glm::dvec3> corners;
  for (const std::uint32_t index : model.vertices.indices) {
    corners.push_back(positions[index]);
  }
  return corners;
}

double largestDistance(const std::vector<glm::dvec3>& a, const std::vector<glm::dvec3>& b) {
  if (a.size() != b.size()) {
    return std::numeric_limits<double>::infinity();
  }
  double largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double distance = glm::length(a[i] - b[i]);
    largest = std::isnan(distance) ? std::numeric_limits<double>::infinity() : std::max(largest, distance);
  }
  return largest;
}

std::optional<model::Model> assembled(importing::SourceScene scene, const importing::ImportOptions& options) {
  JobContext job;
  Result<model::Model> model = importing::assembleModel(std::move(scene), options, job);
  if (!model) {
    QTest::qFail(("assembling failed: " + model.error().message.text()).c_str(), __FILE__, __LINE__);
    return std::nullopt;
  }
  if (const auto violation = model::checkModel(*model)) {
    QTest::qFail(("not a sound model: " + *violation).c_str(), __FILE__, __LINE__);
    return std::nullopt;
  }
  if (job.takeIssues().size() != model->issues.size()) {
    QTest::qFail("the job heard of other issues than the model holds", __FILE__, __LINE__);
    return std::nullopt;
  }
  return std::move(*model);
}

std::string errorOf(importing::SourceScene scene, const importing::ImportOptions& options) {
  JobContext job;
  Result<model::Model> model = importing::assembleModel(std::move(scene), options, job);
  return model ? std::string() : model.error().message.text();
}

int issuesWith(const model::Model& model, const std::string& text) {
  return static_cast<int>(std::count_if(model.issues.begin(), model.issues.end(), [&](const Issue& issue) {
    return issue.text.find(text) != std::string::npos;
  }));
}

}  // namespace texeleton::test
