#pragma once

#include <QComboBox>
#include <QStackedWidget>
#include <QWidget>
#include <memory>

#include "app/editor/document/playback.h"
#include "app/editor/document/selection.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/widgets/controls.h"
#include "viewport/rhi_window.h"

namespace texeleton::editor {

/// The picture in the middle with its strip: what is shown of the newest bake, and how.
class ViewportArea : public QWidget {
  Q_OBJECT

 public:
  ViewportArea(Workshop& workshop, Playback& playback, GpuBackend backend, std::shared_ptr<VulkanInstance> instance,
               QWidget* parent = nullptr);

  /// Owned by the container that shows it.
  RhiWindow& window() const { return *m_window; }
  void frameAll();
  /// "Vulkan · llvmpipe", empty before the first frame.
  QString deviceText() const;

 signals:
  /// The first frame of a device was shown.
  void deviceChanged();
  void openAsked();
  void sampleAsked();

 private:
  QWidget* makeStrip();
  QWidget* makeStart();
  void showBake();
  void makeCrowd();
  void showMessage(const QString& title, const QString& text);

  Workshop& m_workshop;
  Playback& m_playback;
  RhiWindow* m_window = nullptr;
  QStackedWidget* m_pages = nullptr;
  QWidget* m_container = nullptr;
  QWidget* m_start = nullptr;
  QWidget* m_message = nullptr;
  QLabel* m_messageTitle = nullptr;
  QLabel* m_messageText = nullptr;
  Segmented* m_source = nullptr;
  Segmented* m_many = nullptr;
  NumberField* m_count = nullptr;
  QComboBox* m_layout = nullptr;
  QComboBox* m_view = nullptr;
  QComboBox* m_lens = nullptr;
  bool m_framed = false;
  bool m_toldDevice = false;
};

}  // namespace texeleton::editor
