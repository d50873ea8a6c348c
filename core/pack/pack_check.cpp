#include "core/pack/pack_check.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/model/model.h"
#include "core/pack/canary.h"
#include "core/pack/check_surface.h"
#include "core/pack/pack_limits.h"
#include "core/pack/pack_names.h"
#include "core/vat/basis.h"
#include "core/vat/encoding.h"
#include "core/vat/texture_settings.h"

namespace texeleton::pack {

namespace {

using Problem = std::optional<Message>;

template <class Vector>
bool isFinite(const Vector& v) {
  for (int i = 0; i < static_cast<int>(v.length()); ++i) {
    if (!std::isfinite(v[i])) {
      return false;
    }
  }
  return true;
}

Problem checkBox(const model::Box& box, const std::string& where) {
  if (!isFinite(box.min) || !isFinite(box.max) || box.isEmpty() || box.min.y > box.max.y || box.min.z > box.max.z) {
    return message("%1: is no box of finite numbers with min below max", where);
  }
  return std::nullopt;
}

Problem checkLayout(const vat::BakedAnimation& a) {
  const vat::TextureLayout& l = a.layout;
  const bool isBone = a.mode == vat::BakeMode::Bone;
  if (l.width < 1 || l.width > kMaxTextureSide || l.height < 1 || l.height > kMaxTextureSide) {
    return message("texture: the sides are not within 1 and %1 texels", kMaxTextureSide);
  }
  if (std::uint64_t{l.width} * l.height * vat::texelBytes(a.pixelFormat) > kMaxTextureBytes) {
    return message("texture: has more texels than a pack may hold");
  }
  const vat::Encoding& encoding = vat::encodingOf(a);
  if (encoding.mode != a.mode || l.texelsPerElement != encoding.texelsPerElement) {
    return message("texture.texelsPerElement: does not fit the mode and the encoding");
  }
  if (a.pixelFormat == vat::PixelFormat::Rgba32F && !encoding.allowsFloat) {
    return message("texture.pixelFormat: is not one that the encoding %1 has", encoding.name);
  }
  const auto matrices = static_cast<std::uint64_t>(std::ranges::count_if(a.bones, &vat::BakedBone::isMatrix));
  if (matrices != 0 && !encoding.hasConstants) {
    return message("bones: the encoding %1 keeps none in a form of its own", encoding.name);
  }
  if (l.elementCount < 1 || l.elementCount > (isBone ? vat::kMaxBones : vat::kMaxElements)) {
    return message("texture.elementCount: is out of range");
  }
  if (encoding.hasShapes ? l.shapeCount < 1 || l.shapeCount > vat::kMaxShapes : l.shapeCount != 0) {
    return message("texture.shapeCount: is out of range");
  }
  const std::uint64_t texelsPerFrame = std::uint64_t{l.elementCount} * l.texelsPerElement +
                                       vat::weightTexels(l.shapeCount) +
                                       (isBone ? matrices : std::uint64_t{a.sockets.size()} * vat::kTexelsPerSocket);
  if (l.texelsPerFrame != texelsPerFrame) {
    return message("texture.texelsPerFrame: is %1, but elements and sockets need %2", l.texelsPerFrame, texelsPerFrame);
  }
  const std::uint64_t widest =
      std::max<std::uint64_t>(texelsPerFrame, encoding.hasConstants && !encoding.hasShapes ? 2 : 1);
  if (l.rowsPerFrame < 1 || std::uint64_t{l.width} * l.rowsPerFrame < widest) {
    return message("texture.rowsPerFrame: a frame does not fit into its rows");
  }
  if (l.frameCount < 1 || vat::usedRows(encoding, l) > l.height) {
    return message("texture.frameCount: the frames do not fit into the texture");
  }
  if (l.tableFrames != 0 && l.tableFrames < l.frameCount) {
    return message("texture.frameTable.frames: is less than the frames that are stored");
  }
  if (l.canaryRow &&
      (*l.canaryRow < vat::usedRows(encoding, l) || std::uint64_t{*l.canaryRow} + canaryRows(l.width) > l.height)) {
    return message("texture.canaryRow: is not below the frames and within the texture");
  }
  return std::nullopt;
}

/// Parents may follow their children (an exposed socket's entry comes after the skin's), but there must be no cycle.
Problem checkNoCycle(const std::vector<vat::BakedBone>& bones) {
  enum class State : std::uint8_t { New, OnPath, Done };
  std::vector<State> states(bones.size(), State::New);
  for (std::size_t start = 0; start < bones.size(); ++start) {
    const auto walk = [&](State from, State to) {  // up from `start` while in `from`; where it stopped
      std::int32_t bone = static_cast<std::int32_t>(start);
      while (bone >= 0 && states[static_cast<std::size_t>(bone)] == from) {
        states[static_cast<std::size_t>(bone)] = to;
        bone = bones[static_cast<std::size_t>(bone)].parent;
      }
      return bone;
    };
    const std::int32_t stop = walk(State::New, State::OnPath);
    if (stop >= 0 && states[static_cast<std::size_t>(stop)] == State::OnPath) {
      return placeInList("bones", static_cast<std::size_t>(stop), said("%1.parent: is among its own descendants"));
    }
    walk(State::OnPath, State::Done);
  }
  return std::nullopt;
}

Problem checkBones(const vat::BakedAnimation& a) {
  if (a.mode == vat::BakeMode::Vertex ? !a.bones.empty() : a.bones.size() != a.layout.elementCount) {
    return message("bones: their number does not fit the texture");
  }
  for (std::size_t i = 0; i < a.bones.size(); ++i) {
    if (!isPackName(a.bones[i].name)) {
      return placeInList("bones", i, said("%1.name: is too long or holds control characters"));
    }
    if (a.bones[i].parent < -1 || a.bones[i].parent >= static_cast<std::int64_t>(a.bones.size())) {
      return placeInList("bones", i, said("%1.parent: is no bone"));
    }
  }
  return checkNoCycle(a.bones);
}

Problem checkMasks(const vat::BakedAnimation& a) {
  if (a.masks.size() > kMaxMasks) {
    return message("masks: there are more than %1", kMaxMasks);
  }
  for (std::size_t i = 0; i < a.masks.size(); ++i) {
    const vat::BakedMask& mask = a.masks[i];
    if (mask.name.empty() || !isPackName(mask.name)) {
      return placeInList("masks", i, said("%1.name: is empty, too long or holds control characters"));
    }
    if (std::any_of(a.masks.begin(), a.masks.begin() + static_cast<std::ptrdiff_t>(i),
                    [&](const vat::BakedMask& other) { return other.name == mask.name; })) {
      return placeInList("masks", i, said("%1.name: another one is called so"));
    }
    if (mask.weights.size() != a.bones.size()) {
      return placeInList("masks", i, said("%1.weights: are not one a bone"));
    }
    if (!std::all_of(mask.weights.begin(), mask.weights.end(), [](float w) { return w >= 0.0f && w <= 1.0f; }) ||
        std::none_of(mask.weights.begin(), mask.weights.end(), [](float w) { return w > 0.0f; })) {
      return placeInList("masks", i, said("%1.weights: are not within 0 and 1, or all 0"));
    }
  }
  return std::nullopt;
}

Problem checkEvents(const vat::BakedClip& clip, const std::string& where) {
  double last = 0.0;
  for (std::size_t i = 0; i < clip.events.size(); ++i) {
    const model::ClipEvent& event = clip.events[i];
    const std::string here = where + placeInList(".events", i, "%1");
    if (!isPackName(event.name) || event.parameter.size() > model::kMaxParameterBytes) {
      return message("%1: name or parameter is too long, or the name holds control characters", here);
    }
    if (!(event.timeSeconds >= last) || !(event.timeSeconds <= clip.lengthSeconds)) {
      return message("%1.timeSeconds: is not within the clip, or before the event before it", here);
    }
    last = event.timeSeconds;
  }
  return std::nullopt;
}

Problem checkRootMotion(const vat::BakedClip& clip, const std::string& where) {
  const vat::BakedRootMotion& motion = *clip.rootMotion;
  if (!isPackName(motion.node)) {
    return message("%1.rootMotion.node: is too long or holds control characters", where);
  }
  const bool extracts = motion.mode == vat::RootMotionMode::Extract;
  const std::size_t wanted = extracts ? std::size_t{clip.frameCount} + (clip.loop ? 1 : 0) : 0;
  if (motion.mode == vat::RootMotionMode::Keep || motion.samples.size() != wanted) {
    return message("%1.rootMotion.track: has %2 samples, but the clip needs %3", where, motion.samples.size(), wanted);
  }
  const auto inReach = [](const vat::RootSample& s) {
    const double largest = std::max({std::abs(s.position.x), std::abs(s.position.y), std::abs(s.position.z)});
    return largest <= kMaxRootMetres && std::abs(s.yawRadians) <= kMaxRootMetres;  // false for NaN
  };
  if (!std::ranges::all_of(motion.samples, inReach)) {
    return message("%1.rootMotion.track: a value is out of range", where);
  }
  if (extracts && motion.samples.front() != vat::RootSample{}) {
    return message("%1.rootMotion.track: does not begin at 0", where);
  }
  return std::nullopt;
}

Problem checkClips(const vat::BakedAnimation& a) {
  if (a.clips.empty()) {
    return message("clips: there is none");
  }
  for (std::size_t i = 0; i < a.clips.size(); ++i) {
    const vat::BakedClip& clip = a.clips[i];
    const std::string where = placeInList("clips", i, "%1");
    if (!isPackName(clip.name) || !isPackName(clip.source.name)) {
      return message("%1.name: is too long or holds control characters", where);
    }
    if (clip.frameCount < 1 || clip.frameCount > vat::kMaxFramesPerClip ||
        std::uint64_t{clip.frameBegin} + clip.frameCount > clipFrames(a.layout)) {
      return message("%1: its frames are not within the texture's %2", where, vat::clipFrames(a.layout));
    }
    if (!(clip.lengthSeconds >= 0.0) || !(clip.lengthSeconds <= kMaxClipSeconds)) {
      return message("%1.lengthSeconds: is out of range", where);
    }
    if (!(clip.sampleRateHz > 0.0) || !(clip.sampleRateHz <= kMaxRateHz) || !(clip.frameRate > 0.0) ||
        !(clip.frameRate <= kMaxRateHz)) {
      return message("%1: sampleRateHz or frameRate is not above 0, or too large", where);
    }
    if (clip.lengthSeconds == 0.0 && (clip.frameCount != 1 || clip.loop)) {
      return message("%1: is without length, but has several frames or loops", where);
    }
    if (!std::isfinite(clip.source.fromSeconds) || !std::isfinite(clip.source.toSeconds)) {
      return message("%1.source: its range is not finite", where);
    }
    if (auto problem = checkBox(clip.bounds, where + ".bounds")) {
      return problem;
    }
    if (clip.rootMotion) {
      if (auto problem = checkRootMotion(clip, where)) {
        return problem;
      }
    }
    if (auto problem = checkEvents(clip, where)) {
      return problem;
    }
  }
  return std::nullopt;
}

Problem checkSockets(const vat::BakedAnimation& a) {
  for (std::size_t i = 0; i < a.sockets.size(); ++i) {
    const vat::Socket& socket = a.sockets[i];
    if (!isPackName(socket.name) || !isPackName(socket.attached)) {
      return placeInList("sockets", i, said("%1.name: is too long or holds control characters"));
    }
    const bool isBone = a.mode == vat::BakeMode::Bone;
    if (isBone ? socket.bone < 0 || socket.bone >= static_cast<std::int64_t>(a.bones.size()) : socket.bone != -1) {
      return placeInList("sockets", i, said("%1.bone: is no bone of the pack"));
    }
    if (!isFinite(socket.position) || !isFinite(socket.scale) || !isFinite(socket.direction) ||
        !(std::abs(glm::dot(socket.rotation, socket.rotation) - 1.0) < 1e-3)) {
      return placeInList("sockets", i,
                         said("%1: position, scale or direction is not finite, or the rotation no unit quaternion"));
    }
  }
  return std::nullopt;
}

template <class T>
Problem checkArray(const std::vector<T>& values, std::size_t vertexCount, bool required, const char* name) {
  if ((required || !values.empty()) && values.size() != vertexCount) {
    return message("%1: has %2 values for %3 vertices", name, values.size(), vertexCount);
  }
  if (!std::all_of(values.begin(), values.end(), [](const T& v) { return isFinite(v); })) {
    return message("%1: holds a value that is not finite", name);
  }
  return std::nullopt;
}

Problem checkTriangles(const std::vector<vat::BakedPrimitive>& primitives, const std::vector<std::uint32_t>& indices,
                       const vat::BakedMesh& mesh, const std::string& where) {
  for (std::size_t i = 0; i < primitives.size(); ++i) {
    const vat::BakedPrimitive& p = primitives[i];
    const std::string here = where + placeInList(".primitives", i, "%1");
    if (p.indexCount % 3 != 0 || std::uint64_t{p.firstIndex} + p.indexCount > indices.size()) {
      return message("%1: its indices are no triangles of the mesh", here);
    }
    if (p.material.isValid() && p.material.value >= mesh.materials.size()) {
      return message("%1.material: there is no such material", here);
    }
  }
  if (std::any_of(indices.begin(), indices.end(), [&](std::uint32_t i) { return i >= mesh.vertexCount(); })) {
    return message("%1: an index is beyond the %2 vertices", where, mesh.vertexCount());
  }
  return std::nullopt;
}

Problem checkMaterials(const vat::BakedMesh& mesh) {
  for (std::size_t i = 0; i < mesh.materials.size(); ++i) {
    const model::Material& m = mesh.materials[i];
    for (const model::TextureSlot* slot : model::slotsOf(m)) {
      if (slot->image.isValid() && (slot->image.value >= mesh.images.size() || slot->uvSet > 1)) {
        return placeInList("materials", i,
                           said("%1: a texture names an image or a set of texture coordinates that is not there"));
      }
    }
    const bool finite = isFinite(m.baseColorFactor) && isFinite(m.emissiveFactor) && std::isfinite(m.metallicFactor) &&
                        std::isfinite(m.roughnessFactor) && std::isfinite(m.normalScale) &&
                        std::isfinite(m.occlusionStrength) && std::isfinite(m.alphaCutoff);
    if (!finite || m.name.size() > kMaxPackNameBytes) {
      return placeInList("materials", i, said("%1: a factor is not finite, or the name is too long"));
    }
  }
  return std::nullopt;
}

Problem checkInfluences(const vat::BakedAnimation& a) {
  const vat::BakedMesh& mesh = a.mesh;
  const std::size_t n = mesh.vertexCount();
  if (a.mode == vat::BakeMode::Bone) {
    if (mesh.boneIndices.size() != n || !mesh.elements.empty()) {
      return message("_BONE_INDEX: has not one value for each vertex");
    }
    if (auto problem = checkArray(mesh.boneWeights, n, true, "_BONE_WEIGHT")) {
      return problem;
    }
    for (const glm::u16vec4& bones : mesh.boneIndices) {
      if (std::max({bones.x, bones.y, bones.z, bones.w}) >= a.layout.elementCount) {
        return message("_BONE_INDEX: an index is beyond the %1 bones", a.layout.elementCount);
      }
    }
    return std::nullopt;
  }
  if (mesh.elements.size() != n || !mesh.boneIndices.empty() || !mesh.boneWeights.empty()) {
    return message("_VERTEX_INDEX: has not one value for each vertex");
  }
  if (std::any_of(mesh.elements.begin(), mesh.elements.end(),
                  [&](std::uint32_t e) { return e >= a.layout.elementCount; })) {
    return message("_VERTEX_INDEX: an index is beyond the %1 elements", a.layout.elementCount);
  }
  return std::nullopt;
}

}  // namespace

std::optional<Message> checkAnimation(const vat::BakedAnimation& a) {
  for (const auto check : {checkLayout, checkBones, checkMasks, checkClips, checkSockets, checkSurface}) {
    if (auto problem = check(a)) {
      return problem;
    }
  }
  if (!std::isfinite(a.sizeMetres) || a.sizeMetres < 0.0) {
    return message("sizeMetres: is no finite length");
  }
  return checkBox(a.bounds, "bounds");
}

std::optional<Message> checkMesh(const vat::BakedAnimation& a) {
  const vat::BakedMesh& mesh = a.mesh;
  const std::size_t n = mesh.vertexCount();
  if (n < 1 || n > kMaxPackVertices || mesh.indices.empty()) {
    return message("the mesh has no vertices, no triangles, or more vertices than a pack may hold");
  }
  for (auto problem :
       {checkArray(mesh.positions, n, true, "POSITION"), checkArray(mesh.normals, n, true, "NORMAL"),
        checkArray(mesh.tangents, n, false, "TANGENT"), checkArray(mesh.uv0, n, false, "TEXCOORD_0"),
        checkArray(mesh.uv1, n, false, "TEXCOORD_1"), checkArray(mesh.colors, n, false, "COLOR_0"), checkInfluences(a),
        checkTriangles(mesh.primitives, mesh.indices, mesh, "lod0"), checkMaterials(mesh)}) {
    if (problem) {
      return problem;
    }
  }
  for (std::size_t i = 0; i < mesh.lods.size(); ++i) {
    const vat::BakedLod& lod = mesh.lods[i];
    if (!std::isfinite(lod.maxMillimetres) || lod.maxMillimetres < 0.0) {
      return message("lods[%1].maxMillimetres: is no finite length", i);
    }
    if (lod.colorMillimetres && !(std::isfinite(*lod.colorMillimetres) && *lod.colorMillimetres >= 0.0)) {
      return message("lods[%1].colorMillimetres: is no finite length", i);
    }
    if (auto problem = checkTriangles(lod.primitives, lod.indices, mesh, "lod" + std::to_string(i + 1))) {
      return problem;
    }
  }
  return checkSurfaceOfMesh(a);
}

}  // namespace texeleton::pack
