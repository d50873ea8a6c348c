#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/import/assemble_context.h"

namespace texeleton::assemble {

/// Harmless, unique, non-empty names for things of one kind ("Node", "Clip"), in the order given: the first of equal
/// names keeps it, the others get a number; made-up names are "Node 3", counted from 1. Adds an issue for each kind of
/// change, with its count.
std::vector<std::string> makeNames(Context& context, const char* kind, const std::vector<std::string>& given);

}  // namespace texeleton::assemble
