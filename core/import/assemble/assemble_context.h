#pragma once

#include <cstddef>
#include <glm/glm.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/import/source_scene.h"
#include "core/model/model.h"

/// The steps of assembleModel, private to core/import/assemble.
namespace texeleton::importing::assemble {

/// Counts findings of one kind and keeps the first few subjects, so that many findings become one issue.
class Tally {
 public:
  void add(const std::string& subject, std::size_t count = 1);

  bool isEmpty() const { return m_count == 0; }
  std::size_t count() const { return m_count; }
  /// Text such as "\"A\", \"B\", \"C\" and 12 more".
  Message subjects() const;
  /// The subject if there is only one, else empty.
  std::string onlySubject() const;

 private:
  std::size_t m_count = 0;
  std::size_t m_subjectCount = 0;
  std::vector<std::string> m_first;
  std::string m_last;
};

struct Context {
  SourceScene& scene;
  model::Model& model;
  JobContext& job;
  double scale = 1.0;                    ///< Metres per unit of the scene.
  glm::dmat3 axes{1.0};                  ///< Rotates the scene into pack space, without scale.
  std::vector<NodeIndex> nodes{};        ///< Model node of each source node.
  std::vector<glm::dmat4> restWorlds{};  ///< One for each model node, in pack space.
  /// The morph sets of the instances: source node, source mesh, set.
  struct MorphInstance {
    std::size_t node = 0;
    std::size_t mesh = 0;
    MorphSetIndex set;
  };
  std::vector<MorphInstance> morphInstances{};

  void warn(Message text, std::string subject = {});
  void warn(const char* literal, std::string subject = {}) { warn(message(literal), std::move(subject)); }
  void inform(Message text, std::string subject = {});
  void inform(const char* literal, std::string subject = {}) { inform(message(literal), std::move(subject)); }
  /// S·M·S⁻¹ for an affine matrix: its translation in metres.
  glm::dmat4 inMetres(glm::dmat4 matrix) const;
};

/// counted(3, "%1 vertex", "%1 vertices"): "1 vertex", "3 vertices", "12,345 vertices".
Message counted(std::size_t count, const char* one, const char* many);
std::string withCommas(std::size_t count);
/// A short form of a number: "154.7", "0.01", "1e+30".
std::string shortNumber(double value);
/// Returns the name of an item of the file for messages: its name, or "Mesh 3" (counted from 1) if it has none.
std::string shownName(const std::string& name, const char* kind, std::size_t index);

bool isFinite(const glm::dmat4& matrix);
/// The inverse of an invertible affine matrix; exactly affine.
glm::dmat4 affineInverse(const glm::dmat4& matrix);
/// Whether two affine matrices move points of a body of size `radius` alike: 3×3 parts within `tolerance` of the
/// largest element, translations within `tolerance` of their own size and the body's.
bool agree(const glm::dmat4& a, const glm::dmat4& b, double radius, double tolerance);

/// Orders the nodes depth first, names them, converts their rest transforms to pack space. Errors: parents out of
/// range, cycles, a hierarchy too deep, numbers that are not finite.
Result<void> assembleNodes(Context& context);
/// Vertices, parts, morph sets and the palette. Errors: indices out of range, numbers that are not finite, limits.
Result<void> assembleMeshes(Context& context);
/// The clips with their timelines and tracks. Errors: key times that are not finite, counts that differ.
Result<void> assembleClips(Context& context);
/// Materials and images: names, texture slots, factors.
void assembleMaterials(Context& context);
/// Bounds, and issues about a size that indicates a wrong unit.
void assembleBounds(Context& context);

}  // namespace texeleton::importing::assemble
