#include <new>
#include <utility>

#include "core/base/one_line.h"
#include "core/base/plain_file.h"
#include "core/recipe/recipe.h"
#include "core/recipe/recipe_rules.h"

namespace texeleton::recipe {

namespace {

/// The error if the file is not a readable recipe; nullopt if it is one.
std::optional<Error> refusal(JsonFields& fields, JsonReading& reading) {
  const std::optional<std::string> format = fields.text("format", 1000);
  if (format && *format != kRecipeFormat) {
    return Error{ErrorCode::BadFile, message("is not a recipe: its \"format\" is %1", inQuotes(*format)), reading.file};
  }
  const Json* const version = fields.find("version");
  if (version == nullptr) {
    return Error{ErrorCode::BadFile, message("is not a recipe: it has no \"version\""), reading.file};
  }
  if (version->is_number() && version->get<double>() > kRecipeVersion) {
    return Error{
        ErrorCode::Unsupported,
        message("was written by a newer version (recipe version %1, this program reads up to %2): update Texeleton",
                oneLine(version->dump(), 20), kRecipeVersion),
        reading.file};
  }
  fields.count("version", 1, kRecipeVersion);
  return reading.error;
}

Result<Recipe> readChecked(const Json& json, const std::string& file, JobContext& job) {
  JsonReading reading{file, &job};
  JsonFields fields(json, "", reading);
  if (auto error = refusal(fields, reading)) {
    return fail(std::move(*error));
  }
  Recipe recipe;
  readSettings(fields, reading, recipe);
  if (reading.error) {
    return fail(std::move(*reading.error));
  }
  return recipe;
}

}  // namespace

Result<Recipe> recipeFromText(std::string_view text, const std::string& file, JobContext& job) {
  Result<Json> json = parseJson(text, file, kMaxRecipeBytes);
  TRY(json);
  try {
    return readChecked(*json, file, job);
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::Limit, "there is not enough memory to read it", file);
  }
}

Result<Recipe> readRecipe(const std::filesystem::path& path, JobContext& job) {
  const Result<std::string> text = readPlainHead(path, kMaxRecipeBytes + 1);
  TRY(text);
  return recipeFromText(*text, path.string(), job);
}

}  // namespace texeleton::recipe
