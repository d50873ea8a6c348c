#pragma once

#include <QByteArray>
#include <QDockWidget>
#include <QMainWindow>
#include <QMap>
#include <vector>

namespace texeleton::editor {

/// Keeps the docks' share of the window: they shrink and grow with it. Qt only shrinks docks with the window.
class DockSizes : public QObject {
  Q_OBJECT

 public:
  /// `usual`: sizes in a window of `window`'s usual size, by the docks' object names.
  DockSizes(QMainWindow& window, QSize usualWindow, QMap<QString, QSize> usual);

  /// Applies the docks' sizes to the current window.
  void apply();
  /// The same after the layout of the window, which follows in the event loop.
  void applySoon();
  /// Only the heights of docks at the sides.
  void applyHeightsSoon();
  /// Restores the usual sizes.
  void reset();
  /// The given sizes, for the user's settings.
  QByteArray save() const;
  /// Ignores invalid data.
  void restore(const QByteArray& saved);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void applyHeights();
  struct Given {
    QSize size;
    QSize window;
  };
  QSize sizeOf(const QDockWidget& dock) const;
  /// The docks of an area, one for each group of tabs.
  QList<QDockWidget*> docksIn(Qt::DockWidgetArea area) const;
  void keepMoved();

  QMainWindow& m_window;
  QSize m_usualWindow;
  QMap<QString, QSize> m_usual;
  QMap<QString, Given> m_given;
  QMap<QString, QSize> m_before;  ///< When a separator was pressed.
  bool m_isDragging = false;
};

}  // namespace texeleton::editor
