// Images decoded for the GPU, against Qt's own decoder and means computed from its result.

#include <QBuffer>
#include <QImage>
#include <QObject>
#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>

#include "tests/support/suite.h"
#include "tests/viewport/made_png.h"
#include "viewport/scene/images/decode_image.h"
#include "viewport/scene/images/image_budget.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

model::Image imageOf(const QByteArray& bytes, const QSize& size, const char* mimeType = "image/png") {
  const auto* data = reinterpret_cast<const std::byte*>(bytes.constData());
  return {"made",
          mimeType,
          {data, data + bytes.size()},
          static_cast<std::uint32_t>(size.width()),
          static_cast<std::uint32_t>(size.height())};
}

/// Colours that differ from texel to texel, a quarter of them transparent.
QImage colorful(const QSize& size, QImage::Format format) {
  QImage image(size, QImage::Format_ARGB32);
  for (int y = 0; y < size.height(); ++y) {
    for (int x = 0; x < size.width(); ++x) {
      const int alpha = (x / 3 + y / 5) % 4 == 0 ? 0 : 255 - (x * 7 + y) % 200;
      image.setPixel(x, y, qRgba((x * 37) % 256, (y * 53) % 256, (x * y) % 256, alpha));
    }
  }
  return image.convertToFormat(format);
}

QByteArray bytesOf(const QImage& image, const char* format = "png") {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  image.save(&buffer, format);
  return bytes;
}

/// The alpha-weighted mean of the area that a texel covers, from the whole picture.
std::array<double, 4> meanOf(const QImage& image, const QSize& size, int x, int y) {
  const double stepX = static_cast<double>(image.width()) / size.width();
  const double stepY = static_cast<double>(image.height()) / size.height();
  std::array<double, 4> sum{};
  double area = 0.0;
  for (int sy = static_cast<int>(y * stepY); sy < image.height() && sy < (y + 1) * stepY - 1e-9; ++sy) {
    for (int sx = static_cast<int>(x * stepX); sx < image.width() && sx < (x + 1) * stepX - 1e-9; ++sx) {
      const double share = (std::min(sx + 1.0, (x + 1) * stepX) - std::max<double>(sx, x * stepX)) *
                           (std::min(sy + 1.0, (y + 1) * stepY) - std::max<double>(sy, y * stepY));
      const QColor color = image.pixelColor(sx, sy);
      const double alpha = color.alpha();
      sum = {sum[0] + share * alpha * color.red(), sum[1] + share * alpha * color.green(),
             sum[2] + share * alpha * color.blue(), sum[3] + share * alpha};
      area += share;
    }
  }
  return sum[3] > 0.0 ? std::array{sum[0] / sum[3], sum[1] / sum[3], sum[2] / sum[3], sum[3] / area}
                      : std::array<double, 4>{};
}

}  // namespace

class TestDecodeImage : public QObject {
  Q_OBJECT

 private slots:
  void everyKindOfPng_data() {
    QTest::addColumn<QByteArray>("bytes");
    const QSize size(53, 41);
    const auto add = [&](const char* name, QImage::Format format) {
      QTest::newRow(name) << bytesOf(colorful(size, format));
    };
    add("RGBA", QImage::Format_RGBA8888);
    add("RGB", QImage::Format_RGB888);
    add("gray", QImage::Format_Grayscale8);
    add("16 bits gray", QImage::Format_Grayscale16);
    add("16 bits RGBA", QImage::Format_RGBA64);
    add("palette with alpha", QImage::Format_Indexed8);
    add("one bit", QImage::Format_Mono);
    QByteArray rows;
    for (int y = 0; y < size.height(); ++y) {
      rows += '\0';
      for (int x = 0; x < size.width(); ++x) {
        rows += static_cast<char>(x * 5);
        rows += static_cast<char>(x % 3 == 0 ? 0 : y * 6);
      }
    }
    QTest::newRow("gray with alpha") << madePng(size, PngKind::GrayAlpha, qCompress(rows).mid(4));
  }
  void everyKindOfPng() {
    QFETCH(QByteArray, bytes);
    const QImage whole = QImage::fromData(bytes, "png");
    QVERIFY(!whole.isNull());
    const model::Image image = imageOf(bytes, whole.size());
    JobContext job;
    Message error;
    const QImage same = viewport::decodeImage(image, 1 << 20, job, error);
    QCOMPARE(same, whole.convertToFormat(QImage::Format_RGBA8888));

    for (const std::uint64_t texels : {1000, 150, 7, 1}) {
      const QSize size = viewport::sizeWithin(whole.size(), texels);
      const QImage small = viewport::decodeImage(image, texels, job, error);
      QVERIFY2(small.size() == size && small.format() == QImage::Format_RGBA8888, error.c_str());
      for (int y = 0; y < size.height(); ++y) {
        for (int x = 0; x < size.width(); ++x) {
          const std::array<double, 4> mean = meanOf(whole, size, x, y);
          const QColor is = small.pixelColor(x, y);
          const std::array<int, 4> values = {is.red(), is.green(), is.blue(), is.alpha()};
          for (std::size_t c = 0; c < 4; ++c) {
            QVERIFY2(std::abs(values[c] - mean[c]) <= 1.01,  // 16 bits are rounded before or after.
                     qPrintable(QString("%1 %2: %3 %4").arg(x).arg(y).arg(values[c]).arg(mean[c])));
          }
        }
      }
    }
  }

  static void jpegs() {
    const QImage picture = colorful(QSize(640, 400), QImage::Format_RGB32);
    JobContext job;
    Message error;
    for (const std::uint64_t texels : {1 << 20, 5000}) {
      const QImage is =
          viewport::decodeImage(imageOf(bytesOf(picture, "jpg"), picture.size(), "image/jpeg"), texels, job, error);
      QVERIFY2(is.size() == viewport::sizeWithin(picture.size(), texels), error.c_str());
    }
    // Not a JPEG despite its type.
    QVERIFY(viewport::decodeImage(imageOf("nothing", QSize(4, 4), "image/jpeg"), 5000, job, error).isNull());
  }

  static void brokenImages() {
    const QByteArray good = bytesOf(colorful(QSize(300, 300), QImage::Format_RGBA8888));
    JobContext job;
    for (const std::uint64_t texels : {100, 1 << 20}) {
      for (const double share : {0.0, 0.01, 0.3, 0.9}) {
        Message error;
        const QByteArray cut = good.left(static_cast<qsizetype>(static_cast<double>(good.size()) * share));
        QVERIFY(viewport::decodeImage(imageOf(cut, QSize(300, 300)), texels, job, error).isNull());
        QVERIFY(!error.empty());
      }
      QByteArray flipped = good;
      flipped[good.size() / 2] = static_cast<char>(~flipped[good.size() / 2]);
      Message error;
      QVERIFY(viewport::decodeImage(imageOf(flipped, QSize(300, 300)), texels, job, error).isNull());
    }
  }

  static void cancelled() {
    JobContext job;
    job.cancel();
    Message error;
    for (const char* format : {"png", "jpg"}) {
      const model::Image image = imageOf(bytesOf(colorful(QSize(300, 300), QImage::Format_RGB888), format),
                                         QSize(300, 300), format[0] == 'p' ? "image/png" : "image/jpeg");
      for (const std::uint64_t texels : {100, 1 << 20}) {
        QVERIFY(viewport::decodeImage(image, texels, job, error).isNull());
        QCOMPARE(error.text(), std::string("cancelled"));
      }
    }
  }
};

TEXELETON_SUITE(TestDecodeImage)
#include "test_decode_image.moc"
