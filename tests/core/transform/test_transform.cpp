#include "core/transform/transform.h"

#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>

#include "tests/core/transform/compare_transforms.h"
#include "tests/support/suite.h"

using namespace texeleton;
using test::angleBetween;
using test::distance;
using test::Random;

namespace {

/// The matrix by its definition, column by column.
glm::dmat4 matrixByDefinition(const transform::Transform& t) {
  const auto map = [&](const glm::dvec3& p) { return t.translation + t.rotation * (t.scale * p); };
  const glm::dvec3 origin = map(glm::dvec3(0.0));
  glm::dmat4 m(1.0);
  for (int c = 0; c < 3; ++c) {
    glm::dvec3 axis(0.0);
    axis[c] = 1.0;
    m[c] = glm::dvec4(map(axis) - origin, 0.0);
  }
  m[3] = glm::dvec4(origin, 1.0);
  return m;
}

}  // namespace

class TestTransform : public QObject {
  Q_OBJECT

 private slots:
  void matrixFollowsDefinition();
  void decomposeInvertsCompose();
  void decomposeKeepsTheMirroredAxis_data();
  void decomposeKeepsTheMirroredAxis();
  void decomposeMirrorsOneAxis();
  void decomposeFollowsTheHint();
  void decomposeOfZeroScales();
  void decomposeReportsShear();
  void decomposeOfFlatShear();
  void normalMatrixKeepsNormalsUpright();
  void slerpIsSphericalAndShort();
};

void TestTransform::matrixFollowsDefinition() {
  Random random;
  for (int i = 0; i < 200; ++i) {
    const transform::Transform t{random.vector(3.0), random.rotation(), random.vector(2.0)};
    QVERIFY(distance(transform::toMatrix(t), matrixByDefinition(t)) < 1e-14);
  }
}

void TestTransform::decomposeInvertsCompose() {
  Random random;
  for (int i = 0; i < 1000; ++i) {
    transform::Transform t{random.vector(3.0), random.rotation(), glm::abs(random.vector(2.0)) + 1e-3};
    double residual = 1.0;
    const transform::Transform back = transform::decompose(transform::toMatrix(t), &residual);
    QVERIFY(residual < 1e-14);
    QVERIFY(distance(back.translation, t.translation) == 0.0);
    QVERIFY(distance(back.scale, t.scale) < 1e-14);
    QVERIFY(angleBetween(back.rotation, t.rotation) < 1e-12);
    QVERIFY(std::abs(glm::length(back.rotation) - 1.0) < 1e-14);
  }
}

void TestTransform::decomposeKeepsTheMirroredAxis_data() {
  QTest::addColumn<double>("x");
  QTest::addColumn<double>("y");
  QTest::addColumn<double>("z");
  QTest::newRow("x") << -1.0 << 1.0 << 1.0;
  QTest::newRow("y") << 1.0 << -1.0 << 1.0;
  QTest::newRow("z") << 1.0 << 1.0 << -1.0;
  QTest::newRow("x, uneven") << -2.0 << 0.5 << 3.0;
  QTest::newRow("y, uneven") << 2.0 << -0.5 << 3.0;
}

void TestTransform::decomposeKeepsTheMirroredAxis() {
  QFETCH(double, x);
  QFETCH(double, y);
  QFETCH(double, z);
  const glm::dvec3 scale(x, y, z);
  for (const double degrees : {0.0, 20.0, -45.0, 80.0}) {
    const transform::Transform t{glm::dvec3(1, 2, 3), glm::angleAxis(glm::radians(degrees), glm::dvec3(0, 1, 0)),
                                 scale};
    double residual = 1.0;
    const transform::Transform back = transform::decompose(transform::toMatrix(t), &residual);
    QVERIFY(residual < 1e-14);
    QVERIFY(distance(back.scale, scale) < 1e-14);
    QVERIFY(angleBetween(back.rotation, t.rotation) < 1e-12);
  }
}

void TestTransform::decomposeMirrorsOneAxis() {
  Random random;
  for (int i = 0; i < 500; ++i) {
    transform::Transform t{random.vector(3.0), random.rotation(), glm::abs(random.vector(2.0)) + 1e-3};
    const int flips = i % 8;
    for (int c = 0; c < 3; ++c) {
      t.scale[c] *= (flips >> c & 1) != 0 ? -1.0 : 1.0;
    }
    double residual = 1.0;
    const transform::Transform back = transform::decompose(transform::toMatrix(t), &residual);
    QVERIFY(residual < 1e-13);
    QVERIFY(distance(transform::toMatrix(back), transform::toMatrix(t)) < 1e-13);
    const int negative = (back.scale.x < 0.0) + (back.scale.y < 0.0) + (back.scale.z < 0.0);
    const bool mirrored = t.scale.x * t.scale.y * t.scale.z < 0.0;
    QCOMPARE(negative, mirrored ? 1 : 0);
    if (mirrored) {
      // No other choice of the axis is closer to the identity.
      for (int c = 0; c < 3; ++c) {
        if (back.scale[c] < 0.0) {
          continue;
        }
        glm::dquat half(0.0, 0.0, 0.0, 0.0);
        half[c] = 1.0;  // from one negative axis to another is a half turn about the third
        QVERIFY(angleBetween(back.rotation, glm::dquat(1, 0, 0, 0)) <=
                angleBetween(back.rotation * half, glm::dquat(1, 0, 0, 0)) + 1e-6);
      }
    }
  }
  // Three negative axes equal a half turn with one mirrored axis: one stays.
  const transform::Transform all =
      transform::decompose(transform::toMatrix({glm::dvec3(0.0), glm::dquat(1, 0, 0, 0), glm::dvec3(-1.0)}));
  QVERIFY(distance(all.scale, glm::dvec3(-1, 1, 1)) < 1e-15);
}

void TestTransform::decomposeFollowsTheHint() {
  Random random;
  for (int i = 0; i < 300; ++i) {
    transform::Transform t{random.vector(3.0), random.rotation(), glm::abs(random.vector(2.0)) + 1e-3};
    t.scale[i % 3] *= -1.0;
    const glm::dquat hint = t.rotation * glm::angleAxis(0.3, glm::normalize(random.vector(1.0)));
    const transform::Transform back = transform::decompose(transform::toMatrix(t), nullptr, hint);
    QVERIFY(distance(back.scale, t.scale) < 1e-13);
    QVERIFY(angleBetween(back.rotation, t.rotation) < 1e-10);
  }
}

void TestTransform::decomposeOfZeroScales() {
  Random random;
  for (int zero = 1; zero < 8; ++zero) {
    for (int i = 0; i < 50; ++i) {
      transform::Transform t{random.vector(3.0), random.rotation(), glm::abs(random.vector(2.0)) + 1e-3};
      for (int c = 0; c < 3; ++c) {
        t.scale[c] *= (zero >> c & 1) != 0 ? 0.0 : 1.0;
      }
      double residual = 1.0;
      const transform::Transform back = transform::decompose(transform::toMatrix(t), &residual, t.rotation);
      QVERIFY(residual < 1e-14);
      QVERIFY(distance(back.scale, t.scale) < 1e-14);
      QVERIFY(std::abs(glm::length(back.rotation) - 1.0) < 1e-14);
      QVERIFY(angleBetween(back.rotation, t.rotation) < 1e-7);
      // The rounding error of a zero column is not a direction.
      glm::dmat4 noisy = transform::toMatrix(t);
      noisy[0] += zero & 1 ? glm::dvec4(1e-17, -2e-17, 3e-17, 0.0) : glm::dvec4(0.0);
      if (zero != 7) {
        QVERIFY(angleBetween(transform::decompose(noisy, nullptr, t.rotation).rotation, t.rotation) < 1e-7);
      }
    }
  }
  // Mirrored and flat: the axis is unknown, so none is mirrored.
  const transform::Transform flat =
      transform::decompose(transform::toMatrix({glm::dvec3(0.0), glm::dquat(1, 0, 0, 0), glm::dvec3(1, 0, 1)}));
  QVERIFY(distance(flat.scale, glm::dvec3(1, 0, 1)) == 0.0);
  QVERIFY(angleBetween(flat.rotation, glm::dquat(1, 0, 0, 0)) < 1e-12);
}

void TestTransform::decomposeReportsShear() {
  glm::dmat4 shear(1.0);
  shear[1][0] = 0.5;  // x += 0.5·y
  double residual = 0.0;
  const transform::Transform t = transform::decompose(shear, &residual);
  QVERIFY(residual > 0.1 && residual < 0.5);
  QVERIFY(std::abs(glm::length(t.rotation) - 1.0) < 1e-14);
  QVERIFY(t.scale.x > 0.0 && t.scale.y > 0.0 && t.scale.z > 0.0);
  // The residual is the error of the result, relative to the largest element.
  QVERIFY(std::abs(distance(transform::toMatrix(t), shear) - residual) < 1e-15);
  glm::dmat4 large = shear;
  for (int c = 0; c < 3; ++c) {
    large[c] *= 1000.0;
  }
  double relative = 0.0;
  transform::decompose(large, &relative);
  QVERIFY(std::abs(relative - residual) < 1e-12);
}

void TestTransform::decomposeOfFlatShear() {
  glm::dmat4 m(1.0);
  m[1] = m[0];  // two equal columns
  double residual = 0.0;
  const transform::Transform t = transform::decompose(m, &residual);
  QVERIFY(std::isfinite(residual) && residual > 0.1);
  QVERIFY(std::abs(glm::length(t.rotation) - 1.0) < 1e-14);
  for (int c = 0; c < 3; ++c) {
    QVERIFY(std::isfinite(t.scale[c]) && t.scale[c] >= 0.0);
  }
}

void TestTransform::normalMatrixKeepsNormalsUpright() {
  Random random;
  for (int i = 0; i < 300; ++i) {
    transform::Transform t{random.vector(3.0), random.rotation(), random.vector(2.0)};
    for (int c = 0; c < 3; ++c) {
      t.scale[c] += t.scale[c] < 0.0 ? -0.1 : 0.1;
    }
    const glm::dmat4 m = transform::toMatrix(t);
    // A plane through two tangents; the normal of the mapped plane, on the side to which a point above it is mapped.
    const glm::dvec3 u = random.vector(1.0);
    const glm::dvec3 v = random.vector(1.0);
    const glm::dvec3 n = glm::normalize(glm::cross(u, v));
    const glm::dmat3 a(m);
    const glm::dvec3 mapped = glm::normalize(transform::normalMatrix(m) * n);
    QVERIFY(std::abs(glm::dot(mapped, glm::normalize(a * u))) < 1e-11);
    QVERIFY(std::abs(glm::dot(mapped, glm::normalize(a * v))) < 1e-11);
    QVERIFY(glm::dot(mapped, a * n) > 0.0);
    // Not normalised: a uniform scale of 2 gives 4.
  }
  const glm::dmat3 twice =
      transform::normalMatrix(transform::toMatrix({glm::dvec3(7.0), glm::dquat(1, 0, 0, 0), glm::dvec3(2.0)}));
  QVERIFY(glm::length(twice[0] - glm::dvec3(4, 0, 0)) < 1e-15);
}

void TestTransform::slerpIsSphericalAndShort() {
  const glm::dvec3 axis = glm::normalize(glm::dvec3(1, 2, -1));
  for (const double angle : {1e-12, 1e-8, 1e-5, 0.1, 1.0, 3.0, 4.0, 6.0}) {
    const glm::dquat a = glm::angleAxis(0.4, axis);
    const glm::dquat b = glm::angleAxis(0.4 + angle, axis);
    const double shorter = angle > glm::pi<double>() ? angle - glm::two_pi<double>() : angle;
    for (const double t : {0.0, 0.25, 0.5, 0.9, 1.0}) {
      for (const double sign : {1.0, -1.0}) {
        const glm::dquat got = transform::slerpShortest(a, b * sign, t);
        QVERIFY(angleBetween(got, glm::angleAxis(0.4 + shorter * t, axis)) < 1e-14);
        QVERIFY(std::abs(glm::length(got) - 1.0) < 1e-15);
      }
    }
  }
}

TEXELETON_PLAIN_SUITE(TestTransform)
#include "test_transform.moc"
