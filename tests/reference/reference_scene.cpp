#include "tests/reference/reference_scene.h"

#include <algorithm>
#include <cmath>

namespace texeleton::test {

namespace {

using Values = std::vector<double>;

Values slerp(const Values& a, Values b, double t) {
  double dot = 0.0;
  for (int i = 0; i < 4; ++i) {
    dot += a[i] * b[i];
  }
  if (dot < 0.0) {
    for (double& v : b) {
      v = -v;
    }
    dot = -dot;
  }
  const double angle = std::acos(std::min(dot, 1.0));
  const double s = std::sin(angle);
  const double wa = s < 1e-9 ? 1.0 - t : std::sin((1.0 - t) * angle) / s;
  const double wb = s < 1e-9 ? t : std::sin(t * angle) / s;
  Values out(4);
  for (int i = 0; i < 4; ++i) {
    out[i] = wa * a[i] + wb * b[i];
  }
  return out;
}

Values normalized(Values q) {
  double sum = 0.0;
  for (const double v : q) {
    sum += v * v;
  }
  for (double& v : q) {
    v /= std::sqrt(sum);
  }
  return q;
}

Values sample(const ReferenceTrack& track, double seconds, bool isRotation) {
  const std::size_t count = track.times.size();
  const std::size_t stride = track.mode == ReferenceTrack::Mode::Cubic ? 3 : 1;
  const std::size_t middle = stride == 3 ? 1 : 0;
  const auto key = [&](std::size_t i) {
    return isRotation ? normalized(track.values[i * stride + middle]) : track.values[i * stride + middle];
  };
  if (seconds <= track.times.front() || count == 1) {
    return key(0);
  }
  if (seconds >= track.times.back()) {
    return key(count - 1);
  }
  std::size_t i = 0;
  while (track.times[i + 1] <= seconds) {
    ++i;
  }
  const double dt = track.times[i + 1] - track.times[i];
  const double t = (seconds - track.times[i]) / dt;
  if (track.mode == ReferenceTrack::Mode::Step) {
    return key(i);
  }
  const Values a = key(i);
  const Values b = key(i + 1);
  if (track.mode == ReferenceTrack::Mode::Linear) {
    if (isRotation) {
      return slerp(a, b, t);
    }
    Values out(a.size());
    for (std::size_t k = 0; k < a.size(); ++k) {
      out[k] = a[k] + (b[k] - a[k]) * t;
    }
    return out;
  }
  Values out(a.size());
  for (std::size_t k = 0; k < a.size(); ++k) {  // glTF 2.0, appendix C.5
    const double t2 = t * t;
    const double t3 = t2 * t;
    out[k] = (2 * t3 - 3 * t2 + 1) * track.values[3 * i + 1][k] + dt * (t3 - 2 * t2 + t) * track.values[3 * i + 2][k] +
             (-2 * t3 + 3 * t2) * track.values[3 * i + 4][k] + dt * (t3 - t2) * track.values[3 * i + 3][k];
  }
  return isRotation ? normalized(out) : out;
}

glm::dmat4 rotationMatrix(const glm::dquat& q) {
  const double n = 1.0 / std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
  const double x = q.x * n;
  const double y = q.y * n;
  const double z = q.z * n;
  const double w = q.w * n;
  glm::dmat4 m(1.0);
  m[0] = {1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0};
  m[1] = {2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0};
  m[2] = {2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), 0};
  return m;
}

}  // namespace

std::vector<glm::dmat4> ReferenceScene::worlds(const ReferenceClip& clip, double seconds) const {
  if (pose) {
    return pose(clip, seconds);
  }
  std::vector<glm::dmat4> result(nodes.size());
  std::vector<bool> done(nodes.size(), false);
  const auto local = [&](std::size_t n) {
    ReferenceNode node = nodes[n];
    bool moved = false;
    const auto find = [&](const char* what) {
      const auto it = clip.tracks.find({n, what});
      moved = moved || it != clip.tracks.end();
      return it == clip.tracks.end() ? nullptr : &it->second;
    };
    if (const auto* track = find("translation")) {
      const Values v = sample(*track, seconds, false);
      node.translation = {v[0], v[1], v[2]};
    }
    if (const auto* track = find("rotation")) {
      const Values v = sample(*track, seconds, true);
      node.rotation = glm::dquat(v[3], v[0], v[1], v[2]);
    }
    if (const auto* track = find("scale")) {
      const Values v = sample(*track, seconds, false);
      node.scale = {v[0], v[1], v[2]};
    }
    if (node.hasMatrix && !moved) {
      return node.matrix;
    }
    glm::dmat4 m = rotationMatrix(node.rotation);
    for (int c = 0; c < 3; ++c) {
      m[c] *= node.scale[c];
    }
    m[3] = glm::dvec4(node.translation, 1.0);
    return m;
  };
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    // from the node up to the first finished ancestor, then down again
    std::vector<std::size_t> chain;
    for (int i = static_cast<int>(n); i >= 0 && !done[i]; i = nodes[i].parent) {
      chain.push_back(static_cast<std::size_t>(i));
    }
    for (auto it = chain.rbegin(); it != chain.rend(); ++it) {
      const int up = nodes[*it].parent;
      result[*it] = up < 0 ? local(*it) : result[up] * local(*it);
      done[*it] = true;
    }
  }
  return result;
}

std::vector<glm::dvec3> ReferenceScene::corners(const ReferencePart& part, const ReferenceClip& clip, double seconds,
                                                const std::vector<glm::dmat4>& world, bool fourInfluences, bool morphs,
                                                std::vector<bool>* ambiguous) const {
  std::vector<double> weights = part.morphWeights;
  weights.resize(part.morphs.size(), 0.0);
  const auto track = clip.tracks.find({part.node, "weights"});
  if (weigh && !part.morphs.empty()) {
    weights = weigh(part, clip, seconds);
  } else if (track != clip.tracks.end() && !part.morphs.empty()) {
    weights = sample(track->second, seconds, false);
    weights.resize(part.morphs.size(), 0.0);
  }
  if (ambiguous != nullptr) {
    ambiguous->assign(part.positions.size(), false);
  }
  std::vector<glm::dvec3> posed(part.positions.size());
  std::vector<ReferenceInfluence> list;
  const auto isHeavier = [](const auto& a, const auto& b) { return a.weight > b.weight; };
  for (std::size_t v = 0; v < posed.size(); ++v) {
    glm::dvec3 p = part.positions[v];
    for (std::size_t m = 0; morphs && m < part.morphs.size(); ++m) {
      p += weights[m] * part.morphs[m].deltas[v];
    }
    glm::dvec4 sum(0.0);
    if (!part.influences.empty()) {
      list = part.influences[v];
    }
    if (!std::is_sorted(list.begin(), list.end(), isHeavier)) {
      std::stable_sort(list.begin(), list.end(), isHeavier);
    }
    while (!list.empty() && list.back().weight <= 0.0) {
      list.pop_back();
    }
    if (fourInfluences && list.size() > 4) {
      if (ambiguous != nullptr && list[3].weight - list[4].weight < 1e-6) {
        (*ambiguous)[v] = true;
      }
      list.resize(4);
    }
    double total = 0.0;
    for (const auto& influence : list) {
      total += influence.weight;
    }
    if (list.empty()) {
      sum = world[part.node] * glm::dvec4(p, 1.0);
      if (!part.influences.empty() && ambiguous != nullptr) {
        (*ambiguous)[v] = true;  // a skinned vertex without weight: its motion is undefined
      }
    }
    for (const auto& influence : list) {
      sum += influence.weight / total *
             (world[part.joints[influence.joint]] * (part.offsets[influence.joint] * glm::dvec4(p, 1.0)));
    }
    posed[v] = glm::dvec3(toPack * glm::dvec4(glm::dvec3(sum), 1.0));
  }
  std::vector<glm::dvec3> result;
  result.reserve(part.corners.size());
  for (const std::size_t corner : part.corners) {
    result.push_back(posed[corner]);
  }
  return result;
}

}  // namespace texeleton::test
