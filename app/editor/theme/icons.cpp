#include "app/editor/theme/icons.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

#include "app/editor/theme/theme.h"

namespace texeleton::editor {

namespace {

class ThemeIconEngine : public QIconEngine {
 public:
  ThemeIconEngine(QString name, Token token) : m_name(std::move(name)), m_token(token) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State /*state*/) override {
    QFile file(":/texeleton/icons/" + m_name + ".svg");
    if (!file.open(QIODevice::ReadOnly)) {
      return;
    }
    QByteArray svg = file.readAll();
    const Token token = mode == QIcon::Disabled ? Token::Edge : m_token;
    svg.replace("currentColor", color(token).name().toLatin1());
    QSvgRenderer(svg).render(painter, rect);
  }

  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    QPixmap pixmap(size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paint(&painter, QRect(QPoint(), size), mode, state);
    return pixmap;
  }

  QIconEngine* clone() const override { return new ThemeIconEngine(m_name, m_token); }

 private:
  QString m_name;
  Token m_token;
};

}  // namespace

QIcon icon(const QString& name, Token token) { return QIcon(new ThemeIconEngine(name, token)); }

}  // namespace texeleton::editor
