#pragma once

#include <memory>
#include <vector>

#include "viewport/passes/pass.h"

// Factories of the passes that are used through Pass alone.

namespace texeleton::viewport {

class ImpostorRecords;
class ShownPose;

enum class SurfaceLayer : std::uint8_t {
  Opaque,   ///< Includes alpha-tested materials.
  Blended,  ///< Transparent materials, drawn last, without depth writes.
};
/// Draws a crowd by its animation texture: one instanced draw per material and visible run of instances, whatever their
/// number. Skinned characters take one draw each.
std::unique_ptr<Pass> makeCrowdPass(SurfaceLayer layer);

/// Draws the far characters, to which chooseDraws gave the level kImpostorLevel, as impostors on rectangles: in one
/// draw from ImpostorRecords, which have resolved what each pixel shows, else in one draw for each visible run of
/// instances. Shadows use the mesh. `records` must outlive it.
std::unique_ptr<Pass> makeImpostorPass(const ImpostorRecords& records);

/// Draws the heat map: the crowd by its animation texture, coloured by each vertex's distance from compute skinning
/// and the residual of its piece.
/// One draw for each character and material, because every character is skinned separately.
std::unique_ptr<Pass> makeHeatPass();
/// Vertex input of the heat map: the pack's kind, and the skinned position.
QRhiVertexInputLayout heatInputLayout(VertexKind kind);

enum class SocketPart : std::uint8_t {
  Objects,  ///< Hidden by surfaces in front of them.
  Axes,     ///< Over everything.
};
/// Draws the sockets of every instance: their axes, or a sample object. The animation texture poses them in one draw
/// for each socket; those of skinned instances are posed by the skeleton, in a draw each.
std::unique_ptr<Pass> makeSocketPass(SocketPart part);

/// Draws the ground after opaque surfaces: lines that fade with distance, the axes x (red) and z (blue), the shadow.
std::unique_ptr<Pass> makeGridPass();

/// Draws triangle edges over the surfaces of the whole crowd, at the same levels of detail and by the same path,
/// multisampled like the surfaces.
std::unique_ptr<Pass> makeEdgesPass();

/// Draws the bounds of each instance over its clip as lines: of the selected instances, else of the first 256.
std::unique_ptr<Pass> makeBoundsPass();

/// Draws the lines of a scene, its normals, tangents and capsules; parts behind surfaces are faint.
std::unique_ptr<Pass> makeLinePass();

/// A line (shaders/line.vert) or a bone (shaders/bone.vert), in world space.
struct DrawnLine {
  glm::vec3 from{0.0f};
  float radius = 1.0f;  ///< Lines: half the width, pixels. Bones: metres.
  glm::vec3 to{0.0f};
  std::uint32_t color = 0;  ///< packColor().
};
static_assert(sizeof(DrawnLine) == 32);
/// The drawn form of the scene's boneLines(): an octahedron between two joints each.
std::vector<DrawnLine> drawnBones(const Scene& scene, ShownPose& pose);
/// Draws the source's skeleton over the crowd, with bones as octahedra.
std::unique_ptr<Pass> makeSkeletonPass();

/// Draws marks over instances: an outline around selected ones, made with the stencil to follow the whole silhouette,
/// and a flash on those for which an event has just fired; the first 256 of either.
std::unique_ptr<Pass> makeHighlightPass();

/// Converts the linear picture to the final target: background, tone mapping, sRGB, dither.
std::unique_ptr<Pass> makeOutputPass();

/// Draws the scene's gizmo over everything, at a constant screen size, antialiased by a border one pixel wide.
std::unique_ptr<Pass> makeGizmoPass();

/// Draws text over the finished picture: statistics (upper left), names of the compared paths (top), the legend of the
/// heat map (lower right), the event log and a note (lower left). A panel is painted and uploaded only when its text
/// has changed.
std::unique_ptr<Pass> makeHudPass();

}  // namespace texeleton::viewport
