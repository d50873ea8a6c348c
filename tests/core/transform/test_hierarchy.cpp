#include "core/transform/hierarchy.h"

#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <map>

#include "core/transform/rotation.h"
#include "tests/core/transform/compare_transforms.h"
#include "tests/support/suite.h"

using namespace texeleton;
using test::angleBetween;
using test::distance;
using test::Random;

namespace {

double sizeOf(const glm::dmat4& m) { return 1.0 + distance(m, glm::dmat4(0.0)); }

glm::dmat4 localMatrix(const transform::Transform& t) {
  return glm::translate(glm::dmat4(1.0), t.translation) * glm::dmat4(t.rotation) * glm::scale(glm::dmat4(1.0), t.scale);
}

/// A hierarchy by definition: a map from node to parent and local transform.
struct Naive {
  struct Entry {
    transform::HierarchyNode node;
    std::uint32_t parent = transform::HierarchyNode::kNone;
    transform::Transform local;
  };
  std::map<std::uint32_t, Entry> entries;  // by slot

  glm::dmat4 world(std::uint32_t slot) const {
    const Entry& entry = entries.at(slot);
    const glm::dmat4 local = localMatrix(entry.local);
    return entry.parent == transform::HierarchyNode::kNone ? local : world(entry.parent) * local;
  }
  bool isAncestor(std::uint32_t ancestor, std::uint32_t slot) const {
    for (slot = entries.at(slot).parent; slot != transform::HierarchyNode::kNone; slot = entries.at(slot).parent) {
      if (slot == ancestor) {
        return true;
      }
    }
    return false;
  }
  transform::HierarchyNode any(Random& random) const {
    return std::next(entries.begin(), static_cast<long>(random.index(entries.size())))->second.node;
  }
};

}  // namespace

class TestHierarchy : public QObject {
  Q_OBJECT

 private slots:
  void settingParentUpdatesDescendants();
  void randomOperationsAgreeWithRecursion_data();
  void randomOperationsAgreeWithRecursion();
  void updateCostsWhatChanged();
  void worldPositionsRoundTrip_data();
  void worldPositionsRoundTrip();
  void mirroredParentReversesRotation();
  void keepingTheWorldPose();
  void keepingTheAuthoredMirror();
  void reportsShear();
  void exactLocalMatrices();
  void rejectsCycles();
  void rejectsFlatParents();
  void rotatesInEverySpace();
  void lookAtRespectsParents();
  void deepChain();
};

void TestHierarchy::settingParentUpdatesDescendants() {
  transform::Hierarchy h;
  const transform::HierarchyNode root = h.add();
  const transform::HierarchyNode child = h.add(root, {glm::dvec3(0, 1, 0)});
  const transform::HierarchyNode grandchild = h.add(child, {glm::dvec3(0, 1, 0)});
  QCOMPARE(h.worldPosition(grandchild), glm::dvec3(0, 2, 0));
  h.setPosition(root, {5, 0, 0});
  QCOMPARE(h.worldPosition(grandchild), glm::dvec3(5, 2, 0));
  QCOMPARE(h.worldPosition(child), glm::dvec3(5, 1, 0));
  // Read one, then set again, then read the other: neither is stale.
  h.setPosition(root, {6, 0, 0});
  QCOMPARE(h.worldPosition(child), glm::dvec3(6, 1, 0));
  h.setPosition(child, {0, 3, 0});
  QCOMPARE(h.worldPosition(grandchild), glm::dvec3(6, 4, 0));
  h.update();
  h.setLocal(root, {glm::dvec3(6, 0, 0), glm::dquat(1, 0, 0, 0), glm::dvec3(2.0)});
  QCOMPARE(h.worldPosition(grandchild), glm::dvec3(6, 8, 0));
}

void TestHierarchy::randomOperationsAgreeWithRecursion_data() {
  QTest::addColumn<bool>("updates");
  QTest::newRow("queries only") << false;
  QTest::newRow("with updates") << true;
}

void TestHierarchy::randomOperationsAgreeWithRecursion() {
  QFETCH(bool, updates);
  for (unsigned seed = 0; seed < 12; ++seed) {
    Random random(seed);
    transform::Hierarchy h;
    Naive naive;
    const auto check = [&](transform::HierarchyNode node) {
      const glm::dmat4 expected = naive.world(node.slot);
      QVERIFY(distance(h.world(node), expected) < 1e-10 * sizeOf(expected));
    };
    for (int step = 0; step < 1500; ++step) {
      const std::size_t action = naive.entries.empty() ? 0 : random.index(11);
      const transform::HierarchyNode node = naive.entries.empty() ? transform::HierarchyNode{} : naive.any(random);
      switch (action) {
        case 0:
        case 1: {
          const transform::HierarchyNode parent = action == 0 ? transform::HierarchyNode{} : node;
          const transform::Transform local = random.even(true);
          const transform::HierarchyNode added = h.add(parent, local);
          QVERIFY(naive.entries.count(added.slot) == 0);
          naive.entries[added.slot] = {added, parent.isValid() ? parent.slot : transform::HierarchyNode::kNone, local};
          break;
        }
        case 2: {
          const transform::Transform local = random.even(true);
          h.setLocal(node, local);
          naive.entries[node.slot].local = local;
          break;
        }
        case 3: {
          const glm::dvec3 position = random.vector();
          h.setPosition(node, position);
          naive.entries[node.slot].local.translation = position;
          break;
        }
        case 4: {
          const glm::dvec3 position = random.vector();
          QVERIFY(h.setWorldPosition(node, position).has_value());
          naive.entries[node.slot].local = h.local(node);
          QVERIFY(glm::length(glm::dvec3(naive.world(node.slot)[3]) - position) < 1e-9);
          break;
        }
        case 5: {
          const glm::dquat rotation = random.rotation();
          h.rotate(node, rotation * glm::conjugate(h.worldRotation(node)), transform::Space::World);
          naive.entries[node.slot].local = h.local(node);
          QVERIFY(angleBetween(h.worldRotation(node), rotation) < 1e-9);
          // Uniform scales: the matrix is rotation · scale with the signs of the chain.
          const glm::dmat3 world(naive.world(node.slot));
          for (int c = 0; c < 3; ++c) {
            const glm::dvec3 axis = glm::mat3_cast(rotation)[c];
            const double scale = glm::dot(axis, world[c]);
            QVERIFY(glm::length(axis * scale - world[c]) < 1e-9 * (1.0 + std::abs(scale)));
          }
          break;
        }
        case 6:
        case 7: {
          const transform::HierarchyNode parent = random.index(8) == 0 ? transform::HierarchyNode{} : naive.any(random);
          const bool cycle = parent.isValid() && (parent == node || naive.isAncestor(node.slot, parent.slot));
          const glm::dmat4 before = naive.world(node.slot);
          const Result<double> done =
              h.reparent(node, parent, action == 6 ? transform::Keep::WorldPose : transform::Keep::LocalTransform);
          QCOMPARE(done.has_value(), !cycle);
          if (!cycle) {
            naive.entries[node.slot].parent = parent.isValid() ? parent.slot : transform::HierarchyNode::kNone;
            if (action == 6) {
              naive.entries[node.slot].local = h.local(node);
              QVERIFY(*done < 1e-10);
              QVERIFY(distance(naive.world(node.slot), before) < 1e-9 * sizeOf(before));
            }
          }
          break;
        }
        case 8:
        case 9:
          check(node);
          break;
        default:
          if (updates && random.index(6) == 0) {
            h.update();
            QCOMPARE(h.update(), std::size_t{0});
          }
          break;
      }
    }
    for (const auto& [slot, entry] : naive.entries) {
      QVERIFY(h.contains(entry.node));
      check(entry.node);
      QCOMPARE(h.parent(entry.node).slot, entry.parent);
    }
  }
}

void TestHierarchy::updateCostsWhatChanged() {
  // 100 roots with 10 children with 10 children each.
  transform::Hierarchy h;
  std::vector<transform::HierarchyNode> roots;
  std::vector<transform::HierarchyNode> middle;
  std::vector<transform::HierarchyNode> leaves;
  for (int i = 0; i < 100; ++i) {
    roots.push_back(h.add());
  }
  for (const transform::HierarchyNode root : roots) {
    for (int i = 0; i < 10; ++i) {
      middle.push_back(h.add(root));
    }
  }
  for (const transform::HierarchyNode node : middle) {
    for (int i = 0; i < 10; ++i) {
      leaves.push_back(h.add(node));
    }
  }
  QCOMPARE(h.update(), std::size_t{11100});
  QCOMPARE(h.update(), std::size_t{0});
  h.setPosition(middle[123], {1, 0, 0});
  QCOMPARE(h.update(), std::size_t{11});
  h.setPosition(roots[5], {1, 0, 0});
  h.setPosition(middle[55], {1, 0, 0});  // below it
  h.setPosition(roots[5], {2, 0, 0});
  QCOMPARE(h.update(), std::size_t{111});
  // A query computes only the path to the root; the rest waits for update().
  h.setPosition(roots[7], {3, 0, 0});
  QCOMPARE(h.worldPosition(leaves[703]), glm::dvec3(3, 0, 0));
  QCOMPARE(h.update(), std::size_t{111 - 3});
}

void TestHierarchy::worldPositionsRoundTrip_data() {
  QTest::addColumn<int>("kind");
  QTest::newRow("even") << 0;
  QTest::newRow("mirrored") << 1;
  QTest::newRow("uneven") << 2;
}

void TestHierarchy::worldPositionsRoundTrip() {
  QFETCH(int, kind);
  Random random(99);
  for (int i = 0; i < 200; ++i) {
    transform::Hierarchy h;
    transform::HierarchyNode node;
    for (int depth = 0; depth < 4; ++depth) {
      node = h.add(node, kind == 2 ? random.uneven() : random.even(kind == 1));
    }
    const glm::dvec3 position = random.vector();
    const glm::dquat turn = random.rotation();
    QVERIFY(h.setWorldPosition(node, position).has_value());
    const glm::dquat before = h.worldRotation(node);
    h.rotate(node, turn, transform::Space::World);
    QVERIFY(glm::length(h.worldPosition(node) - position) < 1e-12);
    QVERIFY(angleBetween(h.worldRotation(node), turn * before) < 1e-12);
  }
}

void TestHierarchy::mirroredParentReversesRotation() {
  transform::Hierarchy h;
  const transform::HierarchyNode parent = h.add({}, {glm::dvec3(0.0), glm::dquat(1, 0, 0, 0), glm::dvec3(-1, 1, 1)});
  const transform::HierarchyNode child = h.add(parent, {glm::dvec3(0.0), transform::fromEulerDegrees({0, 30, 0})});
  QVERIFY(angleBetween(h.worldRotation(child), transform::fromEulerDegrees({0, -30, 0})) < 1e-14);
}

void TestHierarchy::keepingTheWorldPose() {
  transform::Hierarchy h;
  const transform::HierarchyNode a =
      h.add({}, {glm::dvec3(1, 2, 3), transform::fromEulerDegrees({10, 20, 30}), glm::dvec3(2.0)});
  const transform::HierarchyNode b =
      h.add({}, {glm::dvec3(-4, 0, 1), transform::fromEulerDegrees({-50, 70, 5}), glm::dvec3(0.5)});
  const transform::HierarchyNode node =
      h.add(a, {glm::dvec3(1, 0, 0), transform::fromEulerDegrees({0, 45, 0}), glm::dvec3(1, 2, 3)});
  const transform::HierarchyNode below = h.add(node, {glm::dvec3(0, 1, 0)});
  const glm::dmat4 world = h.world(node);
  const glm::dmat4 worldBelow = h.world(below);
  const Result<double> kept = h.reparent(node, b, transform::Keep::WorldPose);
  QVERIFY(kept.has_value() && *kept < 1e-14);
  QVERIFY(distance(h.world(node), world) < 1e-13);
  QVERIFY(distance(h.world(below), worldBelow) < 1e-13);
  QCOMPARE(h.parent(node), b);
  const transform::Transform local = h.local(node);
  QVERIFY(h.reparent(node, {}, transform::Keep::LocalTransform).has_value());
  QVERIFY(distance(h.world(node), localMatrix(local)) < 1e-15);
  QVERIFY(!h.parent(node).isValid());
}

void TestHierarchy::keepingTheAuthoredMirror() {
  transform::Hierarchy h;
  const transform::HierarchyNode parent =
      h.add({}, {glm::dvec3(1, 2, 3), transform::fromEulerDegrees({10, 20, 30}), glm::dvec3(2.0)});
  for (const glm::dvec3& scale :
       {glm::dvec3(-1, 1, 1), glm::dvec3(1, -2, 3), glm::dvec3(-1, -1, 1), glm::dvec3(-1.0)}) {
    const transform::HierarchyNode node = h.add({}, {glm::dvec3(0.0), transform::fromEulerDegrees({0, 100, 0}), scale});
    QVERIFY(h.reparent(node, parent, transform::Keep::WorldPose).has_value());
    QVERIFY(glm::length(h.local(node).scale - scale * 0.5) < 1e-13);
    QVERIFY(h.reparent(node, {}, transform::Keep::WorldPose).has_value());
    QVERIFY(glm::length(h.local(node).scale - scale) < 1e-13);
    QVERIFY(angleBetween(h.local(node).rotation, transform::fromEulerDegrees({0, 100, 0})) < 1e-12);
  }
}

void TestHierarchy::reportsShear() {
  transform::Hierarchy h;
  const transform::HierarchyNode parent = h.add({}, {glm::dvec3(0.0), glm::dquat(1, 0, 0, 0), glm::dvec3(1, 3, 1)});
  const transform::HierarchyNode node = h.add(parent, {glm::dvec3(1, 1, 0), transform::fromEulerDegrees({0, 0, 30})});
  const glm::dmat4 before = h.world(node);
  const Result<double> kept = h.reparent(node, {}, transform::Keep::WorldPose);
  QVERIFY(kept.has_value() && *kept > 0.05);
  QVERIFY(glm::length(h.worldPosition(node) - glm::dvec3(before[3])) < 1e-15);
  double largest = 0.0;
  for (int c = 0; c < 3; ++c) {
    largest = std::max({largest, std::abs(before[c].x), std::abs(before[c].y), std::abs(before[c].z)});
  }
  QVERIFY(std::abs(distance(h.world(node), before) / largest - *kept) < 1e-12);
}

void TestHierarchy::exactLocalMatrices() {
  glm::dmat4 shear(1.0);
  shear[1] = {0.5, 1.0, 0.0, 0.0};
  shear[3] = {0.0, 2.0, 0.0, 1.0};
  const transform::Transform nearest{glm::dvec3(0, 2, 0)};
  transform::Hierarchy h;
  const transform::HierarchyNode root = h.add({}, {glm::dvec3(10, 0, 0)});
  const transform::HierarchyNode node = h.add(root);
  const transform::HierarchyNode child = h.add(node, {glm::dvec3(0, 1, 0)});
  h.update();
  h.setLocal(node, nearest, shear);
  QCOMPARE(h.worldPosition(child), glm::dvec3(10.5, 3, 0));
  QCOMPARE(h.local(node).translation, nearest.translation);
  // It stays when ancestors move, when the arrays are reordered, and under a new parent that keeps the local one.
  h.setPosition(root, {20, 0, 0});
  for (int i = 0; i < 100; ++i) {
    h.add(root);
  }
  h.update();
  QCOMPARE(h.worldPosition(child), glm::dvec3(20.5, 3, 0));
  QVERIFY(h.reparent(node, {}, transform::Keep::LocalTransform));
  QCOMPARE(h.worldPosition(child), glm::dvec3(0.5, 3, 0));
  // Setting a part drops it.
  h.setPosition(node, {0, 2, 0});
  QCOMPARE(h.worldPosition(child), glm::dvec3(0, 3, 0));
}

void TestHierarchy::rejectsCycles() {
  transform::Hierarchy h;
  const transform::HierarchyNode a = h.add();
  const transform::HierarchyNode b = h.add(a);
  const transform::HierarchyNode c = h.add(b);
  for (const transform::Keep keep : {transform::Keep::LocalTransform, transform::Keep::WorldPose}) {
    for (const transform::HierarchyNode bad : {a, b, c}) {
      const Result<double> result = h.reparent(a, bad, keep);
      QVERIFY(!result.has_value());
      QCOMPARE(result.error().code, ErrorCode::InvalidArgument);
      QVERIFY(!result.error().message.empty());
    }
  }
  QVERIFY(!h.parent(a).isValid());
  QCOMPARE(h.parent(b), a);
  QCOMPARE(h.parent(c), b);
  QVERIFY(!h.contains({}) && !h.contains({3}) && h.contains(c));
  QVERIFY(!h.reparent({3}, a, transform::Keep::LocalTransform).has_value());
  QVERIFY(!h.reparent(c, {3}, transform::Keep::LocalTransform).has_value());
  QVERIFY(h.reparent(c, a, transform::Keep::LocalTransform).has_value());
  QVERIFY(h.reparent(b, c, transform::Keep::LocalTransform).has_value());
  QVERIFY(h.isAncestor(c, b) && !h.isAncestor(b, c) && !h.isAncestor(b, b));
}

void TestHierarchy::rejectsFlatParents() {
  transform::Hierarchy h;
  const transform::HierarchyNode flat = h.add({}, {glm::dvec3(0.0), glm::dquat(1, 0, 0, 0), glm::dvec3(1, 0, 1)});
  const transform::HierarchyNode child = h.add(flat, {glm::dvec3(1, 2, 3)});
  const transform::HierarchyNode free = h.add({}, {glm::dvec3(1, 2, 3)});
  QVERIFY(!h.setWorldPosition(child, glm::dvec3(1.0)).has_value());
  QVERIFY(!h.lookAt(child, glm::dvec3(5.0)).has_value());
  QVERIFY(!h.reparent(free, flat, transform::Keep::WorldPose).has_value());
  QCOMPARE(h.local(child).translation, glm::dvec3(1, 2, 3));
  QCOMPARE(h.local(child).scale, glm::dvec3(1.0));
  QVERIFY(!h.parent(free).isValid());
  QVERIFY(h.reparent(free, flat, transform::Keep::LocalTransform).has_value());
  QCOMPARE(h.worldPosition(free), glm::dvec3(1, 0, 3));
}

void TestHierarchy::rotatesInEverySpace() {
  transform::Hierarchy h;
  // The parent: rotated a quarter turn about Y (its X is the world's −Z), twice as large.
  const transform::HierarchyNode parent =
      h.add({}, {glm::dvec3(10, 0, 0), transform::fromEulerDegrees({0, 90, 0}), glm::dvec3(2.0)});
  const transform::Transform start{glm::dvec3(1, 0, 0), transform::fromEulerDegrees({0, 0, 90}), glm::dvec3(3.0)};
  const transform::HierarchyNode node = h.add(parent, start);
  QVERIFY(glm::length(h.worldPosition(node) - glm::dvec3(10, 0, -2)) < 1e-14);
  const glm::dquat quarter = transform::fromAxisAngleDegrees({1, 0, 0}, 90.0);
  h.setLocal(node, start);
  h.rotate(node, {1, 0, 0}, 90.0);
  QVERIFY(angleBetween(h.local(node).rotation, start.rotation * quarter) < 1e-14);
  h.setLocal(node, start);
  const glm::dquat before = h.worldRotation(node);
  h.rotate(node, quarter, transform::Space::World);
  QVERIFY(angleBetween(h.worldRotation(node), quarter * before) < 1e-14);
}

void TestHierarchy::lookAtRespectsParents() {
  Random random(4);
  for (int i = 0; i < 400; ++i) {
    transform::Hierarchy h;
    transform::HierarchyNode node;
    for (int depth = 0; depth < 4; ++depth) {
      transform::Transform local = i % 2 == 0 ? random.uneven() : random.even(true);
      if (i % 4 == 0) {
        local.scale.x *= -1.0;
      }
      node = h.add(node, local);
    }
    const glm::dvec3 target = random.vector() * 5.0;
    const glm::dvec3 up = random.vector();
    const glm::dvec3 position = h.worldPosition(node);
    QVERIFY(h.lookAt(node, target, up).has_value());
    const glm::dmat3 world(h.world(node));
    const glm::dvec3 forward = glm::normalize(target - position);
    QVERIFY(glm::length(glm::normalize(world[2]) - forward) < 1e-10);
    // Y is in the plane of forward and up, on up's side.
    const glm::dvec3 side = glm::normalize(glm::cross(up, forward));
    const glm::dvec3 y = glm::normalize(world[1]);
    QVERIFY(std::abs(glm::dot(y, side)) < 1e-10);
    QVERIFY(glm::dot(glm::cross(forward, y), glm::cross(forward, up)) > 0.0);
    QVERIFY(glm::length(h.worldPosition(node) - position) < 1e-14);
  }
  transform::Hierarchy h;
  const transform::HierarchyNode node = h.add({}, {glm::dvec3(1, 2, 3)});
  QVERIFY(!h.lookAt(node, {1, 2, 3}).has_value());
  QVERIFY(h.lookAt(node, {1, 9, 3}).has_value());  // along up
  QVERIFY(glm::length(h.worldRotation(node) * glm::dvec3(0, 0, 1) - glm::dvec3(0, 1, 0)) < 1e-14);
}

void TestHierarchy::deepChain() {
  // No recursion, and nothing quadratic.
  transform::Hierarchy h;
  transform::HierarchyNode node;
  transform::HierarchyNode first;
  for (int i = 0; i < 200000; ++i) {
    node = h.add(node, {glm::dvec3(1, 0, 0)});
    first = first.isValid() ? first : node;
  }
  QCOMPARE(h.worldPosition(node), glm::dvec3(200000, 0, 0));
  h.setPosition(first, {2, 0, 0});
  QCOMPARE(h.update(), std::size_t{200000});
  QCOMPARE(h.worldPosition(node), glm::dvec3(200001, 0, 0));
}

TEXELETON_PLAIN_SUITE(TestHierarchy)
#include "test_hierarchy.moc"
