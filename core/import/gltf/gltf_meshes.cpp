#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/import/gltf/gltf_parts.h"

namespace texeleton::importing {

glm::vec2 GltfUvSource::apply(const glm::vec2& uv) const {
  // KHR_texture_transform: scale, then rotate counter-clockwise as seen (V points down), then offset.
  const double x = uv.x * scale.x;
  const double y = uv.y * scale.y;
  const double c = std::cos(rotation);
  const double s = std::sin(rotation);
  return {static_cast<float>(c * x + s * y + offset.x), static_cast<float>(c * y - s * x + offset.y)};
}

namespace {

enum PrimitiveMode : std::uint32_t { kTriangles = 4, kTriangleStrip = 5, kTriangleFan = 6 };

GltfIndex find(const GltfAttributes& attributes, const std::string& semantic) {
  const auto found = std::ranges::find(attributes, semantic, &GltfAttributes::value_type::first);
  return found != attributes.end() ? found->second : kNoGltfIndex;
}

/// Converts a strip or fan to triangles and drops the degenerate ones that join strips.
std::vector<std::uint32_t> toTriangles(const std::vector<std::uint32_t>& corners, std::uint32_t mode) {
  std::vector<std::uint32_t> triangles;
  triangles.reserve(corners.size() < 3 ? 0 : (corners.size() - 2) * 3);
  for (std::size_t i = 0; i + 2 < corners.size(); ++i) {
    const bool odd = i % 2 != 0;
    const std::uint32_t a = mode == kTriangleFan ? corners[i + 1] : corners[i];
    const std::uint32_t b = mode == kTriangleFan ? corners[i + 2] : corners[i + (odd ? 2 : 1)];
    const std::uint32_t c = mode == kTriangleFan ? corners[0] : corners[i + (odd ? 1 : 2)];
    if (a != b && b != c && c != a) {
      triangles.insert(triangles.end(), {a, b, c});
    }
  }
  return triangles;
}

class MeshReader {
 public:
  MeshReader(const GltfContext& context, const std::vector<GltfUvPlan>& uvPlans)
      : m_context(context), m_uvPlans(uvPlans) {}

  Result<SourceMesh> read(const GltfMesh& source, std::size_t index) {
    m_what = shownGltfName(said("mesh"), source.name, index);
    m_name = source.name;
    SourceMesh mesh;
    mesh.name = source.name;
    mesh.morphWeights = source.weights;
    for (const GltfPrimitive& from : source.primitives) {
      if (from.mode < kTriangles || from.mode > kTriangleFan) {
        m_context.job.warn("points or lines, not triangles: left out", m_name);
        continue;
      }
      auto primitive = readPrimitive(from, source.targetNames);
      if (!primitive) {
        return fail(primitive.error().code, message("%1: %2", m_what, primitive.error().message));
      }
      if (primitive->positions.empty() || primitive->indices.empty()) {
        m_context.job.warn("a primitive without triangles: left out", m_name);
        continue;
      }
      if (!mesh.primitives.empty() && mesh.primitives.front().morphTargets.size() != primitive->morphTargets.size()) {
        return fail(ErrorCode::BadFile, message("%1: its primitives have different numbers of morph targets", m_what));
      }
      mesh.primitives.push_back(std::move(*primitive));
    }
    return mesh;
  }

 private:
  Result<SourcePrimitive> readPrimitive(const GltfPrimitive& from, const std::vector<std::string>& targetNames) {
    SourcePrimitive to;
    const GltfIndex positions = find(from.attributes, "POSITION");
    if (positions == kNoGltfIndex) {
      return to;
    }
    // Accessors that have a view hold the same data uncompressed.
    if (from.dracoView != kNoGltfIndex && positions < m_context.document.accessors.size() &&
        m_context.document.accessors[positions].view == kNoGltfIndex) {
      TRY(readDraco(m_context, from));
    }
    TRY(take(m_context.accessors.vectors3(positions), to.positions));
    const std::size_t count = to.positions.size();
    TRY(readAttribute(from, "NORMAL", count, &GltfAccessors::vectors3, to.normals));
    if (!to.normals.empty()) {  // glTF: tangents without normals are ignored.
      TRY(readAttribute(from, "TANGENT", count, &GltfAccessors::vectors4, to.tangents));
    }
    TRY(readMaterialAndUvs(from, count, to));
    TRY(readColors(from, count, to.colors));
    TRY(readInfluences(from, count, to));
    TRY(readMorphTargets(from, targetNames, count, to));
    TRY(readIndices(from, count, to.indices));
    return to;
  }

  template <class T>
  static Result<void> take(Result<std::vector<T>> from, std::vector<T>& to) {
    TRY(from);
    to = std::move(*from);
    return {};
  }

  static Result<void> checkCount(const std::string& semantic, std::size_t count, std::size_t vertexCount) {
    if (count != vertexCount) {
      return fail(ErrorCode::BadFile, message("%1 has %2 elements for %3 vertices", semantic, count, vertexCount));
    }
    return {};
  }

  /// Does nothing if the primitive has no such attribute.
  template <class T>
  Result<void> readAttribute(const GltfPrimitive& from, const std::string& semantic, std::size_t vertexCount,
                             Result<std::vector<T>> (GltfAccessors::*reading)(GltfIndex), std::vector<T>& to) {
    const GltfIndex accessor = find(from.attributes, semantic);
    if (accessor == kNoGltfIndex) {
      return {};
    }
    if (auto good = take((m_context.accessors.*reading)(accessor), to); !good) {
      return fail(good.error().code, message("%1: %2", semantic, good.error().message));
    }
    return checkCount(semantic, to.size(), vertexCount);
  }

  Result<void> readMaterialAndUvs(const GltfPrimitive& from, std::size_t count, SourcePrimitive& to) {
    const GltfUvPlan* plan = &kPlainUvs;
    if (from.material != kNoGltfIndex) {
      if (from.material >= m_uvPlans.size()) {
        return fail(ErrorCode::BadFile,
                    message("it uses material %1, but the file has %2 materials", from.material, m_uvPlans.size()));
      }
      to.material = from.material;
      plan = &m_uvPlans[from.material];
    }
    for (std::size_t i = 0; i < plan->size(); ++i) {
      const GltfUvSource& source = (*plan)[i];
      std::vector<glm::vec2>& uvs = i == 0 ? to.uv0 : to.uv1;
      const std::string semantic = "TEXCOORD_" + std::to_string(source.set);
      TRY(readAttribute(from, semantic, count, &GltfAccessors::vectors2, uvs));
      if (!source.isPlain()) {
        std::ranges::transform(uvs, uvs.begin(), [&](const glm::vec2& uv) { return source.apply(uv); });
      }
    }
    return {};
  }

  Result<void> readColors(const GltfPrimitive& from, std::size_t count, std::vector<glm::vec4>& to) {
    const GltfIndex accessor = find(from.attributes, "COLOR_0");
    if (accessor == kNoGltfIndex) {
      return {};
    }
    const auto components = m_context.accessors.components(accessor);
    TRY(components);
    const std::uint32_t each = *components == 3 ? 3 : 4;
    const auto numbers = m_context.accessors.floats(accessor, each, true);
    if (!numbers) {
      return fail(numbers.error().code, message("COLOR_0: %1", numbers.error().message));
    }
    TRY(checkCount("COLOR_0", numbers->size() / each, count));
    to.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      const float* c = numbers->data() + i * each;
      to.emplace_back(c[0], c[1], c[2], each == 4 ? c[3] : 1.0f);
    }
    return {};
  }

  Result<void> readInfluences(const GltfPrimitive& from, std::size_t count, SourcePrimitive& to) {
    struct Set {
      std::vector<std::uint32_t> joints;
      std::vector<float> weights;
    };
    std::vector<Set> sets;
    for (std::size_t n = 0;; ++n) {
      const std::string joints = "JOINTS_" + std::to_string(n);
      const std::string weights = "WEIGHTS_" + std::to_string(n);
      const GltfIndex jointAccessor = find(from.attributes, joints);
      const GltfIndex weightAccessor = find(from.attributes, weights);
      if (jointAccessor == kNoGltfIndex || weightAccessor == kNoGltfIndex) {
        if (jointAccessor != weightAccessor) {
          m_context.job.warn(jointAccessor == kNoGltfIndex ? message("%1 without %2: ignored", weights, joints)
                                                           : message("%1 without %2: ignored", joints, weights),
                             m_name);
        }
        break;
      }
      Set set;
      TRY(take(m_context.accessors.integers(jointAccessor, 4), set.joints));
      TRY(checkCount(joints, set.joints.size() / 4, count));
      TRY(take(m_context.accessors.floats(weightAccessor, 4, true), set.weights));
      TRY(checkCount(weights, set.weights.size() / 4, count));
      sets.push_back(std::move(set));
    }
    if (sets.empty()) {
      return {};
    }
    to.influenceBegin.reserve(count + 1);
    to.influenceBegin.push_back(0);
    for (std::size_t v = 0; v < count; ++v) {
      for (const Set& set : sets) {
        for (std::size_t k = 4 * v; k < 4 * v + 4; ++k) {
          if (set.weights[k] != 0.0f) {  // Joints without weight are padding and may have any value.
            to.influences.push_back({set.joints[k], set.weights[k]});
          }
        }
      }
      to.influenceBegin.push_back(static_cast<std::uint32_t>(to.influences.size()));
    }
    return {};
  }

  Result<void> readMorphTargets(const GltfPrimitive& from, const std::vector<std::string>& names, std::size_t count,
                                SourcePrimitive& to) {
    to.morphTargets.reserve(from.targets.size());
    for (std::size_t i = 0; i < from.targets.size(); ++i) {
      SourceMorphTarget target;
      target.name = i < names.size() ? names[i] : std::string();
      const Message what = message("morph target %1", i);
      if (const GltfIndex accessor = find(from.targets[i], "POSITION"); accessor != kNoGltfIndex) {
        TRY(checkTarget(accessor, message("%1 (POSITION)", what), count));
        TRY(take(m_context.accessors.vectors3(accessor), target.positionDeltas));
      } else {
        TRY(m_context.accessors.allowUnbacked(count, what));
        target.positionDeltas.assign(count, glm::vec3(0.0f));
      }
      if (const GltfIndex accessor = find(from.targets[i], "NORMAL"); accessor != kNoGltfIndex && !to.normals.empty()) {
        TRY(checkTarget(accessor, message("%1 (NORMAL)", what), count));
        TRY(take(m_context.accessors.vectors3(accessor), target.normalDeltas));
      }
      to.morphTargets.push_back(std::move(target));
    }
    return {};
  }

  Result<void> checkTarget(GltfIndex accessor, const Message& what, std::size_t count) const {
    const auto elements = m_context.accessors.count(accessor);
    if (!elements) {
      return fail(elements.error().code, message("%1: %2", what, elements.error().message));
    }
    return checkCount(what, *elements, count);
  }

  Result<void> readIndices(const GltfPrimitive& from, std::size_t vertexCount, std::vector<std::uint32_t>& to) {
    if (from.indices != kNoGltfIndex) {
      if (auto good = take(m_context.accessors.integers(from.indices, 1), to); !good) {
        return fail(good.error().code, message("indices: %1", good.error().message));
      }
    } else {
      to.resize(vertexCount);
      std::iota(to.begin(), to.end(), 0u);
    }
    if (from.mode != kTriangles) {
      to = toTriangles(to, from.mode);
    } else if (to.size() % 3 != 0) {
      m_context.job.warn(
          message("the number of its indices, %1, is no multiple of 3: the last ones are left out", to.size()), m_name);
      to.resize(to.size() / 3 * 3);
    }
    return {};
  }

  const GltfContext& m_context;
  const std::vector<GltfUvPlan>& m_uvPlans;
  Message m_what;
  std::string m_name;
};

}  // namespace

Result<void> readGltfMeshes(const GltfContext& context, const std::vector<GltfUvPlan>& uvPlans, SourceScene& scene) {
  const auto& sources = context.document.meshes;
  std::vector<bool> used(sources.size(), false);
  for (const SourceInstance& instance : scene.instances) {
    used[instance.mesh] = true;
  }
  MeshReader reader(context, uvPlans);
  scene.meshes.resize(sources.size());
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (!used[i]) {
      scene.meshes[i].name = sources[i].name;
      continue;
    }
    auto mesh = reader.read(sources[i], i);
    TRY(mesh);
    scene.meshes[i] = std::move(*mesh);
  }
  return {};
}

}  // namespace texeleton::importing
