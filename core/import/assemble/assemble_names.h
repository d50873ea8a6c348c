#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/import/assemble/assemble_context.h"

namespace texeleton::importing::assemble {

/// Names of items of one kind for messages.
struct NameNouns {
  const char* kind = "";     ///< "Node": in generated names, in every language.
  const char* one = "";      ///< "%1 node"
  const char* many = "";     ///< "%1 nodes"
  const char* another = "";  ///< "%1 with a name that another node has: a number was added (%2)"
};

/// Adds a warning if the tally is not empty: %1 is the count, %2 the subjects.
void warnOf(Context& context, const Tally& tally, const char* one, const char* many);
/// The same, with `one` or `many` items as %1 of `format`.
void warnOf(Context& context, const Tally& tally, const char* format, const char* one, const char* many);

/// Safe, unique, non-empty names for items of one kind ("Node", "Clip"), in the given order: the first of equal names
/// keeps it, the others get a number; generated names are "Node 3", counted from 1. Adds an issue for each kind of
/// change, with its count.
std::vector<std::string> makeNames(Context& context, const NameNouns& nouns, const std::vector<std::string>& given);

}  // namespace texeleton::importing::assemble
