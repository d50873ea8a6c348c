// The theme follows the desktop, tested with a settings portal at the other end of a real D-Bus connection.

#include <QDBusMessage>
#include <QDBusServer>
#include <QGuiApplication>
#include <QSignalSpy>
#include <QTest>

#include "app/editor/theme/system_theme.h"
#include "tests/support/suite.h"

using namespace texeleton::editor;

namespace {

constexpr const char* kPath = "/org/freedesktop/portal/desktop";
constexpr unsigned kNoPreference = 0;
constexpr unsigned kPreferDark = 1;
constexpr unsigned kPreferLight = 2;

}  // namespace

/// The part of the XDG Desktop Portal interface that the editor uses.
class Portal : public QObject {
  Q_OBJECT
  Q_CLASSINFO("D-Bus Interface", "org.freedesktop.portal.Settings")

 public:
  unsigned scheme = kNoPreference;
  int asked = 0;

 public slots:
  Q_SCRIPTABLE QDBusVariant Read(const QString& group, const QString& key) {
    asked += group == "org.freedesktop.appearance" && key == "color-scheme" ? 1 : 0;
    return QDBusVariant(QVariant::fromValue(QDBusVariant(scheme)));
  }

 signals:
  Q_SCRIPTABLE void SettingChanged(const QString& group, const QString& key, const QDBusVariant& value);
};

class TestSystemTheme : public QObject {
  Q_OBJECT

  std::unique_ptr<QDBusServer> m_server;
  std::unique_ptr<Portal> m_portal;
  std::unique_ptr<QDBusConnection> m_served;
  int m_count = 0;

  /// Connects to a new portal with this colour scheme.
  QDBusConnection connectTo(unsigned scheme) {
    m_portal = std::make_unique<Portal>();
    m_portal->scheme = scheme;
    m_server = std::make_unique<QDBusServer>("unix:tmpdir=/tmp");
    m_server->setAnonymousAuthenticationAllowed(true);
    connect(m_server.get(), &QDBusServer::newConnection, this, [this](const QDBusConnection& connection) {
      m_served = std::make_unique<QDBusConnection>(connection);
      m_served->registerObject(kPath, m_portal.get(),
                               QDBusConnection::ExportScriptableSlots | QDBusConnection::ExportScriptableSignals);
    });
    return QDBusConnection::connectToPeer(m_server->address(), QString("portal%1").arg(++m_count));
  }
  void say(const QString& group, const QString& key, unsigned scheme) {
    emit m_portal->SettingChanged(group, key, QDBusVariant(scheme));
  }

 private slots:
  void cleanup() {
    m_served.reset();
    QDBusConnection::disconnectFromPeer(QString("portal%1").arg(m_count));
    m_server.reset();
    m_portal.reset();
  }

  void readsScheme_data() {
    QTest::addColumn<unsigned>("scheme");
    QTest::newRow("light") << kPreferLight;
    QTest::newRow("dark") << kPreferDark;
  }
  void readsScheme() {
    QFETCH(unsigned, scheme);
    SystemTheme theme(connectTo(scheme), {});
    QVERIFY(theme.waitForAnswer(5000));
    QCOMPARE(m_portal->asked, 1);
    QVERIFY(theme.theme() == (scheme == kPreferLight ? Theme::Light : Theme::Dark));
  }

  void followsScheme() {
    SystemTheme theme(connectTo(kPreferDark), {});
    QVERIFY(theme.waitForAnswer(5000));
    QSignalSpy changed(&theme, &SystemTheme::changed);
    say("org.freedesktop.appearance", "color-scheme", kPreferLight);
    QTRY_COMPARE(changed.count(), 1);
    QVERIFY(theme.theme() == Theme::Light);
    // Other settings, and an equal value, cause no change.
    say("org.freedesktop.appearance", "accent-color", kPreferDark);
    say("org.gnome.desktop.interface", "color-scheme", kPreferDark);
    say("org.freedesktop.appearance", "color-scheme", kPreferLight);
    say("org.freedesktop.appearance", "color-scheme", kPreferDark);
    QTRY_COMPARE(changed.count(), 2);
    QVERIFY(theme.theme() == Theme::Dark);
  }

  // Without a preference, a portal or a bus: the scheme that Qt reports.
  void withoutPreference() {
    SystemTheme none(QDBusConnection("no such connection"), "org.freedesktop.portal.Desktop");
    QVERIFY(none.waitForAnswer(0));
    SystemTheme theme(connectTo(kNoPreference), {});
    QVERIFY(theme.waitForAnswer(5000));
    QVERIFY(theme.theme() == none.theme());
    cleanup();
    const QDBusConnection bus = connectTo(kPreferLight);
    QTRY_VERIFY(m_served != nullptr);
    m_served->unregisterObject(kPath);
    SystemTheme silent(bus, {});
    QVERIFY(silent.waitForAnswer(5000));  // It answers with an error.
    QVERIFY(silent.theme() == none.theme());
  }

  void choosesThemeByName() {
    QVERIFY(themeCalled("dark") == Theme::Dark && themeCalled("light") == Theme::Light);
    QVERIFY(themeCalled("system") == SystemTheme::instance().theme());
    QVERIFY(themeCalled("odd") == SystemTheme::instance().theme());
  }
};

namespace {
int runSystemThemeSuite(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QGuiApplication application(argc, argv);
  TestSystemTheme test;
  return QTest::qExec(&test, argc, argv);
}
}  // namespace
TEXELETON_SUITE_RUN(TestSystemTheme, runSystemThemeSuite)

#include "test_system_theme.moc"
