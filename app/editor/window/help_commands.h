#pragma once

#include <QLocale>
#include <QWidget>
#include <functional>

#include "app/editor/document/document.h"
#include "app/editor/window/notices.h"
#include "app/editor/window/window_actions.h"
#include "viewport/rhi/usual_backend.h"

namespace texeleton::editor {

/// Help and preferences: About, keys, guide, the add-on for Blender, preferences.
class HelpCommands : public QObject {
  Q_OBJECT

 public:
  /// `window`: the parent of its dialogs. `device`: description of the GPU; `backendWhy`: why its backend was chosen.
  HelpCommands(QWidget& window, Document& document, const WindowActions& actions, Notices& notices,
               std::function<QString()> device, viewport::UsualBackend::Why backendWhy);

  void showPreferences();
  void showGuide();
  /// Call before it is recreated in another language.
  void closeGuide();
  void showShortcuts();
  void showBlenderAddon();
  void showAbout();

 signals:
  /// Requests that the window is recreated in this language before this returns.
  void languageChosen(const QLocale& locale);

 private:
  QString backendNote() const;

  QWidget& m_window;
  Document& m_document;
  const WindowActions& m_actions;
  Notices& m_notices;
  const std::function<QString()> m_device;
  const viewport::UsualBackend::Why m_backendWhy;
};

}  // namespace texeleton::editor
