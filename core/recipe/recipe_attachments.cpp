#include <cmath>
#include <string>
#include <utility>

#include "core/recipe/recipe_rules.h"
#include "core/transform/rotation.h"

namespace texeleton::recipe {

namespace {

template <class Owner>
void dropOtherDegrees(Owner& owner, const transform::Transform& local) {
  if (!transform::givesRotation(owner.rotationDegrees, local.rotation)) {
    owner.rotationDegrees.clear();
  }
}

/// Normalizes the rotation, and drops typed degrees that do not match it.
template <class Owner>
void checkRotation(Owner& owner, transform::Transform& local, JsonFields& fields) {
  constexpr double kShortestRotation = 1e-6;
  constexpr double kUnit = 1e-12;  // Unit rotations are kept bit for bit.
  const std::size_t typed = owner.rotationDegrees.size();
  if (typed != 0 && typed != 3 && typed != 4) {
    fields.mistake("rotationDegrees", message("must be a list of 3 or 4 numbers"));
    return;
  }
  const double length = glm::length(local.rotation);
  if (!(length > kShortestRotation)) {
    fields.mistake("rotation", message("must be a quaternion x, y, z, w that is not zero"));
    return;
  }
  if (!(std::abs(length - 1.0) < kUnit)) {
    local.rotation /= length;
  }
  dropOtherDegrees(owner, local);
}

}  // namespace

void checkRules(RecipeOffset& offset, JsonFields& fields, JsonReading& /*reading*/) {
  checkRotation(offset, offset.local, fields);
}

void readValue(const Json& json, const std::string& place, JsonReading& reading, RecipeSocketName& socket) {
  JsonFields fields(json, place, reading);
  if (fields.find("position") || fields.find("rotation") || fields.find("scale")) {
    RecipeOffset offset;
    readSettings(fields, reading, offset);
    socket.offset = offset.local;
    socket.rotationDegrees = std::move(offset.rotationDegrees);
  }
  readSettings(fields, reading, socket);
}

Json writeValue(const RecipeSocketName& socket, JsonWriting& writing) {
  RecipeSocketName named = socket;
  const std::string unknown = std::exchange(named.unknown, {});
  Json json = writeSettings(named, writing);
  if (socket.offset) {
    RecipeOffset offset{*socket.offset, socket.rotationDegrees};
    dropOtherDegrees(offset, offset.local);
    json.update(writeSettings(offset, writing));
    if (offset.local == transform::Transform()) {  // An explicit offset, although it is the identity.
      json["position"] = setting_io::scalarToJson(offset.local.translation);
    }
  }
  return writing.withUnknown(std::move(json), unknown);
}

Json valueSchema(Of<RecipeSocketName> /*of*/) {
  Json schema = settingsSchema<RecipeSocketName>();
  schema["properties"].update(settingsSchema<RecipeOffset>()["properties"]);
  return schema;
}

void checkRules(const RecipeSocketName& socket, JsonFields& fields, JsonReading& /*reading*/) {
  if (socket.name.empty() && !socket.offset) {
    fields.mistake("name", message("must be a name for its socket"));
  }
}

void readValue(const Json& json, const std::string& place, JsonReading& reading, RecipeAttachment& attachment) {
  JsonFields fields(json, place, reading);
  readSettings(fields, reading, attachment);
}

Json writeValue(RecipeAttachment attachment, JsonWriting& writing) {
  dropOtherDegrees(attachment, attachment.local);
  return writeSettings(attachment, writing);
}

Json valueSchema(Of<RecipeAttachment> /*of*/) { return settingsSchema<RecipeAttachment>(); }

void checkRules(RecipeAttachment& attachment, JsonFields& fields, JsonReading& /*reading*/) {
  checkRotation(attachment, attachment.local, fields);
  const bool onOne = !attachment.socket.empty() ? attachment.node.empty() && attachment.attachment.empty()
                                                : !attachment.node.empty() || !attachment.attachment.empty();
  if (!onOne) {
    fields.mistake("node", message("must name its parent: one of \"node\", \"socket\" and \"attachment\""));
  }
}

}  // namespace texeleton::recipe
