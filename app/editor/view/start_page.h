#pragma once

#include <QStringList>
#include <QWidget>

namespace texeleton::editor {

/// The page without a document: drop hints, open buttons and recent files.
class StartPage : public QWidget {
  Q_OBJECT

 public:
  explicit StartPage(QWidget* parent = nullptr);

  /// Recent files to offer, newest first.
  void setRecentFiles(const QStringList& files);

 signals:
  void openAsked();
  void sampleAsked();
  void recentAsked(const QString& file);

 private:
  QWidget* m_recent = nullptr;
};

}  // namespace texeleton::editor
