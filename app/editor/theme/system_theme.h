#pragma once

#include <QDBusConnection>
#include <QDBusVariant>
#include <QObject>
#include <optional>

#include "app/editor/theme/theme.h"

namespace texeleton::editor {

/// Whether the desktop is dark or light, and when that changes: as its settings portal says (XDG Desktop Portal,
/// org.freedesktop.portal.Settings, "color-scheme" of org.freedesktop.appearance), which Qt 6.4 does not ask; without
/// one, as Qt knows it.
class SystemTheme : public QObject {
  Q_OBJECT

 public:
  /// That of the desktop that this program runs on. First asked before applyTheme(), which hides Qt's own palette.
  static SystemTheme& instance();

  /// Asks the portal that `service` is on `bus`; empty: the other end of a connection between two.
  SystemTheme(const QDBusConnection& bus, const QString& service);

  /// Until the portal has answered, what Qt knows.
  Theme theme() const;
  /// Gives the portal so long to answer. False: it has not, and may still.
  bool waitForAnswer(int milliseconds);

 signals:
  /// theme() is another.
  void changed();
  void answered();

 private slots:
  void take(const QString& group, const QString& key, const QDBusVariant& value);

 private:
  void set(QVariant value);

  Theme m_ofQt = Theme::Dark;
  std::optional<Theme> m_told;
  bool m_waiting = false;
};

/// "dark" and "light" as they say, else the system's.
Theme themeCalled(const QString& word);

}  // namespace texeleton::editor
