// The mathematics of the gizmo: each handle in each space against known amounts, under uniform and non-uniform parents,
// in perspective and orthographic views.

#include <QObject>
#include <QTest>
#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "core/transform/rotation.h"
#include "tests/support/suite.h"
#include "viewport/scene/gizmo/gizmo.h"
#include "viewport/scene/gizmo/gizmo_shapes.h"

using namespace texeleton;

namespace {

constexpr double kTolerance = 1e-6;

viewport::Camera cameraFor(bool orthographic) {
  viewport::Camera camera;
  camera.target = {0.3f, 1.1f, -0.2f};
  camera.yaw = 0.7f;
  camera.pitch = 0.45f;
  camera.distance = 6.0f;
  camera.orthographic = orthographic;
  return camera;
}

transform::Transform transformOf(const glm::dvec3& t, const glm::dvec3& degrees, const glm::dvec3& s) {
  return {t, transform::fromEulerDegrees(degrees), s};
}

struct Parent {
  const char* name;
  transform::Transform transform;
  bool uneven;
};

const std::array<Parent, 4>& parents() {
  static const std::array<Parent, 4> all = {{
      {"none", transform::Transform(), false},
      {"turned", transformOf({0.2, 0.9, -0.4}, {20.0, 50.0, -30.0}, glm::dvec3(1.0)), false},
      {"centimetres", transformOf({0.1, 1.0, 0.2}, {-90.0, 15.0, 0.0}, glm::dvec3(0.01)), false},
      {"uneven", transformOf({0.0, 1.0, 0.1}, {10.0, -40.0, 25.0}, {0.5, 2.0, 1.25}), true},
  }};
  return all;
}

/// The object, near the middle of the view for any parent.
transform::Transform objectUnder(const glm::dmat4& parent) {
  transform::Transform local;
  local.translation = glm::dvec3(glm::inverse(parent) * glm::dvec4(0.2, 1.2, -0.1, 1.0));
  local.rotation = transform::fromEulerDegrees({15.0, 35.0, 60.0});
  local.scale = {1.0, 1.5, 0.75};
  return local;
}

viewport::GizmoStart startOf(viewport::GizmoMode mode, viewport::GizmoHandle handle, viewport::GizmoSpace space,
                             const glm::dmat4& parent, const transform::Transform& local) {
  viewport::GizmoStart start;
  start.mode = mode;
  start.handle = handle;
  start.space = space;
  start.parentWorld = parent;
  start.local = local;
  start.pivot = glm::dvec3((parent * toMatrix(local))[3]);
  return start;
}

/// World direction of an axis of the space, computed independently of the gizmo.
glm::dvec3 axisIn(viewport::GizmoSpace space, const glm::dmat4& parent, const transform::Transform& local, int axis) {
  glm::dvec3 unit(0.0);
  unit[axis] = 1.0;
  const glm::dmat4 matrix = space == viewport::GizmoSpace::World    ? glm::dmat4(1.0)
                            : space == viewport::GizmoSpace::Parent ? parent
                                                                    : parent * toMatrix(local);
  return glm::normalize(glm::dvec3(matrix * glm::dvec4(unit, 0.0)));
}

glm::dvec3 worldPlace(const glm::dmat4& parent, const transform::Transform& local) {
  return glm::dvec3((parent * toMatrix(local))[3]);
}

double turnBetween(const glm::dquat& a, const glm::dquat& b) {
  return 2.0 * std::acos(std::min(std::abs(glm::dot(a, b)), 1.0)) * 57.29577951308232;
}

bool nearTo(const glm::dvec3& a, const glm::dvec3& b, double within = kTolerance) {
  return glm::length(a - b) < within;
}

viewport::GizmoDrag begun(const viewport::GizmoStart& start, const viewport::GizmoView& view) {
  auto drag = viewport::GizmoDrag::begin(start, view);
  if (!drag) {
    qFatal("%s", drag.error().message.c_str());
  }
  return *drag;
}

constexpr std::array<viewport::GizmoSpace, 3> kSpaces = {viewport::GizmoSpace::Local, viewport::GizmoSpace::Parent,
                                                         viewport::GizmoSpace::World};

}  // namespace

class TestGizmoDrag : public QObject {
  Q_OBJECT

  static constexpr glm::dvec2 kSize{800.0, 600.0};

 private slots:
  // The line of sight through a point's pixel passes through the point.
  void sightPassesThroughPoint() {
    for (const bool orthographic : {false, true}) {
      const viewport::GizmoView view(cameraFor(orthographic), kSize);
      std::mt19937 random(7);
      std::uniform_real_distribution<double> near(-1.0, 1.0);
      for (int i = 0; i < 200; ++i) {
        const glm::dvec3 point(near(random), near(random) + 1.0, near(random));
        const auto at = view.placeOf(point);
        QVERIFY(at.has_value());
        const viewport::GizmoView::Line sight = view.sightThrough(*at);
        const glm::dvec3 from = point - sight.origin;
        QVERIFY(glm::length(from - sight.direction * glm::dot(from, sight.direction)) < 1e-5);
      }
    }
  }

  // The pointer moves from the projection of one point on the axis (or plane) to that of another: the world position
  // must move by exactly that vector.
  void translate() {
    for (const bool orthographic : {false, true}) {
      const viewport::GizmoView view(cameraFor(orthographic), kSize);
      for (const Parent& each : parents()) {
        const glm::dmat4 parent = toMatrix(each.transform);
        const transform::Transform local = objectUnder(parent);
        const glm::dvec3 origin = worldPlace(parent, local);
        for (const viewport::GizmoSpace space : kSpaces) {
          for (int handle = 1; handle <= 7; ++handle) {
            viewport::GizmoStart start = startOf(viewport::GizmoMode::Translate,
                                                 static_cast<viewport::GizmoHandle>(handle), space, parent, local);
            glm::dvec3 by(0.0);
            glm::dvec3 grabbed = origin;
            if (start.handle == viewport::GizmoHandle::Screen) {
              by = view.right() * 0.23 - view.up() * 0.31;
              if (!orthographic) {  // In the plane that faces the eye, not the image plane.
                const glm::dvec3 sight = view.sightTo(origin);
                by -= sight * glm::dot(by, sight);
              }
            } else {
              for (std::size_t i = 0; i < 3; ++i) {
                if (viewport::touches(start.handle, i)) {
                  const glm::dvec3 along = axisIn(space, parent, local, static_cast<int>(i));
                  by += along * (0.37 - 0.2 * static_cast<double>(i));
                  grabbed += along * 0.11;
                }
              }
            }
            start.pointer = *view.placeOf(grabbed);
            viewport::GizmoDrag drag = begun(start, view);
            drag.moveTo(*view.placeOf(grabbed + by * 0.4));
            drag.moveTo(*view.placeOf(grabbed + by));
            const viewport::GizmoOutcome outcome = drag.outcome();
            const QString what = QString("%1 handle %2 space %3").arg(each.name).arg(handle).arg(int(space));
            QVERIFY2(nearTo(worldPlace(parent, outcome.local), origin + by, 1e-5), qPrintable(what));
            QVERIFY2(outcome.local.rotation == local.rotation && outcome.local.scale == local.scale, qPrintable(what));
            QVERIFY(outcome.dropped == 0.0);
            // Moved back to its start, the object is unchanged.
            drag.moveTo(start.pointer);
            QVERIFY(nearTo(drag.outcome().local.translation, local.translation, 1e-9));
          }
        }
      }
    }
  }

  // A rotation in the world: the new world rotation (of the chain) is the rotation times the old one.
  void rotate() {
    for (const bool orthographic : {false, true}) {
      const viewport::GizmoView view(cameraFor(orthographic), kSize);
      for (const Parent& each : parents()) {
        const glm::dmat4 parent = toMatrix(each.transform);
        const transform::Transform local = objectUnder(parent);
        const glm::dvec3 origin = worldPlace(parent, local);
        for (const viewport::GizmoSpace space : kSpaces) {
          for (int axis = 0; axis < 3; ++axis) {
            viewport::GizmoStart start = startOf(viewport::GizmoMode::Rotate,
                                                 static_cast<viewport::GizmoHandle>(axis + 1), space, parent, local);
            const glm::dquat chain = each.transform.rotation;
            glm::dvec3 unit(0.0);
            unit[axis] = 1.0;
            const glm::dvec3 about = space == viewport::GizmoSpace::World    ? unit
                                     : space == viewport::GizmoSpace::Parent ? chain * unit
                                                                             : chain * (local.rotation * unit);
            // Two points of the ring, 40 degrees apart.
            const glm::dvec3 side = glm::normalize(glm::cross(about, glm::dvec3(0.31, 0.77, -0.52)));
            const glm::dvec3 other = glm::angleAxis(glm::radians(40.0), about) * side;
            start.pointer = *view.placeOf(origin + side * 0.6);
            viewport::GizmoDrag drag = begun(start, view);
            if (std::abs(glm::dot(about, view.sightTo(origin))) < 0.2) {
              continue;  // Edge-on: see below.
            }
            drag.moveTo(*view.placeOf(origin + other * 0.6));
            const viewport::GizmoOutcome outcome = drag.outcome();
            QVERIFY(std::abs(outcome.amounts.x - 40.0) < 1e-4);
            const glm::dquat wanted = glm::angleAxis(glm::radians(40.0), about) * chain * local.rotation;
            QVERIFY2(turnBetween(chain * outcome.local.rotation, wanted) < 1e-4, each.name);
            QVERIFY(outcome.local.scale == local.scale);
            QVERIFY(nearTo(worldPlace(parent, outcome.local), origin));
            // Only a non-uniform parent with an object that is not aligned to it can need shear.
            QVERIFY(each.uneven ? outcome.dropped > 1e-3 || space != viewport::GizmoSpace::World
                                : outcome.dropped < 1e-6);
          }
        }
      }
    }
  }

  void countsRotationsBeyondHalfTurn() {
    const viewport::GizmoView view(cameraFor(false), kSize);
    viewport::GizmoStart start = startOf(viewport::GizmoMode::Rotate, viewport::GizmoHandle::Y,
                                         viewport::GizmoSpace::World, glm::dmat4(1.0), transform::Transform());
    start.pivot = {0.0, 1.0, 0.0};
    const auto at = [&](double degrees) {
      return *view.placeOf(start.pivot +
                           glm::angleAxis(glm::radians(degrees), glm::dvec3(0, 1, 0)) * glm::dvec3(0.5, 0, 0));
    };
    start.pointer = at(0.0);
    viewport::GizmoDrag drag = begun(start, view);
    for (int i = 1; i <= 54; ++i) {
      drag.moveTo(at(10.0 * i));
    }
    QVERIFY(std::abs(drag.outcome().amounts.x - 540.0) < 1e-4);
  }

  // A key turns by the angle that the pointer travels around the pivot on screen; anticlockwise is positive when the
  // axis points to the viewer.
  void keysTurnByScreenAngle() {
    const viewport::GizmoView view(cameraFor(false), kSize);
    viewport::GizmoStart start = startOf(viewport::GizmoMode::Rotate, viewport::GizmoHandle::Screen,
                                         viewport::GizmoSpace::World, glm::dmat4(1.0), transform::Transform());
    start.byKey = true;
    const glm::dvec2 middle = *view.placeOf(start.pivot);
    start.pointer = middle + glm::dvec2(100.0, 0.0);
    viewport::GizmoDrag drag = begun(start, view);
    drag.moveTo(middle + glm::dvec2(0.0, -50.0));
    QVERIFY(std::abs(drag.outcome().amounts.x - 90.0) < 1e-6);
    const glm::dquat wanted = glm::angleAxis(glm::radians(90.0), -view.sightTo(start.pivot));
    QVERIFY(turnBetween(drag.outcome().local.rotation, wanted) < 1e-5);
    // Around the world's Y, which points up and towards the viewer here, the direction is the same.
    const auto aboutY = drag.with(viewport::GizmoHandle::Y, viewport::GizmoSpace::World);
    QVERIFY(aboutY.has_value());
    QVERIFY(std::abs(aboutY->outcome().amounts.x - 90.0) < 1e-6);
  }

  // Along the object's axes: exactly that scale, whatever the parents. Along others: the part that needs no shear.
  void scale() {
    for (const bool orthographic : {false, true}) {
      const viewport::GizmoView view(cameraFor(orthographic), kSize);
      for (const Parent& each : parents()) {
        const glm::dmat4 parent = toMatrix(each.transform);
        const transform::Transform local = objectUnder(parent);
        const glm::dvec3 origin = worldPlace(parent, local);
        for (int handle = 1; handle <= 6; ++handle) {
          viewport::GizmoStart start = startOf(viewport::GizmoMode::Scale, static_cast<viewport::GizmoHandle>(handle),
                                               viewport::GizmoSpace::Local, parent, local);
          glm::dvec3 out(0.0);
          glm::dvec3 factors(1.0);
          for (std::size_t i = 0; i < 3; ++i) {
            if (viewport::touches(start.handle, i)) {
              out += axisIn(viewport::GizmoSpace::Local, parent, local, static_cast<int>(i)) * 0.4;
              factors[static_cast<int>(i)] = 1.6;
            }
          }
          start.pointer = *view.placeOf(origin + out);
          viewport::GizmoDrag drag = begun(start, view);
          drag.moveTo(*view.placeOf(origin + out * 1.6));
          const viewport::GizmoOutcome outcome = drag.outcome();
          QVERIFY2(nearTo(outcome.local.scale, local.scale * factors, 1e-4), each.name);
          QVERIFY(outcome.local.rotation == local.rotation);
          QVERIFY(nearTo(worldPlace(parent, outcome.local), origin, 1e-5));
          QVERIFY(outcome.dropped < (each.uneven ? 1.0 : 1e-6));
        }
      }
    }
  }

  void scaleAlongOtherAxesDropsShear() {
    const viewport::GizmoView view(cameraFor(false), kSize);
    transform::Transform local;
    const viewport::GizmoStart upright = startOf(viewport::GizmoMode::Scale, viewport::GizmoHandle::X,
                                                 viewport::GizmoSpace::World, glm::dmat4(1.0), local);
    const viewport::GizmoOutcome exact = begun(upright, view).outcomeOf({2.0, 1.0, 1.0});
    QVERIFY(nearTo(exact.local.scale, {2.0, 1.0, 1.0}));
    QVERIFY(exact.dropped < 1e-12);
    local.rotation = transform::fromAxisAngleDegrees({0, 0, 1}, 45.0);
    const viewport::GizmoStart turned = startOf(viewport::GizmoMode::Scale, viewport::GizmoHandle::X,
                                                viewport::GizmoSpace::World, glm::dmat4(1.0), local);
    const viewport::GizmoOutcome nearest = begun(turned, view).outcomeOf({2.0, 1.0, 1.0});
    // Each of the two axes gets half of the stretch.
    QVERIFY(nearTo(nearest.local.scale, {1.5, 1.5, 1.0}));
    QVERIFY(nearest.dropped > 0.1);
    // After a turn of 90 degrees it is another axis, and nothing is dropped.
    local.rotation = transform::fromAxisAngleDegrees({0, 0, 1}, 90.0);
    const viewport::GizmoStart across = startOf(viewport::GizmoMode::Scale, viewport::GizmoHandle::X,
                                                viewport::GizmoSpace::World, glm::dmat4(1.0), local);
    const viewport::GizmoOutcome other = begun(across, view).outcomeOf({2.0, 1.0, 1.0});
    QVERIFY(nearTo(other.local.scale, {1.0, 2.0, 1.0}));
    QVERIFY(other.dropped < 1e-12);
  }

  void pivotsStay() {
    const viewport::GizmoView view(cameraFor(false), kSize);
    const glm::dmat4 parent = toMatrix(parents()[1].transform);
    const transform::Transform local = objectUnder(parent);
    viewport::GizmoStart start =
        startOf(viewport::GizmoMode::Rotate, viewport::GizmoHandle::Z, viewport::GizmoSpace::World, parent, local);
    start.pivot = {1.0, 0.5, 0.25};
    const glm::dvec3 origin = worldPlace(parent, local);
    const glm::dvec3 turned = glm::angleAxis(glm::radians(90.0), glm::dvec3(0, 0, 1)) * (origin - start.pivot);
    QVERIFY(nearTo(worldPlace(parent, begun(start, view).outcomeOf({90.0, 0.0, 0.0}).local), start.pivot + turned));
    start.mode = viewport::GizmoMode::Scale;
    start.handle = viewport::GizmoHandle::Screen;
    QVERIFY(nearTo(worldPlace(parent, begun(start, view).outcomeOf(glm::dvec3(3.0)).local),
                   start.pivot + 3.0 * (origin - start.pivot)));
  }

  // A mirrored parent: the visible rotation equals the requested one.
  void mirroredParents() {
    const viewport::GizmoView view(cameraFor(false), kSize);
    const glm::dmat4 parent = toMatrix(transformOf({0.0, 1.0, 0.0}, {10.0, 20.0, 30.0}, {-1.0, 1.0, 1.0}));
    const transform::Transform local = objectUnder(parent);
    for (const viewport::GizmoSpace space : kSpaces) {
      const viewport::GizmoStart start =
          startOf(viewport::GizmoMode::Rotate, viewport::GizmoHandle::X, space, parent, local);
      const viewport::GizmoDrag drag = begun(start, view);
      const viewport::GizmoOutcome outcome = drag.outcomeOf({30.0, 0.0, 0.0});
      const glm::dmat3 wanted = glm::mat3_cast(glm::angleAxis(glm::radians(30.0), drag.frame().turns[0])) *
                                glm::dmat3(parent * toMatrix(local));
      const glm::dmat3 got(parent * toMatrix(outcome.local));
      for (int c = 0; c < 3; ++c) {
        QVERIFY(nearTo(wanted[c], got[c], 1e-9));
      }
      if (space == viewport::GizmoSpace::Local) {  // In local space it is a rotation about the object's X.
        QVERIFY(turnBetween(outcome.local.rotation, local.rotation * transform::fromAxisAngleDegrees({1, 0, 0}, 30.0)) <
                1e-5);
      }
    }
  }

  void steps() {
    const viewport::GizmoView view(cameraFor(false), kSize);
    viewport::GizmoStart start = startOf(viewport::GizmoMode::Translate, viewport::GizmoHandle::X,
                                         viewport::GizmoSpace::World, glm::dmat4(1.0), transform::Transform());
    start.pointer = *view.placeOf({0.0, 0.0, 0.0});
    viewport::GizmoDrag drag = begun(start, view);
    drag.moveTo(*view.placeOf({0.64, 0.0, 0.0}));
    QVERIFY(std::abs(drag.outcome(viewport::GizmoSteps{0.25, 15.0, 0.1}).local.translation.x - 0.75) < 1e-12);
  }

  void nothingUnderScaleOfZero() {
    const viewport::GizmoView view(cameraFor(false), kSize);
    const glm::dmat4 flat = toMatrix(transformOf({}, {}, {1.0, 0.0, 1.0}));
    QVERIFY(!viewport::GizmoDrag::begin(
        startOf(viewport::GizmoMode::Translate, viewport::GizmoHandle::X, viewport::GizmoSpace::World, flat, {}),
        view));
  }

  void numbers() {
    viewport::GizmoNumbers numbers;
    for (const char key : {'1', '.', '2', '5', '-', '\t', '4', '2', '\b'}) {
      QVERIFY(numbers.type(key));
    }
    QVERIFY(!numbers.type('x'));
    QCOMPARE(numbers.values()[0].value_or(0.0), -1.25);
    QCOMPARE(numbers.values()[1].value_or(0.0), 4.0);
    QVERIFY(!numbers.values()[2]);
    const viewport::GizmoView view(cameraFor(false), kSize);
    const auto amounts = [&](viewport::GizmoMode mode, viewport::GizmoHandle handle,
                             std::array<std::optional<double>, 3> typed) {
      return begun(startOf(mode, handle, viewport::GizmoSpace::World, glm::dmat4(1.0), transform::Transform()), view)
          .amountsOf(typed);
    };
    QVERIFY(amounts(viewport::GizmoMode::Translate, viewport::GizmoHandle::Y, {2.0}) == glm::dvec3(0.0, 2.0, 0.0));
    QVERIFY(amounts(viewport::GizmoMode::Translate, viewport::GizmoHandle::PlaneY, {2.0, 3.0}) ==
            glm::dvec3(2.0, 0.0, 3.0));
    QVERIFY(amounts(viewport::GizmoMode::Scale, viewport::GizmoHandle::Screen, {2.0}) == glm::dvec3(2.0));
    QVERIFY(amounts(viewport::GizmoMode::Scale, viewport::GizmoHandle::PlaneX, {2.0}) == glm::dvec3(1.0, 2.0, 2.0));
    QVERIFY(amounts(viewport::GizmoMode::Rotate, viewport::GizmoHandle::Z, {90.0}).x == 90.0);
  }

  // The size on screen is constant at any distance, in both projections; handles are hit where they are drawn.
  void sizeOnScreen() {
    for (const bool orthographic : {false, true}) {
      for (const float distance : {1.0f, 6.0f, 80.0f}) {
        viewport::Camera camera = cameraFor(orthographic);
        camera.distance = distance;
        const viewport::GizmoView view(camera, kSize);
        viewport::GizmoState state;
        state.frame.origin = camera.target;
        const auto shapes = viewport::gizmoShapes(state, view);
        double widest = 0.0;
        for (const viewport::GizmoShape& shape : shapes) {
          for (const glm::dvec2& point : shape.points) {
            widest = std::max(widest, glm::length(point - kSize * 0.5));
          }
        }
        QVERIFY2(widest > 0.75 * viewport::kGizmoPoints && widest < 1.25 * viewport::kGizmoPoints,
                 qPrintable(QString::number(widest)));
        QCOMPARE(viewport::handleAt(shapes, kSize * 0.5), viewport::GizmoHandle::Screen);
        const double length = viewport::kGizmoPoints * view.metresAPoint(state.frame.origin);
        for (int axis = 0; axis < 3; ++axis) {
          glm::dvec3 unit(0.0);
          unit[axis] = 1.0;
          const auto at = view.placeOf(state.frame.origin + unit * length * 0.75);
          QCOMPARE(viewport::handleAt(shapes, *at), static_cast<viewport::GizmoHandle>(axis + 1));
          const glm::dvec3 corner = glm::dvec3(0.4) - unit * 0.4;
          const auto inPlane = view.placeOf(state.frame.origin + corner * length);
          QCOMPARE(viewport::handleAt(shapes, *inPlane), static_cast<viewport::GizmoHandle>(axis + 4));
        }
        QCOMPARE(viewport::handleAt(shapes, {5.0, 5.0}), viewport::GizmoHandle::None);
      }
    }
  }
};

TEXELETON_PLAIN_SUITE(TestGizmoDrag)
#include "test_gizmo_drag.moc"
