#pragma once

#include <QString>

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
  unsigned threads = 0;  ///< Of imports and bakes; 0: as many as the machine has.
};

Preferences readPreferences();
void keep(const Preferences& preferences);

/// Those that hold now: what units are shown in, how the mouse moves the camera, how many threads work. GUI thread
/// only.
LengthUnit lengthUnit();
viewport::NavigationScheme navigationScheme();
unsigned workThreads();
/// Takes unit, navigation and threads over. Panels show them with their next refresh.
void apply(const Preferences& preferences);

/// How many of the unit a millimetre is, and its sign ("mm").
double unitsPerMillimetre();
QString unitSign();

}  // namespace texeleton::editor
