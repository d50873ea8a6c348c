#include <algorithm>
#include <cctype>
#include <cstdint>
#include <string>

#include "core/import/assimp/assimp_parts.h"

// Parses a DirectX file as Assimp's reader does, token by token, and refuses invalid values that Assimp uses unchecked
// as indices or lengths. Any other syntax error is refused too, so that both readers agree.

namespace texeleton::importing {

namespace {

constexpr int kMaxTextureCoords = 8;
constexpr int kMaxColorSets = 8;

bool isSpace(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }

// Tokens and numbers of a text or binary file. After `fail` everything is empty or 0.
class XTokens {
 public:
  XTokens(std::string_view bytes, bool binary, std::size_t floatBytes)
      : m_bytes(bytes), m_binary(binary), m_floatBytes(floatBytes) {}

  void fail(Message problem) {
    if (m_problem.empty()) {
      m_problem = std::move(problem);
    }
    m_at = m_bytes.size();
  }
  bool hasFailed() const { return !m_problem.empty(); }
  const Message& problem() const { return m_problem; }
  std::size_t bytesLeft() const { return m_bytes.size() - m_at; }

  // Empty at the end.
  std::string_view next() { return m_binary ? nextBinary() : nextText(); }

  std::uint32_t integer() {
    if (m_binary) {
      return integerOfList();
    }
    skipSpace();
    const bool negative = peek() == '-';
    m_at += negative ? 1 : 0;
    if (!isDigit(peek())) {
      fail(message("the .x file is cut short or holds something else where a whole number should be"));
      return 0;
    }
    std::uint64_t number = 0;
    while (isDigit(peek())) {
      number = std::min<std::uint64_t>(number * 10 + static_cast<std::uint64_t>(m_bytes[m_at++] - '0'), 1ull << 40);
    }
    separator();
    if (number > UINT32_MAX || (negative && number != 0)) {
      fail(message("the .x file holds a number that is no count and no index"));
      return 0;
    }
    return static_cast<std::uint32_t>(number);
  }

  void skipReals(std::size_t count) {
    for (std::size_t i = 0; i < count && !hasFailed(); ++i) {
      if (m_binary) {
        skipRealOfList();
      } else {
        skipRealText();
        separator();
      }
    }
  }
  // Vectors and colours may be followed by one more separator.
  void skipVector(std::size_t count) {
    skipReals(count);
    testForSeparator();
  }
  void skipVectors(std::size_t vectors, std::size_t count) {
    for (std::size_t v = 0; v < vectors && !hasFailed(); ++v) {
      skipVector(count);
    }
  }
  void testForSeparator() {
    if (!m_binary) {
      skipSpace();
      m_at += peek() == ';' || peek() == ',' ? 1 : 0;
    }
  }
  void separator() { expectIn(",;"); }
  void semicolon() { expectIn(";"); }
  // A semicolon exactly at the cursor.
  void directSemicolon() { m_at += !m_binary && peek() == ';' ? 1 : 0; }

  std::string quotedText() {
    if (m_binary) {
      return std::string(next());
    }
    skipSpace();
    if (peek() != '"') {
      fail(message("the .x file has no quotation mark where a text should be"));
      return {};
    }
    const std::size_t end = m_bytes.find('"', m_at + 1);
    if (end == std::string_view::npos || end + 1 >= m_bytes.size() || m_bytes[end + 1] != ';') {
      fail(message("the .x file has a text without quotation mark and semicolon at its end"));
      return {};
    }
    std::string text(m_bytes.substr(m_at + 1, end - m_at - 1));
    m_at = end + 2;
    return text;
  }

 private:
  char peek() const { return m_at < m_bytes.size() ? m_bytes[m_at] : '\0'; }

  void expectIn(std::string_view wanted) {
    if (m_binary || hasFailed()) {
      return;
    }
    const std::string_view token = nextText();
    if (token.size() != 1 || wanted.find(token) == std::string_view::npos) {
      fail(message("the .x file is cut short or lacks a separator between its numbers"));
    }
  }

  void skipSpace() {
    while (m_at < m_bytes.size()) {
      if (isSpace(m_bytes[m_at])) {
        ++m_at;
      } else if (m_bytes[m_at] == '#' || m_bytes.substr(m_at, 2) == "//") {
        m_at = std::min(m_bytes.find_first_of("\r\n", m_at), m_bytes.size());
      } else {
        return;
      }
    }
  }

  std::string_view nextText() {
    skipSpace();
    const std::size_t begin = m_at;
    while (m_at < m_bytes.size() && !isSpace(m_bytes[m_at])) {
      if (std::string_view(";{},").find(m_bytes[m_at]) != std::string_view::npos) {
        m_at += m_at == begin ? 1 : 0;
        break;
      }
      ++m_at;
    }
    return m_bytes.substr(begin, m_at - begin);
  }

  void skipDigits() {
    while (isDigit(peek())) {
      ++m_at;
    }
  }

  void skipRealText() {
    skipSpace();
    // Blender's and Microsoft's spellings of NaN, of which Assimp consumes the same number of characters.
    if (m_bytes.substr(m_at, 9) == "-1.#IND00" || m_bytes.substr(m_at, 8) == "1.#IND00") {
      m_at = std::min(m_at + 9, m_bytes.size());
      return;
    }
    if (m_bytes.substr(m_at, 8) == "1.#QNAN0") {
      m_at += 8;
      return;
    }
    m_at += peek() == '-' || peek() == '+' ? 1 : 0;
    const auto isPoint = [](char c) { return c == '.' || c == ','; };
    const char second = m_at + 1 < m_bytes.size() ? m_bytes[m_at + 1] : '\0';
    if (!isDigit(peek()) && !(isPoint(peek()) && isDigit(second))) {
      fail(message("the .x file is cut short or holds something else where a number should be"));
      return;
    }
    skipDigits();
    if (isPoint(peek()) && m_at + 1 < m_bytes.size() && isDigit(m_bytes[m_at + 1])) {
      ++m_at;
      skipDigits();
    } else if (peek() == '.') {
      ++m_at;
    }
    if (peek() == 'e' || peek() == 'E') {
      ++m_at;
      m_at += peek() == '-' || peek() == '+' ? 1 : 0;
      skipDigits();
    }
  }

  std::uint64_t take(std::size_t count) {
    if (count > bytesLeft()) {
      fail(message("the .x file is cut short"));
      return 0;
    }
    std::uint64_t value = 0;
    for (std::size_t i = count; i-- > 0;) {
      value = value << 8 | static_cast<unsigned char>(m_bytes[m_at + i]);
    }
    m_at += count;
    return value;
  }

  std::string_view takeText(std::uint64_t length, std::size_t behind) {
    if (length > bytesLeft() || behind > bytesLeft() - length) {
      fail(message("the .x file is cut short"));
      return {};
    }
    const std::string_view text = m_bytes.substr(m_at, static_cast<std::size_t>(length));
    m_at += text.size() + behind;
    return text;
  }

  std::string_view skipped(std::uint64_t length, std::string_view kind) {
    takeText(length, 0);
    return hasFailed() ? "" : kind;
  }

  std::string_view nextBinary() {
    if (bytesLeft() < 2) {
      m_at = m_bytes.size();
      return {};
    }
    const std::uint64_t kind = take(2);
    if (kind >= 0x0c && kind <= 0x14) {
      return ";";
    }
    if (kind >= 0x28 && kind <= 0x34) {
      return "<type>";
    }
    switch (kind) {
      case 1:
        return takeText(take(4), 0);
      case 2:
        return takeText(take(4), 2);
      case 3:
        return skipped(4, "<integer>");
      case 5:
        return skipped(16, "<guid>");
      case 6:
        return skipped(take(4) * 4, "<integers>");
      case 7:
        return skipped(take(4) * m_floatBytes, "<reals>");
      case 0x0a:
        return "{";
      case 0x0b:
        return "}";
      case 0x1f:
        return "template";
      default:
        fail(message("the .x file holds a token of an unknown kind"));
        return {};
    }
  }

  // Numbers are stored in lists; the rest of a list is for the next read. A single number (3, 0x42) is a list of one.
  void beginList(std::uint64_t wanted, std::uint64_t single) {
    if (m_listLeft == 0) {
      const std::uint64_t token = take(2);
      if (token != wanted && token != single) {
        fail(message("the .x file holds something else where a list of numbers should be"));
        return;
      }
      m_listLeft = token == wanted ? take(4) : 1;
      m_listIsReal = wanted == 7;
      if (m_listLeft == 0) {
        fail(message("the .x file holds an empty list of numbers"));
      }
    } else if (m_listIsReal != (wanted == 7)) {
      fail(message("the .x file mixes lists of whole numbers and of others"));
    }
    m_listLeft -= m_listLeft == 0 ? 0 : 1;
  }
  std::uint32_t integerOfList() {
    beginList(6, 3);
    return hasFailed() ? 0 : static_cast<std::uint32_t>(take(4));
  }
  void skipRealOfList() {
    beginList(7, 0x42);
    if (!hasFailed()) {
      takeText(m_floatBytes, 0);
    }
  }

  std::string_view m_bytes;
  bool m_binary;
  std::size_t m_floatBytes;
  std::size_t m_at = 0;
  Message m_problem;
  std::uint64_t m_listLeft = 0;
  bool m_listIsReal = false;
};

class XChecker {
 public:
  XChecker(std::string_view bytes, bool binary, std::size_t floatBytes) : m_tokens(bytes, binary, floatBytes) {}

  Message check() {
    for (std::string_view kind = m_tokens.next(); !kind.empty(); kind = m_tokens.next()) {
      if (kind == "template") {
        head();
        readBlocks([](std::string_view) {});
      } else if (kind == "Frame") {
        readFrame(1);
      } else if (kind == "Mesh") {
        readMesh();
      } else if (kind == "AnimTicksPerSecond") {
        head();
        m_tokens.integer();
        closing();
      } else if (kind == "AnimationSet") {
        readAnimationSet();
      } else if (kind == "Material") {
        readMaterial();
      } else if (kind != "}") {
        skipUnknown();
      }
    }
    return m_tokens.problem();
  }

 private:
  void fail(Message problem) { m_tokens.fail(std::move(problem)); }

  void cutShort() {
    if (!m_tokens.hasFailed()) {
      fail(message("the .x file is cut short: a bracket is open"));
    }
  }

  // `{` or `name {`.
  void head() {
    const std::string_view name = m_tokens.next();
    if (name.size() > kMaxAssimpNameBytes) {
      fail(message("a name in the .x file is longer than %1 bytes", kMaxAssimpNameBytes));
    } else if (name != "{" && m_tokens.next() != "{") {
      cutShort();
    }
  }
  void closing() {
    if (m_tokens.next() != "}" && !m_tokens.hasFailed()) {
      fail(message("the .x file is cut short, or a block holds more than belongs into it"));
    }
  }

  // Calls `visit` for each block until the bracket closes.
  template <class Visit>
  void readBlocks(const Visit& visit) {
    for (std::string_view kind = m_tokens.next(); kind != "}"; kind = m_tokens.next()) {
      if (kind.empty()) {
        cutShort();
        return;
      }
      visit(kind);
    }
  }

  // Skips to the opening bracket, then to its closing one.
  void skipUnknown() {
    int depth = 0;
    std::string_view token;
    do {
      token = m_tokens.next();
      if (token.empty()) {
        cutShort();
        return;
      }
      depth += token == "{" ? 1 : token == "}" && depth > 0 ? -1 : 0;
    } while (depth != 0 || token != "}");
  }

  void readFrame(int depth) {
    if (depth > kMaxNesting) {
      fail(message("the frames of the .x file are nested deeper than %1", kMaxNesting));
      return;
    }
    head();
    readBlocks([&](std::string_view kind) {
      if (kind == "Frame") {
        readFrame(depth + 1);
      } else if (kind == "FrameTransformMatrix") {
        head();
        m_tokens.skipReals(16);
        m_tokens.semicolon();
        closing();
      } else if (kind == "Mesh") {
        readMesh();
      } else {
        skipUnknown();
      }
    });
  }

  std::uint32_t count(const Message& what) {
    const std::uint32_t number = m_tokens.integer();
    if (number > m_tokens.bytesLeft()) {
      fail(message("the .x file declares %1 %2, more than it holds", number, what));
      return 0;
    }
    return number;
  }

  struct Mesh {
    std::uint32_t vertices = 0;
    std::uint32_t faces = 0;
    std::uint32_t normals = 0;
    bool hasNormals = false;
    bool hasMaterials = false;
    int textureCoords = 0;
    int colorSets = 0;
  };

  void readFaces(std::uint32_t faces, std::uint32_t limit, const Message& of) {
    for (std::uint32_t f = 0; f < faces && !m_tokens.hasFailed(); ++f) {
      const std::uint32_t corners = count(message("corners of a face"));
      for (std::uint32_t c = 0; c < corners && !m_tokens.hasFailed(); ++c) {
        checkIndex(message("a face"), m_tokens.integer(), limit, of);
      }
      m_tokens.testForSeparator();
    }
  }

  void checkIndex(const Message& who, std::uint32_t index, std::uint32_t limit, const Message& of) {
    if (index >= limit && !m_tokens.hasFailed()) {
      fail(message("index out of range: %1 is for %2 %3 of %4", who, of, index, limit));
    }
  }

  void readMesh() {
    Mesh mesh;
    head();
    mesh.vertices = count(message("vertices"));
    m_tokens.skipVectors(mesh.vertices, 3);
    mesh.faces = count(message("faces"));
    readFaces(mesh.faces, mesh.vertices, message("vertex"));
    readBlocks([&](std::string_view kind) {
      if (kind == "MeshNormals") {
        readNormals(mesh);
      } else if (kind == "MeshTextureCoords") {
        readTextureCoords(mesh);
      } else if (kind == "MeshVertexColors") {
        readColors(mesh);
      } else if (kind == "MeshMaterialList") {
        readMaterialList(mesh);
      } else if (kind == "SkinWeights") {
        readSkinWeights(mesh);
      } else if (kind == "XSkinMeshHeader") {
        head();
        for (int i = 0; i < 3; ++i) {
          m_tokens.integer();
        }
        closing();
      } else {
        skipUnknown();
      }
    });
  }

  void sameCount(const Message& what, std::uint32_t has, std::uint32_t wanted, const Message& of) {
    if (has != wanted && !m_tokens.hasFailed()) {
      fail(message("a mesh of the .x file has %1 %2 for %3 %4", has, what, wanted, of));
    }
  }

  void once(bool& had, const Message& what) {
    if (had) {
      fail(message("a mesh of the .x file has its %1 twice", what));
    }
    had = true;
  }

  void readNormals(Mesh& mesh) {
    once(mesh.hasNormals, message("normals"));
    head();
    mesh.normals = count(message("normals"));
    m_tokens.skipVectors(mesh.normals, 3);
    const std::uint32_t faces = count(message("faces"));
    sameCount(message("faces of normals"), faces, mesh.faces, message("faces"));
    readFaces(faces, mesh.normals, message("normal"));
    closing();
  }

  void readTextureCoords(Mesh& mesh) {
    head();
    if (++mesh.textureCoords > kMaxTextureCoords) {
      fail(message("a mesh of the .x file has too many sets of texture coordinates"));
    }
    const std::uint32_t coords = count(message("texture coordinates"));
    sameCount(message("texture coordinates"), coords, mesh.vertices, message("vertices"));
    m_tokens.skipVectors(coords, 2);
    closing();
  }

  void readColors(Mesh& mesh) {
    head();
    if (++mesh.colorSets > kMaxColorSets) {
      fail(message("a mesh of the .x file has too many sets of vertex colours"));
    }
    const std::uint32_t colors = count(message("vertex colours"));
    sameCount(message("vertex colours"), colors, mesh.vertices, message("vertices"));
    for (std::uint32_t c = 0; c < colors && !m_tokens.hasFailed(); ++c) {
      checkIndex(message("a colour"), m_tokens.integer(), mesh.vertices, message("vertex"));
      m_tokens.skipVector(4);
      m_tokens.testForSeparator();
    }
    closing();
  }

  void readMaterialList(Mesh& mesh) {
    once(mesh.hasMaterials, message("list of materials"));
    head();
    m_tokens.integer();  // Number of materials; Assimp counts them itself.
    const std::uint32_t indices = count(message("materials of faces"));
    if (indices != 1 || mesh.faces == 0) {
      sameCount(message("materials"), indices, mesh.faces, message("faces"));
    }
    std::uint32_t lowest = UINT32_MAX;
    for (std::uint32_t i = 0; i < indices && !m_tokens.hasFailed(); ++i) {
      lowest = std::min(lowest, m_tokens.integer());
    }
    m_tokens.directSemicolon();
    std::size_t materials = 0;
    readBlocks([&](std::string_view kind) {
      if (kind == "{") {
        m_tokens.next();
        closing();
        ++materials;
      } else if (kind == "Material") {
        readMaterial();
        ++materials;
      } else if (kind != ";") {
        skipUnknown();
      }
    });
    if (materials == 0 && lowest == 0) {
      fail(message("index out of range: a face of the .x file has material 0 of 0"));
    }
  }

  void readMaterial() {
    head();
    m_tokens.skipVector(4);
    m_tokens.skipReals(1);
    m_tokens.skipVectors(2, 3);
    readBlocks([&](std::string_view kind) {
      if (kind == "TextureFilename" || kind == "TextureFileName" || kind == "NormalmapFilename" ||
          kind == "NormalmapFileName") {
        head();
        m_tokens.quotedText();
        closing();
      } else {
        skipUnknown();
      }
    });
  }

  void readSkinWeights(const Mesh& mesh) {
    head();
    m_tokens.quotedText();
    const std::uint32_t weights = count(message("weights"));
    for (std::uint32_t w = 0; w < weights && !m_tokens.hasFailed(); ++w) {
      checkIndex(message("a skin weight"), m_tokens.integer(), mesh.vertices, message("vertex"));
    }
    m_tokens.skipReals(weights);
    m_tokens.skipReals(16);
    m_tokens.semicolon();
    closing();
  }

  void readAnimationSet() {
    head();
    readBlocks([&](std::string_view kind) {
      if (kind == "Animation") {
        readAnimation();
      } else {
        skipUnknown();
      }
    });
  }

  void readAnimation() {
    head();
    readBlocks([&](std::string_view kind) {
      if (kind == "AnimationKey") {
        readKeys();
      } else if (kind == "{") {
        m_tokens.next();
        closing();
      } else {
        skipUnknown();
      }
    });
  }

  void readKeys() {
    head();
    const std::uint32_t kind = m_tokens.integer();
    const std::uint32_t keys = count(message("keys"));
    for (std::uint32_t k = 0; k < keys && !m_tokens.hasFailed(); ++k) {
      m_tokens.integer();  // Time.
      const std::uint32_t numbers = m_tokens.integer();
      const std::uint32_t wanted = kind == 0 ? 4 : kind <= 2 ? 3 : 16;
      if (kind > 4 || numbers != wanted) {
        fail(message("a key of the .x file has %1 numbers, not %2", numbers, wanted));
        return;
      }
      if (kind == 1 || kind == 2) {
        m_tokens.skipVector(3);
      } else {
        m_tokens.skipReals(numbers);
        m_tokens.semicolon();
      }
      m_tokens.separator();
    }
    closing();
  }

  XTokens m_tokens;
};

}  // namespace

Result<void> checkX(std::string_view text) {
  if (text.size() < 16 || text.substr(0, 4) != "xof ") {
    return badFile(message("this is not a DirectX .x file"));
  }
  const std::string_view kind = text.substr(8, 4);
  const std::string_view realBits = text.substr(12, 4);
  if (kind == "tzip" || kind == "bzip") {
    return fail(ErrorCode::Unsupported, "compressed DirectX files are not read; save it as text or convert it to glTF");
  }
  if ((kind != "txt " && kind != "bin ") || (realBits != "0032" && realBits != "0064")) {
    return badFile(message("this is no kind of DirectX .x file that is known"));
  }
  const bool binary = kind == "bin ";
  std::size_t begin = 16;
  if (!binary) {
    begin = std::min(text.find_first_of("\r\n", begin), text.size());
  }
  Message problem = XChecker(text.substr(begin), binary, realBits == "0064" ? 8 : 4).check();
  return problem.empty() ? Result<void>() : badFile(std::move(problem));
}

}  // namespace texeleton::importing
