#include <new>
#include <utility>

#include "core/base/one_line.h"
#include "core/base/plain_file.h"
#include "core/base/save_file.h"
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

Result<std::string> recipeToText(const Recipe& recipe) {
  try {
    JsonWriting writing;
    Json json = Json::object({{"format", kRecipeFormat}, {"version", kRecipeVersion}});
    const Json settings = writeSettings(recipe, writing);
    for (const auto& [key, value] : settings.items()) {
      if (key != "format" && key != "version") {
        appendKey(json, key, value);
      }
    }
    if (writing.error) {
      return fail(std::move(*writing.error));
    }
    std::string text = json.dump(2) + "\n";
    JobContext ignored;
    // Text that could not be read again must not be written.
    if (auto read = recipeFromText(text, "", ignored); !read) {
      return fail(ErrorCode::InvalidArgument, message("the recipe cannot be written: %1", read.error().message));
    }
    return text;
  } catch (const Json::exception& exception) {
    return fail(ErrorCode::InvalidArgument, message("the recipe cannot be written as JSON: %1", exception.what()));
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::Limit, "there is not enough memory to write the recipe");
  }
}

Result<void> writeRecipe(const std::filesystem::path& path, const Recipe& recipe) {
  Result<std::string> text = recipeToText(recipe);
  if (!text) {
    text.error().file = path.string();
    return fail(std::move(text.error()));
  }
  return saveFile(path, *text);
}

std::string recipeSchema() {
  Json schema = Json::object({{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                              {"title", "Texeleton recipe"},
                              {"description",
                               "Everything an animation bake is made from (NAME.texeleton). Keys that are not listed "
                               "are kept and have no effect."}});
  Json fields = settingsSchema<Recipe>();
  schema["type"] = "object";
  schema["required"] = Json::array({"version"});
  schema["properties"] = Json::object(
      {{"format", Json::object({{"const", kRecipeFormat}, {"description", "Marks the file as a recipe."}})},
       {"version", Json::object({{"const", kRecipeVersion}, {"description", "Version of the format."}})}});
  for (auto& [key, value] : fields["properties"].items()) {
    schema["properties"][key] = std::move(value);
  }
  return schema.dump(2) + "\n";
}

}  // namespace texeleton::recipe
