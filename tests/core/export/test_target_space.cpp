#include <cmath>
#include <glm/gtc/quaternion.hpp>
#include <string>
#include <vector>

#include "core/bake/bake.h"
#include "core/export/target_space.h"
#include "core/pack/pack.h"
#include "core/runtime/pack_player.h"
#include "tests/core/pack/made_packs.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

/// The target spaces, written without core: the columns are the images of the pack's X, Y and Z.
glm::dmat4 unityByHand() { return {{-1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}; }
glm::dmat4 unrealByHand() { return {{100, 0, 0, 0}, {0, 0, 100, 0}, {0, 100, 0, 0}, {0, 0, 0, 1}}; }

struct Case {
  const char* name;
  const exporting::TargetSpace* space;
  glm::dmat4 matrix;
};
const std::vector<Case>& cases() {
  static const std::vector<Case> all = {{"Unity", &exporting::kUnitySpace, unityByHand()},
                                        {"Unreal", &exporting::kUnrealSpace, unrealByHand()}};
  return all;
}

bool near(const glm::dvec3& a, const glm::dvec3& b, double tolerance) { return glm::distance(a, b) <= tolerance; }

glm::dmat4 rowsAsMatrix(const vat::BakedAnimation& a, std::uint32_t frame, std::uint32_t first) {
  glm::dmat4 m(1.0);
  for (std::uint32_t r = 0; r < 3; ++r) {
    const std::uint32_t t = first + r;
    const glm::dvec4 row(a.texels.texel(t % a.layout.width, frame * a.layout.rowsPerFrame + t / a.layout.width));
    for (int c = 0; c < 4; ++c) {
      m[c][static_cast<int>(r)] = row[c];
    }
  }
  return m;
}

/// Position of a vertex at a frame in float64, from FORMAT.md alone.
glm::dvec3 positionAt(const vat::BakedAnimation& a, std::uint32_t vertex, std::uint32_t frame) {
  if (a.mode == vat::BakeMode::Vertex) {
    const std::uint32_t t = 2 * a.mesh.elements[vertex];
    return glm::dvec3(a.texels.texel(t % a.layout.width, frame * a.layout.rowsPerFrame + t / a.layout.width));
  }
  glm::dmat4 m(0.0);
  for (int i = 0; i < 4; ++i) {
    m +=
        static_cast<double>(a.mesh.boneWeights[vertex][i]) * rowsAsMatrix(a, frame, 3u * a.mesh.boneIndices[vertex][i]);
  }
  return glm::dvec3(m * glm::dvec4(glm::dvec3(a.mesh.positions[vertex]), 1.0));
}

glm::dmat4 poseMatrix(const glm::dvec3& position, const glm::dquat& rotation, const glm::dvec3& scale) {
  glm::dmat4 m = glm::mat4_cast(rotation);
  for (int i = 0; i < 3; ++i) {
    m[i] *= scale[i];
  }
  m[3] = glm::dvec4(position, 1.0);
  return m;
}

double largestDifference(const glm::dmat4& a, const glm::dmat4& b) {
  double largest = 0.0;
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 4; ++r) {
      largest = std::max(largest, std::abs(a[c][r] - b[c][r]));
    }
  }
  return largest;
}

vat::BakedAnimation baked(vat::BakeMode mode, vat::PixelFormat format) {
  CharacterSpec character;
  character.seed = 5;
  character.joints = 90;
  character.vertices = 150;
  character.keysPerTrack = 5;
  character.scales = true;
  bake::BakeSettings settings;
  settings.mode = mode;
  settings.pixelFormat = format;
  settings.maxSize = 256;
  settings.sampleRateHz = 4.0;
  settings.expose = {{"Joint (3|17)", false}};
  JobContext job;
  auto result = bake::bake(makeCharacter(character), settings, job);
  return result ? std::move(*result) : vat::BakedAnimation{};
}

}  // namespace

/// Decoding in the target's space gives the converted result of decoding in pack space.
class TestTargetSpace : public QObject {
  Q_OBJECT

 private slots:
  void byHand() {
    QVERIFY(exporting::kUnitySpace.mirrors() && exporting::kUnrealSpace.mirrors() &&
            !exporting::TargetSpace{}.mirrors());
    QVERIFY((!exporting::TargetSpace{{1, 2, 0}, {1, 1, 1}}.mirrors() &&
             exporting::TargetSpace{{1, 2, 0}, {1, -1, 1}}.mirrors()));
    QVERIFY(exporting::kUnitySpace.point({1, 2, 3}) == glm::dvec3(-1, 2, 3));
    QVERIFY(exporting::kUnrealSpace.point({1, 2, 3}) == glm::dvec3(100, 300, 200));
    QVERIFY(exporting::kUnrealSpace.direction({1, 2, 3}) == glm::dvec3(1, 3, 2));
    QVERIFY(exporting::kUnitySpace.tangent({1, 2, 3, 1}) == glm::vec4(-1, 2, 3, -1));
    QVERIFY((exporting::kUnitySpace.box({{0, 1, 2}, {3, 4, 5}}) == model::Box{{-3, 1, 2}, {0, 4, 5}}));
    QVERIFY((exporting::kUnrealSpace.box({{0, 1, 2}, {3, 4, 5}}) == model::Box{{0, 200, 100}, {300, 500, 400}}));
    QVERIFY(exporting::kUnitySpace.box(model::Box{}).isEmpty());
    // Facing +Z, turned to the character's left: +Z becomes +X of the pack, which is −X in Unity.
    const glm::dquat left = glm::angleAxis(std::acos(-1.0) / 2.0, glm::dvec3(0, 1, 0));
    QVERIFY(near(left * glm::dvec3(0, 0, 1), {1, 0, 0}, 1e-15));
    QVERIFY(near(exporting::kUnitySpace.rotation(left) * glm::dvec3(0, 0, 1), {-1, 0, 0}, 1e-15));
    QVERIFY(near(exporting::kUnrealSpace.rotation(left) * glm::dvec3(0, 1, 0), {1, 0, 0}, 1e-15));
    QVERIFY(near(exporting::kUnrealSpace.rotation(left) * glm::dvec3(0, 0, 1), {0, 0, 1}, 1e-15));
  }

  void verticesAndSockets_data() {
    QTest::addColumn<int>("which");
    QTest::addColumn<int>("mode");
    QTest::addColumn<int>("format");
    for (int which = 0; which < 2; ++which) {
      for (const vat::BakeMode mode : {vat::BakeMode::Bone, vat::BakeMode::Vertex}) {
        for (const vat::PixelFormat format : {vat::PixelFormat::Rgba16F, vat::PixelFormat::Rgba32F}) {
          QTest::addRow("%s, %s, %s", cases()[static_cast<std::size_t>(which)].name,
                        mode == vat::BakeMode::Bone ? "bone" : "vertex",
                        format == vat::PixelFormat::Rgba16F ? "half" : "float")
              << which << static_cast<int>(mode) << static_cast<int>(format);
        }
      }
    }
  }

  void verticesAndSockets() {
    QFETCH(int, which);
    QFETCH(int, mode);
    QFETCH(int, format);
    const auto& [name, space, c] = cases()[static_cast<std::size_t>(which)];
    const double unit = space->unitsPerMetre;
    const vat::BakedAnimation pack = baked(static_cast<vat::BakeMode>(mode), static_cast<vat::PixelFormat>(format));
    QVERIFY(pack.mesh.vertexCount() > 100 && pack.layout.rowsPerFrame > 1 && pack.sockets.size() == 2);
    const auto converted = exporting::inSpace(pack, *space);
    QVERIFY2(converted, converted ? "" : converted.error().message.c_str());
    // Metres are exact. Centimetres are rounded again: by 2⁻¹¹ of a value of at most a few metres, or 2⁻²⁴.
    const bool half = static_cast<vat::PixelFormat>(format) == vat::PixelFormat::Rgba16F;
    const double close = unit * (unit == 1.0 ? 1e-9 : half ? 8e-3 : 2e-6);
    double largest = 0.0;
    for (std::uint32_t frame = 0; frame < pack.layout.frameCount; ++frame) {
      for (std::uint32_t v = 0; v < pack.mesh.vertexCount(); ++v) {
        const glm::dvec3 expected(c * glm::dvec4(positionAt(pack, v, frame), 1.0));
        largest = std::max(largest, glm::distance(positionAt(*converted, v, frame), expected));
      }
    }
    QVERIFY2(largest <= close, std::to_string(largest).c_str());

    // Normals and the poses of sockets between frames, by core's decoder.
    const glm::dmat3 turn = glm::dmat3(c) / unit;
    for (const float f : {0.0f, 0.25f, 0.75f}) {
      const runtime::AnimationTickOutput tick{1, 2, f};
      for (std::uint32_t v = 0; v < pack.mesh.vertexCount(); ++v) {
        const runtime::DecodedVertex before = runtime::decodeVertex(pack, v, tick);
        const runtime::DecodedVertex after = runtime::decodeVertex(*converted, v, tick);
        QVERIFY(
            near(after.position, glm::dvec3(c * glm::dvec4(glm::dvec3(before.position), 1.0)), close + 1e-5 * unit));
        QVERIFY(near(after.normal, turn * glm::dvec3(before.normal), 2e-3));
      }
      for (std::uint32_t s = 0; s < pack.sockets.size(); ++s) {
        const bool bone = pack.mode == vat::BakeMode::Bone;
        const std::uint32_t first =
            bone ? 3 * static_cast<std::uint32_t>(pack.sockets[s].bone) : 2 * pack.layout.elementCount + 3 * s;
        const vat::Socket& a = pack.sockets[s];
        const vat::Socket& b = converted->sockets[s];
        const glm::dmat4 before = rowsAsMatrix(pack, 1, first) * poseMatrix(a.position, a.rotation, a.scale);
        const glm::dmat4 after = rowsAsMatrix(*converted, 1, first) * poseMatrix(b.position, b.rotation, b.scale);
        // The same pose: the axes of the frame are converted too, and X carries the mirroring.
        const glm::dmat4 expected = c * before * glm::inverse(c);
        glm::dmat4 sign(1.0);
        if (glm::dot(glm::dvec3(after[0]), glm::dvec3(expected[0])) < 0.0) {
          sign[0][0] = -1.0;
        }
        QVERIFY(largestDifference(after * sign, expected) <= close + 1e-9);
        QVERIFY(near(b.direction, turn * a.direction, 1e-12));
      }
    }
    for (std::size_t i = 0; i < pack.clips.size(); ++i) {
      for (int corner = 0; corner < 8; ++corner) {
        const model::Box& box = pack.clips[i].bounds;
        const glm::dvec3 p(corner & 1 ? box.max.x : box.min.x, corner & 2 ? box.max.y : box.min.y,
                           corner & 4 ? box.max.z : box.min.z);
        const glm::dvec3 q(c * glm::dvec4(p, 1.0));
        const model::Box& there = converted->clips[i].bounds;
        QVERIFY(near(glm::clamp(q, glm::dvec3(there.min), glm::dvec3(there.max)), q, 1e-4 * unit));
      }
    }
    if (pack.mode == vat::BakeMode::Bone && unit == 1.0) {
      QVERIFY((exporting::inSpace(*converted, *space)->texels.bytes().size() == pack.texels.byteCount()));
      const auto again = exporting::inSpace(*converted, exporting::TargetSpace{space->from, space->sign});
      QVERIFY(std::equal(pack.texels.bytes().begin(), pack.texels.bytes().end(), again->texels.bytes().begin()));
    }
  }

  /// A mirrored socket, in numbers: X keeps the sign whatever its axis becomes.
  void mirroredSockets() {
    vat::BakedAnimation pack = madePack({}).animation;
    pack.sockets[0].scale = {-2.0, 1.0, 3.0};
    pack.sockets[0].rotation = glm::normalize(glm::dquat(0.5, 0.1, -0.7, 0.3));
    for (const exporting::TargetSpace& space :
         {exporting::TargetSpace{{1, 2, 0}, {1, 1, 1}}, exporting::TargetSpace{{2, 1, 0}, {-1, 1, 1}},
          exporting::kUnitySpace}) {
      const auto converted = exporting::inSpace(pack, space);
      QVERIFY(converted);
      const vat::Socket& a = pack.sockets[0];
      const vat::Socket& b = converted->sockets[0];
      QVERIFY(b.scale.x < 0.0 && b.scale.y > 0.0 && b.scale.z > 0.0);
      glm::dmat3 p(0.0);
      for (int i = 0; i < 3; ++i) {
        p[static_cast<int>(space.from[static_cast<std::size_t>(i)])][i] = space.sign[static_cast<std::size_t>(i)];
      }
      const glm::dmat4 expected =
          glm::dmat4(p) * poseMatrix(a.position, a.rotation, a.scale) * glm::dmat4(glm::inverse(p));
      QVERIFY(largestDifference(poseMatrix(b.position, b.rotation, b.scale), expected) < 1e-12);
    }
  }

  /// The front of triangles is on the side of their normals, and bitangents match their tangents.
  void windingAndTangents() {
    bake::BakeSettings settings;
    JobContext job;
    auto strip = bake::bake(twoBoneStrip(), settings, job);
    QVERIFY(strip);
    vat::BakedMesh& mesh = strip->mesh;
    mesh.tangents.assign(mesh.vertexCount(), glm::vec4(1.0f, 0.0f, 0.0f, -1.0f));
    for (const auto& [name, space, c] : cases()) {
      const auto converted = exporting::inSpace(*strip, *space);
      QVERIFY(converted);
      const vat::BakedMesh& there = converted->mesh;
      for (std::size_t i = 0; i < there.indices.size(); i += 3) {
        const auto corner = [&](std::size_t k) { return glm::dvec3(there.positions[there.indices[i + k]]); };
        const glm::dvec3 cross = glm::cross(corner(1) - corner(0), corner(2) - corner(0));
        const double along = glm::dot(cross, glm::dvec3(there.normals[there.indices[i]]));
        QVERIFY(space->reversesTriangles ? along > 0.0 : along < 0.0);
      }
      for (std::size_t v = 0; v < there.positions.size(); ++v) {
        const glm::vec3 bitangent = mesh.tangents[v].w * glm::cross(mesh.normals[v], glm::vec3(mesh.tangents[v]));
        const glm::vec3 after = there.tangents[v].w * glm::cross(there.normals[v], glm::vec3(there.tangents[v]));
        QVERIFY(near(after, glm::dmat3(c) * glm::dvec3(bitangent) / space->unitsPerMetre, 1e-6));
        QCOMPARE(there.uv0[v].y, space->vFromBottom ? 1.0f - mesh.uv0[v].y : mesh.uv0[v].y);
      }
    }
  }

  /// Root motion of a converted point equals the converted root motion of the point.
  void rootMotion() {
    vat::BakedAnimation pack = madePack({}).animation;
    vat::BakedRootMotion motion;
    motion.samples = {{}, {{0.5, 0.25, -2.0}, 1.25}, {{-1.0, 0.0, 3.0}, 8.0}};
    pack.clips[0].rootMotion = motion;
    const auto moved = [](const glm::dvec3& p, const vat::RootSample& s, int up) {
      // p rotated about axis `up`: the axis after the next one turns towards the one after it, like z to x about y.
      const int x = (up + 1) % 3;
      const int y = (up + 2) % 3;
      glm::dvec3 q = p;
      q[x] = p[x] * std::cos(s.yawRadians) - p[y] * std::sin(s.yawRadians);
      q[y] = p[x] * std::sin(s.yawRadians) + p[y] * std::cos(s.yawRadians);
      return q + s.position;
    };
    for (const auto& [name, space, c] : cases()) {
      const auto converted = exporting::inSpace(pack, *space);
      QVERIFY(converted);
      const int up = space->from[1] == 1 ? 1 : 2;
      for (std::size_t i = 0; i < motion.samples.size(); ++i) {
        const glm::dvec3 p(0.3, 1.7, -0.4);
        const glm::dvec3 expected(c * glm::dvec4(moved(p, motion.samples[i], 1), 1.0));
        const glm::dvec3 actual =
            moved(glm::dvec3(c * glm::dvec4(p, 1.0)), converted->clips[0].rootMotion->samples[i], up);
        QVERIFY(near(actual, expected, 1e-10 * space->unitsPerMetre));
      }
    }
  }

  void limitsAndTheRest() {
    const pack::Pack made = madePack({});
    vat::BakedAnimation pack;
    QVERIFY(exporting::inSpace(pack, exporting::kUnitySpace));  // A pack without texels, as from a manifest.
    auto far = madePack({});
    far.animation.texels.setTexel(0, 0, {1.0f, 0.0f, 0.0f, 700.0f});
    QVERIFY(exporting::inSpace(far.animation, exporting::kUnitySpace));
    const auto error = exporting::inSpace(far.animation, exporting::kUnrealSpace);
    QVERIFY(!error && error.error().code == ErrorCode::Limit);
    const auto wide = exporting::inSpace(far.animation, exporting::kUnrealSpace, vat::PixelFormat::Rgba32F);
    QVERIFY(wide && wide->texels.format() == vat::PixelFormat::Rgba32F && wide->texels.texel(0, 0).w == 70000.0f);
    MadePackSpec floats;
    floats.pixelFormat = vat::PixelFormat::Rgba32F;
    QVERIFY(!exporting::inSpace(madePack(floats).animation, exporting::kUnitySpace, vat::PixelFormat::Rgba16F));

    auto strange = madePack({});
    strange.animation.layout.texelsPerElement = 2;
    const auto refused = exporting::inSpace(strange.animation, exporting::kUnitySpace);
    QVERIFY(!refused && refused.error().code == ErrorCode::Unsupported);
    QVERIFY(refused.error().message.find("matrix3x4") != std::string::npos);

    auto palette = madePack({});
    palette.animation.tint = vat::BakedTint{};
    palette.animation.tint->palette = vat::TintPalette{0.25, 0.5, 4, {}};
    QCOMPARE(exporting::inSpace(palette.animation, exporting::kUnitySpace)->tint->palette->stepV, -0.5);
    QCOMPARE(exporting::inSpace(palette.animation, exporting::kUnrealSpace)->tint->palette->stepV, 0.5);
  }
};

TEXELETON_SUITE(TestTargetSpace)
#include "test_target_space.moc"
