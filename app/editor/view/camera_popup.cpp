#include "app/editor/view/camera_popup.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QKeySequence>
#include <algorithm>
#include <utility>

#include "app/editor/view/camera_menu.h"
#include "app/editor/widgets/numbers.h"
#include "core/base/units.h"

namespace texeleton::editor {

namespace {

constexpr double kFarthestPlace = viewport::SavedView::kFarthest;
constexpr int kPlaceDecimals = 3;
constexpr int kCameraPlaceWidth = 84;
constexpr int kViewsHeight = 116;

}  // namespace

CameraPopup::CameraPopup(Document& document, viewport::RhiWindow& window, CameraFollow& follow, QWidget* parent)
    : Popup(parent), m_document(document), m_window(window), m_follow(follow) {
  addForm(tr("Camera"));
  m_position = addPlace(tr("Position"), tr("Position of the camera: X, Y (up) and Z"), "cameraPosition");
  m_target =
      addPlace(tr("Target"), tr("The point that the camera looks at and orbits: X, Y (up) and Z"), "cameraTarget");
  m_distance = new NumberField(static_cast<double>(viewport::SavedView::kNearest), kFarthestPlace, 4, "m");
  m_distance->setFixedWidth(kCameraPlaceWidth);
  addRow(tr("Distance"), m_distance, "cameraDistance", tr("From the target to the camera"));
  m_fieldOfView = new NumberField(static_cast<double>(viewport::SavedView::kNarrowest),
                                  static_cast<double>(viewport::SavedView::kWidest), 2, QString::fromUtf8("°"));
  m_fieldOfView->setFixedWidth(kCameraPlaceWidth);
  addRow(tr("Field of view"), m_fieldOfView, "cameraFieldOfView", tr("Vertical angle of the picture"));
  m_lens = comboBox({tr("Perspective"), tr("Orthographic")});
  addRow(tr("Projection"), m_lens, "cameraLens", tr("Projection of the camera (5)"));

  m_node = new NodeChooser(tr("None", "node"));
  addRow(tr("Look through"), m_node, "cameraNode",
         tr("Node through which the camera looks, until it is moved by hand"));
  m_axis = comboBox({QString::fromUtf8("−Z"), "+Z", "+X", QString::fromUtf8("−X"), "+Y", QString::fromUtf8("−Y")});
  addRow(tr("Along"), m_axis, "cameraAxis",
         tr("Axis of the node that points ahead: −Z for cameras of glTF, +X for those of FBX"));

  m_stand = named(new QPushButton(tr("Stand in the crowd")), "cameraStand",
                  tr("Moves the camera to eye height in the centre of the crowd (C)"));
  column().addWidget(m_stand, 0, Qt::AlignLeft);
  column().addWidget(rule());
  column().addWidget(label(tr("Saved views"), "title"));
  m_views = named(columnList(2), "savedViews");
  m_views->setAccessibleName(tr("Saved views"));
  m_views->setFixedHeight(kViewsHeight);
  stretchColumn(*m_views, 0);
  m_views->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::DoubleClicked);
  m_views->installEventFilter(this);
  column().addWidget(m_views);
  m_save = named(new QPushButton(tr("Save view")), "cameraSave", tr("Keeps this camera in the document"));
  m_replace = iconButton("save", tr("Replace the selected view by this camera"), "cameraReplace");
  m_delete = iconButton("delete", tr("Delete the selected view"), "cameraDelete");
  auto* buttons = put(spaced(new QHBoxLayout, 4), {m_save, Stretch(), m_replace, m_delete});
  column().addLayout(buttons);

  const auto change = [this](const auto& how) {
    viewport::Camera camera = m_window.scene().camera;
    how(camera);
    m_window.setCamera(camera);
  };
  connect(m_distance, &QDoubleSpinBox::valueChanged, this, [change](double metres) {
    change([metres](viewport::Camera& camera) { camera.distance = static_cast<float>(metres); });
  });
  connect(m_fieldOfView, &QDoubleSpinBox::valueChanged, this, [change](double degrees) {
    change(
        [degrees](viewport::Camera& camera) { camera.fieldOfView = static_cast<float>(degrees * kRadiansPerDegree); });
  });
  connect(m_lens, &QComboBox::activated, this,
          [change](int lens) { change([lens](viewport::Camera& camera) { camera.orthographic = lens == 1; }); });
  connect(m_node, &NodeChooser::chosen, &m_follow,
          [this](const QString& node) { m_follow.setNode(node.toStdString()); });
  connect(m_axis, &QComboBox::activated, &m_follow,
          [this](int axis) { m_follow.setAxis(static_cast<CameraFollow::Axis>(axis)); });
  connect(&m_follow, &CameraFollow::changed, this, &CameraPopup::showFollow);
  connect(m_stand, &QPushButton::clicked, &m_window, &viewport::RhiWindow::standInTheCrowd);
  connect(m_save, &QPushButton::clicked, this, [this] {
    saveView(m_document, m_window.scene().camera);
    m_views->setCurrentItem(m_views->topLevelItem(m_views->topLevelItemCount() - 1));
    m_views->editItem(m_views->currentItem(), 0);  // Starts editing its name.
  });
  connect(m_replace, &QToolButton::clicked, this, &CameraPopup::replaceView);
  connect(m_delete, &QToolButton::clicked, this, &CameraPopup::deleteView);
  connect(m_views, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem* item) {
    const auto number = static_cast<std::size_t>(m_views->indexOfTopLevelItem(item));
    m_window.setCamera(m_document.state().savedViews[number].camera());
  });
  connect(m_views, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem* item) { rename(*item); });
  for (QToolButton* button : {m_replace, m_delete}) {
    connect(m_views, &QTreeWidget::currentItemChanged, button, [this, button] { button->setEnabled(current() >= 0); });
  }
  connect(&m_window, &viewport::RhiWindow::cameraMoved, this, &CameraPopup::showCamera);
  connect(&m_document, &Document::changed, this, &CameraPopup::showViews);
  showViews();
}

CameraPopup::Place CameraPopup::addPlace(const QString& name, const QString& tip, const char* objectName) {
  auto* row = spaced(new QHBoxLayout, 4);
  Place fields{};
  for (std::size_t axis = 0; axis < fields.size(); ++axis) {
    auto* field = named(new NumberField(-kFarthestPlace, kFarthestPlace, kPlaceDecimals, "m"),
                        QString(objectName) + kAxisNames[axis], tip);
    field->setAccessibleName(name + " " + kAxisNames[axis]);
    field->setFixedWidth(kCameraPlaceWidth);
    row->addWidget(field);
    connect(field, &QDoubleSpinBox::valueChanged, this, &CameraPopup::takePlaces);
    fields[axis] = field;
  }
  QLabel* text = label(name, "muted");
  text->setToolTip(tip);
  text->setBuddy(fields[0]);
  form().addRow(text, row);
  return fields;
}

void CameraPopup::takePlaces() {
  // Applies only the edited number, because the fields show fewer digits than the camera has.
  const viewport::Camera& now = m_window.scene().camera;
  const auto taken = [](const Place& fields, glm::vec3 place) {
    constexpr float kShownChange = 0.0006f;
    for (int axis = 0; axis < 3; ++axis) {
      const auto typed = static_cast<float>(fields[static_cast<std::size_t>(axis)]->value());
      place[axis] = std::abs(typed - place[axis]) > kShownChange ? typed : place[axis];
    }
    return place;
  };
  viewport::Camera camera = now;
  camera.lookAt(taken(m_position, now.position()), taken(m_target, now.target));
  m_window.setCamera(camera);
}

void CameraPopup::showCamera() {
  if (!isVisible()) {
    return;
  }
  const viewport::Camera& camera = m_window.scene().camera;
  const glm::vec3 position = camera.position();
  for (int axis = 0; axis < 3; ++axis) {
    m_position[static_cast<std::size_t>(axis)]->show(static_cast<double>(position[axis]));
    m_target[static_cast<std::size_t>(axis)]->show(static_cast<double>(camera.target[axis]));
  }
  m_distance->show(static_cast<double>(camera.distance));
  m_fieldOfView->show(static_cast<double>(camera.fieldOfView) / kRadiansPerDegree);
  m_lens->setCurrentIndex(camera.orthographic ? 1 : 0);
  m_stand->setEnabled(m_window.scene().animation != nullptr);
}

void CameraPopup::showFollow() {
  m_node->setNodes(m_window.scene().skeleton ? &m_window.scene().skeleton->model() : nullptr);
  m_node->showName(m_follow.node());
  m_axis->setCurrentIndex(static_cast<int>(m_follow.axis()));
}

void CameraPopup::showViews() {
  const std::vector<viewport::SavedView>& views = m_document.state().savedViews;
  const int row = current();
  {
    const QSignalBlocker quiet(m_views);
    m_views->clear();
    for (std::size_t i = 0; i < views.size(); ++i) {
      auto* item = new QTreeWidgetItem(m_views, {QString::fromStdString(views[i].name)});
      item->setFlags(item->flags() | Qt::ItemIsEditable);
      item->setToolTip(0, item->text(0));
      if (i < CameraMenu::kKeyedViews) {
        const QKeySequence key(Qt::SHIFT | static_cast<Qt::Key>(Qt::Key_1 + static_cast<int>(i)));
        item->setText(1, key.toString(QKeySequence::NativeText));
      }
    }
    if (row >= 0 && row < m_views->topLevelItemCount()) {
      m_views->setCurrentItem(m_views->topLevelItem(row));
    }
  }
  m_save->setEnabled(!m_document.isEmpty());
  m_replace->setEnabled(current() >= 0);
  m_delete->setEnabled(current() >= 0);
}

int CameraPopup::current() const { return m_views->indexOfTopLevelItem(m_views->currentItem()); }

void CameraPopup::rename(const QTreeWidgetItem& item) {
  std::vector<viewport::SavedView> views = m_document.state().savedViews;
  const auto row = static_cast<std::size_t>(m_views->indexOfTopLevelItem(const_cast<QTreeWidgetItem*>(&item)));
  const std::string name = item.text(0).trimmed().toStdString();
  const auto other = std::ranges::find(views, name, &viewport::SavedView::name);
  if (row >= views.size() || name.empty() || other != views.end()) {  // Recipes refer to views by name.
    QMetaObject::invokeMethod(this, &CameraPopup::showViews, Qt::QueuedConnection);
    return;
  }
  views[row].name = name;
  // Deferred, because the list is still editing the item, which is removed.
  QMetaObject::invokeMethod(
      this, [this, views] { m_document.set(tr("Rename view"), &DocumentState::savedViews, views); },
      Qt::QueuedConnection);
}

void CameraPopup::replaceView() {
  if (const int row = current(); row >= 0) {
    std::vector<viewport::SavedView> views = m_document.state().savedViews;
    viewport::SavedView& view = views[static_cast<std::size_t>(row)];
    view = viewport::SavedView::of(view.name, m_window.scene().camera);
    m_document.set(tr("Replace view"), &DocumentState::savedViews, views);
  }
}

void CameraPopup::deleteView() {
  if (const int row = current(); row >= 0) {
    std::vector<viewport::SavedView> views = m_document.state().savedViews;
    views.erase(views.begin() + row);
    m_document.set(tr("Delete view"), &DocumentState::savedViews, views);
  }
}

bool CameraPopup::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_views && event->type() == QEvent::KeyPress) {
    const auto& key = *static_cast<QKeyEvent*>(event);
    if (key.key() == Qt::Key_Delete) {
      deleteView();
      return true;
    }
    if ((key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter) && current() >= 0) {
      m_window.setCamera(m_document.state().savedViews[static_cast<std::size_t>(current())].camera());
      return true;
    }
  }
  return Popup::eventFilter(watched, event);
}

void CameraPopup::showBelow(const QWidget& button) {
  Popup::showBelow(button);
  showCamera();
  showFollow();
  m_position[0]->setFocus();
  m_position[0]->selectAll();
}

}  // namespace texeleton::editor
