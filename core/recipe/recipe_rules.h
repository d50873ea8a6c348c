#pragma once

#include "core/recipe/setting_io.h"
#include "core/recipe/settings.h"

namespace texeleton::recipe {

// Internal to core/recipe: rules between the fields of a recipe (checkRules), the same in the schema (rulesSchema), and
// values whose format does not follow from their type (readValue, writeValue, valueSchema).

inline constexpr const char* kRecipeFormat = "texeleton-recipe";

template <>
void checkRules(const RecipeSource& source, JsonFields& fields, JsonReading& reading);
template <>
void checkRules(const RecipeEvent& event, JsonFields& fields, JsonReading& reading);
template <>
void checkRules(const RecipeSocketName& socket, JsonFields& fields, JsonReading& reading);
template <>
void checkRules(const RecipeAttachment& attachment, JsonFields& fields, JsonReading& reading);
template <>
void checkRules(const RecipeClip& clip, JsonFields& fields, JsonReading& reading);
template <>
void checkRules(const RecipeVariant& variant, JsonFields& fields, JsonReading& reading);
template <>
void checkRules(const RecipeMask& mask, JsonFields& fields, JsonReading& reading);
template <>
void checkRules(const RecipeBake& bake, JsonFields& fields, JsonReading& reading);
template <>
void checkRules(const RecipeExport& each, JsonFields& fields, JsonReading& reading);
template <>
void checkRules(const Recipe& recipe, JsonFields& fields, JsonReading& reading);

template <>
Json rulesSchema<RecipeEvent>();
template <>
Json rulesSchema<RecipeClip>();

/// Unknown targets have their own keys.
template <>
bool tellsOfUnknown(const RecipeExport& each);

/// A text, or an object with "pattern" and "caseSensitive".
void readValue(const Json& json, const std::string& place, JsonReading& reading, RecipeExpose& expose);
Json writeValue(const RecipeExpose& expose, JsonWriting& writing);
Json valueSchema(SchemaOf<RecipeExpose> of);

/// Its keys determine the kind of tint.
void readValue(const Json& json, const std::string& place, JsonReading& reading, RecipeTint& tint);
Json writeValue(const RecipeTint& tint, JsonWriting& writing);
Json valueSchema(SchemaOf<RecipeTint> of);

/// The type determines the valid keys (constraintFields()); default values are omitted.
void readValue(const Json& json, const std::string& place, JsonReading& reading, RecipeConstraint& constraint);
Json writeValue(const RecipeConstraint& constraint, JsonWriting& writing);
Json valueSchema(SchemaOf<RecipeConstraint> of);

/// With "position", "rotation" and "scale" of its offset (recipe_attachments.cpp).
void readValue(const Json& json, const std::string& place, JsonReading& reading, RecipeSocketName& socket);
Json writeValue(const RecipeSocketName& socket, JsonWriting& writing);
Json valueSchema(SchemaOf<RecipeSocketName> of);
void readValue(const Json& json, const std::string& place, JsonReading& reading, RecipeAttachment& attachment);
Json writeValue(const RecipeAttachment& attachment, JsonWriting& writing);
Json valueSchema(SchemaOf<RecipeAttachment> of);

/// Layers, states, transitions, parameters, limbs and gazes.
void readValue(const Json& json, const std::string& place, JsonReading& reading, animator::AnimatorSetup& setup);
Json writeValue(const animator::AnimatorSetup& setup, JsonWriting& writing);
Json valueSchema(SchemaOf<animator::AnimatorSetup> of);

/// Options of an export, by key.
void readValue(const Json& json, const std::string& place, JsonReading& reading, OptionValues& options);
Json writeValue(const OptionValues& options, JsonWriting& writing);
Json valueSchema(SchemaOf<OptionValues> of);

}  // namespace texeleton::recipe
