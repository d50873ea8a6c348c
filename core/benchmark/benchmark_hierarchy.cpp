#include <algorithm>
#include <chrono>
#include <cstdint>
#include <glm/glm.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <limits>
#include <random>
#include <vector>

#include "core/base/elapsed.h"
#include "core/benchmark/figures.h"
#include "core/transform/hierarchy.h"

namespace texeleton::benchmark {

namespace {

constexpr std::size_t kNodes = 100000;
constexpr std::size_t kChanged = kNodes / 100;
constexpr std::size_t kRoots = 100;

/// A naive implementation: nodes with lists of children, matrices multiplied from the root down, every node every time.
struct NaiveNode {
  transform::Transform local;
  glm::dmat4 world{1.0};
  std::vector<std::uint32_t> children;
};

void recompute(std::vector<NaiveNode>& nodes, std::uint32_t index, const glm::dmat4& parent) {
  NaiveNode& node = nodes[index];
  node.world = parent * glm::translate(glm::dmat4(1.0), node.local.translation) * glm::mat4_cast(node.local.rotation) *
               glm::scale(glm::dmat4(1.0), node.local.scale);
  for (const std::uint32_t child : node.children) {
    recompute(nodes, child, node.world);
  }
}

/// The same tree in both forms: the parent of every node except the roots is a random earlier one.
struct Scene {
  Scene() : nodes(kNodes), changed(kChanged) {
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    const auto vector = [&] { return glm::dvec3(number(random), number(random), number(random)); };
    hierarchy.reserve(kNodes);
    for (std::uint32_t i = 0; i < kNodes; ++i) {
      nodes[i].local = {vector(), glm::angleAxis(number(random), glm::dvec3(0.0, 1.0, 0.0)), glm::dvec3(1.0)};
      transform::HierarchyNode parent;
      if (i >= kRoots) {
        const auto p = static_cast<std::uint32_t>(random() % i);
        nodes[p].children.push_back(i);
        parent = handles[p];
      }
      handles.push_back(hierarchy.add(parent, nodes[i].local));
    }
    hierarchy.update();
  }

  /// Chooses the changes of the next update.
  void shuffle() {
    for (std::uint32_t& index : changed) {
      index = static_cast<std::uint32_t>(random() % kNodes);
    }
    step += 0.001;
  }
  void changeHierarchy() {
    for (const std::uint32_t i : changed) {
      hierarchy.setPosition(handles[i], glm::dvec3(step, 0.0, 0.0));
    }
    hierarchy.update();
  }
  void changeNaive() {
    for (const std::uint32_t i : changed) {
      nodes[i].local.translation = glm::dvec3(step, 0.0, 0.0);
    }
    for (std::uint32_t root = 0; root < kRoots; ++root) {
      recompute(nodes, root, glm::dmat4(1.0));
    }
  }

  std::mt19937 random{20240611};
  std::vector<NaiveNode> nodes;
  transform::Hierarchy hierarchy;
  std::vector<transform::HierarchyNode> handles;
  std::vector<std::uint32_t> changed;
  double step = 0.0;
};

}  // namespace

HierarchyFigure benchmarkHierarchy(const BenchmarkOptions& options) {
  Scene scene;
  double ours = std::numeric_limits<double>::max();
  double naive = ours;
  const auto start = std::chrono::steady_clock::now();
  do {
    scene.shuffle();
    ours = std::min(ours, secondsOf([&] { scene.changeHierarchy(); }));
    naive = std::min(naive, secondsOf([&] { scene.changeNaive(); }));
  } while (!options.isOver(secondsSince(start)));
  return {ours * 1e9, naive / ours};
}

}  // namespace texeleton::benchmark
