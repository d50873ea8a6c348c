#include <new>
#include <utility>

#include "core/base/save_file.h"
#include "core/recipe/recipe.h"
#include "core/recipe/recipe_rules.h"

namespace texeleton::recipe {

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
