#pragma once

#include <QAction>
#include <QDialog>

namespace texeleton::editor {

/// The user's preferences. Changes are saved immediately; those that need a restart say so.
class PreferencesDialog : public QDialog {
  Q_OBJECT

 public:
  /// `watch`: the action that enables importing changed sources again; shown here as a check box.
  explicit PreferencesDialog(QAction* watch, QWidget* parent = nullptr);

 signals:
  /// A preference was saved and applied where possible.
  void changed();
  /// "en", "zh_CN"; empty: the system's. Already saved; the window must be recreated in it.
  void languageChosen(const QString& language);
};

}  // namespace texeleton::editor
