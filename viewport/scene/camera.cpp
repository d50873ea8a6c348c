#include "viewport/scene/camera.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

namespace texeleton::viewport {

namespace {

constexpr float kMaxPitch = 1.5533f;  // 89°
constexpr float kFrameMargin = 1.06f;
constexpr int kFrameRounds = 5;
constexpr float kMinDistance = 1e-4f;
constexpr float kMaxDistance = 1e7f;
constexpr float kNearestShare = 1e-4f;  // Share of the far plane that 24 bits of depth resolve well.

template <class F>
void forCorners(const model::Box& box, F&& use) {
  for (int i = 0; i < 8; ++i) {
    use(glm::vec3((i & 1) != 0 ? box.max.x : box.min.x, (i & 2) != 0 ? box.max.y : box.min.y,
                  (i & 4) != 0 ? box.max.z : box.min.z));
  }
}

}  // namespace

void Camera::orbit(float yawBy, float pitchBy) {
  yaw = std::remainder(yaw + yawBy, 2.0f * 3.14159265f);
  pitch = std::clamp(pitch + pitchBy, -kMaxPitch, kMaxPitch);
}

void Camera::look(float yawBy, float pitchBy) {
  const glm::vec3 eye = position();
  orbit(yawBy, pitchBy);
  target = eye + forward() * distance;
}

void Camera::walk(float by) { target -= glm::vec3(std::sin(yaw), 0.0f, std::cos(yaw)) * by; }

void Camera::pan(const glm::vec2& by) { target += (up() * by.y - right() * by.x) * heightAtTarget(); }

void Camera::zoom(float factor, const glm::vec2& at, float aspect) {
  const float before = heightAtTarget();
  distance = std::clamp(distance * factor, kMinDistance, kMaxDistance);
  const float change = (before - heightAtTarget()) * 0.5f;
  target += (right() * at.x * aspect + up() * at.y) * change;
}

void Camera::lookFrom(ViewFrom side) {
  constexpr float kQuarter = 1.57079633f;
  const bool steep = side == ViewFrom::Top || side == ViewFrom::Bottom;
  yaw = side == ViewFrom::Back    ? 2.0f * kQuarter
        : side == ViewFrom::Right ? kQuarter
        : side == ViewFrom::Left  ? -kQuarter
                                  : 0.0f;
  pitch = !steep ? 0.0f : side == ViewFrom::Top ? kMaxPitch : -kMaxPitch;
}

void Camera::lookAt(const glm::vec3& eye, const glm::vec3& aim) {
  const glm::vec3 back = eye - aim;
  const float length = glm::length(back);
  if (!(length > 0.0f)) {
    return;
  }
  yaw = back.x == 0.0f && back.z == 0.0f ? yaw : std::atan2(back.x, back.z);
  pitch = std::clamp(std::asin(std::clamp(back.y / length, -1.0f, 1.0f)), -kMaxPitch, kMaxPitch);
  distance = std::clamp(length, kMinDistance, kMaxDistance);
  target = aim;
}

void Camera::frameBox(const model::Box& box, float aspect) {
  if (!box.isEmpty()) {
    std::array<glm::vec3, 8> corners;
    std::size_t count = 0;
    forCorners(box, [&](const glm::vec3& corner) { corners[count++] = corner; });
    framePoints(corners, aspect);
  }
}

void Camera::framePoints(std::span<const glm::vec3> points, float aspect) {
  if (points.empty()) {
    return;
  }
  model::Box box;
  for (const glm::vec3& point : points) {
    box.add(point);
  }
  target = (box.min + box.max) * 0.5f;
  const float tanY = std::tan(fieldOfView * 0.5f);
  const float tanX = tanY * aspect;
  const glm::vec3 r = right();
  const glm::vec3 u = up();
  const glm::vec3 f = forward();
  // In perspective, the middle of the points is not the middle of the picture; a few iterations centre it.
  for (int round = 0; round < kFrameRounds; ++round) {
    float needed = kMinDistance;
    for (const glm::vec3& point : points) {
      const glm::vec3 d = point - target;
      const float along = orthographic ? 0.0f : glm::dot(d, f);
      needed = std::max({needed, std::abs(glm::dot(d, r)) * kFrameMargin / tanX - along,
                         std::abs(glm::dot(d, u)) * kFrameMargin / tanY - along});
    }
    distance = std::clamp(needed, kMinDistance, kMaxDistance);
    if (round + 1 == kFrameRounds) {
      break;
    }
    glm::vec2 least(1e30f);
    glm::vec2 most(-1e30f);
    for (const glm::vec3& point : points) {
      const glm::vec3 d = point - target;
      const float depth = orthographic ? distance : std::max(distance + glm::dot(d, f), kMinDistance);
      const glm::vec2 seen(glm::dot(d, r) / (depth * tanX), glm::dot(d, u) / (depth * tanY));
      least = glm::min(least, seen);
      most = glm::max(most, seen);
    }
    const glm::vec2 off = (least + most) * 0.5f;
    target += (r * off.x * tanX + u * off.y * tanY) * distance;
  }
}

glm::vec3 Camera::forward() const {
  return -glm::vec3(std::sin(yaw) * std::cos(pitch), std::sin(pitch), std::cos(yaw) * std::cos(pitch));
}

glm::vec3 Camera::right() const { return {std::cos(yaw), 0.0f, -std::sin(yaw)}; }

glm::vec3 Camera::up() const { return glm::cross(right(), forward()); }

glm::vec3 Camera::position() const { return target - forward() * distance; }

float Camera::heightAtTarget() const { return 2.0f * distance * std::tan(fieldOfView * 0.5f); }

glm::mat4 Camera::view() const { return glm::lookAt(position(), target, glm::vec3(0.0f, 1.0f, 0.0f)); }

glm::mat4 Camera::projection(float aspect, const model::Box& scene) const {
  float nearest = distance;
  float farthest = distance;
  if (!scene.isEmpty()) {
    const glm::vec3 from = position();
    const glm::vec3 f = forward();
    forCorners(scene, [&](const glm::vec3& corner) {
      nearest = std::min(nearest, glm::dot(corner - from, f));
      farthest = std::max(farthest, glm::dot(corner - from, f));
    });
  }
  farthest = std::max(farthest * 1.1f, distance * 2.0f);
  const float halfHeight = heightAtTarget() * 0.5f;
  if (orthographic) {
    const float margin = std::max(farthest - nearest, distance) * 0.1f;
    return glm::ortho(-halfHeight * aspect, halfHeight * aspect, -halfHeight, halfHeight, nearest - margin,
                      farthest + margin);
  }
  nearest = std::max({nearest * 0.5f, farthest * kNearestShare, kMinDistance});
  return glm::perspective(fieldOfView, aspect, std::min(nearest, distance * 0.5f), farthest);
}

}  // namespace texeleton::viewport
