#include <algorithm>
#include <string>
#include <vector>

#include "core/import/assimp_reader_check_text.h"
#include "core/import/assimp_reader_parts.h"

namespace texeleton {

namespace {

// What Assimp uses as indices without looking: it crashes or reads past its arrays.
class Md5Checker {
 public:
  explicit Md5Checker(std::string_view text) : m_words(text, "") {}

  std::optional<Error> check() {
    bool isMd5 = false;
    long long declaredJoints = 0;
    for (std::string_view word = m_words.next(); !word.empty() && m_problem.empty(); word = m_words.next()) {
      if (word == "MD5Version") {
        isMd5 = true;
        m_words.next();
      } else if (word == "numJoints") {
        declaredJoints = m_words.nextInteger().value_or(0);
      } else if (word == "joints" && expectOpening()) {
        readJoints();
      } else if (word == "mesh" && expectOpening()) {
        readMesh();
        ++m_meshes;
      }
    }
    if (m_problem.empty() && !isMd5) {
      m_problem = "this is not an MD5 mesh file";
    }
    if (m_problem.empty() && m_joints == 0) {
      m_problem = "the MD5 file is cut short or has no joints";
    }
    if (m_problem.empty() && declaredJoints > m_joints) {
      m_problem =
          "the MD5 file declares " + std::to_string(declaredJoints) + " joints and holds " + std::to_string(m_joints);
    }
    if (m_problem.empty() && m_meshes == 0) {
      m_problem = "the MD5 file is cut short or has no mesh";
    }
    return m_problem.empty() ? std::nullopt : std::optional(Error{ErrorCode::BadFile, m_problem, {}});
  }

 private:
  bool fail(std::string problem) {
    if (m_problem.empty()) {
      m_problem = std::move(problem);
    }
    return false;
  }

  bool expectOpening() { return m_words.next() == "{" || fail("the MD5 file is cut short: a block does not open"); }

  // "name" parent ( x y z ) ( x y z )
  void readJoints() {
    std::vector<long long> parents;
    for (std::string_view word = m_words.next(); word != "}"; word = m_words.next()) {
      if (word.empty()) {
        fail("the MD5 file is cut short inside its joints");
        return;
      }
      const auto parent = m_words.nextInteger();
      if (!parent || !skipTuple(3) || !skipTuple(3)) {
        fail("joint " + std::to_string(parents.size()) + " of the MD5 file is not whole");
        return;
      }
      parents.push_back(*parent);
    }
    m_joints = static_cast<long long>(parents.size());
    for (std::size_t i = 0; i < parents.size(); ++i) {
      // Parents stand before their children, so there is no cycle either.
      if (parents[i] < -1 || parents[i] >= static_cast<long long>(i)) {
        fail("joint " + std::to_string(i) + " of the MD5 file has parent " + std::to_string(parents[i]) +
             ", which is not before it");
      }
    }
  }

  bool skipTuple(int count) {
    bool good = m_words.next() == "(";
    for (int i = 0; i < count; ++i) {
      const std::string_view word = m_words.next();
      good = good && !word.empty() && word != ")";
    }
    return m_words.next() == ")" && good;
  }

  bool checkIndex(const char* what, std::optional<long long> index, long long count) {
    if (!index) {
      return fail("mesh " + std::to_string(m_meshes) + " of the MD5 file is cut short");
    }
    return (*index >= 0 && *index < count) ||
           fail("index out of range: " + std::string(what) + " " + std::to_string(*index) + " of " +
                std::to_string(count) + " in mesh " + std::to_string(m_meshes));
  }

  // A count can be no larger than the bytes that would have to follow.
  long long readCount(const char* what) {
    const auto count = m_words.nextInteger();
    if (!count || *count < 0 || static_cast<unsigned long long>(*count) > m_words.bytesLeft()) {
      fail("mesh " + std::to_string(m_meshes) + " of the MD5 file declares more " + what + " than the file holds");
      return 0;
    }
    return *count;
  }

  void readMesh() {
    long long vertices = 0;
    long long triangles = 0;
    long long weights = 0;
    long long mostWeights = 0;
    for (std::string_view word = m_words.next(); word != "}" && m_problem.empty(); word = m_words.next()) {
      if (word.empty()) {
        fail("the MD5 file is cut short inside mesh " + std::to_string(m_meshes));
      } else if (word == "shader") {
        m_words.next();
      } else if (word == "numverts") {
        vertices = readCount("vertices");
      } else if (word == "numtris") {
        triangles = readCount("triangles");
      } else if (word == "numweights") {
        weights = readCount("weights");
      } else if (word == "vert") {
        checkIndex("vertex", m_words.nextInteger(), vertices);
        skipTuple(2);
        const auto first = m_words.nextInteger();
        const auto count = m_words.nextInteger();
        if (!first || !count || *first < 0 || *count < 0) {
          fail("a vertex of mesh " + std::to_string(m_meshes) + " of the MD5 file is not whole");
        } else {
          mostWeights = std::max(mostWeights, *first + *count);
        }
      } else if (word == "tri") {
        checkIndex("triangle", m_words.nextInteger(), triangles);
        for (int i = 0; i < 3; ++i) {
          checkIndex("a triangle's vertex", m_words.nextInteger(), vertices);
        }
      } else if (word == "weight") {
        checkIndex("weight", m_words.nextInteger(), weights);
        checkIndex("a weight's joint", m_words.nextInteger(), m_joints);
        m_words.next();
        skipTuple(3);
      }
    }
    if (mostWeights > weights) {
      fail("index out of range: a vertex uses weight " + std::to_string(mostWeights - 1) + " of " +
           std::to_string(weights) + " in mesh " + std::to_string(m_meshes));
    }
  }

  WordScanner m_words;
  std::string m_problem;
  long long m_joints = 0;
  long long m_meshes = 0;
};

}  // namespace

std::optional<Error> checkMd5Mesh(std::string_view text) { return Md5Checker(text).check(); }

}  // namespace texeleton
