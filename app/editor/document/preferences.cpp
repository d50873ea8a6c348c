#include "app/editor/document/preferences.h"

#include <QCoreApplication>
#include <QSettings>
#include <algorithm>
#include <array>
#include <atomic>

#include "app/editor/document/settings_file.h"
#include "core/base/units.h"

namespace texeleton::editor {

namespace {

constexpr unsigned kMostThreads = 256;

LengthUnit& theUnit() {
  static LengthUnit unit = LengthUnit::Millimetres;
  return unit;
}

unsigned& theThreads() {
  static unsigned threads = 0;
  return threads;
}

/// Read by jobs on other threads.
std::atomic<double>& theImportGibibytes() {
  static std::atomic<double> gibibytes{0.0};
  return gibibytes;
}

std::atomic<double>& theImportSeconds() {
  static std::atomic<double> seconds{importing::ImportLimits().timeSeconds};
  return seconds;
}

viewport::NavigationScheme& theNavigation() {
  static viewport::NavigationScheme scheme = viewport::NavigationScheme::Texeleton;
  return scheme;
}

constexpr std::array<const char*, 4> kSchemes = {"texeleton", "blender", "unity", "unreal"};

const char* wordOf(LengthUnit unit) {
  return unit == LengthUnit::Inches ? "in" : unit == LengthUnit::Centimetres ? "cm" : "mm";
}

}  // namespace

Preferences readPreferences() {
  const QSettings settings;
  Preferences preferences;
  preferences.language = settings.value("language").toString();
  preferences.theme = settings.value("theme", "system").toString();
  preferences.backend = settings.value("backend").toString();
  const QString unit = settings.value("unit").toString();
  preferences.unit = unit == "in"   ? LengthUnit::Inches
                     : unit == "cm" ? LengthUnit::Centimetres
                                    : LengthUnit::Millimetres;
  const auto scheme = std::ranges::find(kSchemes, settings.value("navigation").toString());
  preferences.navigation = scheme == kSchemes.end()
                               ? viewport::NavigationScheme::Texeleton
                               : static_cast<viewport::NavigationScheme>(scheme - kSchemes.begin());
  preferences.threads = std::min(settings.value("threads", 0U).toUInt(), kMostThreads);
  preferences.importGibibytes =
      std::clamp(settings.value("importGibibytes", 0.0).toDouble(), 0.0, importing::kMostImportGibibytes);
  const double seconds = settings.value("importSeconds", preferences.importSeconds).toDouble();
  preferences.importSeconds = seconds >= 1.0 ? std::min(seconds, importing::kMostImportSeconds)  // Rejects NaN too.
                                             : preferences.importSeconds;
  return preferences;
}

void keep(const Preferences& preferences) {
  keepSettings({{"language", preferences.language},
                {"theme", preferences.theme},
                {"backend", preferences.backend},
                {"unit", wordOf(preferences.unit)},
                {"navigation", kSchemes[static_cast<std::size_t>(preferences.navigation)]},
                {"threads", preferences.threads},
                {"importGibibytes", preferences.importGibibytes},
                {"importSeconds", preferences.importSeconds}});
}

LengthUnit lengthUnit() { return theUnit(); }

viewport::NavigationScheme navigationScheme() { return theNavigation(); }

unsigned workThreads() { return theThreads(); }

importing::ImportLimits importLimits() {
  return {static_cast<std::uint64_t>(theImportGibibytes() * static_cast<double>(kGibibyte)), theImportSeconds()};
}

void apply(const Preferences& preferences) {
  theUnit() = preferences.unit;
  theNavigation() = preferences.navigation;
  theThreads() = preferences.threads;
  theImportGibibytes() = preferences.importGibibytes;
  theImportSeconds() = preferences.importSeconds;
}

double unitsPerMillimetre() {
  constexpr double kMillimetresPerInch = 25.4;
  return theUnit() == LengthUnit::Inches ? 1.0 / kMillimetresPerInch : theUnit() == LengthUnit::Centimetres ? 0.1 : 1.0;
}

QString unitSign() {
  switch (theUnit()) {
    case LengthUnit::Centimetres:
      return QCoreApplication::translate("Numbers", "cm");
    case LengthUnit::Inches:
      return QCoreApplication::translate("Numbers", "in", "inches");
    case LengthUnit::Millimetres:
      break;
  }
  return QCoreApplication::translate("Numbers", "mm");
}

}  // namespace texeleton::editor
