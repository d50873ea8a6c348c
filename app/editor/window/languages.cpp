#include "app/editor/window/languages.h"

#include <QApplication>
#include <QHash>
#include <QLibraryInfo>
#include <QMutex>
#include <QPointer>
#include <QRegularExpression>
#include <QTranslator>
#include <QUndoStack>
#include <optional>
#include <utility>

#include "app/editor/messages/localized.h"

namespace texeleton::editor {

namespace {

/// Qt's texts of dialog buttons, the file dialog and field menus, because its translations are not installed
/// everywhere.
[[maybe_unused]] constexpr const char* kWordsOfQt[] = {
    QT_TRANSLATE_NOOP("QPlatformTheme", "OK"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Save"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Open"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "&Yes"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "&No"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Close"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Cancel"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Discard"),
    QT_TRANSLATE_NOOP("QDialogButtonBox", "OK"),
    QT_TRANSLATE_NOOP("QMessageBox", "OK"),
    QT_TRANSLATE_NOOP("QMessageBox", "Show Details..."),
    QT_TRANSLATE_NOOP("QMessageBox", "Hide Details..."),
    QT_TRANSLATE_NOOP("QFileDialog", "Look in:"),
    QT_TRANSLATE_NOOP("QFileDialog", "Directory:"),
    QT_TRANSLATE_NOOP("QFileDialog", "File &name:"),
    QT_TRANSLATE_NOOP("QFileDialog", "Files of type:"),
    QT_TRANSLATE_NOOP("QFileDialog", "Back"),
    QT_TRANSLATE_NOOP("QFileDialog", "Forward"),
    QT_TRANSLATE_NOOP("QFileDialog", "Parent Directory"),
    QT_TRANSLATE_NOOP("QFileDialog", "Create New Folder"),
    QT_TRANSLATE_NOOP("QFileDialog", "List View"),
    QT_TRANSLATE_NOOP("QFileDialog", "Detail View"),
    QT_TRANSLATE_NOOP("QFileDialog", "Go back"),
    QT_TRANSLATE_NOOP("QFileDialog", "Go forward"),
    QT_TRANSLATE_NOOP("QFileDialog", "Go to the parent directory"),
    QT_TRANSLATE_NOOP("QFileDialog", "Create a New Folder"),
    QT_TRANSLATE_NOOP("QFileDialog", "Change to list view mode"),
    QT_TRANSLATE_NOOP("QFileDialog", "Change to detail view mode"),
    QT_TRANSLATE_NOOP("QFileDialog", "&Open"),
    QT_TRANSLATE_NOOP("QFileDialog", "&Save"),
    QT_TRANSLATE_NOOP("QFileDialog", "&Choose"),
    QT_TRANSLATE_NOOP("QFileDialog", "All Files (*)"),
    QT_TRANSLATE_NOOP("QFileDialog", "&Rename"),
    QT_TRANSLATE_NOOP("QFileDialog", "&Delete"),
    QT_TRANSLATE_NOOP("QFileDialog", "Show &hidden files"),
    QT_TRANSLATE_NOOP("QFileDialog", "&New Folder"),
    QT_TRANSLATE_NOOP("QFileDialog", "New Folder"),
    QT_TRANSLATE_NOOP("QFileDialog", "Open"),
    QT_TRANSLATE_NOOP("QFileDialog", "Recent Places"),
    QT_TRANSLATE_NOOP("QFileDialog", "%1\nDirectory not found.\nPlease verify the correct directory name was given."),
    QT_TRANSLATE_NOOP("QFileDialog", "%1 already exists.\nDo you want to replace it?"),
    QT_TRANSLATE_NOOP("QFileDialog", "%1\nFile not found.\nPlease verify the correct file name was given."),
    QT_TRANSLATE_NOOP("QFileDialog", "Delete"),
    QT_TRANSLATE_NOOP("QFileDialog", "Are you sure you want to delete '%1'?"),
    QT_TRANSLATE_NOOP("QFileSystemModel", "Name"),
    QT_TRANSLATE_NOOP("QFileSystemModel", "Size"),
    QT_TRANSLATE_NOOP("QFileSystemModel", "Type"),
    QT_TRANSLATE_NOOP("QFileSystemModel", "Kind"),
    QT_TRANSLATE_NOOP("QFileSystemModel", "Date Modified"),
    QT_TRANSLATE_NOOP("QFileSystemModel", "My Computer"),
    QT_TRANSLATE_NOOP("QFileSystemModel", "Computer"),
    QT_TRANSLATE_NOOP("QAbstractFileIconProvider", "Folder"),
    QT_TRANSLATE_NOOP("QAbstractFileIconProvider", "File"),
    QT_TRANSLATE_NOOP("QAbstractFileIconProvider", "Drive"),
    QT_TRANSLATE_NOOP("QLineEdit", "&Undo"),
    QT_TRANSLATE_NOOP("QLineEdit", "&Redo"),
    QT_TRANSLATE_NOOP("QLineEdit", "Cu&t"),
    QT_TRANSLATE_NOOP("QLineEdit", "&Copy"),
    QT_TRANSLATE_NOOP("QLineEdit", "&Paste"),
    QT_TRANSLATE_NOOP("QLineEdit", "Delete"),
    QT_TRANSLATE_NOOP("QLineEdit", "Select All"),
    QT_TRANSLATE_NOOP("QWidgetTextControl", "&Undo"),
    QT_TRANSLATE_NOOP("QWidgetTextControl", "&Redo"),
    QT_TRANSLATE_NOOP("QWidgetTextControl", "Cu&t"),
    QT_TRANSLATE_NOOP("QWidgetTextControl", "&Copy"),
    QT_TRANSLATE_NOOP("QWidgetTextControl", "Copy &Link Location"),
    QT_TRANSLATE_NOOP("QWidgetTextControl", "&Paste"),
    QT_TRANSLATE_NOOP("QWidgetTextControl", "Delete"),
    QT_TRANSLATE_NOOP("QWidgetTextControl", "Select All"),
    QT_TRANSLATE_NOOP("QAbstractSpinBox", "&Select All"),
    QT_TRANSLATE_NOOP("QAbstractSpinBox", "&Step up"),
    QT_TRANSLATE_NOOP("QAbstractSpinBox", "Step &down"),
};

/// The arguments of QCoreApplication::translate().
struct SourceText {
  QByteArray context;
  QByteArray text;
  QByteArray comment;
};

/// Every text that was translated, in any language, before its places were filled.
struct Translated {
  QMutex mutex;
  QHash<QString, SourceText> sources;
};

Translated& translated() {
  static Translated all;
  return all;
}

class RememberingTranslator : public QTranslator {
 public:
  using QTranslator::QTranslator;

  QString translate(const char* context, const char* source, const char* comment, int n) const override {
    QString result = QTranslator::translate(context, source, comment, n);
    const QString text = result.isNull() ? QString::fromUtf8(source) : result;
    Translated& all = translated();
    const QMutexLocker lock(&all.mutex);
    if (!all.sources.contains(text)) {
      all.sources.insert(text, {context, source, comment});
    }
    return result;
  }
};

/// Places for arguments and numbers in a text.
const QRegularExpression& placesInTexts() {
  static const QRegularExpression places("%L?[1-9n]");
  return places;
}

/// The arguments that fill a pattern's places in a text, by the place's last character; nothing if the text does not
/// match.
std::optional<QHash<QChar, QString>> argumentsIn(const QString& text, const QString& pattern) {
  QString expression;
  QString places;
  qsizetype end = 0;
  for (auto place = placesInTexts().globalMatch(pattern); place.hasNext();) {
    const QRegularExpressionMatch match = place.next();
    expression += QRegularExpression::escape(pattern.mid(end, match.capturedStart() - end)) + "(.+)";
    places += match.captured().back();
    end = match.capturedEnd();
  }
  expression += QRegularExpression::escape(pattern.mid(end));
  const QRegularExpressionMatch match = QRegularExpression(QRegularExpression::anchoredPattern(expression),
                                                           QRegularExpression::DotMatchesEverythingOption)
                                            .match(text);
  if (!match.hasMatch()) {
    return std::nullopt;
  }
  QHash<QChar, QString> arguments;
  for (qsizetype i = 0; i < places.size(); ++i) {
    arguments[places[i]] = match.captured(static_cast<int>(i) + 1);
  }
  return arguments;
}

QString translateText(const QString& text, const QHash<QString, SourceText>& sources) {
  const auto exact = sources.find(text);
  auto best = exact;
  QHash<QChar, QString> arguments;
  for (auto each = sources.begin(); each != sources.end() && exact == sources.end(); ++each) {
    // The pattern with the most text of its own.
    if (each.key().contains('%') && (best == sources.end() || each.key().size() > best.key().size())) {
      if (auto found = argumentsIn(text, each.key()); found && found->value('1') != text) {
        best = each;
        arguments = std::move(*found);
      }
    }
  }
  if (best == sources.end()) {
    return text;
  }
  const int number = arguments.contains('n') ? QLocale().toInt(arguments['n']) : -1;
  const QString pattern = QCoreApplication::translate(best->context, best->text, best->comment, number);
  QString result;
  qsizetype end = 0;
  for (auto place = placesInTexts().globalMatch(pattern); place.hasNext();) {
    const QRegularExpressionMatch match = place.next();
    result += pattern.mid(end, match.capturedStart() - end) + arguments.value(match.captured().back());
    end = match.capturedEnd();
  }
  return result + pattern.mid(end);
}

}  // namespace

void translateAgain(const QUndoStack& edits) {
  QHash<QString, SourceText> sources;
  {
    const QMutexLocker lock(&translated().mutex);
    sources = translated().sources;
  }
  for (int i = 0; i < edits.count(); ++i) {
    auto* edit = const_cast<QUndoCommand*>(edits.command(i));
    edit->setText(translateText(edit->text(), sources));
  }
}

void speak(QApplication& application, const QLocale& locale) {
  // Owned by the application, and possibly destroyed with it.
  static QList<QPointer<QTranslator>> spoken;
  for (const QPointer<QTranslator>& translator : std::exchange(spoken, {})) {
    if (translator != nullptr) {
      QApplication::removeTranslator(translator);
      delete translator;
    }
  }
  const auto load = [&application](const QLocale& wanted, const QString& name, const QString& folder) {
    QTranslator* translator =
        name == "texeleton" ? new RememberingTranslator(&application) : new QTranslator(&application);
    if (!translator->load(wanted, name, "_", folder)) {
      delete translator;
      return false;
    }
    QApplication::installTranslator(translator);
    spoken << QPointer<QTranslator>(translator);
    return true;
  };
  // Qt's own texts (OK, Cancel, file dialogs), if installed.
  static_cast<void>(load(locale, "qtbase", QLibraryInfo::path(QLibraryInfo::TranslationsPath)));
  if (load(locale, "texeleton", ":/texeleton/i18n")) {
    QLocale::setDefault(locale);
  } else {
    const QLocale english(QLocale::English, QLocale::UnitedStates);
    static_cast<void>(load(english, "texeleton", ":/texeleton/i18n"));  // Singular and plural forms.
    QLocale::setDefault(english);
  }
  // Messages of core, which are in English.
  static_cast<void>(load(locale, "messages", ":/texeleton/i18n"));
  localizeViewport();
}

}  // namespace texeleton::editor
