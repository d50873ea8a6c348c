#include <algorithm>
#include <new>
#include <utility>

#include "core/bake/basis.h"
#include "core/bake/texture_layout.h"
#include "core/recipe/find_clip.h"
#include "core/recipe/json_fields.h"
#include "core/recipe/recipe.h"
#include "core/recipe/recipe_fields.h"
#include "core/recipe/recipe_words.h"
#include "core/recipe/tolerance.h"

namespace texeleton {

namespace {

constexpr std::size_t kMaxPathBytes = 4096;
constexpr std::size_t kMaxPatternBytes = 4096;
constexpr std::size_t kMaxParameterBytes = 65536;

bool hasControls(const std::string& path) {
  return std::any_of(path.begin(), path.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

RecipeSource readSource(JsonFields fields) {
  RecipeSource source;
  source.path = fields.text("path", kMaxPathBytes).value_or("");
  if (source.path.empty() || hasControls(source.path)) {
    fields.mistake("path", source.path.empty() ? "must name a file" : "has a control character");
  }
  source.role = fields.name("role").value_or("model");
  source.sha256 = fields.text("sha256", 1000).value_or("");
  const bool isHash =
      source.sha256.size() == 64 && source.sha256.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (!source.sha256.empty() && !isHash) {
    fields.mistake("sha256", "must be 64 lower-case hexadecimal digits, but is " + inQuotes(source.sha256));
  }
  source.scale = fields.number("scale", {0.0, 1e9, true});
  source.unknown = fields.unknown();
  return source;
}

RecipeImport readImport(JsonFields fields) {
  RecipeImport import;
  import.scale = fields.number("scale", {0.0, 1e9, true});
  import.up = fields.word("up", kUpWords);
  import.unityMeta = fields.flag("unityMeta");
  import.unknown = fields.unknown();
  return import;
}

void readMotion(JsonFields fields, Recipe& recipe, JsonReading& reading) {
  if (const Json* const bones = fields.find("bones")) {
    if (!bones->is_object()) {
      fields.mistake("bones", "must be an object of names: {\"motion's bone\": \"model's bone\"}");
    } else {
      for (const auto& [from, to] : bones->items()) {
        if (!to.is_string()) {
          reading.mistake("motion.bones." + oneLine(from, 80) + " must be the name of a bone");
          return;
        }
        recipe.boneMap[from] = to.get<std::string>();
      }
    }
  }
  recipe.unknownMotion = fields.unknown();
}

/// "auto", "close", or a switch as JSON or as the command line spells it.
std::optional<LoopMode> readLoop(JsonFields& fields) {
  const Json* const json = fields.find("loop");
  if (json != nullptr && json->is_boolean()) {
    return json->get<bool>() ? LoopMode::On : LoopMode::Off;
  }
  if (json != nullptr && !json->is_string()) {
    fields.mistake("loop", "must be true, false, \"auto\" or \"close\"");
    return std::nullopt;
  }
  return fields.word("loop", kLoopWords);
}

/// "maxError": millimetres, or a text as --max-error takes it.
std::optional<double> readTolerance(JsonFields& fields) {
  const Json* const json = fields.find("maxError");
  if (json == nullptr || !json->is_string()) {
    return fields.number("maxError", {0.0, 1e9});
  }
  const Result<double> parsed = parseTolerance(json->get<std::string>());
  if (!parsed) {
    fields.mistake("maxError", parsed.error().message);
    return std::nullopt;
  }
  return *parsed;
}

RecipeClip readClip(JsonFields fields, std::size_t sourceCount, JsonReading& reading) {
  RecipeClip clip;
  clip.source = fields.count("source", 0, 0xfffffffe);
  if (clip.source && *clip.source >= sourceCount) {
    fields.mistake("source", "is " + std::to_string(*clip.source) + ", but the recipe has " +
                                 std::to_string(sourceCount) + " sources (counted from 0)");
  }
  clip.index = fields.count("index", 0, 0xfffffffe);
  clip.sourceName = fields.text("sourceName", kMaxPathBytes).value_or("");
  if (!clip.index && clip.sourceName.empty()) {
    fields.mistake("sourceName", "is missing, and so is \"index\": one of them must say which clip it is");
  }
  clip.name = fields.name("name").value_or("");
  clip.from = fields.number("from", kSecondsRange);
  clip.to = fields.number("to", kSecondsRange);
  if (clip.from && clip.to && *clip.from > *clip.to) {
    fields.mistake("to", "lies before \"from\"");
  }
  clip.fps = fields.number("fps", {0.0, kRateRange.most});
  clip.loop = readLoop(fields);
  clip.rootMotion = fields.word("rootMotion", kRootMotionWords);
  clip.maxError = readTolerance(fields);
  clip.maxNormalError = fields.number("maxNormalError", {0.0, 180.0});
  fields.list("events", [&](const Json& json, const std::string& place) {
    clip.events.push_back(readRecipeEvent(JsonFields(json, place, reading)));
  });
  clip.unknown = fields.unknown();
  return clip;
}

RecipeExpose readExpose(const Json& json, const std::string& place, JsonReading& reading) {
  RecipeExpose expose;
  if (json.is_string()) {
    expose.pattern = json.get<std::string>();
    return expose;
  }
  if (!json.is_object()) {
    reading.mistake(place + " must be a string or an object with \"pattern\" and \"caseSensitive\"");
    return expose;
  }
  JsonFields fields(json, place, reading);
  expose.pattern = fields.text("pattern", kMaxPatternBytes).value_or("");
  if (expose.pattern.empty()) {
    fields.mistake("pattern", "must be a regular expression");
  }
  expose.caseSensitive = fields.flag("caseSensitive").value_or(true);
  expose.unknown = fields.unknown();
  return expose;
}

RecipeSocketName readSocketName(JsonFields fields) {
  RecipeSocketName socket;
  socket.node = fields.name("node").value_or("");
  socket.name = fields.name("name").value_or("");
  if (socket.node.empty()) {
    fields.mistake("node", "must be the name of a node");
  }
  if (socket.name.empty()) {
    fields.mistake("name", "must be a name for its socket");
  }
  socket.unknown = fields.unknown();
  return socket;
}

RecipeRootMotion readRootMotion(JsonFields fields) {
  RecipeRootMotion root;
  root.mode = fields.word("mode", kRootMotionWords);
  root.node = fields.name("node").value_or("");
  root.yaw = fields.flag("yaw");
  root.height = fields.flag("height");
  root.unknown = fields.unknown();
  return root;
}

RecipeBake readBake(JsonFields fields, JsonReading& reading) {
  RecipeBake bake;
  bake.mode = fields.word("mode", kModeWords);
  bake.encoding = fields.name("encoding").value_or("");
  bake.shapes = fields.count("shapes", 1, kMaxShapes);
  bake.pixelFormat = fields.word("pixelFormat", kPixelFormatWords);
  bake.size = fields.word("size", kSizeWords);
  bake.maxSize = fields.count("maxSize", 1, kMaxTextureSize);
  bake.shareElements = fields.flag("shareElements");
  bake.fps = fields.number("fps", kRateRange);
  bake.loop = readLoop(fields);
  if (const Json* const root = fields.find("rootMotion")) {
    bake.rootMotion = readRootMotion(JsonFields(*root, fields.placeOf("rootMotion"), reading));
  }
  fields.list("expose", [&](const Json& json, const std::string& place) {
    bake.expose.push_back(readExpose(json, place, reading));
  });
  fields.list("socketNames", [&](const Json& json, const std::string& place) {
    bake.socketNames.push_back(readSocketName(JsonFields(json, place, reading)));
  });
  readSurface(fields, reading, bake);
  bake.maxError = readTolerance(fields);
  bake.maxNormalError = fields.number("maxNormalError", {0.0, 180.0});
  bake.measure = fields.flag("measure");
  bake.unknown = fields.unknown();
  return bake;
}

RecipeWrite readWrite(JsonFields fields) {
  RecipeWrite write;
  write.compression = fields.word("compression", kCompressionWords);
  write.unknown = fields.unknown();
  return write;
}

OptionValue readOption(const Json& json) {
  if (json.is_boolean()) {
    return json.get<bool>();
  }
  if (json.is_number()) {
    return json.get<double>();
  }
  return json.is_string() ? OptionValue(json.get<std::string>()) : OptionValue(OtherJson{json.dump()});
}

RecipeExport readExport(const Json& json, const std::string& place, JsonReading& reading) {
  JsonFields fields(json, place, reading);
  RecipeExport result;
  result.target = fields.name("target").value_or("");
  if (result.target.empty()) {
    fields.mistake("target", "must say what the export is for, as in \"pack\"");
    return result;
  }
  result.folder = fields.text("folder", kMaxPathBytes).value_or("");
  // Only a name that no other folder has by chance: what lies there is replaced.
  if (result.target == kPackTarget && !result.folder.ends_with(".texpack")) {
    fields.mistake("folder", "must name the pack's folder, NAME.texpack, but is " + inQuotes(result.folder));
  }
  if (hasControls(result.folder)) {
    fields.mistake("folder", "must name a folder, but is " + inQuotes(result.folder));
  }
  if (const Json* const options = fields.find("options")) {
    const JsonFields check(*options, fields.placeOf("options"), reading);
    for (auto it = options->begin(); options->is_object() && it != options->end(); ++it) {
      result.options.emplace_back(it.key(), readOption(it.value()));
    }
  }
  if (result.target == kPackTarget) {
    result.unknown = fields.unknown();
    return result;
  }
  Json rest = json;
  for (const char* const known : {"target", "folder", "options"}) {
    rest.erase(known);
  }
  result.unknown = rest.empty() ? std::string() : rest.dump();
  return result;
}

/// Why the file is none that we read, if so.
std::optional<Error> refusal(JsonFields& fields, JsonReading& reading) {
  const std::optional<std::string> format = fields.text("format", 1000);
  if (format && *format != kRecipeFormat) {
    return Error{ErrorCode::BadFile, "is not a recipe: its \"format\" is " + inQuotes(*format), reading.file};
  }
  const Json* const version = fields.find("version");
  if (version == nullptr) {
    return Error{ErrorCode::BadFile, "is not a recipe: it has no \"version\"", reading.file};
  }
  if (version->is_number() && version->get<double>() > kRecipeVersion) {
    return Error{ErrorCode::Unsupported,
                 "was written by a newer version (recipe version " + oneLine(version->dump(), 20) +
                     ", this program reads up to " + std::to_string(kRecipeVersion) + "): update Texeleton",
                 reading.file};
  }
  fields.count("version", 1, kRecipeVersion);
  return reading.error;
}

Result<Recipe> readFields(const Json& json, const std::string& file, JobContext& job) {
  JsonReading reading{file, &job};
  JsonFields fields(json, "", reading);
  if (auto error = refusal(fields, reading)) {
    return fail(std::move(*error));
  }
  const auto object = [&](const char* key, const auto& read) {
    if (const Json* const found = fields.find(key)) {
      read(JsonFields(*found, key, reading));
    }
  };
  Recipe recipe;
  recipe.id = fields.name("id").value_or("");
  fields.list("sources", [&](const Json& source, const std::string& place) {
    recipe.sources.push_back(readSource(JsonFields(source, place, reading)));
  });
  object("import", [&](const JsonFields& f) { recipe.import = readImport(f); });
  object("motion", [&](const JsonFields& f) { readMotion(f, recipe, reading); });
  fields.list("clips", [&](const Json& clip, const std::string& place) {
    recipe.clips.push_back(readClip(JsonFields(clip, place, reading), recipe.sources.size(), reading));
  });
  recipe.constraints = readConstraints(fields, reading);
  object("bake", [&](const JsonFields& f) { recipe.bake = readBake(f, reading); });
  object("write", [&](const JsonFields& f) { recipe.write = readWrite(f); });
  fields.list("exports", [&](const Json& each, const std::string& place) {
    recipe.exports.push_back(readExport(each, place, reading));
  });
  if (const Json* const editor = fields.find("editor")) {
    const JsonFields check(*editor, "editor", reading);
    recipe.editor = editor->dump();
  }
  recipe.unknown = fields.unknown();
  if (reading.error) {
    return fail(std::move(*reading.error));
  }
  return recipe;
}

}  // namespace

RecipeEvent readRecipeEvent(JsonFields fields) {
  RecipeEvent event;
  event.name = fields.name("name").value_or("");
  if (event.name.empty()) {
    fields.mistake("name", "must be the event's name");
  }
  event.timeSeconds = fields.number("timeSeconds", kSecondsRange);
  event.frame = fields.number("frame", kSecondsRange);
  if (event.timeSeconds.has_value() == event.frame.has_value()) {
    fields.mistake("timeSeconds", event.frame ? "and \"frame\" are both given: give one of them"
                                              : "is missing, and so is \"frame\": one of them must say when it is");
  }
  event.parameter = fields.text("parameter", kMaxParameterBytes).value_or("");
  event.unknown = fields.unknown();
  return event;
}

Result<Recipe> recipeFromText(std::string_view text, const std::string& file, JobContext& job) {
  Result<Json> json = parseJson(text, file);
  if (!json) {
    return fail(std::move(json.error()));
  }
  try {
    return readFields(*json, file, job);
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::Limit, "there is not enough memory to read it", file);
  }
}

Result<Recipe> readRecipe(const std::filesystem::path& path, JobContext& job) {
  const Result<std::string> text = readJsonText(path);
  if (!text) {
    return fail(text.error());
  }
  return recipeFromText(*text, path.string(), job);
}

}  // namespace texeleton
