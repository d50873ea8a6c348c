#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/base/words.h"

namespace texeleton::pack {

/// The role of a file that a bake reads. Recipes, manifests and inputs.json name it by its keyword; structures hold the
/// keyword, so that unknown ones are kept.
enum class SourceRole : std::uint8_t {
  Model,
  Motion,      ///< Its clips are added to the model's.
  Cache,       ///< A point cache: moves the points of a mesh.
  Character,   ///< Shares the animation of the model.
  Attachment,  ///< A model attached to the character.
  Texture,     ///< An image for a texture that a model names.
  Events,      ///< Events of clips.
  Meta,        ///< Unity's import settings of a model or a motion.
  Recipe,
  Like,       ///< A recipe whose settings are applied to another model.
  Reference,  ///< A file that one of the others names.
};

constexpr auto wordTable(SourceRole) {
  return std::to_array<Word<SourceRole>>({{"model", SourceRole::Model},
                                          {"motion", SourceRole::Motion},
                                          {"cache", SourceRole::Cache},
                                          {"character", SourceRole::Character},
                                          {"attachment", SourceRole::Attachment},
                                          {"texture", SourceRole::Texture},
                                          {"events", SourceRole::Events},
                                          {"meta", SourceRole::Meta},
                                          {"recipe", SourceRole::Recipe},
                                          {"like", SourceRole::Like},
                                          {"reference", SourceRole::Reference}});
}

inline bool operator==(std::string_view word, SourceRole role) { return word == wordOf(role); }

}  // namespace texeleton::pack
