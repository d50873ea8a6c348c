#pragma once

#include <filesystem>

namespace texeleton::importing {

/// The use of Unity's import settings (FILE.meta beside an FBX file). Clips: cut the takes into clips, with loop flags
/// and events. Events: keep the takes, with the events.
enum class UnityMetaUse { Off, Clips, Events };

struct UnityMetaOptions {
  UnityMetaUse use = UnityMetaUse::Off;
  std::filesystem::path file;  ///< Absolute; empty: FILE.meta, for FBX files that have one.
};

}  // namespace texeleton::importing
