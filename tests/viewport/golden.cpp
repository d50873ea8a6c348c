#include "tests/viewport/golden.h"

#include <QDir>
#include <QtGlobal>
#include <algorithm>
#include <cstdlib>

#include "tests/support/test_models.h"

namespace texeleton::test {

namespace {

struct Difference {
  double mean = 0.0;
  double share = 0.0;
};

Difference differenceOf(const QImage& a, const QImage& b) {
  std::uint64_t sum = 0;
  std::uint64_t differing = 0;
  for (int y = 0; y < a.height(); ++y) {
    const uchar* left = a.constScanLine(y);
    const uchar* right = b.constScanLine(y);
    for (int x = 0; x < a.width(); ++x) {
      int worst = 0;
      for (int c = 0; c < 3; ++c) {
        const int off = std::abs(int{left[4 * x + c]} - int{right[4 * x + c]});
        sum += static_cast<std::uint64_t>(off);
        worst = std::max(worst, off);
      }
      differing += worst > kDifferent ? 1 : 0;
    }
  }
  const double pixels = static_cast<double>(a.width()) * a.height();
  return {static_cast<double>(sum) / (3.0 * pixels), static_cast<double>(differing) / pixels};
}

}  // namespace

std::string compareGolden(const QImage& picture, const std::string& name, const std::string& backend,
                          const GoldenTolerance& tolerance) {
  const QString kept = QString::fromStdString((sourceFolder() / "tests" / "golden" / (name + ".png")).string());
  const QImage golden = QImage(kept).convertToFormat(QImage::Format_RGBA8888);
  if (golden.isNull() || !qEnvironmentVariableIsEmpty("TEXELETON_WRITE_GOLDEN")) {
    if (!golden.isNull() && golden == picture) {
      return {};
    }
    QDir().mkpath(QString::fromStdString((sourceFolder() / "tests" / "golden").string()));
    const bool written = picture.save(kept);
    return written ? name + ".png is new: look at it, then run again" : name + ".png cannot be written";
  }
  if (golden.size() != picture.size()) {
    return name + ": another size than the kept picture";
  }
  const Difference off = differenceOf(golden, picture);
  if (off.mean <= tolerance.meanDifference && off.share <= tolerance.differingShare) {
    return {};
  }
  const auto folder = binFolder() / ".." / "golden";
  QDir().mkpath(QString::fromStdString(folder.string()));
  const std::string made = (folder / (name + "-" + backend + ".png")).lexically_normal().string();
  picture.save(QString::fromStdString(made));
  return name + ": " + std::to_string(off.mean) + " of 255 off on average, " + std::to_string(100.0 * off.share) +
         " % of the pixels differ; see " + made;
}

std::string compareGolden(viewport::GpuDevice& device, const viewport::Scene& scene, const QSize& size,
                          const std::string& name, const GoldenTolerance& tolerance) {
  viewport::OffscreenRenderer renderer(device);
  const auto picture = renderer.render(scene, size);
  return picture ? compareGolden(*picture, name, viewport::backendWord(device.backend()), tolerance)
                 : picture.error().message.text();
}

}  // namespace texeleton::test
