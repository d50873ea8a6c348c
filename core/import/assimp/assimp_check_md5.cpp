#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <vector>

#include "core/import/assimp/assimp_parts.h"
#include "core/import/number_in.h"

// Assimp's MD5 reader works by lines and checks little: missing lines leave null pointers and uninitialised numbers,
// vertices without triangles make it write past its arrays, and unexpected words make it read past the end of the file.
// Therefore the file is parsed here word by word and rewritten for Assimp with only the expected lines.

namespace texeleton::importing {

namespace {

/// Splits text into words at white space; brackets and quoted text are separate words. Line comments start with the two
/// characters "//".
class WordScanner {
 public:
  explicit WordScanner(std::string_view text) : m_text(text) {}

  /// The next word; empty at the end of the text.
  std::string_view next() {
    while (m_at < m_text.size()) {
      if (isBreak(m_text[m_at])) {
        ++m_at;
      } else if (m_text.substr(m_at, 2) == "//") {
        m_at = std::min(m_text.find('\n', m_at), m_text.size());
      } else {
        break;
      }
    }
    if (m_at >= m_text.size()) {
      return {};
    }
    const std::size_t begin = m_at;
    if (isBracket(m_text[m_at])) {
      return m_text.substr(m_at++, 1);
    }
    if (m_text[m_at] == '"') {
      const std::size_t end = m_text.find('"', m_at + 1);
      m_at = end == std::string_view::npos ? m_text.size() : end + 1;
      return m_text.substr(begin, m_at - begin);
    }
    while (m_at < m_text.size() && !isBreak(m_text[m_at]) && !isBracket(m_text[m_at]) && m_text[m_at] != '"') {
      ++m_at;
    }
    return m_text.substr(begin, m_at - begin);
  }

  /// The next word as a whole number, or nothing (the word is consumed).
  std::optional<long long> nextInteger() { return numberIn<long long>(next()); }

  std::size_t bytesLeft() const { return m_text.size() - m_at; }

 private:
  static bool isBreak(char c) { return static_cast<unsigned char>(c) <= ' '; }
  static bool isBracket(char c) { return c == '{' || c == '}' || c == '(' || c == ')'; }

  std::string_view m_text;
  std::size_t m_at = 0;
};

Message inMesh(long long number) { return message("mesh %1 of the MD5 file", number); }

class Md5Reader {
 public:
  explicit Md5Reader(std::string_view text) : m_words(text) {}

 protected:
  bool fail(Message problem) {
    if (m_problem.empty()) {
      m_problem = std::move(problem);
    }
    return false;
  }

  bool expectOpening() {
    return m_words.next() == "{" || fail(message("the MD5 file is cut short: a block does not open"));
  }

  // `( x y z )`, with the numbers unchanged.
  template <std::size_t N>
  bool readTuple(std::array<std::string_view, N>& numbers) {
    bool good = m_words.next() == "(";
    for (std::string_view& number : numbers) {
      number = m_words.next();
      good = good && isNumber(number);
    }
    return m_words.next() == ")" && good;
  }

  static bool isNumber(std::string_view word) {
    return !word.empty() && word.find_first_not_of("+-.0123456789eE") == std::string_view::npos;
  }

  // Quotation marks included.
  static bool isName(std::string_view word) {
    return word.size() >= 2 && word.size() <= kMaxAssimpNameBytes && word.front() == '"' && word.back() == '"' &&
           word.find_first_of(std::string_view("\r\n\0", 3)) == std::string_view::npos;
  }

  // A count cannot exceed the number of bytes that must follow.
  std::optional<long long> readCount() {
    const auto count = m_words.nextInteger();
    const bool fits = count && *count >= 0 && static_cast<unsigned long long>(*count) <= m_words.bytesLeft();
    return fits ? count : std::nullopt;
  }

  void put(std::initializer_list<std::string_view> words) {
    for (const std::string_view word : words) {
      m_out.append(word).append(1, ' ');
    }
    // Assimp takes the next line for a part of "frameRate 24" and similar lines that end with a bare LF.
    m_out += "\r\n";
  }
  template <std::size_t N>
  static std::string tuple(const std::array<std::string_view, N>& numbers) {
    std::string text = "(";
    for (const std::string_view number : numbers) {
      text.append(1, ' ').append(number);
    }
    return text + " )";
  }

  Result<std::vector<std::byte>> finish() {
    if (!m_problem.empty()) {
      return texeleton::fail(ErrorCode::BadFile, m_problem);
    }
    return asBytes(m_out);
  }

  WordScanner m_words;
  Message m_problem;
  std::string m_out = "MD5Version 10\r\ncommandline \"\"\r\n\r\n";
};

class Md5MeshReader : Md5Reader {
 public:
  using Md5Reader::Md5Reader;

  Result<std::vector<std::byte>> read() {
    bool isMd5 = false;
    long long declaredJoints = 0;
    for (std::string_view word = m_words.next(); !word.empty() && m_problem.empty(); word = m_words.next()) {
      if (word == "MD5Version") {
        isMd5 = true;
        if (m_words.nextInteger() != 10) {
          fail(message("the MD5 file is of another version than 10, which is not read"));
        }
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
      fail(message("this is not an MD5 mesh file"));
    } else if (m_problem.empty() && m_joints == 0) {
      fail(message("the MD5 file is cut short or has no joints"));
    } else if (m_problem.empty() && declaredJoints > m_joints) {
      fail(message("the MD5 file declares %1 joints and holds %2", declaredJoints, m_joints));
    } else if (m_problem.empty() && m_meshes == 0) {
      fail(message("the MD5 file is cut short or has no mesh"));
    }
    return finish();
  }

 private:
  struct Vertex {
    std::array<std::string_view, 2> uv;
    long long firstWeight = -1;  // −1: its line is missing.
    long long weightCount = 0;
    bool used = false;
  };
  struct Weight {
    long long joint = -1;
    std::string_view bias;
    std::array<std::string_view, 3> position;
  };
  struct Mesh {
    std::string_view shader = "\"\"";
    std::vector<Vertex> vertices;
    std::vector<std::array<long long, 3>> triangles;
    std::vector<Weight> weights;
  };

  // "name" parent ( x y z ) ( x y z )
  void readJoints() {
    if (m_joints != 0) {
      fail(message("the MD5 file has its joints twice"));
      return;
    }
    put({"joints", "{"});
    for (std::string_view word = m_words.next(); word != "}"; word = m_words.next()) {
      if (word.empty()) {
        fail(message("the MD5 file is cut short inside its joints"));
        return;
      }
      const auto parent = m_words.nextInteger();
      std::array<std::string_view, 3> position;
      std::array<std::string_view, 3> rotation;
      if (!isName(word) || !parent || !readTuple(position) || !readTuple(rotation)) {
        fail(message("joint %1 of the MD5 file is not whole", m_joints));
        return;
      }
      // Parents precede their children, so there is no cycle.
      if (*parent < -1 || *parent >= m_joints) {
        fail(message("joint %1 of the MD5 file has parent %2, which is not before it", m_joints, *parent));
        return;
      }
      put({word, std::to_string(*parent), tuple(position), tuple(rotation)});
      ++m_joints;
    }
    put({"}"});
  }

  bool checkIndex(const Message& what, std::optional<long long> index, std::size_t count) {
    if (!index) {
      return fail(message("%1 is cut short", inMesh(m_meshes)));
    }
    return (*index >= 0 && static_cast<std::size_t>(*index) < count) ||
           fail(message("index out of range: %1 %2 of %3 in mesh %4", what, *index, count, m_meshes));
  }

  template <class T>
  void resize(std::vector<T>& list, const T& value, const Message& what) {
    if (const auto count = readCount()) {
      list.assign(static_cast<std::size_t>(*count), value);
    } else {
      fail(message("%1 declares more %2 than the file holds", inMesh(m_meshes), what));
    }
  }

  void readMesh() {
    Mesh mesh;
    for (std::string_view word = m_words.next(); word != "}" && m_problem.empty(); word = m_words.next()) {
      if (word.empty()) {
        fail(message("the MD5 file is cut short inside mesh %1", m_meshes));
      } else if (word == "shader") {
        mesh.shader = m_words.next();
        if (!isName(mesh.shader)) {
          fail(message("%1 has a shader whose name is too long or not in quotation marks", inMesh(m_meshes)));
        }
      } else if (word == "numverts") {
        resize(mesh.vertices, {}, message("vertices"));
      } else if (word == "numtris") {
        resize(mesh.triangles, {-1, -1, -1}, message("triangles"));
      } else if (word == "numweights") {
        resize(mesh.weights, {}, message("weights"));
      } else if (word == "vert") {
        readVertex(mesh);
      } else if (word == "tri") {
        readTriangle(mesh);
      } else if (word == "weight") {
        readWeight(mesh);
      }
    }
    if (m_problem.empty() && checkWhole(mesh)) {
      write(mesh);
    }
  }

  // vert index ( u v ) first count
  void readVertex(Mesh& mesh) {
    const auto index = m_words.nextInteger();
    if (!checkIndex(message("vertex"), index, mesh.vertices.size())) {
      return;
    }
    Vertex& vertex = mesh.vertices[static_cast<std::size_t>(*index)];
    const bool uv = readTuple(vertex.uv);
    vertex.firstWeight = m_words.nextInteger().value_or(-1);
    vertex.weightCount = m_words.nextInteger().value_or(-1);
    if (!uv || vertex.firstWeight < 0 || vertex.weightCount < 0) {
      fail(message("a vertex of %1 is not whole", inMesh(m_meshes)));
    }
  }

  // tri index a b c
  void readTriangle(Mesh& mesh) {
    const auto index = m_words.nextInteger();
    if (!checkIndex(message("triangle"), index, mesh.triangles.size())) {
      return;
    }
    for (long long& corner : mesh.triangles[static_cast<std::size_t>(*index)]) {
      const auto vertex = m_words.nextInteger();
      if (!checkIndex(message("a triangle's vertex"), vertex, mesh.vertices.size())) {
        return;
      }
      corner = *vertex;
    }
  }

  // weight index joint bias ( x y z )
  void readWeight(Mesh& mesh) {
    const auto index = m_words.nextInteger();
    if (!checkIndex(message("weight"), index, mesh.weights.size())) {
      return;
    }
    const auto joint = m_words.nextInteger();
    if (!checkIndex(message("a weight's joint"), joint, static_cast<std::size_t>(m_joints))) {
      return;
    }
    Weight& weight = mesh.weights[static_cast<std::size_t>(*index)];
    weight.joint = *joint;
    weight.bias = m_words.next();
    if (!isNumber(weight.bias) || !readTuple(weight.position)) {
      fail(message("weight %1 of %2 is not whole", *index, inMesh(m_meshes)));
    }
  }

  bool checkWhole(Mesh& mesh) {
    const auto missing = [&](const Message& what, std::size_t index, std::size_t count) {
      return fail(message("%1 is cut short: it declares %2 %3, and number %4 is missing", inMesh(m_meshes), count, what,
                          index));
    };
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
      if (mesh.triangles[t][0] < 0) {
        return missing(message("triangles"), t, mesh.triangles.size());
      }
      for (const long long corner : mesh.triangles[t]) {
        mesh.vertices[static_cast<std::size_t>(corner)].used = true;
      }
    }
    for (std::size_t w = 0; w < mesh.weights.size(); ++w) {
      if (mesh.weights[w].joint < 0) {
        return missing(message("weights"), w, mesh.weights.size());
      }
    }
    const auto weightCount = static_cast<long long>(mesh.weights.size());
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
      const Vertex& vertex = mesh.vertices[v];
      if (vertex.firstWeight < 0) {
        return missing(message("vertices"), v, mesh.vertices.size());
      }
      if (vertex.weightCount > weightCount || vertex.firstWeight > weightCount - vertex.weightCount) {
        constexpr long long kLargestShown = 1'000'000'000'000;
        const long long last =
            std::min(vertex.firstWeight, kLargestShown) + std::min(vertex.weightCount, kLargestShown) - 1;
        return fail(
            message("index out of range: a vertex uses weight %1 of %2 in mesh %3", last, weightCount, m_meshes));
      }
    }
    return true;
  }

  // Omits vertices without triangles.
  void write(const Mesh& mesh) {
    std::vector<std::size_t> place(mesh.vertices.size());
    std::size_t used = 0;
    for (std::size_t v = 0; v < place.size(); ++v) {
      place[v] = used;
      used += mesh.vertices[v].used ? 1 : 0;
    }
    put({"mesh", "{"});
    put({"shader", mesh.shader});
    put({"numverts", std::to_string(used)});
    for (std::size_t v = 0; v < place.size(); ++v) {
      const Vertex& vertex = mesh.vertices[v];
      if (vertex.used) {
        put({"vert", std::to_string(place[v]), tuple(vertex.uv), std::to_string(vertex.firstWeight),
             std::to_string(vertex.weightCount)});
      }
    }
    put({"numtris", std::to_string(mesh.triangles.size())});
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
      const auto corner = [&](std::size_t c) {
        return std::to_string(place[static_cast<std::size_t>(mesh.triangles[t][c])]);
      };
      put({"tri", std::to_string(t), corner(0), corner(1), corner(2)});
    }
    put({"numweights", std::to_string(mesh.weights.size())});
    for (std::size_t w = 0; w < mesh.weights.size(); ++w) {
      const Weight& weight = mesh.weights[w];
      put({"weight", std::to_string(w), std::to_string(weight.joint), weight.bias, tuple(weight.position)});
    }
    put({"}"});
  }

  long long m_joints = 0;
  long long m_meshes = 0;
};

class Md5AnimationReader : Md5Reader {
 public:
  using Md5Reader::Md5Reader;

  Result<std::vector<std::byte>> read() {
    bool isMd5 = false;
    for (std::string_view word = m_words.next(); !word.empty() && m_problem.empty(); word = m_words.next()) {
      if (word == "MD5Version") {
        isMd5 = m_words.nextInteger() == 10;
      } else if (word == "frameRate") {
        const std::string_view rate = m_words.next();
        put({"frameRate", isNumber(rate) ? rate : "24"});
      } else if (word == "hierarchy" && expectOpening()) {
        readHierarchy();
      } else if (word == "baseframe" && expectOpening()) {
        readBaseFrame();
      } else if (word == "frame") {
        readFrame();
      }
    }
    if (m_problem.empty() && !isMd5) {
      fail(message("this is not an MD5 animation file of version 10"));
    }
    return finish();
  }

 private:
  struct Joint {
    long long keyCount = 0;
    long long firstKey = 0;
  };

  // "name" parent flags first
  void readHierarchy() {
    put({"hierarchy", "{"});
    for (std::string_view word = m_words.next(); word != "}"; word = m_words.next()) {
      if (word.empty()) {
        fail(message("the MD5 animation file is cut short inside its hierarchy"));
        return;
      }
      const auto parent = m_words.nextInteger();
      const auto flags = m_words.nextInteger();
      const auto first = m_words.nextInteger();
      const auto number = static_cast<long long>(m_joints.size());
      if (!isName(word) || !parent || *parent < -1 || *parent >= number || !flags || *flags < 0 || *flags > 63 ||
          !first || *first < 0) {
        fail(message("joint %1 of the MD5 animation file is not whole or out of range", number));
        return;
      }
      m_joints.push_back({std::popcount(static_cast<unsigned>(*flags)), *first});
      put({word, std::to_string(*parent), std::to_string(*flags), std::to_string(*first)});
    }
    put({"}"});
  }

  // ( x y z ) ( x y z )
  void readBaseFrame() {
    put({"baseframe", "{"});
    while (m_problem.empty()) {
      std::array<std::string_view, 3> position;
      std::array<std::string_view, 3> rotation;
      const std::string_view word = m_words.next();
      if (word == "}") {
        put({"}"});
        return;
      }
      for (std::string_view& number : position) {
        number = m_words.next();
      }
      const bool good =
          word == "(" && std::ranges::all_of(position, &isNumber) && m_words.next() == ")" && readTuple(rotation);
      if (!good) {
        fail(message("the base frame of the MD5 animation file is not whole"));
        return;
      }
      put({tuple(position), tuple(rotation)});
    }
  }

  void readFrame() {
    const auto index = m_words.nextInteger();
    if (!index || *index < 0 || *index > 1'000'000'000 || !expectOpening()) {
      fail(message("a frame of the MD5 animation file has no number"));
      return;
    }
    const std::size_t before = m_out.size();
    put({"frame", std::to_string(*index), "{"});
    long long count = 0;
    for (std::string_view word = m_words.next(); word != "}"; word = m_words.next()) {
      if (word.empty()) {
        // The file is cut in its last frame, which is left out; without any frame the animation is unusable.
        m_out.resize(before);
        if (m_frames == 0) {
          fail(message("the MD5 animation file is cut short inside its first frame"));
        }
        return;
      }
      if (!isNumber(word)) {
        fail(message("frame %1 of the MD5 animation file holds something other than numbers", *index));
        return;
      }
      // Not all on one line, since Assimp repeatedly searches for its end.
      m_out.append(word).append(++count % 6 == 0 ? "\r\n" : " ");
    }
    for (const Joint& joint : m_joints) {
      if (joint.keyCount > count || joint.firstKey > count - joint.keyCount) {
        if (joint.keyCount == 0 || count == 0) {
          continue;  // It is at rest in frames without its values.
        }
        fail(message("index out of range: a joint's numbers end behind those of frame %1 in the MD5 animation file",
                     *index));
        return;
      }
    }
    put({"\r\n}"});
    ++m_frames;
  }

  std::vector<Joint> m_joints;
  std::size_t m_frames = 0;
};

}  // namespace

Result<std::vector<std::byte>> soundMd5Mesh(std::string_view text) { return Md5MeshReader(text).read(); }

Result<std::vector<std::byte>> soundMd5Animation(std::string_view text) { return Md5AnimationReader(text).read(); }

}  // namespace texeleton::importing
