#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/recipe/recipe_rules.h"
#include "core/transform/rotation.h"

namespace texeleton::recipe {

namespace {

constexpr double kMostAttachmentMetres = 1e6;
constexpr double kShortestRotation = 1e-6;
constexpr const char* kTypedKey = "rotationDegrees";

/// Reads numbers of a list into `values`, which has its size.
void readEach(const Json& json, const std::string& place, JsonReading& reading, std::span<double> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!json[i].is_number() || !(std::abs(json[i].get<double>()) <= kMostAttachmentMetres)) {
      reading.mistake(message("%1[%2] must be a number from -1e6 to 1e6", place, i));
      return;
    }
    values[i] = json[i].get<double>();
  }
}

/// Reads a list of `n` numbers; if it is missing, `values` are unchanged.
template <std::size_t n>
void readNumbers(JsonFields& fields, const char* key, JsonReading& reading, std::array<double, n>& values) {
  const Json* const json = fields.find(key);
  if (json != nullptr && json->is_array() && json->size() == n) {
    readEach(*json, fields.placeOf(key), reading, values);
  } else if (json != nullptr) {
    reading.mistake(message("%1 must be a list of %2 numbers", fields.placeOf(key), n));
  }
}

/// "rotationDegrees", if it still gives the rotation.
std::vector<double> readTyped(JsonFields& fields, JsonReading& reading, const glm::dquat& rotation) {
  const Json* const json = fields.find(kTypedKey);
  if (json == nullptr) {
    return {};
  }
  if (!json->is_array() || (json->size() != 3 && json->size() != 4)) {
    reading.mistake(message("%1 must be a list of 3 or 4 numbers", fields.placeOf(kTypedKey)));
    return {};
  }
  std::vector<double> typed(json->size());
  readEach(*json, fields.placeOf(kTypedKey), reading, typed);
  return transform::givesRotation(typed, rotation) ? typed : std::vector<double>();
}

/// "position", "rotation" and "scale"; the identity's if missing. The rotation is normalized.
transform::Transform readTransform(JsonFields& fields, JsonReading& reading) {
  transform::Transform transform;
  std::array<double, 3> position{};
  std::array<double, 4> rotation = {0.0, 0.0, 0.0, 1.0};
  std::array<double, 3> scale = {1.0, 1.0, 1.0};
  readNumbers(fields, "position", reading, position);
  readNumbers(fields, "rotation", reading, rotation);
  readNumbers(fields, "scale", reading, scale);
  transform.translation = {position[0], position[1], position[2]};
  transform.scale = {scale[0], scale[1], scale[2]};
  const glm::dquat read(rotation[3], rotation[0], rotation[1], rotation[2]);
  const double length = glm::length(read);
  if (!(length > kShortestRotation)) {
    reading.mistake(message("%1 must be a quaternion x, y, z, w that is not zero", fields.placeOf("rotation")));
    return transform;
  }
  constexpr double kUnit = 1e-12;  // Unit rotations are kept bit for bit.
  transform.rotation = std::abs(length - 1.0) < kUnit ? read : read / length;
  return transform;
}

Json numbers(std::span<const double> values) {
  Json json = Json::array();
  for (const double value : values) {
    json.push_back(numberToJson(value));
  }
  return json;
}

Json numbers(std::initializer_list<double> values) { return numbers({values.begin(), values.size()}); }

/// Components of the identity are omitted, and typed degrees that no longer give the rotation.
void putTransform(Json& json, const transform::Transform& transform, const std::vector<double>& typed) {
  const transform::Transform identity;
  if (transform.translation != identity.translation) {
    json["position"] = numbers({transform.translation.x, transform.translation.y, transform.translation.z});
  }
  if (transform.rotation != identity.rotation) {
    const glm::dquat& q = transform.rotation;
    json["rotation"] = numbers({q.x, q.y, q.z, q.w});
  }
  if (transform::givesRotation(typed, transform.rotation)) {
    json[kTypedKey] = numbers(std::span<const double>(typed));
  }
  if (transform.scale != identity.scale) {
    json["scale"] = numbers({transform.scale.x, transform.scale.y, transform.scale.z});
  }
}

Json numbersSchema(int least, int most, const char* help, const char* leftOut) {
  Json schema = setting_io::listSchema(
      setting_io::numberSchema({.range = {-kMostAttachmentMetres, kMostAttachmentMetres}}, false));
  schema["minItems"] = least;
  schema["maxItems"] = most;
  return setting_io::described(std::move(schema), {.help = help, .leftOut = leftOut}, {});
}

/// The schema of an object with the keys of a transform added.
Json withTransformSchema(Json schema) {
  Json& properties = schema["properties"];
  properties["position"] = numbersSchema(3, 3, "Position relative to the parent, in metres", "0, 0, 0");
  properties["rotation"] = numbersSchema(4, 4, "How it is turned there: a quaternion x, y, z, w", "0, 0, 0, 1");
  properties[kTypedKey] = numbersSchema(3, 4,
                                        "The rotation as it was typed, for the fields of the editor: Euler angles in "
                                        "degrees, or axis and angle; it has no "
                                        "effect",
                                        "not known");
  properties["scale"] = numbersSchema(3, 3, "Its size there", "1, 1, 1");
  return schema;
}

}  // namespace

void readValue(const Json& json, const std::string& place, JsonReading& reading, RecipeSocketName& socket) {
  JsonFields fields(json, place, reading);
  const bool isMoved = fields.find("position") || fields.find("rotation") || fields.find("scale");
  if (isMoved) {
    socket.offset = readTransform(fields, reading);
    socket.rotationDegrees = readTyped(fields, reading, socket.offset->rotation);
  }
  readSettings(fields, reading, socket);
}

Json writeValue(const RecipeSocketName& socket, JsonWriting& writing) {
  Json json = {{"node", socket.node}};
  if (!socket.name.empty()) {
    json["name"] = socket.name;
  }
  if (socket.offset) {
    putTransform(json, *socket.offset, socket.rotationDegrees);
    if (*socket.offset == transform::Transform()) {  // An explicit offset, although it is the identity.
      json["position"] = numbers({0.0, 0.0, 0.0});
    }
  }
  return writing.withUnknown(std::move(json), socket.unknown);
}

Json valueSchema(SchemaOf<RecipeSocketName> /*of*/) { return withTransformSchema(settingsSchema<RecipeSocketName>()); }

template <>
void checkRules(const RecipeSocketName& socket, JsonFields& fields, JsonReading& /*reading*/) {
  if (socket.name.empty() && !socket.offset) {
    fields.mistake("name", message("must be a name for its socket"));
  }
}

void readValue(const Json& json, const std::string& place, JsonReading& reading, RecipeAttachment& attachment) {
  JsonFields fields(json, place, reading);
  const auto source = fields.count("source", 0, static_cast<std::uint32_t>(kIndexRange.most));
  if (!source) {
    fields.mistake("source", message("must be the number of a source of role \"attachment\" (counted from 0)"));
  }
  attachment.source = source.value_or(0);
  attachment.local = readTransform(fields, reading);
  attachment.rotationDegrees = readTyped(fields, reading, attachment.local.rotation);
  attachment.merge = fields.flag("merge").value_or(false);
  readSettings(fields, reading, attachment);
}

Json writeValue(const RecipeAttachment& attachment, JsonWriting& writing) {
  Json json = {{"name", attachment.name}, {"source", attachment.source}};
  const std::pair<const char*, const std::string&> texts[] = {
      {"attachment", attachment.attachment}, {"socket", attachment.socket}, {"node", attachment.node}};
  for (const auto& [key, text] : texts) {
    if (!text.empty()) {
      json[key] = text;
    }
  }
  putTransform(json, attachment.local, attachment.rotationDegrees);
  if (attachment.merge) {
    json["merge"] = true;
  }
  return writing.withUnknown(std::move(json), attachment.unknown);
}

Json valueSchema(SchemaOf<RecipeAttachment> /*of*/) {
  Json schema = withTransformSchema(settingsSchema<RecipeAttachment>());
  Json& properties = schema["properties"];
  properties["source"] = setting_io::described(
      setting_io::numberSchema({.range = kIndexRange}, true),
      {.help = "Number of the source of role attachment that it is made from (counted from 0)"}, {});
  properties["merge"] = setting_io::described(
      Json::object({{"type", "boolean"}}),
      {.help = "Whether it is baked into the mesh as rigid geometry, in place of a socket"}, false);
  schema["required"].push_back("source");
  return schema;
}

template <>
void checkRules(const RecipeAttachment& attachment, JsonFields& fields, JsonReading& /*reading*/) {
  const bool onOne = !attachment.socket.empty() ? attachment.node.empty() && attachment.attachment.empty()
                                                : !attachment.node.empty() || !attachment.attachment.empty();
  if (!onOne) {
    fields.mistake("node", message("must name its parent: one of \"node\", \"socket\" and \"attachment\""));
  }
}

}  // namespace texeleton::recipe
