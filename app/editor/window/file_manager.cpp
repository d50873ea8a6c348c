#include "app/editor/window/file_manager.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDesktopServices>
#include <QUrl>

#include "app/editor/document/paths.h"

namespace texeleton::editor {

void showInFileManager(const std::filesystem::path& item) {
  const QUrl folder = QUrl::fromLocalFile(toQString(item.parent_path()));
  const QDBusConnection bus = QDBusConnection::sessionBus();
  if (!bus.isConnected()) {
    QDesktopServices::openUrl(folder);
    return;
  }
  QDBusMessage show = QDBusMessage::createMethodCall("org.freedesktop.FileManager1", "/org/freedesktop/FileManager1",
                                                     "org.freedesktop.FileManager1", "ShowItems");
  show << QStringList{QUrl::fromLocalFile(toQString(item)).toString(QUrl::FullyEncoded)} << QString();
  auto* answer = new QDBusPendingCallWatcher(bus.asyncCall(show), qApp);
  QObject::connect(answer, &QDBusPendingCallWatcher::finished, answer, [answer, folder] {
    answer->deleteLater();
    if (answer->isError()) {
      QDesktopServices::openUrl(folder);
    }
  });
}

}  // namespace texeleton::editor
