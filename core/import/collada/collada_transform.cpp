#include "core/import/collada/collada_transform.h"

#include <charconv>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

namespace texeleton::importing::collada {

namespace {

glm::dmat4 rotation(const std::vector<double>& v) {
  const glm::dvec3 axis(v[0], v[1], v[2]);
  const double length = glm::length(axis);
  return length > 0.0 ? glm::mat4_cast(glm::angleAxis(glm::radians(v[3]), axis / length)) : glm::dmat4(1.0);
}

glm::dmat4 lookAt(const std::vector<double>& v) {
  const glm::dvec3 eye(v[0], v[1], v[2]);
  const glm::dvec3 back = eye - glm::dvec3(v[3], v[4], v[5]);
  const glm::dvec3 side = glm::cross(glm::dvec3(v[6], v[7], v[8]), back);
  glm::dmat4 matrix(1.0);
  if (glm::length(back) > 0.0 && glm::length(side) > 0.0) {
    const glm::dvec3 z = glm::normalize(back);
    const glm::dvec3 x = glm::normalize(side);
    matrix = {glm::dvec4(x, 0.0), glm::dvec4(glm::cross(z, x), 0.0), glm::dvec4(z, 0.0), glm::dvec4(0, 0, 0, 1)};
  }
  matrix[3] = glm::dvec4(eye, 1.0);
  return matrix;
}

// As in RenderMan: turns the first axis towards the second one by an angle.
glm::dmat4 skew(const std::vector<double>& v) {
  const glm::dvec3 turned(v[1], v[2], v[3]);
  const glm::dvec3 along = glm::dvec3(v[4], v[5], v[6]);
  if (!(glm::length(along) > 0.0)) {
    return glm::dmat4(1.0);
  }
  const glm::dvec3 to = glm::normalize(along);
  const glm::dvec3 across = turned - glm::dot(turned, to) * to;
  if (!(glm::length(across) > 0.0)) {
    return glm::dmat4(1.0);
  }
  const glm::dvec3 from = glm::normalize(across);
  const double angle = glm::radians(v[0]);
  const double a = glm::dot(turned, from);
  const double b = glm::dot(turned, to);
  const double x = a * std::cos(angle) - b * std::sin(angle);
  const double y = a * std::sin(angle) + b * std::cos(angle);
  if (!(x > 0.0)) {
    return glm::dmat4(1.0);
  }
  return glm::dmat4(glm::dmat3(1.0) + (y / x - b / a) * glm::outerProduct(to, from));
}

// The numbers of "(1)(2)".
std::vector<std::size_t> indicesOf(std::string_view text) {
  std::vector<std::size_t> indices;
  while (!text.empty() && text.front() == '(') {
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), index);
    if (error != std::errc() || end == text.data() + text.size() || *end != ')') {
      return {};
    }
    indices.push_back(index);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()) + 1);
  }
  return text.empty() ? indices : std::vector<std::size_t>();
}

}  // namespace

glm::dmat4 rowMatrix(const std::vector<double>& v) {
  glm::dmat4 matrix(1.0);
  for (int row = 0; row < 4; ++row) {
    for (int column = 0; column < 4; ++column) {
      matrix[column][row] = v[4 * static_cast<std::size_t>(row) + static_cast<std::size_t>(column)];
    }
  }
  return matrix;
}

glm::dmat4 matrixOf(const Transform& transform) {
  const std::vector<double>& v = transform.values;
  switch (transform.kind) {
    case Transform::Kind::LookAt:
      return lookAt(v);
    case Transform::Kind::Matrix:
      return rowMatrix(v);
    case Transform::Kind::Rotate:
      return rotation(v);
    case Transform::Kind::Scale:
      return glm::scale(glm::dmat4(1.0), glm::dvec3(v[0], v[1], v[2]));
    case Transform::Kind::Skew:
      return skew(v);
    case Transform::Kind::Translate:
      break;
  }
  return glm::translate(glm::dmat4(1.0), glm::dvec3(v[0], v[1], v[2]));
}

glm::dmat4 localMatrix(const std::vector<Transform>& transforms) {
  glm::dmat4 local(1.0);
  for (const Transform& transform : transforms) {
    local = local * matrixOf(transform);
  }
  return local;
}

std::optional<std::pair<std::size_t, std::size_t>> membersOf(const Transform& transform, std::string_view member) {
  const std::size_t count = transform.values.size();
  if (member.empty()) {
    return std::pair(std::size_t{0}, count);
  }
  std::optional<std::size_t> index;
  if (member.front() == '(') {
    const std::vector<std::size_t> indices = indicesOf(member);
    // The column and the row of a matrix, as in all known writers and readers.
    if (indices.size() == 2 && transform.kind == Transform::Kind::Matrix && indices[0] < 4 && indices[1] < 4) {
      index = indices[0] + 4 * indices[1];
    } else if (indices.size() == 1) {
      index = indices[0];
    }
  } else {
    const bool hasAxis = transform.kind == Transform::Kind::Rotate || transform.kind == Transform::Kind::Scale ||
                         transform.kind == Transform::Kind::Translate;
    const std::size_t axis = std::string_view("XYZ").find(member);
    if (hasAxis && member.size() == 1 && axis < 3) {
      index = axis;
    } else if (member == "ANGLE" && transform.kind == Transform::Kind::Rotate) {
      index = 3;
    } else if (member == "ANGLE" && transform.kind == Transform::Kind::Skew) {
      index = 0;
    }
  }
  return index && *index < count ? std::optional(std::pair(*index, std::size_t{1})) : std::nullopt;
}

}  // namespace texeleton::importing::collada
