#pragma once

#include <QString>

#include "core/import/import_options.h"
#include "viewport/navigation.h"

namespace texeleton::editor {

/// Display unit of small lengths (errors, limits).
enum class LengthUnit { Millimetres, Centimetres, Inches };

/// Preferences of the user, independent of documents. Stored in the user's settings.
struct Preferences {
  QString language;          ///< "en", "zh_CN"; empty: the system's.
  QString theme = "system";  ///< "dark", "light", "system".
  QString backend;           ///< "vulkan", "opengl"; empty: chosen at start-up.
  LengthUnit unit = LengthUnit::Millimetres;
  viewport::NavigationScheme navigation = viewport::NavigationScheme::Texeleton;
  unsigned threads = 0;          ///< For imports and bakes; 0: as many as the machine has.
  double importGibibytes = 0.0;  ///< Memory limit of an import; 0: the larger of 4 GiB and 20 times the file.
  double importSeconds = importing::ImportLimits().timeSeconds;
};

Preferences readPreferences();
void keep(const Preferences& preferences);

/// Current preferences: navigation scheme, number of threads. GUI thread only.
viewport::NavigationScheme navigationScheme();
unsigned workThreads();
/// Limits of imports. Thread-safe.
importing::ImportLimits importLimits();
/// Applies unit, navigation, threads and limits. Panels show them at their next refresh.
void apply(const Preferences& preferences);

/// Conversion factor from millimetres, and the unit's sign ("mm").
double unitsPerMillimetre();
QString unitSign();

}  // namespace texeleton::editor
