#pragma once

#include <QByteArray>
#include <QContextMenuEvent>
#include <QDockWidget>
#include <QMainWindow>
#include <QMap>
#include <QTimer>
#include <vector>

#include "app/editor/panels/panel.h"
#include "app/editor/window/dock_sizes.h"

namespace texeleton::editor {

/// The docks around the viewport: their titles and menus, how they are moved by them, and the layout that is kept.
class WindowDocks : public QObject {
  Q_OBJECT

 public:
  explicit WindowDocks(QMainWindow& window);

  /// Puts a panel into a dock of its own, below or behind those that the area has.
  QDockWidget* add(Panel* panel, const QString& title, const QString& name, Qt::DockWidgetArea area);
  /// The usual sizes of the docks, by name. The first that are given stay: docks that are made anew go by them too.
  void setUsualSizes(const QMap<QString, QSize>& sizes);
  /// Before they are made anew.
  void removeAll();
  /// In the order in which they were added.
  const std::vector<QDockWidget*>& all() const { return m_docks; }

  /// Brings a dock to the front, by its object name.
  void raise(const QString& name);
  /// The same, with the focus in its panel.
  void goTo(QDockWidget& dock);
  void showTitles();
  /// The menu of a tab that was clicked on. False: it was none of a dock's.
  bool showMenuFor(const QContextMenuEvent& event);
  /// Whether it is in a dock that lies behind others.
  bool isHidden(const QWidget& widget) const;

  /// The layout as it is now is the usual one.
  void keepUsual();
  /// The usual layout, with all docks shown.
  void reset();
  QByteArray layout() const;
  void setLayout(const QByteArray& layout);
  /// In the user's settings.
  void keep() const;
  void restore();
  /// Gives the docks their share of the window.
  void applySizes() { m_sizes->apply(); }

 private:
  static constexpr int kLayoutVersion = 2;  ///< Of what saveState() says.

  void moved();
  void showMenu(QDockWidget& dock, const QPoint& place);
  void showBeside(QDockWidget& dock);
  /// Another dock in the same area; null: none is shown there.
  QDockWidget* neighbourOf(const QDockWidget& dock) const;

  QMainWindow& m_window;
  std::vector<QDockWidget*> m_docks;
  QByteArray m_usualLayout;
  QTimer m_moved;
  DockSizes* m_sizes = nullptr;
};

}  // namespace texeleton::editor
