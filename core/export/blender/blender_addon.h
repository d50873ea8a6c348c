#pragma once

#include <string>

namespace texeleton::exporting {

/// The add-on that bakes from inside Blender, 3.4 and later, as the ZIP archive that Blender installs: an extension
/// from 4.2 on, and a legacy add-on before.
std::string blenderAddon();

}  // namespace texeleton::exporting
