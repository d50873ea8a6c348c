#include "app/editor/theme/system_theme.h"

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QEventLoop>
#include <QGuiApplication>
#include <QPalette>
#include <QPointer>
#include <QStyleHints>
#include <QTimer>

namespace texeleton::editor {

namespace {

const char* const kService = "org.freedesktop.portal.Desktop";
const char* const kPath = "/org/freedesktop/portal/desktop";
const char* const kInterface = "org.freedesktop.portal.Settings";
const char* const kAppearanceGroup = "org.freedesktop.appearance";
const char* const kColorSchemeKey = "color-scheme";
enum Preference : unsigned { kNone, kDark, kLight };  // The portal's values.

Theme themeOfQt() {
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
  if (QGuiApplication::styleHints()->colorScheme() != Qt::ColorScheme::Unknown) {
    return QGuiApplication::styleHints()->colorScheme() == Qt::ColorScheme::Light ? Theme::Light : Theme::Dark;
  }
#endif
  // Dark if the system reports no theme, because the content is a picture.
  const bool light = QGuiApplication::palette().color(QPalette::Window).lightness() > 128 &&
                     qEnvironmentVariableIsSet("XDG_CURRENT_DESKTOP");
  return light ? Theme::Light : Theme::Dark;
}

}  // namespace

SystemTheme& SystemTheme::instance() {
  static QPointer<SystemTheme> theme;
  if (!theme) {
    theme = new SystemTheme(QDBusConnection::sessionBus(), kService);
    theme->setParent(qApp);  // Destroyed before Qt's own connections.
  }
  return *theme;
}

SystemTheme::SystemTheme(const QDBusConnection& bus, const QString& service) : m_ofQt(themeOfQt()) {
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
  connect(QGuiApplication::styleHints(), &QStyleHints::colorSchemeChanged, this, [this] {
    const Theme before = theme();
    m_ofQt = themeOfQt();
    if (theme() != before) {
      emit changed();
    }
  });
#endif
  if (!bus.isConnected()) {
    return;
  }
  QDBusConnection(bus).connect(service, kPath, kInterface, "SettingChanged", this,
                               SLOT(take(QString, QString, QDBusVariant)));
  QDBusMessage ask = QDBusMessage::createMethodCall(service, kPath, kInterface, "Read");
  ask << QString(kAppearanceGroup) << QString(kColorSchemeKey);
  m_waiting = true;
  auto* answer = new QDBusPendingCallWatcher(bus.asyncCall(ask), this);
  connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer] {
    answer->deleteLater();
    const QDBusPendingReply<QDBusVariant> reply = *answer;
    m_waiting = false;
    if (reply.isValid()) {
      set(reply.value().variant());
    }
    emit answered();
  });
}

Theme SystemTheme::theme() const { return m_told.value_or(m_ofQt); }

bool SystemTheme::waitForAnswer(int milliseconds) {
  if (m_waiting) {
    QEventLoop loop;
    connect(this, &SystemTheme::answered, &loop, &QEventLoop::quit);
    QTimer::singleShot(milliseconds, &loop, &QEventLoop::quit);
    loop.exec(QEventLoop::ExcludeUserInputEvents);
  }
  return !m_waiting;
}

void SystemTheme::take(const QString& group, const QString& key, const QDBusVariant& value) {
  if (group == kAppearanceGroup && key == kColorSchemeKey) {
    set(value.variant());
  }
}

void SystemTheme::set(QVariant value) {
  while (value.userType() == qMetaTypeId<QDBusVariant>()) {  // Read() wraps its result in another variant.
    value = value.value<QDBusVariant>().variant();
  }
  const Theme before = theme();
  const unsigned preference = value.toUInt();
  m_told = preference == kDark    ? std::optional(Theme::Dark)
           : preference == kLight ? std::optional(Theme::Light)
                                  : std::nullopt;
  if (theme() != before) {
    emit changed();
  }
}

Theme themeCalled(const QString& word) {
  return word == "dark" ? Theme::Dark : word == "light" ? Theme::Light : SystemTheme::instance().theme();
}

}  // namespace texeleton::editor
