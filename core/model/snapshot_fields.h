#pragma once

#include <type_traits>

#include "core/model/model.h"

/// The layout of a snapshot, written down once for writing and reading: `fields(archive, value)` names every member in
/// order, and archive(a, b) writes or reads a, then b, each by its type. Structured bindings name all members, so that
/// a member added to a struct does not compile until it is added here (also increment kSnapshotVersion).
namespace texeleton::model::snapshot {

/// T or const T: the same function serves the reader and the writer.
template <class T, class U>
concept MaybeConst = std::is_same_v<std::remove_const_t<T>, U>;

template <class Archive, MaybeConst<transform::Transform> T>
void fields(Archive& archive, T& transform) {
  auto& [translation, rotation, scale] = transform;
  archive(translation, rotation.x, rotation.y, rotation.z, rotation.w, scale);
}

template <class Archive, MaybeConst<Node> T>
void fields(Archive& archive, T& node) {
  auto& [name, parent, rest, restMatrix] = node;
  archive(name, parent, rest, restMatrix);
}

template <class Archive, MaybeConst<PaletteEntry> T>
void fields(Archive& archive, T& entry) {
  auto& [node, inverseBind] = entry;
  archive(node, inverseBind);
}

template <class Archive, MaybeConst<MorphTarget> T>
void fields(Archive& archive, T& target) {
  auto& [name, positionDeltas, normalDeltas] = target;
  archive(name, positionDeltas, normalDeltas);
}

template <class Archive, MaybeConst<MorphSet> T>
void fields(Archive& archive, T& set) {
  auto& [name, restWeights] = set;
  archive(name, restWeights);
}

template <class Archive, MaybeConst<MeshPart> T>
void fields(Archive& archive, T& part) {
  auto& [name, node, material, firstVertex, vertexCount, firstIndex, indexCount, skinned, hasTangents, hasUv0, hasUv1,
         hasColor, maxInfluences, morphSet, morphTargets, points, pointCount, dualQuaternionShares, fromMesh,
         pointSet] = part;
  static_cast<void>(pointSet);
  archive(name, node, material, firstVertex, vertexCount, firstIndex, indexCount, skinned, hasTangents, hasUv0, hasUv1,
          hasColor, maxInfluences, morphSet, morphTargets, points, pointCount, dualQuaternionShares, fromMesh);
}

template <class Archive, MaybeConst<VertexData> T>
void fields(Archive& archive, T& vertices) {
  auto& [positions, normals, tangents, uv0, uv1, colors, influenceBegin, influences, indices] = vertices;
  archive(positions, normals, tangents, uv0, uv1, colors, influenceBegin, influences, indices);
}

template <class Archive, MaybeConst<TextureSlot> T>
void fields(Archive& archive, T& slot) {
  auto& [image, uvSet, wrapU, wrapV, nearest] = slot;
  archive(image, uvSet);
  archive.enumeration(wrapU, TextureWrap::MirroredRepeat);
  archive.enumeration(wrapV, TextureWrap::MirroredRepeat);
  archive(nearest);
}

template <class Archive, MaybeConst<Material> T>
void fields(Archive& archive, T& material) {
  auto& [name, baseColorFactor, baseColorTexture, metallicFactor, roughnessFactor, metallicRoughnessTexture,
         normalTexture, normalScale, occlusionTexture, occlusionStrength, emissiveTexture, emissiveFactor, alphaMode,
         alphaCutoff, doubleSided, unlit] = material;
  archive(name, baseColorFactor, baseColorTexture, metallicFactor, roughnessFactor, metallicRoughnessTexture,
          normalTexture, normalScale, occlusionTexture, occlusionStrength, emissiveTexture, emissiveFactor);
  archive.enumeration(alphaMode, AlphaMode::Blend);
  archive(alphaCutoff, doubleSided, unlit);
}

template <class Archive, MaybeConst<Image> T>
void fields(Archive& archive, T& image) {
  auto& [name, mimeType, bytes, width, height] = image;
  archive(name, mimeType, bytes, width, height);
}

template <class Archive, MaybeConst<Track> T>
void fields(Archive& archive, T& track) {
  auto& [target, interpolation, node, morphSet, timeline, stillness, values] = track;
  static_cast<void>(stillness);  // Recomputed when read.
  archive.enumeration(target, TrackTarget::MorphWeights);
  archive.enumeration(interpolation, Interpolation::CubicSpline);
  archive(node, morphSet, timeline, values);
}

template <class Archive, MaybeConst<ClipEvent> T>
void fields(Archive& archive, T& event) {
  auto& [name, timeSeconds, parameter] = event;
  archive(name, timeSeconds, parameter);
}

template <class Archive, MaybeConst<Clip> T>
void fields(Archive& archive, T& clip) {
  auto& [name, sourceName, startSeconds, lengthSeconds, sourceRateHz, loopHint, timelines, tracks, events, pointTracks,
         motionFile, isRecorded] = clip;
  static_cast<void>(pointTracks);
  static_cast<void>(motionFile);
  archive(name, sourceName, startSeconds, lengthSeconds, sourceRateHz, loopHint, timelines, tracks, events);
}

template <class Archive, MaybeConst<Issue> T>
void fields(Archive& archive, T& issue) {
  auto& [severity, text, subject] = issue;
  archive.enumeration(severity, Severity::Warning);
  archive(text, subject);
}

template <class Archive, MaybeConst<Box> T>
void fields(Archive& archive, T& box) {
  auto& [min, max] = box;
  archive(min, max);
}

template <class Archive, MaybeConst<Model> T>
void fields(Archive& archive, T& model) {
  auto& [format, generator, unitMetres, upAxis, nodes, palette, boneCount, parts, morphSets, pointSets, pieces,
         vertices, materials, images, clips, issues, bindBounds] = model;
  static_cast<void>(pointSets);
  static_cast<void>(pieces);
  archive(format, generator, unitMetres, upAxis, nodes, palette, boneCount, parts, morphSets, vertices, materials,
          images, clips, issues, bindBounds);
}

}  // namespace texeleton::model::snapshot
