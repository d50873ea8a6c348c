#pragma once

#include "core/recipe/settings.h"
#include "core/settings/setting_io.h"

namespace texeleton::recipe {

// Internal to core/recipe: rules between the fields of a recipe (checkRules), the same in the schema (rulesSchema), and
// values whose format does not follow from their type (readValue, writeValue, valueSchema).

inline constexpr const char* kRecipeFormat = "texeleton-recipe";

void checkRules(const RecipeSource& source, JsonFields& fields, JsonReading& reading);
void checkRules(const RecipeEvent& event, JsonFields& fields, JsonReading& reading);
void checkRules(RecipeOffset& offset, JsonFields& fields, JsonReading& reading);
void checkRules(const RecipeSocketName& socket, JsonFields& fields, JsonReading& reading);
void checkRules(RecipeAttachment& attachment, JsonFields& fields, JsonReading& reading);
void checkRules(const RecipeClip& clip, JsonFields& fields, JsonReading& reading);
void checkRules(const RecipeVariant& variant, JsonFields& fields, JsonReading& reading);
void checkRules(const RecipeMask& mask, JsonFields& fields, JsonReading& reading);
void checkRules(const RecipeBake& bake, JsonFields& fields, JsonReading& reading);
void checkRules(const RecipeExport& each, JsonFields& fields, JsonReading& reading);
void checkRules(const Recipe& recipe, JsonFields& fields, JsonReading& reading);

Json rulesSchema(Of<RecipeEvent> of);
Json rulesSchema(Of<RecipeClip> of);

/// Unknown targets may have unknown keys.
bool tellsOfUnknown(const RecipeExport& each);

/// A text, or an object with "pattern" and "caseSensitive".
void readValue(const Json& json, const std::string& place, JsonReading& reading, RecipeExpose& expose);
Json writeValue(const RecipeExpose& expose, JsonWriting& writing);
Json valueSchema(Of<RecipeExpose> of);

/// Its keys determine the kind of tint.
void readValue(const Json& json, const std::string& place, JsonReading& reading, RecipeTint& tint);
Json writeValue(const RecipeTint& tint, JsonWriting& writing);
Json valueSchema(Of<RecipeTint> of);

/// The type determines the valid keys (constraintFields()); default values are omitted.
void readValue(const Json& json, const std::string& place, JsonReading& reading, RecipeConstraint& constraint);
Json writeValue(const RecipeConstraint& constraint, JsonWriting& writing);
Json valueSchema(Of<RecipeConstraint> of);

/// Includes the keys of its offset (RecipeOffset).
void readValue(const Json& json, const std::string& place, JsonReading& reading, RecipeSocketName& socket);
Json writeValue(const RecipeSocketName& socket, JsonWriting& writing);
Json valueSchema(Of<RecipeSocketName> of);
/// Typed degrees that do not match the rotation are omitted.
void readValue(const Json& json, const std::string& place, JsonReading& reading, RecipeAttachment& attachment);
Json writeValue(RecipeAttachment attachment, JsonWriting& writing);
Json valueSchema(Of<RecipeAttachment> of);

/// Options of an export, by key.
void readValue(const Json& json, const std::string& place, JsonReading& reading, OptionValues& options);
Json writeValue(const OptionValues& options, JsonWriting& writing);
Json valueSchema(Of<OptionValues> of);

}  // namespace texeleton::recipe
