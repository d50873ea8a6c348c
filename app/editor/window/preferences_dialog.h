#pragma once

#include <QAction>
#include <QDialog>

namespace texeleton::editor {

/// What the user likes. Every choice is kept at once; what needs another start says so.
class PreferencesDialog : public QDialog {
  Q_OBJECT

 public:
  /// `watch`: switches on whether sources that change are imported again; shown here as a box.
  explicit PreferencesDialog(QAction* watch, QWidget* parent = nullptr);

 signals:
  /// Another choice was kept and holds where it can.
  void changed();
  /// "en", "zh_CN"; empty: the system's. Kept already; the window is to be made anew in it.
  void languageChosen(const QString& language);
};

}  // namespace texeleton::editor
