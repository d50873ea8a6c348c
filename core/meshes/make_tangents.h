#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

namespace texeleton::meshes {

/// Tangents for a normal map by the rule of MikkTSpace, which glTF, Blender, Unity, Unreal and Godot share, so that a
/// map that was baked for the model looks as intended. One per triangle corner, in the order of `indices`: xyz of unit
/// length, perpendicular to the normal; w = ±1, so that cross(normal, xyz)·w points up in the image, as in glTF.
/// Corners that share a vertex have different tangents where the texture is mirrored between them; split such vertices.
///
/// Positions, unit normals and texture coordinates (glTF: v points down) have one entry per vertex. Indices are smaller
/// than their count, three per triangle.
///
/// After: Morten S. Mikkelsen, "Simulation of Wrinkled Surfaces Revisited" (2008), and his mikktspace.c (zlib licence),
/// with the default angle of 180°. An independent implementation of that rule, in double precision.
std::vector<glm::vec4> cornerTangents(std::span<const glm::vec3> positions, std::span<const glm::vec3> normals,
                                      std::span<const glm::vec2> uvs, std::span<const std::uint32_t> indices);

}  // namespace texeleton::meshes
