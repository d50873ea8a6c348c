#pragma once

#include <QByteArray>
#include <QContextMenuEvent>
#include <QDockWidget>
#include <QMainWindow>
#include <QMap>
#include <QTimer>
#include <set>
#include <vector>

#include "app/editor/panels/panel.h"
#include "app/editor/window/dock_sizes.h"

namespace texeleton::editor {

/// The docks around the viewport: titles and menus, moving them, and the saved layout.
class WindowDocks : public QObject {
  Q_OBJECT

 public:
  explicit WindowDocks(QMainWindow& window);

  /// Puts a panel into its own dock, below or behind the area's existing docks.
  QDockWidget* add(Panel* panel, const QString& title, const QString& name, Qt::DockWidgetArea area);
  /// The usual sizes of the docks by name. Only the first call has an effect: recreated docks use the same sizes.
  void setUsualSizes(const QMap<QString, QSize>& sizes);
  /// Call before they are recreated.
  void removeAll();
  /// In the order of addition.
  const std::vector<QDockWidget*>& all() const { return m_docks; }

  /// Brings a dock to the front, by its object name.
  void raise(const QString& name);
  /// Also focuses its panel.
  void goTo(QDockWidget& dock);
  void showTitles();
  /// Call after a dock has another title, which may need an icon in its place.
  void titleChanged() { moved(); }
  /// Limits a dock to its title while it is in a column with others, because its panel has nothing to show.
  void setCollapsed(QDockWidget& dock, bool collapsed);
  /// Shows the menu of a clicked tab. Returns false if it is not a dock's.
  bool showMenuFor(const QContextMenuEvent& event);
  /// Whether a widget is in a dock behind other tabs.
  bool isHidden(const QWidget& widget) const;

  /// Stores the current layout as the usual one.
  void keepUsual();
  /// Restores the usual layout.
  void reset();
  QByteArray layout() const;
  void setLayout(const QByteArray& layout);
  /// Saves and restores the layout in the user's settings.
  void keep() const;
  void restore();
  /// Applies the docks' shares of the window.
  void applySizes() { m_sizes->apply(); }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  static constexpr int kLayoutVersion = 2;  ///< Version of saveState()'s data.

  void moved();
  void showIcons();
  void fitCollapsed();
  void showMenu(QDockWidget& dock, const QPoint& place);
  void showBeside(QDockWidget& dock);
  /// Another dock in the same area; null: none is shown there.
  QDockWidget* neighbourOf(const QDockWidget& dock) const;

  QMainWindow& m_window;
  std::vector<QDockWidget*> m_docks;
  std::set<const QDockWidget*> m_collapsed;
  QByteArray m_usualLayout;
  QTimer m_moved;
  DockSizes* m_sizes = nullptr;
};

}  // namespace texeleton::editor
