#include "core/import/fbx/fbx_document.h"

#include <stb/stb_image.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>
#include <optional>

#include "core/import/parsers.h"

namespace texeleton::importing::fbx {

const Record* Record::find(std::string_view childName) const {
  const auto it = std::ranges::find(children, childName, &Record::name);
  return it == children.end() ? nullptr : &*it;
}

const Value* Record::valueOf(std::string_view childName) const {
  const Record* child = find(childName);
  return child != nullptr && !child->values.empty() ? &child->values.front() : nullptr;
}

std::string_view Record::textAt(std::size_t index) const {
  return index < values.size() && values[index].kind == Value::Kind::Text ? values[index].text : std::string_view();
}

double Record::numberAt(std::size_t index) const { return index < values.size() ? values[index].number() : 0.0; }

std::int64_t Record::integerAt(std::size_t index) const {
  if (index >= values.size()) {
    return 0;
  }
  const Value& value = values[index];
  if (value.kind == Value::Kind::Real) {
    return std::abs(value.real) < 9e18 ? static_cast<std::int64_t>(value.real) : 0;
  }
  return value.integer;
}

std::size_t elementSize(char type) {
  switch (type) {
    case 'b':
    case 'c':
      return 1;
    case 'f':
    case 'i':
      return 4;
    default:
      return 8;
  }
}

namespace {

constexpr std::string_view kBinaryMagic("Kaydara FBX Binary  \0\x1a\0", 23);
constexpr std::uint32_t kOldestVersion = 7100;

Result<std::vector<char>> inflate(const Value& array) {
  const std::size_t wanted = std::size_t{array.length} * elementSize(array.elementType);
  if (wanted > std::numeric_limits<int>::max() || array.text.size() > std::numeric_limits<int>::max()) {
    return fail(ErrorCode::Limit, "an FBX array is larger than 2 GiB");
  }
  std::vector<char> out(wanted);
  const int got = stbi_zlib_decode_buffer(out.data(), static_cast<int>(out.size()), array.text.data(),
                                          static_cast<int>(array.text.size()));
  if (got < 0 || static_cast<std::size_t>(got) != wanted) {
    return fail(ErrorCode::BadFile, "an FBX array does not inflate to the length it declares");
  }
  return out;
}

template <class Out, class Stored>
void convert(std::string_view bytes, std::vector<Out>& out) {
  out.reserve(bytes.size() / sizeof(Stored));
  for (std::size_t at = 0; at + sizeof(Stored) <= bytes.size(); at += sizeof(Stored)) {
    Stored stored;
    std::memcpy(&stored, bytes.data() + at, sizeof(stored));
    out.push_back(static_cast<Out>(stored));
  }
}

template <class Out>
Result<std::vector<Out>> readAsciiArray(const Value& array) {
  std::vector<Out> out;
  out.reserve(std::min<std::size_t>(array.length, array.text.size() / 2 + 1));
  const char* at = array.text.data();
  const char* const end = at + array.text.size();
  while (true) {
    while (at != end && (std::isspace(static_cast<unsigned char>(*at)) != 0 || *at == ',')) {
      ++at;
    }
    if (at == end) {
      return out;
    }
    Out number{};
    const auto [next, error] = std::from_chars(at, end, number);
    if (error != std::errc() || next == at) {
      const std::string word(at, static_cast<std::size_t>(std::min<std::ptrdiff_t>(end - at, 20)));
      return fail(ErrorCode::BadFile, message("an FBX array holds \"%1\" where a number should be", word));
    }
    at = next;
    out.push_back(number);
  }
}

template <class Out>
Result<std::vector<Out>> readArray(const Value& array) {
  if (array.kind != Value::Kind::Array) {
    return std::vector<Out>{static_cast<Out>(array.number())};
  }
  if (array.elementType == 0) {
    return readAsciiArray<Out>(array);
  }
  std::vector<char> inflated;
  std::string_view bytes = array.text;
  if (array.deflated) {
    auto content = inflate(array);
    TRY(content);
    inflated = std::move(*content);
    bytes = {inflated.data(), inflated.size()};
  }
  std::vector<Out> out;
  switch (array.elementType) {
    case 'f':
      convert<Out, float>(bytes, out);
      break;
    case 'd':
      convert<Out, double>(bytes, out);
      break;
    case 'i':
      convert<Out, std::int32_t>(bytes, out);
      break;
    case 'l':
      convert<Out, std::int64_t>(bytes, out);
      break;
    default:
      convert<Out, std::int8_t>(bytes, out);
      break;
  }
  return out;
}

std::optional<std::uint32_t> asciiVersion(std::string_view text) {
  const std::size_t at = text.find("FBXVersion:");
  if (at == std::string_view::npos) {
    return std::nullopt;
  }
  const char* begin = text.data() + at + 11;
  const char* const end = text.data() + text.size();
  while (begin != end && *begin == ' ') {
    ++begin;
  }
  std::uint32_t version = 0;
  const auto [next, error] = std::from_chars(begin, end, version);
  return error == std::errc() && next != begin ? std::optional(version) : std::nullopt;
}

}  // namespace

Result<std::vector<double>> readNumbers(const Value& array) { return readArray<double>(array); }
Result<std::vector<std::int64_t>> readIntegers(const Value& array) { return readArray<std::int64_t>(array); }
Result<std::vector<float>> readFloats(const Value& array) { return readArray<float>(array); }

Result<Document> readDocument(std::vector<std::byte> bytes) {
  Document document;
  document.bytes = std::move(bytes);
  const std::string_view text = asText(document.bytes);
  if (text.empty()) {
    return fail(ErrorCode::BadFile, "the file is empty");
  }
  const std::size_t compared = std::min(text.size(), std::size_t{20});
  document.binary = text.substr(0, compared) == kBinaryMagic.substr(0, compared) && compared > 10;
  if (document.binary) {
    if (text.size() < 27) {
      return fail(ErrorCode::BadFile, "the FBX file is cut short: its header is not whole");
    }
    std::memcpy(&document.version, text.data() + 23, sizeof(document.version));
    if (text[22] == '\1') {
      return fail(ErrorCode::Unsupported, "big-endian FBX files are not read; save it again with another program");
    }
  } else {
    const auto version = asciiVersion(text);
    if (!version) {
      if (text.find("FBXHeaderExtension") == std::string_view::npos) {
        return fail(ErrorCode::BadFile, "this is not an FBX file");
      }
      const auto records = parseAscii(text);
      return fail(ErrorCode::BadFile,
                  records ? message("the FBX file does not say its version") : records.error().message);
    }
    document.version = *version;
  }
  if (document.version < kOldestVersion) {
    return fail(ErrorCode::Unsupported,
                message("FBX version %1 is too old; save it as FBX 2011 (7100) or newer, or open it in Godot (4.3 or "
                        "newer, free), which reads it, and export the scene from there as glTF",
                        document.version));
  }
  auto root = document.binary ? parseBinary(text, document.version) : parseAscii(text);
  TRY(root);
  document.root = std::move(*root);
  if (document.root.find("Objects") == nullptr) {
    return fail(ErrorCode::BadFile, "the FBX file is cut short: it has no objects");
  }
  return document;
}

}  // namespace texeleton::importing::fbx
