#include "core/export/target_space.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/pack/canary.h"
#include "core/vat/encoding.h"

namespace texeleton::exporting {

namespace {

constexpr double kLargestHalf = 65504.0;

/// Reads and writes the texels of one frame by number.
class FrameTexels {
 public:
  FrameTexels(const vat::BakedAnimation& from, vat::TexelBuffer& to, std::uint32_t frame)
      : m_layout(from.layout), m_from(from.texels), m_to(to), m_frame(frame) {}

  glm::vec4 get(std::uint32_t t) const {
    const vat::TexelAddress a = vat::texelAddress(m_layout, m_frame, t);
    return m_from.texel(a.x, a.y);
  }
  void set(std::uint32_t t, const glm::vec4& value) {
    const vat::TexelAddress a = vat::texelAddress(m_layout, m_frame, t);
    m_to.setTexel(a.x, a.y, value);
    for (int i = 0; i < 4; ++i) {
      m_largest = std::max(m_largest, std::abs(value[i]));
    }
  }
  float largest() const { return m_largest; }

 private:
  const vat::TextureLayout& m_layout;
  const vat::TexelBuffer& m_from;
  vat::TexelBuffer& m_to;
  std::uint32_t m_frame;
  float m_largest = 0.0f;
};

void convertMatrix(FrameTexels& texels, std::uint32_t first, const TargetSpace& space) {
  const auto rows = space.matrix({texels.get(first), texels.get(first + 1), texels.get(first + 2)});
  for (std::uint32_t r = 0; r < 3; ++r) {
    texels.set(first + r, glm::vec4(rows[r]));
  }
}

void convertFrame(const vat::BakedAnimation& animation, FrameTexels& texels, const TargetSpace& space) {
  const vat::TextureLayout& layout = animation.layout;
  const bool bones = animation.mode == vat::BakeMode::Bone;
  for (std::uint32_t element = 0; element < layout.elementCount; ++element) {
    const std::uint32_t first = vat::elementTexel(layout, element, 0);
    if (bones) {
      convertMatrix(texels, first, space);
      continue;
    }
    const glm::vec4 position = texels.get(first);
    const glm::vec4 normal = texels.get(first + 1);
    texels.set(first, glm::vec4(space.point(glm::dvec3(position)), position.w));
    texels.set(first + 1, glm::vec4(space.direction(glm::dvec3(normal)), normal.w));
  }
  for (std::uint32_t socket = 0; !bones && socket < animation.sockets.size(); ++socket) {
    convertMatrix(texels, vat::socketTexel(layout, socket, 0), space);
  }
}

/// A copy of all texels, in another format if requested.
vat::TexelBuffer copied(const vat::TexelBuffer& texels, vat::PixelFormat format) {
  vat::TexelBuffer copy(format, texels.width(), texels.height());
  for (std::uint32_t y = 0; y < texels.height(); ++y) {
    if (format == texels.format()) {
      std::memcpy(copy.row(y), texels.row(y), texels.rowBytes());
    } else {
      for (std::uint32_t x = 0; x < texels.width(); ++x) {
        copy.setTexel(x, y, texels.texel(x, y));
      }
    }
  }
  return copy;
}

Result<vat::TexelBuffer> convertedTexels(const vat::BakedAnimation& animation, const TargetSpace& space,
                                         vat::PixelFormat format) {
  vat::TexelBuffer texels = copied(animation.texels, format);
  for (std::uint32_t frame = 0; frame < animation.layout.frameCount; ++frame) {
    FrameTexels in(animation, texels, frame);
    convertFrame(animation, in, space);
    if (format == vat::PixelFormat::Rgba16F && static_cast<double>(in.largest()) > kLargestHalf) {
      return fail(ErrorCode::Limit, message("frame %1 holds a value that half floats cannot hold in the units of the "
                                            "engine; bake with the pixel format rgba32f",
                                            frame));
    }
  }
  return texels;
}

void reverse(std::vector<std::uint32_t>& indices) {
  for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
    std::swap(indices[i + 1], indices[i + 2]);
  }
}

void fromBottom(std::vector<glm::vec2>& coordinates) {
  for (glm::vec2& uv : coordinates) {
    uv.y = 1.0f - uv.y;
  }
}

vat::BakedMesh convertedMesh(vat::BakedMesh mesh, const TargetSpace& space) {
  for (glm::vec3& p : mesh.positions) {
    p = glm::vec3(space.point(glm::dvec3(p)));
  }
  for (glm::vec3& n : mesh.normals) {
    n = glm::vec3(space.direction(glm::dvec3(n)));
  }
  for (glm::vec4& t : mesh.tangents) {
    t = space.tangent(t);
  }
  if (space.vFromBottom) {
    fromBottom(mesh.uv0);
    fromBottom(mesh.uv1);
  }
  if (space.reversesTriangles) {
    reverse(mesh.indices);
    for (vat::BakedLod& lod : mesh.lods) {
      reverse(lod.indices);
    }
  }
  return mesh;
}

vat::Socket convertedSocket(vat::Socket socket, const TargetSpace& space) {
  socket.position = space.point(socket.position);
  socket.rotation = space.rotation(socket.rotation);
  socket.scale = space.lengths(socket.scale);
  socket.direction = space.direction(socket.direction);
  // A mirrored frame has its negative scale on X: half a turn about the third axis moves it there.
  for (int axis = 1; axis < 3; ++axis) {
    if (socket.scale[axis] < 0.0) {
      glm::dquat half(0.0, 0.0, 0.0, 0.0);
      (axis == 1 ? half.z : half.y) = 1.0;
      socket.rotation = socket.rotation * half;
      socket.scale[0] = -socket.scale[0];
      socket.scale[axis] = -socket.scale[axis];
    }
  }
  return socket;
}

vat::BakedClip convertedClip(vat::BakedClip clip, const TargetSpace& space) {
  clip.bounds = space.box(clip.bounds);
  if (clip.rootMotion) {
    for (vat::RootSample& sample : clip.rootMotion->samples) {
      sample = space.rootSample(sample);
    }
  }
  return clip;
}

}  // namespace

bool TargetSpace::mirrors() const {
  const bool cyclic = (from[0] + 1) % 3 == from[1];
  return (sign[0] * sign[1] * sign[2] < 0) == cyclic;
}

glm::dvec3 TargetSpace::direction(const glm::dvec3& d) const {
  return {sign[0] * d[from[0]], sign[1] * d[from[1]], sign[2] * d[from[2]]};
}

glm::dvec3 TargetSpace::point(const glm::dvec3& p) const { return unitsPerMetre * direction(p); }

glm::dvec3 TargetSpace::lengths(const glm::dvec3& l) const { return {l[from[0]], l[from[1]], l[from[2]]}; }

glm::dquat TargetSpace::rotation(const glm::dquat& r) const {
  // The axis of a rotation turns with the space; a mirrored space reverses the direction.
  const glm::dvec3 axis = (mirrors() ? -1.0 : 1.0) * direction({r.x, r.y, r.z});
  return {r.w, axis.x, axis.y, axis.z};
}

glm::vec4 TargetSpace::tangent(const glm::vec4& t) const {
  return {glm::vec3(direction(glm::dvec3(t))), mirrors() ? -t.w : t.w};
}

model::Box TargetSpace::box(const model::Box& b) const {
  if (b.isEmpty()) {
    return b;
  }
  model::Box result;
  result.add(glm::vec3(point(glm::dvec3(b.min))));
  result.add(glm::vec3(point(glm::dvec3(b.max))));
  return result;
}

vat::RootSample TargetSpace::rootSample(const vat::RootSample& s) const {
  const glm::dvec3 up = direction({0.0, 1.0, 0.0});
  const double turns = (mirrors() ? -1.0 : 1.0) * (up.x + up.y + up.z);
  return {point(s.position), turns * s.yawRadians};
}

std::array<glm::dvec4, 3> TargetSpace::matrix(const std::array<glm::dvec4, 3>& rows) const {
  std::array<glm::dvec4, 3> result{};
  for (std::size_t r = 0; r < 3; ++r) {
    const glm::dvec4& row = rows[from[r]];
    result[r] = static_cast<double>(sign[r]) * glm::dvec4(direction(glm::dvec3(row)), unitsPerMetre * row.w);
  }
  return result;
}

Result<vat::BakedAnimation> inSpace(const vat::BakedAnimation& animation, const TargetSpace& space,
                                    vat::PixelFormat pixelFormat) {
  const vat::Encoding& encoding = vat::encodingOf(animation.mode);
  if (animation.layout.elementCount > 0 && animation.layout.texelsPerElement != encoding.texelsPerElement) {
    return fail(ErrorCode::Unsupported, message("the texels of this pack are not in the encoding that the engine's "
                                                "run-time plays; bake with the encoding %1",
                                                encoding.name));
  }
  if (pixelFormat == vat::PixelFormat::Rgba16F && animation.pixelFormat == vat::PixelFormat::Rgba32F) {
    return fail(ErrorCode::InvalidArgument, "the pack has floats, which half floats cannot hold");
  }
  vat::BakedAnimation result;
  result.mode = animation.mode;
  result.pixelFormat = pixelFormat;
  result.layout = animation.layout;
  if (animation.texels.byteCount() > 0) {
    auto texels = convertedTexels(animation, space, pixelFormat);
    TRY(texels);
    result.texels = std::move(*texels);
    if (result.layout.canaryRow) {
      pack::addCanary(result);  // With the values of the other format.
    }
  }
  result.mesh = convertedMesh(animation.mesh, space);
  result.bones = animation.bones;
  result.masks = animation.masks;
  for (const vat::BakedClip& clip : animation.clips) {
    result.clips.push_back(convertedClip(clip, space));
  }
  for (const vat::Socket& socket : animation.sockets) {
    result.sockets.push_back(convertedSocket(socket, space));
  }
  result.meshes = animation.meshes;
  result.variants = animation.variants;
  result.tint = animation.tint;
  if (space.vFromBottom && result.tint && result.tint->palette) {
    result.tint->palette->stepV = -result.tint->palette->stepV;
  }
  result.bounds = space.box(animation.bounds);
  result.sizeMetres = animation.sizeMetres;
  return result;
}

Result<vat::BakedAnimation> inSpace(const vat::BakedAnimation& animation, const TargetSpace& space) {
  return inSpace(animation, space, animation.pixelFormat);
}

}  // namespace texeleton::exporting
