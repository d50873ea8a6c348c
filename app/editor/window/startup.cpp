#include "app/editor/window/startup.h"

#include <QSettings>

#include "app/editor/document/paths.h"
#include "app/editor/document/settings_file.h"

namespace texeleton::editor {

namespace {

constexpr const char* kHasRunKey = "hasRun";

}  // namespace

void showFirst(MainWindow& window, const StartRequest& request) {
  if (!request.file.isEmpty()) {
    window.openFile(toPath(request.file));
  } else if (request.sample || !QSettings().value(kHasRunKey, false).toBool()) {
    window.files().openSample();
  }
  keepSettings({{kHasRunKey, true}});
  window.files().offerLost();
}

}  // namespace texeleton::editor
