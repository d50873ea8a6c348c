#include "app/editor/panels/texture/texture_image.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/editor/theme/theme.h"
#include "viewport/scene/turbo.h"

namespace texeleton::editor {

namespace {

/// Maps values to screen colours.
class Tone {
 public:
  explicit Tone(const TextureViewState& state)
      : m_channels(state.channels),
        m_scale(255.0 * std::exp2(state.exposure) / (state.to - state.from)),
        m_offset(-255.0 * state.from / (state.to - state.from)) {}

  QRgb of(const glm::vec4& value) const {
    if (m_channels == Channels::Rgb) {
      return qRgb(level(value.r), level(value.g), level(value.b));
    }
    const int gray = level(value[static_cast<int>(m_channels) - 1]);
    return qRgb(gray, gray, gray);
  }

 private:
  int level(float channel) const {
    return std::isfinite(channel) ? static_cast<int>(std::clamp(channel * m_scale + m_offset, 0.0, 255.0)) : 0;
  }

  Channels m_channels;
  double m_scale;
  double m_offset;
};

}  // namespace

QImage pictureOf(const vat::BakedAnimation& texture, const TextureViewState& state, const JobContext& job) {
  QImage image(static_cast<int>(texture.layout.width), static_cast<int>(texture.layout.height), QImage::Format_RGB32);
  const Tone tone(state);
  for (int y = 0; y < image.height() && !job.isCancelled(); ++y) {
    auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
    for (int x = 0; x < image.width(); ++x) {
      line[x] = tone.of(texture.texels.texel(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)));
    }
  }
  return image;
}

TextureImage::TextureImage(const TextureViewState& state, const TextureScale& scale, const QWidget& area,
                           QObject* parent)
    : QObject(parent), m_state(state), m_scale(scale), m_area(area) {}

void TextureImage::setBake(std::shared_ptr<const BakeSnapshot> bake) {
  m_bake = std::move(bake);
  m_difference.reset();
  m_asked.reset();
  m_differ.cancel();
  m_isOld = true;
}

std::optional<double> TextureImage::largestDifference() const {
  if (!m_difference || !m_state.difference || m_difference->bake != m_bake) {
    return std::nullopt;
  }
  const glm::vec4& largest = m_difference->largest;
  return static_cast<double>(m_state.channels == Channels::Rgb
                                 ? std::max({largest.r, largest.g, largest.b})
                                 : largest[static_cast<glm::length_t>(m_state.channels) - 1]);
}

std::vector<std::int64_t> TextureImage::texelsAlong(int pixels, double zoom, double corner, std::uint32_t count) const {
  const double step = 1.0 / (zoom * m_area.devicePixelRatioF());
  std::vector<std::int64_t> texels(static_cast<std::size_t>(std::max(pixels, 0)), -1);
  for (std::size_t i = 0; i < texels.size(); ++i) {
    const double at = corner + (static_cast<double>(i) + 0.5) * step;
    texels[i] = at >= 0 && at < count ? static_cast<std::int64_t>(at) : -1;
  }
  return texels;
}

// The source is evaluated in the background for visible texels.
void TextureImage::findDifference(const std::vector<std::int64_t>& across, const std::vector<std::int64_t>& down) {
  const auto once = [](const std::vector<std::int64_t>& texels) {
    std::vector<std::uint32_t> result;
    for (const std::int64_t texel : texels) {
      if (texel >= 0 && (result.empty() || result.back() != static_cast<std::uint32_t>(texel))) {
        result.push_back(static_cast<std::uint32_t>(texel));
      }
    }
    return result;
  };
  auto wanted = std::make_shared<TextureDifference>();
  wanted->bake = m_bake;
  wanted->columns = once(across);
  wanted->rows = once(down);
  const auto isSame = [&wanted](const std::shared_ptr<const TextureDifference>& known) {
    return known && known->bake == wanted->bake && known->columns == wanted->columns && known->rows == wanted->rows;
  };
  if (isSame(m_difference) || isSame(m_asked)) {
    return;
  }
  m_asked = wanted;
  m_differ.start([this, wanted](JobContext& job, const JobRunner::Deliver& deliver) {
    auto found =
        std::make_shared<const TextureDifference>(differenceOf(wanted->bake, wanted->columns, wanted->rows, job));
    if (!job.isCancelled()) {
      deliver([this, found] {
        m_difference = found;
        m_asked.reset();
        m_isOld = true;
        emit differenceFound();
      });
    }
  });
}

// Cost depends on the widget's size, not the texture's.
void TextureImage::paint(QPainter& painter) {
  const double ratio = m_area.devicePixelRatioF();
  const QSize pixels = (m_scale.area().size() * ratio).toSize();
  if (m_isOld || m_image.size() != pixels) {
    m_image = QImage(pixels, QImage::Format_RGB32);
    m_image.fill(color(Token::Field));
    const vat::TextureLayout& layout = m_bake->animation->layout;
    const std::vector<std::int64_t> across =
        texelsAlong(pixels.width(), m_state.zoom, m_state.corner.x(), layout.width);
    const std::vector<std::int64_t> down =
        texelsAlong(pixels.height(), m_state.zoomDown, m_state.corner.y(), layout.height);
    if (m_state.difference) {
      findDifference(across, down);
    }
    const Tone tone(m_state);
    const double largest = largestDifference().value_or(0.0);
    const double scale = largest > 0.0 ? std::exp2(m_state.exposure) / largest : 0.0;
    const auto colorOf = [&](std::uint32_t x, std::uint32_t y) -> QRgb {
      if (!m_state.difference) {
        return tone.of(m_bake->animation->texels.texel(x, y));
      }
      const glm::vec4* const found = m_difference ? m_difference->find(x, y) : nullptr;
      if (found == nullptr || found->r < 0.0f) {
        return color(Token::Field).rgb();
      }
      const float off = m_state.channels == Channels::Rgb ? std::max({found->r, found->g, found->b})
                                                          : (*found)[static_cast<glm::length_t>(m_state.channels) - 1];
      const glm::vec3 heat = viewport::turbo(static_cast<float>(off * scale)) * 255.0f;
      return qRgb(static_cast<int>(heat.r), static_cast<int>(heat.g), static_cast<int>(heat.b));
    };
    for (int y = 0; y < pixels.height(); ++y) {
      const std::int64_t v = down[static_cast<std::size_t>(y)];
      if (v < 0) {
        continue;
      }
      auto* line = reinterpret_cast<QRgb*>(m_image.scanLine(y));
      for (int x = 0; x < pixels.width(); ++x) {
        const std::int64_t u = across[static_cast<std::size_t>(x)];
        if (x > 0 && u == across[static_cast<std::size_t>(x) - 1]) {
          line[x] = line[x - 1];
        } else if (u >= 0) {
          line[x] = colorOf(static_cast<std::uint32_t>(u), static_cast<std::uint32_t>(v));
        }
      }
    }
    m_image.setDevicePixelRatio(ratio);
    m_isOld = false;
  }
  painter.drawImage(m_scale.area().topLeft(), m_image);
}

}  // namespace texeleton::editor
