#include "core/transform/rotation.h"

#include <QObject>
#include <QTest>
#include <cmath>
#include <random>

#include "tests/core/transform/compare_transforms.h"
#include "tests/support/suite.h"

using namespace texeleton;
using test::angleBetween;

namespace {

glm::dmat3 about(int axis, double degrees) {
  const double c = std::cos(glm::radians(degrees));
  const double s = std::sin(glm::radians(degrees));
  glm::dmat3 m(1.0);
  const int u = (axis + 1) % 3;
  const int v = (axis + 2) % 3;
  m[u][u] = c;
  m[u][v] = s;
  m[v][u] = -s;
  m[v][v] = c;
  return m;
}

}  // namespace

class TestRotation : public QObject {
  Q_OBJECT

 private slots:
  void eulerOrderIsYxz();
  void eulerRoundTrips();
  void eulerAtThePoles();
  void eulerOfAnyRotation();
  void rotatesAboutAxis();
  void lookRotationPointsAndLeans();
};

void TestRotation::eulerOrderIsYxz() {
  for (double x = -170.0; x < 180.0; x += 50.0) {
    for (double y = -170.0; y < 180.0; y += 50.0) {
      for (double z = -170.0; z < 180.0; z += 50.0) {
        const glm::dmat3 expected = about(1, y) * about(0, x) * about(2, z);
        const glm::dmat3 got = glm::mat3_cast(transform::fromEulerDegrees({x, y, z}));
        for (int c = 0; c < 3; ++c) {
          QVERIFY(glm::length(got[c] - expected[c]) < 1e-14);
        }
      }
    }
  }
}

void TestRotation::eulerRoundTrips() {
  for (const double x : {-89.9999, -60.0, -1.0, 0.0, 45.0, 89.0, 89.99999}) {
    for (const double y : {-179.0, -90.0, 0.0, 30.0, 90.0, 180.0}) {
      for (const double z : {-170.0, -90.0, 0.0, 1.0, 135.0, 180.0}) {
        for (const double sign : {1.0, -1.0}) {
          const glm::dvec3 back = transform::toEulerDegrees(transform::fromEulerDegrees({x, y, z}) * sign);
          const double tolerance = std::abs(x) > 89.0 ? 1e-6 : 1e-11;
          QVERIFY(std::abs(back.x - x) < tolerance);
          QVERIFY(std::abs(std::remainder(back.y - y, 360.0)) < tolerance);
          QVERIFY(std::abs(std::remainder(back.z - z, 360.0)) < tolerance);
        }
      }
    }
  }
}

void TestRotation::eulerAtThePoles() {
  for (const double pole : {90.0, -90.0}) {
    for (double y = -150.0; y <= 180.0; y += 30.0) {
      for (double z = -150.0; z <= 180.0; z += 30.0) {
        const glm::dquat q = transform::fromEulerDegrees({pole, y, z});
        const glm::dvec3 back = transform::toEulerDegrees(q);
        QVERIFY(angleBetween(transform::fromEulerDegrees(back), q) < 1e-14);
        QVERIFY(std::abs(back.x - pole) < 1e-6);
        // Close to the pole, as after rounding in a file or a text field.
        const glm::dquat near = transform::fromEulerDegrees({pole * (1.0 - 1e-9), y, z});
        QVERIFY(angleBetween(transform::fromEulerDegrees(transform::toEulerDegrees(near)), near) < 1e-14);
      }
    }
    // The sum of yaw and roll becomes yaw.
    const glm::dvec3 back = transform::toEulerDegrees(transform::fromEulerDegrees({pole, 50.0, 0.0}));
    QVERIFY(std::abs(back.y - 50.0) < 1e-6 && std::abs(back.z) < 1e-6);
  }
}

void TestRotation::eulerOfAnyRotation() {
  std::mt19937 engine(11);
  std::normal_distribution<double> number;
  for (int i = 0; i < 2000; ++i) {
    const glm::dquat q = glm::normalize(glm::dquat(number(engine), number(engine), number(engine), number(engine)));
    const glm::dvec3 e = transform::toEulerDegrees(q);
    QVERIFY(e.x >= -90.0 && e.x <= 90.0);
    QVERIFY(e.y > -180.0 && e.y <= 180.0 && e.z > -180.0 && e.z <= 180.0);
    QVERIFY(angleBetween(transform::fromEulerDegrees(e), q) < 1e-14);
  }
}

void TestRotation::rotatesAboutAxis() {
  // Counter-clockwise seen from the tip: a quarter turn about Y takes Z to X.
  QVERIFY(glm::length(transform::fromAxisAngleDegrees({0, 5, 0}, 90.0) * glm::dvec3(0, 0, 1) - glm::dvec3(1, 0, 0)) <
          1e-15);
  QVERIFY(angleBetween(transform::fromAxisAngleDegrees({0, 0, 0}, 90.0), glm::dquat(1, 0, 0, 0)) == 0.0);
  // Two half turns about it are the rotation.
  const glm::dvec3 axis(1, -2, 3);
  const glm::dquat half = transform::fromAxisAngleDegrees(axis, 35.0);
  QVERIFY(angleBetween(transform::fromAxisAngleDegrees(axis, 70.0), half * half) < 1e-14);
  QVERIFY(glm::length(half * axis - axis) < 1e-14);
}

void TestRotation::lookRotationPointsAndLeans() {
  std::mt19937 engine(5);
  std::normal_distribution<double> number;
  for (int i = 0; i < 500; ++i) {
    const glm::dvec3 forward(number(engine), number(engine), number(engine));
    const glm::dvec3 up(number(engine), number(engine), number(engine));
    const glm::dquat q = transform::lookRotation(forward, up);
    QVERIFY(glm::length(q * glm::dvec3(0, 0, 1) - glm::normalize(forward)) < 1e-14);
    QVERIFY(std::abs(glm::dot(q * glm::dvec3(1, 0, 0), up)) < 1e-13);
    QVERIFY(glm::dot(q * glm::dvec3(0, 1, 0), up) > 0.0);
  }
  for (const glm::dvec3& forward : {glm::dvec3(0, 1, 0), glm::dvec3(0, -2, 0), glm::dvec3(1, 0, 0)}) {
    for (const glm::dvec3& up : {forward, -forward, glm::dvec3(0.0)}) {
      const glm::dquat q = transform::lookRotation(forward, up);
      QVERIFY(std::abs(glm::length(q) - 1.0) < 1e-14);
      QVERIFY(glm::length(q * glm::dvec3(0, 0, 1) - glm::normalize(forward)) < 1e-14);
    }
  }
}

TEXELETON_PLAIN_SUITE(TestRotation)
#include "test_rotation.moc"
