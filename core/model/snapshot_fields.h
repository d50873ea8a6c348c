#pragma once

#include <type_traits>

#include "core/model/model.h"

/// The layout of a snapshot, written down once for writing and reading: `fields(archive, value)` names every member in
/// order. Structured bindings name all members, so that a member added to a struct does not compile until it is here
/// (and kSnapshotVersion is raised).
namespace texeleton::model::snapshot {

/// T or const T: the same function serves the reader and the writer.
template <class T, class U>
concept MaybeConst = std::is_same_v<std::remove_const_t<T>, U>;

template <class Archive, MaybeConst<transform::Transform> T>
void fields(Archive& archive, T& transform) {
  auto& [translation, rotation, scale] = transform;
  archive.plain(translation);
  archive.plain(rotation.x);
  archive.plain(rotation.y);
  archive.plain(rotation.z);
  archive.plain(rotation.w);
  archive.plain(scale);
}

template <class Archive, MaybeConst<Node> T>
void fields(Archive& archive, T& node) {
  auto& [name, parent, rest, restMatrix] = node;
  archive.text(name);
  archive.plain(parent.value);
  fields(archive, rest);
  archive.optional(restMatrix);
}

template <class Archive, MaybeConst<PaletteEntry> T>
void fields(Archive& archive, T& entry) {
  auto& [node, inverseBind] = entry;
  archive.plain(node.value);
  archive.plain(inverseBind);
}

template <class Archive, MaybeConst<MorphTarget> T>
void fields(Archive& archive, T& target) {
  auto& [name, positionDeltas, normalDeltas] = target;
  archive.text(name);
  archive.array(positionDeltas);
  archive.array(normalDeltas);
}

template <class Archive, MaybeConst<MorphSet> T>
void fields(Archive& archive, T& set) {
  auto& [name, restWeights] = set;
  archive.text(name);
  archive.array(restWeights);
}

template <class Archive, MaybeConst<MeshPart> T>
void fields(Archive& archive, T& part) {
  auto& [name, node, material, firstVertex, vertexCount, firstIndex, indexCount, skinned, hasTangents, hasUv0, hasUv1,
         hasColor, maxInfluences, morphSet, morphTargets, points, pointCount, dualQuaternionShares, fromMesh,
         pointSet] = part;
  static_cast<void>(pointSet);
  archive.text(name);
  archive.plain(node.value);
  archive.plain(material.value);
  archive.plain(firstVertex);
  archive.plain(vertexCount);
  archive.plain(firstIndex);
  archive.plain(indexCount);
  archive.flag(skinned);
  archive.flag(hasTangents);
  archive.flag(hasUv0);
  archive.flag(hasUv1);
  archive.flag(hasColor);
  archive.plain(maxInfluences);
  archive.plain(morphSet.value);
  archive.list(morphTargets);
  archive.array(points);
  archive.plain(pointCount);
  archive.array(dualQuaternionShares);
  archive.plain(fromMesh);
}

template <class Archive, MaybeConst<VertexData> T>
void fields(Archive& archive, T& vertices) {
  auto& [positions, normals, tangents, uv0, uv1, colors, influenceBegin, influences, indices] = vertices;
  archive.array(positions);
  archive.array(normals);
  archive.array(tangents);
  archive.array(uv0);
  archive.array(uv1);
  archive.array(colors);
  archive.array(influenceBegin);
  archive.array(influences);
  archive.array(indices);
}

template <class Archive, MaybeConst<TextureSlot> T>
void fields(Archive& archive, T& slot) {
  auto& [image, uvSet, wrapU, wrapV, nearest] = slot;
  archive.plain(image.value);
  archive.plain(uvSet);
  archive.enumeration(wrapU, TextureWrap::MirroredRepeat);
  archive.enumeration(wrapV, TextureWrap::MirroredRepeat);
  archive.flag(nearest);
}

template <class Archive, MaybeConst<Material> T>
void fields(Archive& archive, T& material) {
  auto& [name, baseColorFactor, baseColorTexture, metallicFactor, roughnessFactor, metallicRoughnessTexture,
         normalTexture, normalScale, occlusionTexture, occlusionStrength, emissiveTexture, emissiveFactor, alphaMode,
         alphaCutoff, doubleSided, unlit] = material;
  archive.text(name);
  archive.plain(baseColorFactor);
  fields(archive, baseColorTexture);
  archive.plain(metallicFactor);
  archive.plain(roughnessFactor);
  fields(archive, metallicRoughnessTexture);
  fields(archive, normalTexture);
  archive.plain(normalScale);
  fields(archive, occlusionTexture);
  archive.plain(occlusionStrength);
  fields(archive, emissiveTexture);
  archive.plain(emissiveFactor);
  archive.enumeration(alphaMode, AlphaMode::Blend);
  archive.plain(alphaCutoff);
  archive.flag(doubleSided);
  archive.flag(unlit);
}

template <class Archive, MaybeConst<Image> T>
void fields(Archive& archive, T& image) {
  auto& [name, mimeType, bytes, width, height] = image;
  archive.text(name);
  archive.text(mimeType);
  archive.array(bytes);
  archive.plain(width);
  archive.plain(height);
}

template <class Archive, MaybeConst<Track> T>
void fields(Archive& archive, T& track) {
  auto& [target, interpolation, node, morphSet, timeline, stillness, values] = track;
  static_cast<void>(stillness);  // Recomputed when read.
  archive.enumeration(target, TrackTarget::MorphWeights);
  archive.enumeration(interpolation, Interpolation::CubicSpline);
  archive.plain(node.value);
  archive.plain(morphSet.value);
  archive.plain(timeline);
  archive.array(values);
}

template <class Archive, MaybeConst<ClipEvent> T>
void fields(Archive& archive, T& event) {
  auto& [name, timeSeconds, parameter] = event;
  archive.text(name);
  archive.plain(timeSeconds);
  archive.text(parameter);
}

/// One of Clip::timelines.
template <class Archive, MaybeConst<std::vector<double>> T>
void fields(Archive& archive, T& timeline) {
  archive.array(timeline);
}

template <class Archive, MaybeConst<Clip> T>
void fields(Archive& archive, T& clip) {
  auto& [name, sourceName, startSeconds, lengthSeconds, sourceRateHz, loopHint, timelines, tracks, events, pointTracks,
         motionFile, isRecorded] = clip;
  static_cast<void>(pointTracks);
  static_cast<void>(motionFile);
  archive.text(name);
  archive.text(sourceName);
  archive.plain(startSeconds);
  archive.plain(lengthSeconds);
  archive.plain(sourceRateHz);
  archive.optional(loopHint);
  archive.list(timelines);
  archive.list(tracks);
  archive.list(events);
}

template <class Archive, MaybeConst<Issue> T>
void fields(Archive& archive, T& issue) {
  auto& [severity, text, subject] = issue;
  archive.enumeration(severity, Severity::Warning);
  archive.message(text);
  archive.text(subject);
}

template <class Archive, MaybeConst<Box> T>
void fields(Archive& archive, T& box) {
  auto& [min, max] = box;
  archive.plain(min);
  archive.plain(max);
}

template <class Archive, MaybeConst<Model> T>
void fields(Archive& archive, T& model) {
  auto& [format, generator, unitMetres, upAxis, nodes, palette, boneCount, parts, morphSets, pointSets, pieces,
         vertices, materials, images, clips, issues, bindBounds] = model;
  static_cast<void>(pointSets);
  static_cast<void>(pieces);
  archive.text(format);
  archive.text(generator);
  archive.plain(unitMetres);
  archive.text(upAxis);
  archive.list(nodes);
  archive.list(palette);
  archive.plain(boneCount);
  archive.list(parts);
  archive.list(morphSets);
  fields(archive, vertices);
  archive.list(materials);
  archive.list(images);
  archive.list(clips);
  archive.list(issues);
  fields(archive, bindBounds);
}

}  // namespace texeleton::model::snapshot
