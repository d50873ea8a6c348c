#include "app/editor/theme/icons.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmap>
#include <QPixmapCache>
#include <QSvgRenderer>

#include "app/editor/theme/theme.h"

namespace texeleton::editor {

namespace {

class ThemeIconEngine : public QIconEngine {
 public:
  ThemeIconEngine(QString name, Token token) : m_name(std::move(name)), m_token(token) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State /*state*/) override {
    const double ratio = painter->device()->devicePixelRatioF();
    painter->drawPixmap(rect, drawn((QSizeF(rect.size()) * ratio).toSize(), mode));
  }

  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State /*state*/) override { return drawn(size, mode); }

  QIconEngine* clone() const override { return new ThemeIconEngine(m_name, m_token); }

 private:
  // Cached, because lists paint the same icons repeatedly and reading SVG takes longer than the rest of a row.
  QPixmap drawn(const QSize& size, QIcon::Mode mode) const {
    const QByteArray stroke = color(mode == QIcon::Disabled ? Token::Edge : m_token).name().toLatin1();
    const QString key =
        QString("texeleton-icon %1 %2 %3x%4").arg(m_name, QLatin1String(stroke)).arg(size.width()).arg(size.height());
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap)) {
      return pixmap;
    }
    pixmap = QPixmap(size);
    pixmap.fill(Qt::transparent);
    QFile file(":/texeleton/icons/" + m_name + ".svg");
    if (file.open(QIODevice::ReadOnly)) {
      QByteArray svg = file.readAll();
      svg.replace("currentColor", stroke);
      QPainter painter(&pixmap);
      QSvgRenderer(svg).render(&painter, QRectF(QPointF(), size));
    }
    QPixmapCache::insert(key, pixmap);
    return pixmap;
  }

  QString m_name;
  Token m_token;
};

}  // namespace

QIcon icon(const QString& name, Token token) { return QIcon(new ThemeIconEngine(name, token)); }

}  // namespace texeleton::editor
