#pragma once

#include <QString>

#include "core/import/import_options.h"
#include "viewport/navigation.h"

namespace texeleton::editor {

/// In what small lengths (errors, limits) are shown.
enum class LengthUnit { Millimetres, Centimetres, Inches };

/// What the user likes, whatever the document. Kept in the user's settings.
struct Preferences {
  QString language;          ///< "en", "zh_CN"; empty: the system's.
  QString theme = "system";  ///< "dark", "light", "system".
  QString backend;           ///< "vulkan", "opengl"; empty: chosen at the start.
  LengthUnit unit = LengthUnit::Millimetres;
  viewport::NavigationScheme navigation = viewport::NavigationScheme::Texeleton;
  unsigned threads = 0;          ///< Of imports and bakes; 0: as many as the machine has.
  double importGibibytes = 0.0;  ///< Memory of an import; 0: the larger of 4 GiB and 20 times the file.
  double importSeconds = importing::ImportLimits().timeSeconds;
};

Preferences readPreferences();
void keep(const Preferences& preferences);

/// Those that hold now: what units are shown in, how the mouse moves the camera, how many threads work. GUI thread
/// only.
LengthUnit lengthUnit();
viewport::NavigationScheme navigationScheme();
unsigned workThreads();
/// The limits of imports. May be called from any thread.
importing::ImportLimits importLimits();
/// Takes unit, navigation, threads and limits over. Panels show them with their next refresh.
void apply(const Preferences& preferences);

/// How many of the unit a millimetre is, and its sign ("mm").
double unitsPerMillimetre();
QString unitSign();

}  // namespace texeleton::editor
