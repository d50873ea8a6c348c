#include "app/editor/window/languages.h"

#include <QApplication>
#include <QLibraryInfo>
#include <QTranslator>

#include "app/editor/messages/localized.h"

namespace texeleton::editor {

void speak(QApplication& application, const QLocale& locale) {
  const auto load = [&application](const QLocale& wanted, const QString& name, const QString& folder) {
    auto* translator = new QTranslator(&application);
    if (!translator->load(wanted, name, "_", folder)) {
      delete translator;
      return false;
    }
    QApplication::installTranslator(translator);
    return true;
  };
  // Qt's own words (OK, Cancel, file dialogs), where they are installed.
  static_cast<void>(load(locale, "qtbase", QLibraryInfo::path(QLibraryInfo::TranslationsPath)));
  if (load(locale, "texeleton", ":/texeleton/i18n")) {
    QLocale::setDefault(locale);
  } else {
    const QLocale english(QLocale::English, QLocale::UnitedStates);
    static_cast<void>(load(english, "texeleton", ":/texeleton/i18n"));  // Singular and plural.
    QLocale::setDefault(english);
  }
  // What core says, which is English.
  useMessages(load(locale, "messages", ":/texeleton/i18n") ? installedMessages() : MessageTemplates());
}

}  // namespace texeleton::editor
