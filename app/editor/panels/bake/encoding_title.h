#pragma once

#include <QString>
#include <string>

namespace texeleton::editor {

/// Display text of an encoding, by its name; unknown ones are shown as they are.
QString encodingTitle(const std::string& name);

}  // namespace texeleton::editor
