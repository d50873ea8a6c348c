#include "core/import/assemble/assemble_context.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "core/model/names.h"

namespace texeleton::importing::assemble {

namespace {

/// The most subjects that an issue names.
constexpr std::size_t kNamedSubjects = 3;
/// The most bytes of a name in an issue.
constexpr std::size_t kShownNameBytes = 60;

std::string shortened(const std::string& name) {
  return name.size() <= kShownNameBytes ? name : model::cutToBytes(name, kShownNameBytes) + "…";
}

}  // namespace

void Tally::add(const std::string& subject, std::size_t count) {
  if (count == 0) {
    return;
  }
  m_count += count;
  if (m_subjectCount == 0 || subject != m_last) {
    ++m_subjectCount;
    m_last = subject;
    if (m_first.size() < kNamedSubjects) {
      m_first.push_back(subject);
    }
  }
}

Message Tally::subjects() const {
  Message text;
  for (const std::string& subject : m_first) {
    text = text.empty() ? message("\"%1\"", shortened(subject)) : message("%1, \"%2\"", text, shortened(subject));
  }
  return m_subjectCount > m_first.size() ? message("%1 and %2 more", text, withCommas(m_subjectCount - m_first.size()))
                                         : text;
}

std::string Tally::onlySubject() const { return m_subjectCount == 1 ? m_first[0] : std::string(); }

void Context::warn(Message text, std::string subject) {
  model.issues.push_back({Severity::Warning, std::move(text), std::move(subject)});
}

void Context::inform(Message text, std::string subject) {
  model.issues.push_back({Severity::Info, std::move(text), std::move(subject)});
}

glm::dmat4 Context::inMetres(glm::dmat4 matrix) const {
  matrix[3] = glm::dvec4(glm::dvec3(matrix[3]) * scale, matrix[3].w);
  return matrix;
}

std::string withCommas(std::size_t count) {
  std::string digits = std::to_string(count);
  for (std::size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, 1, ',');
  }
  return digits;
}

Message counted(std::size_t count, const char* one, const char* many) {
  return message(count == 1 ? one : many, withCommas(count));
}

std::string shortNumber(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

std::string shownName(const std::string& name, const char* kind, std::size_t index) {
  if (name.find_first_not_of(' ') == std::string::npos) {
    return kind + (' ' + std::to_string(index + 1));
  }
  return model::harmlessName(name);
}

bool isFinite(const glm::dmat4& matrix) { return transform::isFinite(matrix); }

glm::dmat4 affineInverse(const glm::dmat4& matrix) {
  const glm::dmat3 inverse = glm::inverse(glm::dmat3(matrix));
  glm::dmat4 result(inverse);
  result[3] = glm::dvec4(-(inverse * glm::dvec3(matrix[3])), 1.0);
  return result;
}

bool agree(const glm::dmat4& a, const glm::dmat4& b, double radius, double tolerance) {
  double size = 0.0;
  double difference = 0.0;
  for (int c = 0; c < 3; ++c) {
    for (int r = 0; r < 3; ++r) {
      size = std::max(size, std::abs(a[c][r]));
      difference = std::max(difference, std::abs(a[c][r] - b[c][r]));
    }
  }
  double reach = size * radius;
  double shift = 0.0;
  for (int r = 0; r < 3; ++r) {
    reach = std::max(reach, std::abs(a[3][r]));
    shift = std::max(shift, std::abs(a[3][r] - b[3][r]));
  }
  return difference <= tolerance * size && shift <= tolerance * reach;
}

}  // namespace texeleton::importing::assemble
