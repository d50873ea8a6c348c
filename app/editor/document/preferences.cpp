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

Preferences& applied() {
  static Preferences preferences;
  return preferences;
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

constexpr std::array<const char*, 4> kSchemes = {"texeleton", "blender", "unity", "unreal"};

constexpr std::array<const char*, 3> kLengthUnits = {"mm", "cm", "in"};

/// The value whose word is stored under a key; the first one for other words.
template <class Value, std::size_t N>
Value storedValue(const QSettings& settings, const char* key, const std::array<const char*, N>& words) {
  const auto word = std::ranges::find(words, settings.value(key).toString());
  return word == words.end() ? Value() : static_cast<Value>(word - words.begin());
}

}  // namespace

Preferences readPreferences() {
  const QSettings settings;
  Preferences preferences;
  preferences.language = settings.value("language").toString();
  preferences.theme = settings.value("theme", "system").toString();
  preferences.backend = settings.value("backend").toString();
  preferences.unit = storedValue<LengthUnit>(settings, "unit", kLengthUnits);
  preferences.navigation = storedValue<viewport::NavigationScheme>(settings, "navigation", kSchemes);
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
                {"unit", kLengthUnits[static_cast<std::size_t>(preferences.unit)]},
                {"navigation", kSchemes[static_cast<std::size_t>(preferences.navigation)]},
                {"threads", preferences.threads},
                {"importGibibytes", preferences.importGibibytes},
                {"importSeconds", preferences.importSeconds}});
}

viewport::NavigationScheme navigationScheme() { return applied().navigation; }

unsigned workThreads() { return applied().threads; }

importing::ImportLimits importLimits() {
  return {static_cast<std::uint64_t>(theImportGibibytes() * static_cast<double>(kGibibyte)), theImportSeconds()};
}

void apply(const Preferences& preferences) {
  applied() = preferences;
  theImportGibibytes() = preferences.importGibibytes;
  theImportSeconds() = preferences.importSeconds;
}

double unitsPerMillimetre() {
  constexpr double kMillimetresPerInch = 25.4;
  return applied().unit == LengthUnit::Inches        ? 1.0 / kMillimetresPerInch
         : applied().unit == LengthUnit::Centimetres ? 0.1
                                                     : 1.0;
}

QString unitSign() {
  switch (applied().unit) {
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
