#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>

#include "core/pipeline/fit.h"

namespace texeleton::pipeline {

namespace {

constexpr double kPictureWidth = 760.0;
constexpr double kPictureHeight = 440.0;
constexpr double kLeftMargin = 80.0;
constexpr double kRightMargin = 170.0;
constexpr double kTopMargin = 48.0;
constexpr double kBottomMargin = 56.0;
constexpr std::array<const char*, 8> kClipColors = {"#3b6fb5", "#d1702a", "#3c9150", "#a8475f",
                                                    "#7a5ca8", "#8a7a33", "#3a8f95", "#6c6c6c"};

struct LogAxis {
  double low = 0.0;
  double high = 1.0;

  void add(double value) {
    const double power = std::log10(std::max(value, 1e-6));
    low = isEmpty ? power : std::min(low, power);
    high = isEmpty ? power : std::max(high, power);
    isEmpty = false;
  }
  void widen() {
    const double room = std::max(0.08 * (high - low), 0.1);
    low -= room;
    high += room;
  }
  double share(double value) const { return (std::log10(std::max(value, 1e-6)) - low) / (high - low); }

  bool isEmpty = true;
};

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    result += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : c == '"' ? "&quot;" : std::string(1, c);
  }
  return result;
}

std::string bytesText(double bytes) {
  constexpr std::array<const char*, 4> kUnits = {"B", "kB", "MB", "GB"};
  std::size_t unit = 0;
  while (bytes >= 999.5 && unit + 1 < kUnits.size()) {
    bytes /= 1000.0;
    ++unit;
  }
  char text[48];
  std::snprintf(text, sizeof text, "%.3g %s", bytes, kUnits[unit]);
  return text;
}

template <class... Values>
void print(std::string& to, const char* format, Values... values) {
  char text[512];
  std::snprintf(text, sizeof text, format, values...);
  to += text;
}

}  // namespace

std::string fitPicture(const FitResult& result, const FitLimits& limits, const std::string& title) {
  LogAxis error;
  LogAxis bytes;
  error.add(limits.maxMillimetres);
  std::map<std::string, std::size_t> colors;
  for (const FitCandidate& candidate : result.candidates) {
    if (!candidate.clips.empty()) {
      error.add(candidate.millimetres);
      bytes.add(static_cast<double>(candidate.bytes));
      colors.emplace(
          message(candidate.pixelFormat == vat::PixelFormat::Rgba32F ? "%1, rgba32f" : "%1", candidate.encoding),
          colors.size());
    }
  }
  error.widen();
  bytes.widen();
  const auto x = [&](double value) {
    return kLeftMargin + error.share(value) * (kPictureWidth - kLeftMargin - kRightMargin);
  };
  const auto y = [&](double value) {
    return kPictureHeight - kBottomMargin - bytes.share(value) * (kPictureHeight - kTopMargin - kBottomMargin);
  };
  std::string svg;
  print(svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %g %g\" font-family=\"sans-serif\" "
        "font-size=\"12\" fill=\"#333\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
        kPictureWidth, kPictureHeight);
  svg += "<text x=\"80\" y=\"26\" font-size=\"15\">" + escaped(title) + "</text>\n";
  for (int power = static_cast<int>(std::ceil(error.low)); power <= static_cast<int>(std::floor(error.high)); ++power) {
    const double at = x(std::pow(10.0, power));
    print(svg, "<path d=\"M%.1f %g V%g\" stroke=\"#e2e2e2\"/>\n", at, kTopMargin, kPictureHeight - kBottomMargin);
    print(svg, "<text x=\"%.1f\" y=\"%g\" text-anchor=\"middle\">%g mm</text>\n", at,
          kPictureHeight - kBottomMargin + 18.0, std::pow(10.0, power));
  }
  for (int step = static_cast<int>(std::ceil(bytes.low * 3.0)); step <= static_cast<int>(std::floor(bytes.high * 3.0));
       ++step) {
    constexpr std::array<double, 3> kTicksOfDecade = {1.0, 2.0, 5.0};
    const int third = ((step % 3) + 3) % 3;
    const double value = kTicksOfDecade[static_cast<std::size_t>(third)] * std::pow(10.0, (step - third) / 3);
    if (std::log10(value) < bytes.low || std::log10(value) > bytes.high) {
      continue;
    }
    print(svg, "<path d=\"M%g %.1f H%g\" stroke=\"#e2e2e2\"/>\n", kLeftMargin, y(value), kPictureWidth - kRightMargin);
    print(svg, "<text x=\"%g\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n", kLeftMargin - 6.0, y(value) + 4.0,
          bytesText(value).c_str());
  }
  print(svg, "<path d=\"M%.1f %g V%g\" stroke=\"#c33\" stroke-dasharray=\"4 3\"/>\n", x(limits.maxMillimetres),
        kTopMargin, kPictureHeight - kBottomMargin);
  print(svg, "<text x=\"%.1f\" y=\"%g\" fill=\"#c33\" text-anchor=\"middle\">%g mm</text>\n", x(limits.maxMillimetres),
        kTopMargin - 6.0, limits.maxMillimetres);
  print(svg, "<text x=\"%g\" y=\"%g\" text-anchor=\"middle\">largest error of any vertex or socket</text>\n",
        0.5 * (kLeftMargin + kPictureWidth - kRightMargin), kPictureHeight - 14.0);
  for (std::size_t i = 0; i < result.candidates.size(); ++i) {
    const FitCandidate& candidate = result.candidates[i];
    if (candidate.clips.empty()) {
      continue;
    }
    const Message word =
        message(candidate.pixelFormat == vat::PixelFormat::Rgba32F ? "%1, rgba32f" : "%1", candidate.encoding);
    const char* const color = kClipColors[colors[word] % kClipColors.size()];
    const double radius = i == result.chosen && candidate.keeps ? 7.0 : candidate.isFitted ? 5.0 : 3.0;
    print(svg, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%g\" fill=\"%s\" fill-opacity=\"%g\"%s>", x(candidate.millimetres),
          y(static_cast<double>(candidate.bytes)), radius, color, candidate.keeps ? 1.0 : 0.35,
          i == result.chosen && candidate.keeps ? " stroke=\"#111\" stroke-width=\"2\"" : "");
    print(svg, "<title>%s: %s, %.4g mm</title></circle>\n", word.c_str(),
          bytesText(static_cast<double>(candidate.bytes)).c_str(), candidate.millimetres);
  }
  double line = kTopMargin + 10.0;
  for (const auto& [word, number] : colors) {
    print(svg, "<circle cx=\"%g\" cy=\"%g\" r=\"5\" fill=\"%s\"/>", kPictureWidth - kRightMargin + 16.0, line - 4.0,
          kClipColors[number % kClipColors.size()]);
    print(svg, "<text x=\"%g\" y=\"%g\">%s</text>\n", kPictureWidth - kRightMargin + 28.0, line, word.c_str());
    line += 18.0;
  }
  return svg + "</svg>\n";
}

}  // namespace texeleton::pipeline
