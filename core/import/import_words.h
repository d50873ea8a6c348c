#pragma once

#include <array>

#include "core/base/words.h"
#include "core/import/import_options.h"

namespace texeleton::importing {

/// Up axes, in files and options.
constexpr auto wordTable(UpAxis) { return std::to_array<Word<UpAxis>>({{"y", UpAxis::Y}, {"z", UpAxis::Z}}); }

}  // namespace texeleton::importing
