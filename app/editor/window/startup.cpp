#include "app/editor/window/startup.h"

#include <QSettings>

#include "app/editor/document/paths.h"

namespace texeleton::editor {

namespace {

constexpr const char* kHasRunKey = "hasRun";

}  // namespace

void showFirst(MainWindow& window, const StartRequest& request) {
  QSettings settings;
  if (!request.file.isEmpty()) {
    window.openFile(toPath(request.file));
  } else if (request.sample || !settings.value(kHasRunKey, false).toBool()) {
    window.openSample();
  }
  settings.setValue(kHasRunKey, true);
  window.offerLost();
}

}  // namespace texeleton::editor
