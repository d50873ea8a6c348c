#include "app/editor/document/recovery_file.h"

#include <QCryptographicHash>
#include <QFile>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/editor/document/document_file.h"
#include "app/editor/document/paths.h"
#include "core/base/file_hash.h"
#include "core/base/json_reader.h"
#include "core/base/save_file.h"

namespace texeleton::editor {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kHead = "texeleton-recovery 1 ";
constexpr std::string_view kAnyHead = "texeleton-recovery ";
constexpr qint64 kMostRecoveryBytes = 32LL << 20;

std::string hashOf(std::string_view text) {
  return QCryptographicHash::hash(QByteArrayView(text.data(), static_cast<qsizetype>(text.size())),
                                  QCryptographicHash::Sha256)
      .toHex()
      .toStdString();
}

std::string textOf(const Json& json, const char* key) {
  return json.contains(key) && json[key].is_string() ? json[key].get<std::string>() : std::string();
}

}  // namespace

Result<std::string> keptText(const KeptDocument& document) {
  const auto recipe = toRecipe(document.state);
  const auto text = recipe ? recipe::recipeToText(*recipe) : fail(recipe.error());
  TRY(text);
  const Json json = {{"name", document.name},
                     {"file", utf8Of(document.file)},
                     {"time", document.time.toUTC().toString(Qt::ISODateWithMs).toStdString()},
                     {"recipe", *text}};
  const std::string body = json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
  return std::string(kHead) + hashOf(body) + "\n" + body;
}

Result<KeptDocument> keptFromText(const std::string& text, const std::string& file) {
  if (!text.starts_with(kHead)) {
    const bool newer = text.starts_with(kAnyHead);
    return fail(newer ? ErrorCode::Unsupported : ErrorCode::BadFile,
                newer ? "was kept by another version of Texeleton" : "holds no kept document: it is damaged", file);
  }
  const std::size_t begin = kHead.size() + kHashDigits + 1;
  if (text.size() < begin || text[begin - 1] != '\n' ||
      hashOf(std::string_view(text).substr(begin)) != text.substr(kHead.size(), kHashDigits)) {
    return fail(ErrorCode::BadFile, "is damaged: what it holds is not what was written", file);
  }
  const auto parsed = parseJson(std::string_view(text).substr(begin), file);
  if (!parsed || !parsed->is_object()) {
    return fail(ErrorCode::BadFile, "is damaged: it holds no JSON", file);
  }
  const Json& json = *parsed;
  JobContext unheard;
  auto recipe = recipe::recipeFromText(textOf(json, "recipe"), file, unheard);
  TRY(recipe);
  KeptDocument document;
  document.name = textOf(json, "name");
  document.file = fromUtf8(textOf(json, "file"));
  document.time = QDateTime::fromString(QString::fromStdString(textOf(json, "time")), Qt::ISODateWithMs);
  document.state = toState(std::move(*recipe));
  return document;
}

Result<void> writeKept(const fs::path& file, const KeptDocument& document) {
  const auto text = keptText(document);
  TRY(text);
  return saveFile(file, *text);
}

Result<KeptDocument> readKept(const fs::path& file) {
  QFile open(toQString(file));
  if (!open.open(QIODevice::ReadOnly)) {
    return fail(open.exists() ? ErrorCode::Io : ErrorCode::NotFound,
                message("cannot be read: %1", open.errorString().toStdString()), file.string());
  }
  const QByteArray bytes = open.read(kMostRecoveryBytes + 1);
  if (bytes.size() > kMostRecoveryBytes) {
    return fail(ErrorCode::Limit, "is larger than a kept document can be", file.string());
  }
  return keptFromText(bytes.toStdString(), file.string());
}

}  // namespace texeleton::editor
