#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/export/owned_folder.h"

namespace texeleton::exporting {

/// The run-time files of resources/engines/`part`, which are embedded in the programs, with the same names in the
/// folder `into` (ends with a slash, or is empty): "texeleton/" and "three" give "texeleton/three/index.js".
std::vector<ProjectFile> engineFiles(const std::string& part, const std::string& into);

/// A run-time as a separate group, so that several targets can share it in one folder: the files of
/// resources/engines/`part` in the folder `into`, and INTO/PART/VERSION. The version is the program's, unless the
/// run-time has its own.
FileGroup runTimeGroup(const std::string& part, const std::string& into = "texeleton/",
                       const std::string& version = TEXELETON_VERSION);

/// The text of the file resources/engines/`path`; empty if there is no such file.
std::string engineFile(const std::string& path);

/// `text` with every `what` replaced.
std::string replaced(std::string text, std::string_view what, std::string_view by);

/// A template with the values of its places, put in one after the other: {{"@NAME@", "hero"}}.
std::string filled(std::string text, std::initializer_list<std::pair<const char*, std::string>> values);

/// A text as a string of C, GDScript or JavaScript, quotes included. Names have no control characters.
std::string quotedText(const std::string& text);

/// The names of clips, sockets or masks as one text: "Idle, Walk".
template <class Named>
std::string joinedNames(const Named& all) {
  std::string names;
  for (const auto& each : all) {
    names += (names.empty() ? "" : ", ") + each.name;
  }
  return names;
}

}  // namespace texeleton::exporting
