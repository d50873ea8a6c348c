#include "core/runtime/pack_player.h"

#include <QTest>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

#include "core/vat/texture_layout.h"
#include "tests/support/suite.h"

using namespace texeleton;

namespace {

constexpr double kPi = 3.14159265358979323846;

/// One vertex and one bone (or element) with a socket; two frames, in float texels.
vat::BakedAnimation makeAnimation(vat::BakeMode mode) {
  vat::BakedAnimation a;
  a.mode = mode;
  a.pixelFormat = vat::PixelFormat::Rgba32F;
  a.layout.width = mode == vat::BakeMode::Bone ? 6 : 5;
  a.layout.height = 2;
  a.layout.elementCount = mode == vat::BakeMode::Bone ? 2 : 1;
  a.layout.texelsPerElement = mode == vat::BakeMode::Bone ? 3 : 2;
  a.layout.texelsPerFrame = a.layout.width;
  a.layout.frameCount = 2;
  a.texels = vat::TexelBuffer(a.pixelFormat, a.layout.width, a.layout.height);
  a.mesh.positions.emplace_back(1.0f, 2.0f, 3.0f);
  a.mesh.normals.push_back(glm::normalize(glm::vec3(1.0f, 1.0f, 0.0f)));
  a.mesh.boneIndices.emplace_back(0, 1, 0, 0);
  a.mesh.boneWeights.emplace_back(1.0f, 0.0f, 0.0f, 0.0f);
  a.mesh.elements = {0};
  vat::Socket socket;
  socket.bone = mode == vat::BakeMode::Bone ? 0 : -1;
  a.sockets = {socket};
  return a;
}

void setMatrix(vat::BakedAnimation& a, std::uint32_t frame, std::uint32_t firstTexel, const glm::dmat4& m) {
  for (std::uint32_t r = 0; r < 3; ++r) {
    const vat::TexelAddress at = vat::texelAddress(a.layout, frame, firstTexel + r);
    const int row = static_cast<int>(r);
    a.texels.setTexel(at.x, at.y, glm::vec4(m[0][row], m[1][row], m[2][row], m[3][row]));
  }
}

void setBoth(vat::BakedAnimation& a, std::uint32_t firstTexel, const glm::dmat4& m) {
  setMatrix(a, 0, firstTexel, m);
  setMatrix(a, 1, firstTexel, m);
}

bool near(const glm::vec3& a, const glm::dvec3& b, double tolerance = 1e-5) {
  return glm::length(glm::dvec3(a) - b) < tolerance;
}

glm::dmat4 turn(double degrees, const glm::dvec3& axis) {
  return glm::rotate(glm::dmat4(1.0), degrees * kPi / 180.0, axis);
}

const runtime::AnimationTickOutput kFirst{0, 1, 0.0f};

}  // namespace

/// The decoder against results computed by hand or in float64.
class TestPackPlayer : public QObject {
  Q_OBJECT

 private slots:
  void framesAndFractions();
  void matricesBlendLinearly();
  void weightsBlendBones();
  void normalsUnderUnevenScale();
  void normalsUnderMirroring();
  void normalsOfHiddenVertices();
  void vertexModeBlends();
  void vertexModeHiddenNormal();
  void foldedFrames();
  void socketFollowsMatrix();
  void socketKeepsScaleAndMirror();
  void socketUnderShear();
  void socketWithoutAxes();
  void socketInVertexMode();
};

void TestPackPlayer::framesAndFractions() {
  vat::BakedAnimation a = makeAnimation(vat::BakeMode::Bone);
  setMatrix(a, 0, 0, glm::translate(glm::dmat4(1.0), {1.0, 0.0, 0.0}));
  setMatrix(a, 1, 0, glm::translate(glm::dmat4(1.0), {0.0, 4.0, 0.0}));
  QVERIFY(near(runtime::decodeVertex(a, 0, {0, 1, 0.0f}).position, {2.0, 2.0, 3.0}));
  QVERIFY(near(runtime::decodeVertex(a, 0, {1, 0, 0.0f}).position, {1.0, 6.0, 3.0}));
  QVERIFY(near(runtime::decodeVertex(a, 0, {0, 1, 0.25f}).position, {1.75, 3.0, 3.0}));
  QVERIFY(near(runtime::decodeVertex(a, 0, {1, 0, 0.25f}).position, {1.25, 5.0, 3.0}));
}

void TestPackPlayer::matricesBlendLinearly() {
  vat::BakedAnimation a = makeAnimation(vat::BakeMode::Bone);
  setMatrix(a, 0, 0, glm::dmat4(1.0));
  setMatrix(a, 1, 0, turn(90.0, {0.0, 0.0, 1.0}));
  // Half-way in between: not a rotation but the mean of both matrices.
  QVERIFY(near(runtime::decodeVertex(a, 0, {0, 1, 0.5f}).position, {-0.5, 1.5, 3.0}));
  // The normal keeps length 1: (1,1,0)/√2 turned by 45°.
  QVERIFY(near(runtime::decodeVertex(a, 0, {0, 1, 0.5f}).normal, {0.0, 1.0, 0.0}));
  const glm::mat4 m = runtime::decodeBone(a, 0, {0, 1, 0.5f});
  QVERIFY(near(glm::vec3(m[0]), {0.5, 0.5, 0.0}));
  QCOMPARE(m[3][3], 1.0f);
}

void TestPackPlayer::weightsBlendBones() {
  vat::BakedAnimation a = makeAnimation(vat::BakeMode::Bone);
  setBoth(a, 0, glm::translate(glm::dmat4(1.0), {4.0, 0.0, 0.0}));
  setBoth(a, 3, glm::translate(glm::dmat4(1.0), {0.0, 8.0, 0.0}));
  a.mesh.boneWeights[0] = glm::vec4(0.75f, 0.25f, 0.0f, 0.0f);
  QVERIFY(near(runtime::decodeVertex(a, 0, kFirst).position, {4.0, 4.0, 3.0}));
}

void TestPackPlayer::normalsUnderUnevenScale() {
  vat::BakedAnimation a = makeAnimation(vat::BakeMode::Bone);
  setBoth(a, 0, glm::scale(glm::dmat4(1.0), {1.0, 2.0, 1.0}));
  // A plane at 45° stretched along Y: its normal leans towards X, (1, 1/2).
  QVERIFY(near(runtime::decodeVertex(a, 0, kFirst).normal, glm::normalize(glm::dvec3(1.0, 0.5, 0.0))));
}

void TestPackPlayer::normalsUnderMirroring() {
  vat::BakedAnimation a = makeAnimation(vat::BakeMode::Bone);
  setBoth(a, 0, glm::scale(glm::dmat4(1.0), {-1.0, 1.0, 1.0}));
  QVERIFY(near(runtime::decodeVertex(a, 0, kFirst).normal, glm::normalize(glm::dvec3(-1.0, 1.0, 0.0))));
  setBoth(a, 0, glm::scale(glm::dmat4(1.0), {-2.0, -2.0, -2.0}));
  QVERIFY(near(runtime::decodeVertex(a, 0, kFirst).normal, glm::normalize(glm::dvec3(-1.0, -1.0, 0.0))));
}

void TestPackPlayer::normalsOfHiddenVertices() {
  vat::BakedAnimation a = makeAnimation(vat::BakeMode::Bone);
  setBoth(a, 0, glm::scale(glm::dmat4(1.0), glm::dvec3(0.0)));
  QCOMPARE(runtime::decodeVertex(a, 0, kFirst).normal, a.mesh.normals[0]);
  setBoth(a, 0, glm::scale(glm::dmat4(1.0), glm::dvec3(4e-6)));  // Cofactors 1.6e-11: squared below 1e-20.
  QCOMPARE(runtime::decodeVertex(a, 0, kFirst).normal, a.mesh.normals[0]);
  setBoth(a, 0, glm::scale(turn(90.0, {0.0, 0.0, 1.0}), glm::dvec3(2e-5)));  // Cofactors 4e-10: small, but a direction.
  QVERIFY(near(runtime::decodeVertex(a, 0, kFirst).normal, glm::normalize(glm::dvec3(-1.0, 1.0, 0.0))));
}

void TestPackPlayer::vertexModeBlends() {
  vat::BakedAnimation a = makeAnimation(vat::BakeMode::Vertex);
  a.texels.setTexel(0, 0, {1.0f, 0.0f, 0.0f, 1.0f});
  a.texels.setTexel(0, 1, {0.0f, 2.0f, 0.0f, 1.0f});
  a.texels.setTexel(1, 0, {1.0f, 0.0f, 0.0f, 1.0f});
  a.texels.setTexel(1, 1, {0.0f, 1.0f, 0.0f, 1.0f});
  const runtime::DecodedVertex decoded = runtime::decodeVertex(a, 0, {0, 1, 0.5f});
  QVERIFY(near(decoded.position, {0.5, 1.0, 0.0}));
  QVERIFY(near(decoded.normal, glm::normalize(glm::dvec3(1.0, 1.0, 0.0))));
}

void TestPackPlayer::vertexModeHiddenNormal() {
  vat::BakedAnimation a = makeAnimation(vat::BakeMode::Vertex);
  a.texels.setTexel(1, 0, {1.0f, 0.0f, 0.0f, 1.0f});
  a.texels.setTexel(1, 1, {-1.0f, 0.0f, 0.0f, 1.0f});
  QCOMPARE(runtime::decodeVertex(a, 0, {0, 1, 0.5f}).normal, a.mesh.normals[0]);
}

void TestPackPlayer::foldedFrames() {
  vat::BakedAnimation a = makeAnimation(vat::BakeMode::Bone);
  a.layout.width = 2;
  a.layout.rowsPerFrame = 3;
  a.layout.height = 6;
  a.texels = vat::TexelBuffer(a.pixelFormat, 2, 6);
  setMatrix(a, 0, 0, glm::dmat4(1.0));
  setMatrix(a, 1, 0, glm::translate(glm::dmat4(1.0), {10.0, 20.0, 30.0}));
  // Row 2 of the matrix of bone 0 in frame 1 is texel 2: x = 0, y = 3 + 1.
  QCOMPARE(a.texels.texel(0, 4), glm::vec4(0.0f, 0.0f, 1.0f, 30.0f));
  QVERIFY(near(runtime::decodeVertex(a, 0, {1, 1, 0.0f}).position, {11.0, 22.0, 33.0}));
}

void TestPackPlayer::socketFollowsMatrix() {
  vat::BakedAnimation a = makeAnimation(vat::BakeMode::Bone);
  vat::Socket& socket = a.sockets[0];
  socket.position = {0.0, 1.0, 0.0};
  socket.rotation = glm::quat_cast(glm::dmat3(turn(90.0, {0.0, 1.0, 0.0})));
  const glm::dmat4 m = glm::translate(glm::dmat4(1.0), {5.0, 0.0, 0.0}) * turn(90.0, {0.0, 0.0, 1.0});
  setBoth(a, 0, m);
  const runtime::SocketPose pose = runtime::decodeSocket(a, SocketIndex(std::size_t{0}), kFirst);
  QVERIFY(near(pose.position, {4.0, 0.0, 0.0}));
  QVERIFY(near(pose.scale, {1.0, 1.0, 1.0}));
  // +Z of the frame is +X of the bind pose, which the matrix maps to +Y.
  QVERIFY(near(pose.rotation * glm::vec3(0.0f, 0.0f, 1.0f), {0.0, 1.0, 0.0}));
  QVERIFY(near(pose.rotation * glm::vec3(0.0f, 1.0f, 0.0f), {-1.0, 0.0, 0.0}));
}

void TestPackPlayer::socketKeepsScaleAndMirror() {
  vat::BakedAnimation a = makeAnimation(vat::BakeMode::Bone);
  a.sockets[0].scale = {-2.0, 3.0, 4.0};
  setBoth(a, 0, glm::scale(glm::dmat4(1.0), glm::dvec3(0.5)));
  runtime::SocketPose pose = runtime::decodeSocket(a, SocketIndex(std::size_t{0}), kFirst);
  QVERIFY(near(pose.scale, {-1.0, 1.5, 2.0}));
  QVERIFY(near(pose.rotation * glm::vec3(1.0f, 0.0f, 0.0f), {1.0, 0.0, 0.0}));
  // Mirrored twice is not mirrored.
  setBoth(a, 0, glm::scale(glm::dmat4(1.0), {-1.0, 1.0, 1.0}));
  pose = runtime::decodeSocket(a, SocketIndex(std::size_t{0}), kFirst);
  QVERIFY(near(pose.scale, {2.0, 3.0, 4.0}));
}

void TestPackPlayer::socketUnderShear() {
  vat::BakedAnimation a = makeAnimation(vat::BakeMode::Bone);
  glm::dmat4 shear(1.0);
  shear[2] = {0.0, 1.0, 1.0, 0.0};  // Z leans towards Y.
  setBoth(a, 0, shear);
  const runtime::SocketPose pose = runtime::decodeSocket(a, SocketIndex(std::size_t{0}), kFirst);
  QVERIFY(near(pose.rotation * glm::vec3(0.0f, 0.0f, 1.0f), glm::normalize(glm::dvec3(0.0, 1.0, 1.0))));
  QVERIFY(near(pose.rotation * glm::vec3(0.0f, 1.0f, 0.0f), glm::normalize(glm::dvec3(0.0, 1.0, -1.0))));
  QVERIFY(near(pose.rotation * glm::vec3(1.0f, 0.0f, 0.0f), {1.0, 0.0, 0.0}));
}

void TestPackPlayer::socketWithoutAxes() {
  vat::BakedAnimation a = makeAnimation(vat::BakeMode::Bone);
  const glm::dmat3 frame(turn(30.0, glm::normalize(glm::dvec3(1.0, 2.0, 3.0))));
  a.sockets[0].rotation = glm::quat_cast(frame);
  setBoth(a, 0, glm::scale(glm::dmat4(1.0), glm::dvec3(0.0)));
  runtime::SocketPose pose = runtime::decodeSocket(a, SocketIndex(std::size_t{0}), kFirst);
  QVERIFY(near(pose.scale, {0.0, 0.0, 0.0}));
  QVERIFY(near(pose.rotation * glm::vec3(0.0f, 0.0f, 1.0f), frame[2]));
  QVERIFY(near(pose.rotation * glm::vec3(0.0f, 1.0f, 0.0f), frame[1]));
  // Z coincides with the frame's Y, which vanishes: still three perpendicular axes.
  a.sockets[0].rotation = glm::dquat(1.0, 0.0, 0.0, 0.0);
  glm::dmat4 m(0.0);
  m[2] = {0.0, 1.0, 0.0, 0.0};
  m[3] = {0.0, 0.0, 0.0, 1.0};
  setBoth(a, 0, m);
  pose = runtime::decodeSocket(a, SocketIndex(std::size_t{0}), kFirst);
  const glm::mat3 axes = glm::mat3_cast(pose.rotation);
  QVERIFY(near(axes[2], {0.0, 1.0, 0.0}));
  QVERIFY(std::abs(glm::determinant(axes) - 1.0f) < 1e-5f);
  QVERIFY(std::abs(glm::dot(axes[0], axes[1])) < 1e-5f);
}

void TestPackPlayer::socketInVertexMode() {
  vat::BakedAnimation a = makeAnimation(vat::BakeMode::Vertex);
  a.sockets[0].position = {1.0, 0.0, 0.0};
  setBoth(a, 2, turn(90.0, {0.0, 0.0, 1.0}));  // Texels 2 to 4, after the one element.
  const runtime::SocketPose pose = runtime::decodeSocket(a, SocketIndex(std::size_t{0}), kFirst);
  QVERIFY(near(pose.position, {0.0, 1.0, 0.0}));
  QVERIFY(near(pose.rotation * glm::vec3(1.0f, 0.0f, 0.0f), {0.0, 1.0, 0.0}));
}

TEXELETON_PLAIN_SUITE(TestPackPlayer)
#include "test_pack_player.moc"
