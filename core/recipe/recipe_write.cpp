#include <new>
#include <utility>

#include "core/base/save_file.h"
#include "core/recipe/json_text.h"
#include "core/recipe/recipe.h"
#include "core/recipe/recipe_fields.h"
#include "core/recipe/recipe_words.h"

namespace texeleton {

namespace {

/// Makes the file's objects; the first thing that cannot be written stops it.
class RecipeWriter {
 public:
  Json recipe(const Recipe& recipe) {
    Json json = {{"format", kRecipeFormat}, {"version", kRecipeVersion}};
    putText(json, "id", recipe.id);
    json["sources"] = list(recipe.sources, &RecipeWriter::source);
    putObject(json, "import", import(recipe.import));
    putObject(json, "motion", motion(recipe));
    if (!recipe.clips.empty()) {
      json["clips"] = list(recipe.clips, &RecipeWriter::clip);
    }
    if (!recipe.constraints.empty()) {
      json["constraints"] = list(recipe.constraints, &RecipeWriter::constraint);
    }
    putObject(json, "bake", bake(recipe.bake));
    putObject(json, "write", write(recipe.write));
    if (!recipe.exports.empty()) {
      json["exports"] = list(recipe.exports, &RecipeWriter::exportTo);
    }
    if (!recipe.editor.empty()) {
      json["editor"] = object(recipe.editor, "editor");
    }
    return withUnknown(std::move(json), recipe.unknown);
  }

  std::optional<Error> error;

 private:
  template <class T>
  Json list(const std::vector<T>& values, Json (RecipeWriter::*make)(const T&)) {
    Json json = Json::array();
    for (const T& value : values) {
      json.push_back((this->*make)(value));
    }
    return json;
  }

  Json source(const RecipeSource& source) {
    Json json = {{"path", source.path}, {"role", source.role}};
    putText(json, "sha256", source.sha256);
    putNumber(json, "scale", source.scale);
    return withUnknown(std::move(json), source.unknown);
  }

  Json import(const RecipeImport& import) {
    Json json = Json::object();
    putNumber(json, "scale", import.scale);
    putWord(json, "up", import.up, kUpWords);
    put(json, "unityMeta", import.unityMeta);
    return withUnknown(std::move(json), import.unknown);
  }

  Json motion(const Recipe& recipe) {
    Json json = Json::object();
    if (!recipe.boneMap.empty()) {
      json["bones"] = Json::object();
      for (const auto& [from, to] : recipe.boneMap) {
        json["bones"][from] = to;
      }
    }
    return withUnknown(std::move(json), recipe.unknownMotion);
  }

  Json event(const RecipeEvent& event) {
    Json json = {{"name", event.name}};
    putNumber(json, "timeSeconds", event.timeSeconds);
    putNumber(json, "frame", event.frame);
    putText(json, "parameter", event.parameter);
    return withUnknown(std::move(json), event.unknown);
  }

  Json clip(const RecipeClip& clip) {
    Json json = Json::object();
    put(json, "source", clip.source);
    put(json, "index", clip.index);
    putText(json, "sourceName", clip.sourceName);
    putText(json, "name", clip.name);
    putNumber(json, "from", clip.from);
    putNumber(json, "to", clip.to);
    putNumber(json, "fps", clip.fps);
    putLoop(json, clip.loop);
    putWord(json, "rootMotion", clip.rootMotion, kRootMotionWords);
    putNumber(json, "maxError", clip.maxError);
    putNumber(json, "maxNormalError", clip.maxNormalError);
    if (!clip.events.empty()) {
      json["events"] = list(clip.events, &RecipeWriter::event);
    }
    return withUnknown(std::move(json), clip.unknown);
  }

  Json constraint(const RecipeConstraint& constraint) {
    return withUnknown(constraintToJson(constraint.settings), constraint.unknown);
  }

  Json rootMotion(const RecipeRootMotion& root) {
    Json json = Json::object();
    putWord(json, "mode", root.mode, kRootMotionWords);
    putText(json, "node", root.node);
    put(json, "yaw", root.yaw);
    put(json, "height", root.height);
    return withUnknown(std::move(json), root.unknown);
  }

  Json expose(const RecipeExpose& expose) {
    if (expose.caseSensitive && expose.unknown.empty()) {
      return expose.pattern;
    }
    return withUnknown({{"pattern", expose.pattern}, {"caseSensitive", expose.caseSensitive}}, expose.unknown);
  }

  Json socketName(const RecipeSocketName& socket) {
    return withUnknown({{"node", socket.node}, {"name", socket.name}}, socket.unknown);
  }

  Json bake(const RecipeBake& bake) {
    Json json = Json::object();
    putWord(json, "mode", bake.mode, kModeWords);
    if (!bake.encoding.empty()) {
      json["encoding"] = bake.encoding;
    }
    put(json, "shapes", bake.shapes);
    putWord(json, "pixelFormat", bake.pixelFormat, kPixelFormatWords);
    putWord(json, "size", bake.size, kSizeWords);
    put(json, "maxSize", bake.maxSize);
    put(json, "shareElements", bake.shareElements);
    putNumber(json, "fps", bake.fps);
    putLoop(json, bake.loop);
    putObject(json, "rootMotion", rootMotion(bake.rootMotion));
    if (!bake.expose.empty()) {
      json["expose"] = list(bake.expose, &RecipeWriter::expose);
    }
    if (!bake.socketNames.empty()) {
      json["socketNames"] = list(bake.socketNames, &RecipeWriter::socketName);
    }
    putObject(json, "meshes", meshes(bake.meshes));
    if (!bake.variants.empty()) {
      json["variants"] = list(bake.variants, &RecipeWriter::variant);
    }
    for (const double share : bake.lods) {
      json["lods"].push_back(numberToJson(share));
    }
    if (bake.tint) {
      json["tint"] = tint(*bake.tint);
    }
    putNumber(json, "maxError", bake.maxError);
    putNumber(json, "maxNormalError", bake.maxNormalError);
    put(json, "measure", bake.measure);
    return withUnknown(std::move(json), bake.unknown);
  }

  Json meshes(const RecipeMeshes& meshes) {
    Json json = Json::object();
    putTexts(json, "show", meshes.show);
    putTexts(json, "hide", meshes.hide);
    put(json, "authoredLods", meshes.authoredLods);
    return withUnknown(std::move(json), meshes.unknown);
  }

  Json variant(const RecipeVariant& variant) {
    Json json = {{"name", variant.name}};
    putTexts(json, "match", variant.match);
    putTexts(json, "meshes", variant.meshes);
    return withUnknown(std::move(json), variant.unknown);
  }

  Json tint(const RecipeTint& tint) {
    const TintSettings& settings = tint.settings;
    Json json = Json::object();
    if (settings.source == TintSource::VertexColor) {
      json["vertexColor"] = wordFor(settings.channel, kChannelWords);
    } else if (settings.source == TintSource::Texture) {
      json["texture"] = wordFor(settings.texture, kTextureWords);
      json["channel"] = wordFor(settings.channel, kChannelWords);
    } else if (settings.source == TintSource::Palette) {
      json["palette"] = {{"stepU", numberToJson(settings.stepU)},
                         {"stepV", numberToJson(settings.stepV)},
                         {"entryCount", settings.entryCount}};
    }
    putTexts(json, "materials", settings.materials);
    return withUnknown(std::move(json), tint.unknown);
  }

  Json write(const RecipeWrite& write) {
    Json json = Json::object();
    putWord(json, "compression", write.compression, kCompressionWords);
    return withUnknown(std::move(json), write.unknown);
  }

  Json exportTo(const RecipeExport& target) {
    Json json = {{"target", target.target}};
    putText(json, "folder", target.folder);
    Json options = Json::object();
    for (const auto& [key, value] : target.options) {
      appendKey(options, key, optionJson(value));
    }
    putObject(json, "options", std::move(options));
    return withUnknown(std::move(json), target.unknown);
  }

  Json optionJson(const OptionValue& value) {
    if (const bool* const flag = std::get_if<bool>(&value)) {
      return *flag;
    }
    if (const double* const number = std::get_if<double>(&value)) {
      return numberToJson(*number);
    }
    if (const std::string* const text = std::get_if<std::string>(&value)) {
      return *text;
    }
    Result<Json> other = parseJson(std::get<OtherJson>(value).text, "");
    if (!other && !error) {
      error = Error{ErrorCode::InvalidArgument, "options of an export must be JSON: " + other.error().message, {}};
    }
    return other ? std::move(*other) : Json();
  }

  template <class T>
  static void put(Json& json, const char* key, const std::optional<T>& value) {
    if (value) {
      json[key] = *value;
    }
  }
  static void putNumber(Json& json, const char* key, const std::optional<double>& value) {
    if (value) {
      json[key] = numberToJson(*value);
    }
  }
  static void putTexts(Json& json, const char* key, const std::vector<std::string>& texts) {
    if (!texts.empty()) {
      json[key] = texts;
    }
  }
  static void putText(Json& json, const char* key, const std::string& text) {
    if (!text.empty()) {
      json[key] = text;
    }
  }
  template <class T, std::size_t n>
  static void putWord(Json& json, const char* key, const std::optional<T>& value, const JsonWord<T> (&words)[n]) {
    if (value) {
      json[key] = wordFor(*value, words);
    }
  }
  static void putLoop(Json& json, const std::optional<LoopMode>& loop) {
    if (loop) {
      const bool isSwitch = *loop == LoopMode::On || *loop == LoopMode::Off;
      json["loop"] = isSwitch ? Json(*loop == LoopMode::On) : Json(wordFor(*loop, kLoopWords));
    }
  }
  static void putObject(Json& json, const char* key, Json object) {
    if (!object.empty()) {
      json[key] = std::move(object);
    }
  }

  /// The text of an object as an object.
  Json object(const std::string& text, const char* what) {
    Result<Json> json = parseJson(text, "");
    if (json && json->is_object()) {
      return std::move(*json);
    }
    if (!error) {
      error = Error{ErrorCode::InvalidArgument,
                    std::string(what) + " of the recipe must be the text of a JSON object" +
                        (json ? std::string() : ": " + json.error().message),
                    {}};
    }
    return Json::object();
  }

  Json withUnknown(Json json, const std::string& unknown) {
    if (unknown.empty()) {
      return json;
    }
    Json rest = object(unknown, "unknown keys");
    const Json known = json;
    for (auto& [key, value] : rest.get_ref<Json::object_t&>()) {
      if (!known.contains(key)) {
        appendKey(json, key, std::move(value));
      }
    }
    return json;
  }
};

}  // namespace

Result<std::string> recipeToText(const Recipe& recipe) {
  try {
    RecipeWriter writer;
    const Json json = writer.recipe(recipe);
    if (writer.error) {
      return fail(std::move(*writer.error));
    }
    std::string text = json.dump(2) + "\n";
    JobContext ignored;
    if (auto read = recipeFromText(text, "", ignored);
        !read) {  // What is written can be read again, or is not written.
      return fail(ErrorCode::InvalidArgument, "the recipe cannot be written: " + read.error().message);
    }
    return text;
  } catch (const Json::exception& exception) {
    return fail(ErrorCode::InvalidArgument, std::string("the recipe cannot be written as JSON: ") + exception.what());
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

}  // namespace texeleton
