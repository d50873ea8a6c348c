#include "app/editor/window/preferences_dialog.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QVBoxLayout>

#include "app/editor/document/preferences.h"
#include "app/editor/theme/system_theme.h"
#include "app/editor/widgets/controls.h"

namespace texeleton::editor {

namespace {

constexpr double kMostThreadsAsked = 256;

QComboBox* choices(const char* name, const std::vector<std::pair<QString, QString>>& items, const QString& now) {
  auto* box = named(new QComboBox, name);
  for (const auto& [text, word] : items) {
    box->addItem(text, word);
  }
  box->setCurrentIndex(std::max(box->findData(now), 0));
  return box;
}

}  // namespace

PreferencesDialog::PreferencesDialog(QAction* watch, QWidget* parent) : QDialog(parent) {
  setObjectName("preferences");
  setWindowTitle(tr("Preferences"));
  const Preferences now = readPreferences();
  auto* language = choices(
      "preferLanguage",
      {{tr("Same as system"), QString()}, {"English", "en"}, {QString::fromUtf8("简体中文"), "zh_CN"}}, now.language);
  auto* theme = choices("preferTheme", {{tr("Same as system"), "system"}, {tr("Dark"), "dark"}, {tr("Light"), "light"}},
                        now.theme);
  auto* backend =
      choices("preferBackend", {{tr("Automatic"), QString()}, {"Vulkan", "vulkan"}, {"OpenGL", "opengl"}}, now.backend);
  backend->setToolTip(tr("Graphics API of the viewport"));
  auto* unit = named(comboBox({tr("Millimetres"), tr("Centimetres"), tr("Inches")}), "preferUnit",
                     tr("Unit in which errors and limits are shown"));
  unit->setCurrentIndex(static_cast<int>(now.unit));
  auto* navigation = named(comboBox({"Texeleton", "Blender", "Unity", "Unreal Engine"}), "preferNavigation",
                           tr("Mouse buttons and modifier keys that orbit, pan and zoom the viewport"));
  navigation->setCurrentIndex(static_cast<int>(now.navigation));
  auto* threads = named(new NumberField(0, kMostThreadsAsked, 0, {}), "preferThreads",
                        tr("Number of threads for import and bake. 0: all processors"));
  threads->setSpecialValueText(tr("all"));
  threads->show(now.threads);
  auto* memory = named(new NumberField(0, importing::kMostImportGibibytes, 1, "GiB"), "preferImportMemory",
                       tr("Memory limit for importing a file. 0: 4 GiB, or 20 times the file if that is more"));
  memory->setSpecialValueText(tr("automatic"));
  memory->show(now.importGibibytes);
  auto* seconds = named(new NumberField(1, importing::kMostImportSeconds, 0, tr("s")), "preferImportTime",
                        tr("Time limit for importing a file"));
  seconds->show(now.importSeconds);
  auto* form = formLayout(nullptr, 12, 8);
  const auto row = [form](const QString& text, QWidget* field) {
    field->setMinimumWidth(180);
    form->addRow(labelOf(field, text), field);
  };
  row(tr("Language"), language);
  row(tr("Theme"), theme);
  row(tr("Graphics"), backend);
  row(tr("Error unit"), unit);
  row(tr("Navigation"), navigation);
  row(tr("Threads"), threads);
  row(tr("Import memory"), memory);
  row(tr("Import time"), seconds);
  auto* again = named(new QCheckBox(watch->text()), "preferWatch");
  again->setChecked(watch->isChecked());
  connect(again, &QCheckBox::clicked, watch, &QAction::trigger);
  auto* hint = wrappedLabel(tr("Changes to Graphics take effect after a restart."), "muted");
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  put(spaced(new QVBoxLayout(this), 12, {12, 12, 12, 12}), {form, again, hint, Stretch(), buttons});
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);

  const auto take = [this, language, theme, backend, unit, navigation, threads, memory, seconds] {
    Preferences chosen;
    chosen.language = language->currentData().toString();
    chosen.theme = theme->currentData().toString();
    chosen.backend = backend->currentData().toString();
    chosen.unit = static_cast<LengthUnit>(unit->currentIndex());
    chosen.navigation = static_cast<viewport::NavigationScheme>(navigation->currentIndex());
    chosen.threads = static_cast<unsigned>(threads->value());
    chosen.importGibibytes = memory->value();
    chosen.importSeconds = seconds->value();
    keep(chosen);
    apply(chosen);
    emit changed();
  };
  for (QComboBox* box : {backend, unit, navigation}) {
    connect(box, &QComboBox::activated, this, take);
  }
  connect(language, &QComboBox::activated, this, [this, take, language] {
    const QString chosen = language->currentData().toString();
    const bool isOther = chosen != readPreferences().language;
    take();
    if (isOther) {
      emit languageChosen(chosen);
    }
  });
  connect(theme, &QComboBox::activated, this, [take, theme] {
    applyTheme(*qApp, themeCalled(theme->currentData().toString()));
    take();
  });
  for (NumberField* field : {threads, memory, seconds}) {
    connect(field, &QDoubleSpinBox::valueChanged, this, take);
  }
}

}  // namespace texeleton::editor
