// The mathematics of the gizmo: each handle in each space against amounts known beforehand, under even and uneven
// parents, in perspective and orthographic views.

#include <QObject>
#include <QTest>
#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "core/transform/rotation.h"
#include "tests/support/suite.h"
#include "viewport/scene/gizmo.h"
#include "viewport/scene/gizmo_shapes.h"

using namespace texeleton;

namespace {

constexpr double kTolerance = 1e-6;

const glm::dvec2 kSize(800.0, 600.0);

Camera cameraFor(bool orthographic) {
  Camera camera;
  camera.target = {0.3f, 1.1f, -0.2f};
  camera.yaw = 0.7f;
  camera.pitch = 0.45f;
  camera.distance = 6.0f;
  camera.orthographic = orthographic;
  return camera;
}

Transform transformOf(const glm::dvec3& t, const glm::dvec3& degrees, const glm::dvec3& s) {
  return {t, fromEulerDegrees(degrees), s};
}

struct Parent {
  const char* name;
  Transform transform;
  bool uneven;
};

const std::array<Parent, 4>& parents() {
  static const std::array<Parent, 4> all = {{
      {"none", Transform(), false},
      {"turned", transformOf({0.2, 0.9, -0.4}, {20.0, 50.0, -30.0}, glm::dvec3(1.0)), false},
      {"centimetres", transformOf({0.1, 1.0, 0.2}, {-90.0, 15.0, 0.0}, glm::dvec3(0.01)), false},
      {"uneven", transformOf({0.0, 1.0, 0.1}, {10.0, -40.0, 25.0}, {0.5, 2.0, 1.25}), true},
  }};
  return all;
}

/// The object: near the middle of the picture whatever it hangs on.
Transform objectUnder(const glm::dmat4& parent) {
  Transform local;
  local.translation = glm::dvec3(glm::inverse(parent) * glm::dvec4(0.2, 1.2, -0.1, 1.0));
  local.rotation = fromEulerDegrees({15.0, 35.0, 60.0});
  local.scale = {1.0, 1.5, 0.75};
  return local;
}

GizmoStart startOf(GizmoMode mode, GizmoHandle handle, GizmoSpace space, const glm::dmat4& parent,
                   const Transform& local) {
  GizmoStart start;
  start.mode = mode;
  start.handle = handle;
  start.space = space;
  start.parentWorld = parent;
  start.local = local;
  start.pivot = glm::dvec3((parent * toMatrix(local))[3]);
  return start;
}

/// Direction of an axis of the space in the world, by another way than the gizmo's.
glm::dvec3 axisIn(GizmoSpace space, const glm::dmat4& parent, const Transform& local, int axis) {
  glm::dvec3 unit(0.0);
  unit[axis] = 1.0;
  const glm::dmat4 matrix = space == GizmoSpace::World    ? glm::dmat4(1.0)
                            : space == GizmoSpace::Parent ? parent
                                                          : parent * toMatrix(local);
  return glm::normalize(glm::dvec3(matrix * glm::dvec4(unit, 0.0)));
}

glm::dvec3 worldPlace(const glm::dmat4& parent, const Transform& local) {
  return glm::dvec3((parent * toMatrix(local))[3]);
}

double turnBetween(const glm::dquat& a, const glm::dquat& b) {
  return 2.0 * std::acos(std::min(std::abs(glm::dot(a, b)), 1.0)) * 57.29577951308232;
}

bool nearTo(const glm::dvec3& a, const glm::dvec3& b, double within = kTolerance) {
  return glm::length(a - b) < within;
}

GizmoDrag begun(const GizmoStart& start, const GizmoView& view) {
  auto drag = GizmoDrag::begin(start, view);
  if (!drag) {
    qFatal("%s", drag.error().message.c_str());
  }
  return *drag;
}

constexpr std::array<GizmoSpace, 3> kSpaces = {GizmoSpace::Local, GizmoSpace::Parent, GizmoSpace::World};

}  // namespace

class TestGizmoDrag : public QObject {
  Q_OBJECT

 private slots:
  // A line of sight through where a point is seen goes through the point.
  void sightGoesThroughWhatIsSeen() {
    for (const bool orthographic : {false, true}) {
      const GizmoView view(cameraFor(orthographic), kSize);
      std::mt19937 random(7);
      std::uniform_real_distribution<double> near(-1.0, 1.0);
      for (int i = 0; i < 200; ++i) {
        const glm::dvec3 point(near(random), near(random) + 1.0, near(random));
        const auto at = view.placeOf(point);
        QVERIFY(at.has_value());
        const GizmoView::Line sight = view.sightThrough(*at);
        const glm::dvec3 from = point - sight.origin;
        QVERIFY(glm::length(from - sight.direction * glm::dot(from, sight.direction)) < 1e-5);
      }
    }
  }

  // The pointer goes from the projection of a point on the axis (or plane) to that of another: the world place must
  // move by just that.
  void translate() {
    for (const bool orthographic : {false, true}) {
      const GizmoView view(cameraFor(orthographic), kSize);
      for (const Parent& each : parents()) {
        const glm::dmat4 parent = toMatrix(each.transform);
        const Transform local = objectUnder(parent);
        const glm::dvec3 origin = worldPlace(parent, local);
        for (const GizmoSpace space : kSpaces) {
          for (int handle = 1; handle <= 7; ++handle) {
            GizmoStart start = startOf(GizmoMode::Translate, static_cast<GizmoHandle>(handle), space, parent, local);
            glm::dvec3 by(0.0);
            glm::dvec3 grabbed = origin;
            if (start.handle == GizmoHandle::Screen) {
              by = view.right() * 0.23 - view.up() * 0.31;
              if (!orthographic) {  // In the plane that faces the eye, not the picture's.
                const glm::dvec3 sight = view.sightTo(origin);
                by -= sight * glm::dot(by, sight);
              }
            } else {
              for (std::size_t i = 0; i < 3; ++i) {
                if (touches(start.handle, i)) {
                  const glm::dvec3 along = axisIn(space, parent, local, static_cast<int>(i));
                  by += along * (0.37 - 0.2 * static_cast<double>(i));
                  grabbed += along * 0.11;
                }
              }
            }
            start.pointer = *view.placeOf(grabbed);
            GizmoDrag drag = begun(start, view);
            drag.moveTo(*view.placeOf(grabbed + by * 0.4));
            drag.moveTo(*view.placeOf(grabbed + by));
            const GizmoOutcome outcome = drag.outcome();
            const QString what = QString("%1 handle %2 space %3").arg(each.name).arg(handle).arg(int(space));
            QVERIFY2(nearTo(worldPlace(parent, outcome.local), origin + by, 1e-5), qPrintable(what));
            QVERIFY2(outcome.local.rotation == local.rotation && outcome.local.scale == local.scale, qPrintable(what));
            QVERIFY(outcome.dropped == 0.0);
            // Back where it began, it is what it was.
            drag.moveTo(start.pointer);
            QVERIFY(nearTo(drag.outcome().local.translation, local.translation, 1e-9));
          }
        }
      }
    }
  }

  // A turn of the world: the world rotation (of the chain) is the turn times what it was.
  void rotate() {
    for (const bool orthographic : {false, true}) {
      const GizmoView view(cameraFor(orthographic), kSize);
      for (const Parent& each : parents()) {
        const glm::dmat4 parent = toMatrix(each.transform);
        const Transform local = objectUnder(parent);
        const glm::dvec3 origin = worldPlace(parent, local);
        for (const GizmoSpace space : kSpaces) {
          for (int axis = 0; axis < 3; ++axis) {
            GizmoStart start = startOf(GizmoMode::Rotate, static_cast<GizmoHandle>(axis + 1), space, parent, local);
            const glm::dquat chain = each.transform.rotation;
            glm::dvec3 unit(0.0);
            unit[axis] = 1.0;
            const glm::dvec3 about = space == GizmoSpace::World    ? unit
                                     : space == GizmoSpace::Parent ? chain * unit
                                                                   : chain * (local.rotation * unit);
            // Two points of the ring, 40 degrees apart.
            const glm::dvec3 side = glm::normalize(glm::cross(about, glm::dvec3(0.31, 0.77, -0.52)));
            const glm::dvec3 other = glm::angleAxis(glm::radians(40.0), about) * side;
            start.pointer = *view.placeOf(origin + side * 0.6);
            GizmoDrag drag = begun(start, view);
            if (std::abs(glm::dot(about, view.sightTo(origin))) < 0.2) {
              continue;  // Seen from the edge: see below.
            }
            drag.moveTo(*view.placeOf(origin + other * 0.6));
            const GizmoOutcome outcome = drag.outcome();
            QVERIFY(std::abs(outcome.amounts.x - 40.0) < 1e-4);
            const glm::dquat wanted = glm::angleAxis(glm::radians(40.0), about) * chain * local.rotation;
            QVERIFY2(turnBetween(chain * outcome.local.rotation, wanted) < 1e-4, each.name);
            QVERIFY(outcome.local.scale == local.scale);
            QVERIFY(nearTo(worldPlace(parent, outcome.local), origin));
            // Only an uneven parent above an object that is not turned along can need shear.
            QVERIFY(each.uneven ? outcome.dropped > 1e-3 || space != GizmoSpace::World : outcome.dropped < 1e-6);
          }
        }
      }
    }
  }

  void rotationsBeyondHalfATurnAreCounted() {
    const GizmoView view(cameraFor(false), kSize);
    GizmoStart start = startOf(GizmoMode::Rotate, GizmoHandle::Y, GizmoSpace::World, glm::dmat4(1.0), Transform());
    start.pivot = {0.0, 1.0, 0.0};
    const auto at = [&](double degrees) {
      return *view.placeOf(start.pivot +
                           glm::angleAxis(glm::radians(degrees), glm::dvec3(0, 1, 0)) * glm::dvec3(0.5, 0, 0));
    };
    start.pointer = at(0.0);
    GizmoDrag drag = begun(start, view);
    for (int i = 1; i <= 54; ++i) {
      drag.moveTo(at(10.0 * i));
    }
    QVERIFY(std::abs(drag.outcome().amounts.x - 540.0) < 1e-4);
  }

  // A key turns by the way of the pointer around the pivot, as it is seen: towards the eye anticlockwise is positive.
  void keysTurnAsSeen() {
    const GizmoView view(cameraFor(false), kSize);
    GizmoStart start = startOf(GizmoMode::Rotate, GizmoHandle::Screen, GizmoSpace::World, glm::dmat4(1.0), Transform());
    start.byKey = true;
    const glm::dvec2 middle = *view.placeOf(start.pivot);
    start.pointer = middle + glm::dvec2(100.0, 0.0);
    GizmoDrag drag = begun(start, view);
    drag.moveTo(middle + glm::dvec2(0.0, -50.0));
    QVERIFY(std::abs(drag.outcome().amounts.x - 90.0) < 1e-6);
    const glm::dquat wanted = glm::angleAxis(glm::radians(90.0), -view.sightTo(start.pivot));
    QVERIFY(turnBetween(drag.outcome().local.rotation, wanted) < 1e-5);
    // About the world's Y, which points up and towards the eye here, the same way round.
    const auto aboutY = drag.with(GizmoHandle::Y, GizmoSpace::World);
    QVERIFY(aboutY.has_value());
    QVERIFY(std::abs(aboutY->outcome().amounts.x - 90.0) < 1e-6);
  }

  // Own axes: exactly that scale, whatever is above. Others: what can be without shear.
  void scale() {
    for (const bool orthographic : {false, true}) {
      const GizmoView view(cameraFor(orthographic), kSize);
      for (const Parent& each : parents()) {
        const glm::dmat4 parent = toMatrix(each.transform);
        const Transform local = objectUnder(parent);
        const glm::dvec3 origin = worldPlace(parent, local);
        for (int handle = 1; handle <= 6; ++handle) {
          GizmoStart start =
              startOf(GizmoMode::Scale, static_cast<GizmoHandle>(handle), GizmoSpace::Local, parent, local);
          glm::dvec3 out(0.0);
          glm::dvec3 factors(1.0);
          for (std::size_t i = 0; i < 3; ++i) {
            if (touches(start.handle, i)) {
              out += axisIn(GizmoSpace::Local, parent, local, static_cast<int>(i)) * 0.4;
              factors[static_cast<int>(i)] = 1.6;
            }
          }
          start.pointer = *view.placeOf(origin + out);
          GizmoDrag drag = begun(start, view);
          drag.moveTo(*view.placeOf(origin + out * 1.6));
          const GizmoOutcome outcome = drag.outcome();
          QVERIFY2(nearTo(outcome.local.scale, local.scale * factors, 1e-4), each.name);
          QVERIFY(outcome.local.rotation == local.rotation);
          QVERIFY(nearTo(worldPlace(parent, outcome.local), origin, 1e-5));
          QVERIFY(outcome.dropped < (each.uneven ? 1.0 : 1e-6));
        }
      }
    }
  }

  void scaleAlongOtherAxesDropsShear() {
    const GizmoView view(cameraFor(false), kSize);
    Transform local;
    const GizmoStart upright = startOf(GizmoMode::Scale, GizmoHandle::X, GizmoSpace::World, glm::dmat4(1.0), local);
    const GizmoOutcome exact = begun(upright, view).outcomeOf({2.0, 1.0, 1.0});
    QVERIFY(nearTo(exact.local.scale, {2.0, 1.0, 1.0}));
    QVERIFY(exact.dropped < 1e-12);
    local.rotation = fromAxisAngleDegrees({0, 0, 1}, 45.0);
    const GizmoStart turned = startOf(GizmoMode::Scale, GizmoHandle::X, GizmoSpace::World, glm::dmat4(1.0), local);
    const GizmoOutcome nearest = begun(turned, view).outcomeOf({2.0, 1.0, 1.0});
    // Half of the stretch falls on each of the two axes.
    QVERIFY(nearTo(nearest.local.scale, {1.5, 1.5, 1.0}));
    QVERIFY(nearest.dropped > 0.1);
    // By 90 degrees it is another axis, and nothing is lost.
    local.rotation = fromAxisAngleDegrees({0, 0, 1}, 90.0);
    const GizmoStart across = startOf(GizmoMode::Scale, GizmoHandle::X, GizmoSpace::World, glm::dmat4(1.0), local);
    const GizmoOutcome other = begun(across, view).outcomeOf({2.0, 1.0, 1.0});
    QVERIFY(nearTo(other.local.scale, {1.0, 2.0, 1.0}));
    QVERIFY(other.dropped < 1e-12);
  }

  void pivotsStay() {
    const GizmoView view(cameraFor(false), kSize);
    const glm::dmat4 parent = toMatrix(parents()[1].transform);
    const Transform local = objectUnder(parent);
    GizmoStart start = startOf(GizmoMode::Rotate, GizmoHandle::Z, GizmoSpace::World, parent, local);
    start.pivot = {1.0, 0.5, 0.25};
    const glm::dvec3 origin = worldPlace(parent, local);
    const glm::dvec3 turned = glm::angleAxis(glm::radians(90.0), glm::dvec3(0, 0, 1)) * (origin - start.pivot);
    QVERIFY(nearTo(worldPlace(parent, begun(start, view).outcomeOf({90.0, 0.0, 0.0}).local), start.pivot + turned));
    start.mode = GizmoMode::Scale;
    start.handle = GizmoHandle::Screen;
    QVERIFY(nearTo(worldPlace(parent, begun(start, view).outcomeOf(glm::dvec3(3.0)).local),
                   start.pivot + 3.0 * (origin - start.pivot)));
  }

  // A mirrored parent: the turn that is seen is the one that was asked for.
  void mirroredParents() {
    const GizmoView view(cameraFor(false), kSize);
    const glm::dmat4 parent = toMatrix(transformOf({0.0, 1.0, 0.0}, {10.0, 20.0, 30.0}, {-1.0, 1.0, 1.0}));
    const Transform local = objectUnder(parent);
    for (const GizmoSpace space : kSpaces) {
      const GizmoStart start = startOf(GizmoMode::Rotate, GizmoHandle::X, space, parent, local);
      const GizmoDrag drag = begun(start, view);
      const GizmoOutcome outcome = drag.outcomeOf({30.0, 0.0, 0.0});
      const glm::dmat3 wanted = glm::mat3_cast(glm::angleAxis(glm::radians(30.0), drag.frame().turns[0])) *
                                glm::dmat3(parent * toMatrix(local));
      const glm::dmat3 got(parent * toMatrix(outcome.local));
      for (int c = 0; c < 3; ++c) {
        QVERIFY(nearTo(wanted[c], got[c], 1e-9));
      }
      if (space == GizmoSpace::Local) {  // In its own terms it is a turn about its own X.
        QVERIFY(turnBetween(outcome.local.rotation, local.rotation * fromAxisAngleDegrees({1, 0, 0}, 30.0)) < 1e-5);
      }
    }
  }

  void steps() {
    const GizmoView view(cameraFor(false), kSize);
    GizmoStart start = startOf(GizmoMode::Translate, GizmoHandle::X, GizmoSpace::World, glm::dmat4(1.0), Transform());
    start.pointer = *view.placeOf({0.0, 0.0, 0.0});
    GizmoDrag drag = begun(start, view);
    drag.moveTo(*view.placeOf({0.64, 0.0, 0.0}));
    QVERIFY(std::abs(drag.outcome(GizmoSteps{0.25, 15.0, 0.1}).local.translation.x - 0.75) < 1e-12);
  }

  void noWayUnderAScaleOfZero() {
    const GizmoView view(cameraFor(false), kSize);
    const glm::dmat4 flat = toMatrix(transformOf({}, {}, {1.0, 0.0, 1.0}));
    QVERIFY(!GizmoDrag::begin(startOf(GizmoMode::Translate, GizmoHandle::X, GizmoSpace::World, flat, {}), view));
  }

  void numbers() {
    GizmoNumbers numbers;
    for (const char key : {'1', '.', '2', '5', '-', '\t', '4', '2', '\b'}) {
      QVERIFY(numbers.type(key));
    }
    QVERIFY(!numbers.type('x'));
    QCOMPARE(numbers.values()[0].value_or(0.0), -1.25);
    QCOMPARE(numbers.values()[1].value_or(0.0), 4.0);
    QVERIFY(!numbers.values()[2]);
    const GizmoView view(cameraFor(false), kSize);
    const auto amounts = [&](GizmoMode mode, GizmoHandle handle, std::array<std::optional<double>, 3> typed) {
      return begun(startOf(mode, handle, GizmoSpace::World, glm::dmat4(1.0), Transform()), view).amountsOf(typed);
    };
    QVERIFY(amounts(GizmoMode::Translate, GizmoHandle::Y, {2.0}) == glm::dvec3(0.0, 2.0, 0.0));
    QVERIFY(amounts(GizmoMode::Translate, GizmoHandle::PlaneY, {2.0, 3.0}) == glm::dvec3(2.0, 0.0, 3.0));
    QVERIFY(amounts(GizmoMode::Scale, GizmoHandle::Screen, {2.0}) == glm::dvec3(2.0));
    QVERIFY(amounts(GizmoMode::Scale, GizmoHandle::PlaneX, {2.0}) == glm::dvec3(1.0, 2.0, 2.0));
    QVERIFY(amounts(GizmoMode::Rotate, GizmoHandle::Z, {90.0}).x == 90.0);
  }

  // As large on the screen from near and far, in both projections; the handles are where they are drawn.
  void sizeOnScreen() {
    for (const bool orthographic : {false, true}) {
      for (const float distance : {1.0f, 6.0f, 80.0f}) {
        Camera camera = cameraFor(orthographic);
        camera.distance = distance;
        const GizmoView view(camera, kSize);
        GizmoState state;
        state.frame.origin = camera.target;
        const auto shapes = gizmoShapes(state, view);
        double widest = 0.0;
        for (const GizmoShape& shape : shapes) {
          for (const glm::dvec2& point : shape.points) {
            widest = std::max(widest, glm::length(point - kSize * 0.5));
          }
        }
        QVERIFY2(widest > 0.75 * kGizmoPoints && widest < 1.25 * kGizmoPoints, qPrintable(QString::number(widest)));
        QCOMPARE(handleAt(shapes, kSize * 0.5), GizmoHandle::Screen);
        const double length = kGizmoPoints * view.metresAPoint(state.frame.origin);
        for (int axis = 0; axis < 3; ++axis) {
          glm::dvec3 unit(0.0);
          unit[axis] = 1.0;
          const auto at = view.placeOf(state.frame.origin + unit * length * 0.75);
          QCOMPARE(handleAt(shapes, *at), static_cast<GizmoHandle>(axis + 1));
          const glm::dvec3 corner = glm::dvec3(0.4) - unit * 0.4;
          const auto inPlane = view.placeOf(state.frame.origin + corner * length);
          QCOMPARE(handleAt(shapes, *inPlane), static_cast<GizmoHandle>(axis + 4));
        }
        QCOMPARE(handleAt(shapes, {5.0, 5.0}), GizmoHandle::None);
      }
    }
  }
};

TEXELETON_PLAIN_SUITE(TestGizmoDrag)
#include "test_gizmo_drag.moc"
