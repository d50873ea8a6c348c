#include "app/editor/view/camera_menu.h"

#include <QCoreApplication>
#include <algorithm>
#include <utility>

namespace texeleton::editor {

void saveView(Document& document, const viewport::Camera& camera, const QString& name) {
  std::vector<viewport::SavedView> views = document.state().savedViews;
  QString taken = name;
  for (int number = static_cast<int>(views.size()) + 1; taken.isEmpty(); ++number) {
    const QString free = CameraMenu::tr("View %1").arg(number);
    const bool isThere = std::ranges::any_of(
        views, [&free](const viewport::SavedView& view) { return view.name == free.toStdString(); });
    taken = isThere ? QString() : free;
  }
  views.push_back(viewport::SavedView::of(taken.toStdString(), camera));
  document.set(CameraMenu::tr("Save view"), &DocumentState::savedViews, views);
}

CameraMenu::CameraMenu(Document& document, viewport::RhiWindow& window, QWidget* parent)
    : QMenu(parent), m_document(document), m_window(window) {
  setTitle(tr("Camera"));
  setObjectName("cameraMenu");
  const std::array<std::pair<QString, viewport::ViewFrom>, 6> sides = {
      {{tr("Front") + "\t1", viewport::ViewFrom::Front},
       {tr("Back") + "\tCtrl+1", viewport::ViewFrom::Back},
       {tr("Right") + "\t3", viewport::ViewFrom::Right},
       {tr("Left") + "\tCtrl+3", viewport::ViewFrom::Left},
       {tr("Top") + "\t7", viewport::ViewFrom::Top},
       {tr("Bottom") + "\tCtrl+7", viewport::ViewFrom::Bottom}}};
  for (const auto& [text, side] : sides) {
    addAction(text, this, [this, from = side] {
      viewport::Camera camera = m_window.scene().camera;
      camera.lookFrom(from);
      m_window.setCamera(camera);
    });
  }
  addSeparator();
  QAction* lens = addAction(tr("Orthographic") + "\t5", this, [this](bool on) {
    viewport::Camera camera = m_window.scene().camera;
    camera.orthographic = on;
    m_window.setCamera(camera);
  });
  lens->setCheckable(true);
  QAction* frame = addAction(tr("Frame the selection or all") + "\tF", &m_window, &viewport::RhiWindow::frameSelected);
  QAction* first = addAction(tr("First view") + "\t" + tr("Home"), &m_window, &viewport::RhiWindow::resetCamera);
  first->setObjectName("firstView");
  first->setToolTip(tr("Looks at everything from the side on which a new document begins"));
  QAction* stand = addAction(tr("Stand in the crowd") + "\tC", &m_window, &viewport::RhiWindow::standInTheCrowd);
  stand->setObjectName("standInCrowd");
  stand->setToolTip(tr("Moves the camera to eye height in the centre of the crowd"));
  addSeparator();
  QAction* save = addAction(tr("Save view"), this, [this] { saveView(m_document, m_window.scene().camera); });
  save->setObjectName("saveView");
  for (std::size_t i = 0; i < kKeyedViews; ++i) {
    m_views[i] = addAction(QString(), this, [this, i] {
      if (i < m_document.state().savedViews.size()) {
        m_window.setCamera(m_document.state().savedViews[i].camera());
      }
    });
    m_views[i]->setObjectName(QString("savedView%1").arg(i + 1));
  }
  connect(this, &QMenu::aboutToShow, this, [this, lens, frame, first, stand, save] {
    const viewport::Scene& scene = m_window.scene();
    lens->setChecked(scene.camera.orthographic);
    frame->setEnabled(scene.animation != nullptr);
    first->setEnabled(scene.animation != nullptr);
    stand->setEnabled(scene.animation != nullptr);
    save->setEnabled(!m_document.isEmpty());
  });
  connect(&m_document, &Document::changed, this, &CameraMenu::showViews);
  showViews();
}

void CameraMenu::showViews() {
  const std::vector<viewport::SavedView>& views = m_document.state().savedViews;
  for (std::size_t i = 0; i < kKeyedViews; ++i) {
    const bool isThere = i < views.size();
    m_views[i]->setVisible(isThere);
    m_views[i]->setEnabled(isThere);
    const QKeySequence key(Qt::SHIFT | static_cast<Qt::Key>(Qt::Key_1 + static_cast<int>(i)));
    m_views[i]->setShortcut(isThere ? key : QKeySequence());
    m_views[i]->setText(isThere ? QString::fromStdString(views[i].name).replace('&', "&&") : QString());
  }
}

}  // namespace texeleton::editor
