#pragma once

#include <QDBusConnection>
#include <QDBusVariant>
#include <QObject>
#include <optional>

#include "app/editor/theme/theme.h"

namespace texeleton::editor {

/// Whether the desktop is dark or light, and when that changes: from its settings portal (XDG Desktop Portal,
/// org.freedesktop.portal.Settings, "color-scheme" of org.freedesktop.appearance), which Qt 6.4 does not query; without
/// a portal, from Qt.
class SystemTheme : public QObject {
  Q_OBJECT

 public:
  /// The theme of this desktop. Must be called before applyTheme(), which hides Qt's own palette.
  static SystemTheme& instance();

  /// Queries the portal `service` on `bus`; empty: the peer of a direct connection.
  SystemTheme(const QDBusConnection& bus, const QString& service);

  /// Until the portal has answered, Qt's value.
  Theme theme() const;
  /// Waits for the portal's answer. Returns false if it has not answered yet.
  bool waitForAnswer(int milliseconds);

 signals:
  /// theme() changed.
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

/// The theme for "dark" and "light", else the system's.
Theme themeCalled(const QString& word);

}  // namespace texeleton::editor
