#pragma once

#include <QByteArray>
#include <QDockWidget>
#include <QMainWindow>
#include <QMap>
#include <vector>

namespace texeleton::editor {

/// Keeps the docks' share of the window: they shrink with it, and grow again with it to what they were given. Qt takes
/// from them when the window shrinks and gives nothing back.
class DockSizes : public QObject {
  Q_OBJECT

 public:
  /// `usual`: sizes in a window of `window`'s usual size, by the docks' object names.
  DockSizes(QMainWindow& window, QSize usualWindow, QMap<QString, QSize> usual);

  /// Gives the docks their sizes in the window as it is.
  void apply();
  /// The usual sizes again.
  void reset();
  /// Sizes that were given, for the user's settings.
  QByteArray save() const;
  /// Nothing happens where these are none.
  void restore(const QByteArray& saved);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Given {
    QSize size;
    QSize window;
  };
  QSize sizeOf(const QDockWidget& dock) const;
  /// The docks of an area, one of those that lie behind one another.
  QList<QDockWidget*> docksIn(Qt::DockWidgetArea area) const;
  void keepMoved();

  QMainWindow& m_window;
  QSize m_usualWindow;
  QMap<QString, QSize> m_usual;
  QMap<QString, Given> m_given;
  QMap<QString, QSize> m_before;  ///< When a separator was taken.
  bool m_isDragging = false;
};

}  // namespace texeleton::editor
