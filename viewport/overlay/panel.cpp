#include "viewport/overlay/panel.h"

#include <QFontDatabase>
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>

#include "viewport/scene/turbo.h"

namespace texeleton::viewport {

namespace {

constexpr double kFontPoints = 12.0;
constexpr double kPanelMargin = 8.0;
constexpr double kLabelGap = 16.0;  // Between labels and values.
constexpr double kPanelCorner = 5.0;
constexpr double kScaleWidth = 220.0;
constexpr double kScaleHeight = 12.0;
constexpr int kScaleSteps = 4;

const QColor kCard(20, 22, 25, 190);
const QColor kLabel(176, 182, 190);
const QColor kValue(236, 238, 241);

QFont hudFont() {
  QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
  font.setPixelSize(static_cast<int>(kFontPoints));
  return font;
}

QImage emptyCard(double width, double height, double pixelRatio) {
  const QSize pixels(std::max(1, static_cast<int>(std::ceil(width * pixelRatio))),
                     std::max(1, static_cast<int>(std::ceil(height * pixelRatio))));
  QImage image(pixels, QImage::Format_RGBA8888_Premultiplied);
  image.setDevicePixelRatio(pixelRatio);
  image.fill(Qt::transparent);
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(kCard);
  painter.drawRoundedRect(QRectF(0.0, 0.0, width, height), kPanelCorner, kPanelCorner);
  return image;
}

std::function<std::string(const Message&)>& currentWording() {
  static std::function<std::string(const Message&)> wording;
  return wording;
}

}  // namespace

std::string readableNumber(double value) {
  const double size = std::abs(value);
  int digits = 0;
  for (double limit = 100.0; digits < 6 && size < limit; limit /= 10.0) {
    ++digits;
  }
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*f", size == 0.0 ? 0 : digits, value);
  std::string shown = text.data();
  if (shown.find('.') != std::string::npos) {
    shown.erase(shown.find_last_not_of('0') + 1);
    if (shown.back() == '.') {
      shown.pop_back();
    }
  }
  return shown;
}

void setPanelWording(std::function<std::string(const Message&)> wording) { currentWording() = std::move(wording); }

std::string worded(const Message& label) { return currentWording() ? currentWording()(label) : label.text(); }

QImage paintLines(const std::vector<PanelLine>& lines, double pixelRatio) {
  const QFont font = hudFont();
  const QFontMetricsF metrics(font);
  double labels = 0.0;
  double values = 0.0;
  for (const PanelLine& line : lines) {
    labels = std::max(labels, metrics.horizontalAdvance(QString::fromStdString(line.label)));
    values = std::max(values, metrics.horizontalAdvance(QString::fromStdString(line.value)));
  }
  const double lineHeight = std::ceil(metrics.height());
  const double width = 2.0 * kPanelMargin + labels + (values > 0.0 ? kLabelGap + values : 0.0);
  QImage image = emptyCard(width, 2.0 * kPanelMargin + lineHeight * static_cast<double>(lines.size()), pixelRatio);
  QPainter painter(&image);
  painter.setFont(font);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const QRectF row(kPanelMargin, kPanelMargin + lineHeight * static_cast<double>(i), width - 2.0 * kPanelMargin,
                     lineHeight);
    painter.setPen(values > 0.0 ? kLabel : kValue);
    painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, QString::fromStdString(lines[i].label));
    painter.setPen(kValue);
    painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, QString::fromStdString(lines[i].value));
  }
  return image;
}

QImage paintHeatLegend(double limitMillimetres, double pixelRatio) {
  const QFont font = hudFont();
  const double lineHeight = std::ceil(QFontMetricsF(font).height());
  const double width = kScaleWidth + 2.0 * kPanelMargin + 24.0;
  QImage image = emptyCard(width, 2.0 * kPanelMargin + 2.0 * lineHeight + kScaleHeight + 8.0, pixelRatio);
  QPainter painter(&image);
  painter.setFont(font);
  painter.setPen(kValue);
  painter.drawText(QRectF(kPanelMargin, kPanelMargin, width - 2.0 * kPanelMargin, lineHeight),
                   Qt::AlignHCenter | Qt::AlignVCenter,
                   QString::fromStdString(worded(message("off from skinning, in mm"))));
  const double left = (width - kScaleWidth) * 0.5;
  const double top = kPanelMargin + lineHeight + 4.0;
  const int columns = static_cast<int>(kScaleWidth * pixelRatio);
  for (int x = 0; x < columns; ++x) {
    const glm::vec3 color = turbo((static_cast<float>(x) + 0.5f) / static_cast<float>(columns));
    painter.fillRect(QRectF(left + x / pixelRatio, top, 1.0 / pixelRatio, kScaleHeight),
                     QColor::fromRgbF(color.x, color.y, color.z));
  }
  painter.setPen(kLabel);
  for (int i = 0; i <= kScaleSteps; ++i) {
    const double share = static_cast<double>(i) / kScaleSteps;
    const QRectF place(left + share * kScaleWidth - 40.0, top + kScaleHeight + 3.0, 80.0, lineHeight);
    painter.drawText(place, Qt::AlignHCenter | Qt::AlignTop,
                     QString::fromStdString(readableNumber(share * limitMillimetres)));
  }
  return image;
}

namespace {

// Formats 1234567 as "1,234,567".
std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) {
    at -= 3;
    text.insert(at, 1, ',');
  }
  return text;
}

std::string milliseconds(double seconds) { return readableNumber(seconds * 1e3) + " ms"; }

std::string secondsText(double value) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.2f s", value);
  return text.data();
}

std::string inMegabytes(std::uint64_t bytes) { return readableNumber(static_cast<double>(bytes) * 1e-6) + " MB"; }

}  // namespace

std::vector<PanelLine> hudLines(const FrameStatistics& s) {
  const Message impostors = s.impostors > 0 ? message(", %1 impostors", grouped(s.impostors)) : Message();
  return {{worded(message("Instances")),
           worded(message("%1 of %2%3", grouped(s.instancesDrawn), grouped(s.instances), impostors))},
          {worded(message("Draw calls")), grouped(s.drawCalls)},
          {worded(s.isTessellated ? message("Patches") : message("Triangles")), grouped(s.triangles)},
          {"CPU", milliseconds(s.cpuSeconds)},
          {"GPU", s.gpuSeconds ? milliseconds(*s.gpuSeconds) : worded(message("n/a"))},
          {worded(message("GPU memory")), inMegabytes(s.textureBytes + s.bufferBytes + s.imageBytes)}};
}

std::vector<PanelLine> eventLines(const CrowdEvents& events, std::size_t count) {
  std::vector<PanelLine> lines;
  const auto& log = events.log();
  for (std::size_t i = log.size() - std::min(log.size(), count); i < log.size(); ++i) {
    const LoggedEvent& event = log[i];
    const std::string what = event.parameter.empty() ? event.name : event.name + " (" + event.parameter + ")";
    lines.push_back({secondsText(event.crowdSeconds) + "  #" + std::to_string(event.instance) + "  " + what,
                     events.animation()->clips[event.clip].name + "  " + secondsText(event.clipSeconds)});
  }
  return lines;
}

}  // namespace texeleton::viewport
