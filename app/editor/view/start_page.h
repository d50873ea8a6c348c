#pragma once

#include <QStringList>
#include <QWidget>

namespace texeleton::editor {

/// The page without a document: what can be dropped here, what can be opened, and what was open before.
class StartPage : public QWidget {
  Q_OBJECT

 public:
  explicit StartPage(QWidget* parent = nullptr);

  /// What is offered to open again, newest first.
  void setRecentFiles(const QStringList& files);

 signals:
  void openAsked();
  void sampleAsked();
  void recentAsked(const QString& file);

 private:
  QWidget* m_recent = nullptr;
};

}  // namespace texeleton::editor
