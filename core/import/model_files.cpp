#include <algorithm>
#include <cctype>
#include <new>
#include <span>
#include <system_error>

#include "core/base/lower_case.h"
#include "core/base/plain_file.h"
#include "core/base/system_reason.h"
#include "core/import/parsers.h"

namespace texeleton::importing {

namespace fs = std::filesystem;

namespace {

int hexDigit(char c) {
  if (c >= '0' && c <= '9') {
    return c - '0';
  }
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/// Decodes "%20" to a space; invalid escapes stay.
std::string percentDecoded(const std::string& text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int high = text[i] == '%' && i + 2 < text.size() ? hexDigit(text[i + 1]) : -1;
    const int low = high >= 0 ? hexDigit(text[i + 2]) : -1;
    if (low >= 0) {
      out.push_back(static_cast<char>(static_cast<unsigned char>(high * 16 + low)));
      i += 2;
    } else {
      out.push_back(text[i]);
    }
  }
  return out;
}

/// A reference for messages: one line, shortened.
Message shown(std::string reference) {
  std::ranges::replace_if(
      reference, [](unsigned char c) { return c < 0x20 || c == 0x7F; }, '?');
  return reference.size() > 200 ? message("\"%1…\"", reference.substr(0, 200)) : message("\"%1\"", reference);
}

/// Length of a scheme ("http:", "file:", …). A single letter is a Windows drive.
std::size_t schemeLength(const std::string& reference) {
  const std::size_t colon = reference.find(':');
  if (colon == std::string::npos || colon == 0 || std::isalpha(static_cast<unsigned char>(reference[0])) == 0) {
    return 0;
  }
  const bool scheme =
      std::all_of(reference.begin(), reference.begin() + static_cast<std::ptrdiff_t>(colon),
                  [](unsigned char c) { return std::isalnum(c) != 0 || c == '+' || c == '-' || c == '.'; });
  return scheme ? colon : 0;
}

bool isInside(const fs::path& path, const fs::path& folder) {
  const auto [end, ignored] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return end == folder.end();
}

}  // namespace

std::string textureName(const std::string& reference) {
  const std::string path = percentDecoded(reference);
  return path.substr(path.find_last_of("/\\") + 1);
}

Remedy locateTexture(const std::string& reference) { return {RemedyKind::LocateTexture, 0.0, textureName(reference)}; }

ModelFiles::ModelFiles(const fs::path& modelFile, const ImportOptions& options)
    : m_followOutside(options.followOutside), m_wantsPoints(options.points), m_textures(options.textures) {
  std::error_code problem;
  m_modelFile = fs::absolute(modelFile, problem).lexically_normal();
  if (problem) {
    m_modelFile = modelFile;
  }
  // The folder of the path, not of a link's target, since the other files are beside the link.
  m_folder = fs::canonical(m_modelFile.parent_path(), problem);
  if (problem) {
    m_folder = m_modelFile.parent_path();
  }
}

Result<fs::path> ModelFiles::resolve(const std::string& reference) {
  std::string wanted = percentDecoded(reference);
  std::replace(wanted.begin(), wanted.end(), '\\', '/');
  if (wanted.empty()) {
    return fail(ErrorCode::Unsupported, "an empty file name");
  }
  if (wanted.find('\0') != std::string::npos) {
    return fail(ErrorCode::Unsupported, message("the file name %1 holds a NUL; it was not opened", shown(wanted)));
  }
  const std::size_t scheme = schemeLength(wanted);
  if (scheme > 1) {
    return fail(ErrorCode::Unsupported,
                message("%1 is a URI with the scheme \"%2\"; only files beside the model are opened", shown(reference),
                        wanted.substr(0, std::min<std::size_t>(scheme, 40))));
  }
  const bool absolute = scheme == 1 || wanted.front() == '/';
  if (absolute && !m_followOutside) {
    return fail(ErrorCode::Unsupported,
                message("the path %1 is absolute; only files in the model's own folder are opened", shown(reference)));
  }
  // "%25" may be part of the file's name.
  std::string literal = reference;
  std::replace(literal.begin(), literal.end(), '\\', '/');
  std::vector<std::string> names = {wanted};
  if (literal != wanted && literal.find('\0') == std::string::npos && literal.front() != '/') {
    names.push_back(literal);
  }
  for (const std::string& name : names) {
    std::error_code problem;
    const fs::path plain = (m_folder / fs::path(name)).lexically_normal();
    if (!m_followOutside && !isInside(plain, m_folder)) {
      return fail(ErrorCode::Unsupported, message("%1 leaves the model's folder; it was not opened", shown(reference)));
    }
    const fs::path path = fs::weakly_canonical(plain, problem);
    if (!problem && !m_followOutside && !isInside(path, m_folder)) {
      return fail(ErrorCode::Unsupported,
                  message("%1 is a link that leaves the model's folder; it was not opened", shown(reference)));
    }
    const fs::file_status status = problem ? fs::status(plain, problem) : fs::status(path, problem);
    if (status.type() == fs::file_type::none) {
      return fail(ErrorCode::Io, message("cannot open %1: %2", shown(reference), systemReason(problem)));
    }
    const bool there = fs::exists(status);
    const bool regular = fs::is_regular_file(status);
    // Keeps the requested name; later checks must follow its links again.
    note(plain, regular);
    if (there && !regular) {
      return fail(ErrorCode::Unsupported, message("%1 is not a regular file; it was not opened", shown(reference)));
    }
    if (there) {
      return path;
    }
  }
  return fail(ErrorCode::NotFound, message("the file %1 is missing", shown(reference)));
}

void ModelFiles::note(const fs::path& path, bool found) {
  if (std::ranges::find(m_lookedUp, path, &LookedUpFile::path) == m_lookedUp.end()) {
    m_lookedUp.push_back({path, found});
  }
}

std::optional<fs::path> ModelFiles::chosenTexture(const std::string& reference) {
  const std::string name = lowerCase(textureName(reference));
  // The last one: options follow the recipe, and new choices old ones.
  const auto chosen = std::find_if(m_textures.rbegin(), m_textures.rend(),
                                   [&name](const TextureFile& texture) { return lowerCase(texture.name) == name; });
  if (chosen == m_textures.rend()) {
    return std::nullopt;
  }
  std::error_code problem;
  note(chosen->file, fs::is_regular_file(chosen->file, problem));
  return chosen->file;
}

Result<std::vector<std::byte>> ModelFiles::read(const fs::path& path, std::uint64_t maxBytes) {
  const std::string name = path.filename().string();
  const auto file = PlainFile::open(path);
  if (!file) {
    return file.error().code == ErrorCode::NotFound
               ? fail(ErrorCode::NotFound, message("the file %1 is missing", shown(name)), path.string())
               : fail(ErrorCode::Io, message("%1: %2", shown(name), file.error().message), path.string());
  }
  const std::uint64_t size = file->size();
  if (size > maxBytes) {
    return fail(ErrorCode::Limit, message("%1 has %2 bytes; at most %3 are read", shown(name), size, maxBytes),
                path.string());
  }
  std::vector<std::byte> bytes;
  try {
    bytes.resize(static_cast<std::size_t>(size));
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::Limit, message("not enough memory to read %1", shown(name)), path.string());
  }
  for (std::span<std::byte> rest(bytes); !rest.empty();) {
    const auto count = file->read(rest);
    if (!count || *count == 0) {
      return fail(ErrorCode::Io, message("cannot read all of %1", shown(name)), path.string());
    }
    rest = rest.subspan(*count);
  }
  return bytes;
}

Result<std::vector<std::byte>> ModelFiles::load(const std::string& reference, std::uint64_t maxBytes) {
  const auto path = resolve(reference);
  TRY(path);
  return read(*path, maxBytes);
}

}  // namespace texeleton::importing
