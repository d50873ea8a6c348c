#pragma once

#include <string>
#include <string_view>

namespace texeleton::exporting {

/// A GUID derived from the role of a file, so that scenes keep their references when the file is written again:
/// "character/ID/file", "package/Runtime/AnimationTicker.cs". 32 hexadecimal digits.
std::string unityGuid(std::string_view role);

/// The .meta that Unity writes beside a file of a package or of an export, chosen by its suffix; a path that ends in
/// "/" is a folder.
std::string unityMeta(std::string_view path, std::string_view guid);

/// The .meta of a .texunity; it names the importer by the GUID of its script.
std::string unityImporterMeta(std::string_view guid, std::string_view importerGuid);

}  // namespace texeleton::exporting
