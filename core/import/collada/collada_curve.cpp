#include "core/import/collada/collada_curve.h"

#include <algorithm>
#include <cmath>

namespace texeleton::importing::collada {

namespace {

using Point = Curve::Point;
using Segment = Curve::Segment;

double bezier(double a, double b, double c, double d, double s) {
  const double r = 1.0 - s;
  return r * r * r * a + 3.0 * r * r * s * b + 3.0 * r * s * s * c + s * s * s * d;
}

// The value of the cubic at `time`. Control points outside the segment would make time decrease.
double evaluateBezier(Point a, Point b, Point c, Point d, double time) {
  b.time = std::clamp(b.time, a.time, d.time);
  c.time = std::clamp(c.time, a.time, d.time);
  double low = 0.0;
  double high = 1.0;
  for (int i = 0; i < 52; ++i) {
    const double middle = 0.5 * (low + high);
    (bezier(a.time, b.time, c.time, d.time, middle) < time ? low : high) = middle;
  }
  return bezier(a.value, b.value, c.value, d.value, 0.5 * (low + high));
}

// Numbers of a source by elements.
class Numbers {
 public:
  Numbers(const Source& source, const std::vector<double>& array) : m_source(source), m_array(array) {}

  bool holds(std::size_t width) const {
    const std::size_t size = m_array.size();
    const bool isSmall = m_source.count <= size && m_source.stride <= size && m_source.offset <= size && width <= size;
    return m_source.count == 0 || (isSmall && m_source.offset + (m_source.count - 1) * m_source.stride + width <= size);
  }
  std::size_t count() const { return m_source.count; }
  std::size_t stride() const { return m_source.stride; }
  double at(std::size_t element, std::size_t component) const {
    return m_array[m_source.offset + element * m_source.stride + component];
  }

 private:
  const Source& m_source;
  const std::vector<double>& m_array;
};

template <class Map, class Key>
auto valueIn(const Map& map, const Key& key) {
  const auto found = map.find(key);
  return found != map.end() ? &found->second : nullptr;
}

/// The source of a sampler's input, and the array in `arrays` that it reads; null if there is none.
template <class Arrays>
auto inputOf(const Document& document, const Arrays& arrays, const Sampler& sampler, const char* semantic) {
  const std::string* const id = valueIn(sampler.sources, semantic);
  const Source* const source = id != nullptr ? valueIn(document.sources, *id) : nullptr;
  return std::pair(source, source != nullptr ? valueIn(arrays, source->array) : nullptr);
}

std::optional<Numbers> numbersOf(const Document& document, const Sampler& sampler, const char* semantic) {
  const auto [source, array] = inputOf(document, document.numbers, sampler, semantic);
  return array != nullptr ? std::optional(Numbers(*source, *array)) : std::nullopt;
}

// The interpolation of each key; empty if the sampler has none.
std::vector<Interpolation> interpolationsOf(const Document& document, const Sampler& sampler, std::size_t count) {
  const auto [source, array] = inputOf(document, document.interpolations, sampler, "INTERPOLATION");
  std::vector<Interpolation> result(count, Interpolation::Linear);
  for (std::size_t k = 0; array != nullptr && k < count; ++k) {
    const std::size_t at = source->offset + k * source->stride;
    result[k] = at < array->size() ? (*array)[at] : Interpolation::Linear;
  }
  return result;
}

// A tangent of one component of a key as in the file; its time is NaN if it has none.
std::optional<Point> tangentOf(const std::optional<Numbers>& tangents, std::size_t width, std::size_t key,
                               std::size_t component) {
  if (!tangents || key >= tangents->count()) {
    return std::nullopt;
  }
  if (tangents->stride() == 2 * width) {
    return Point{tangents->at(key, 2 * component), tangents->at(key, 2 * component + 1)};
  }
  if (tangents->stride() == width + 1) {
    return Point{tangents->at(key, 0), tangents->at(key, component + 1)};
  }
  return tangents->stride() == width ? std::optional(Point{std::nan(""), tangents->at(key, component)}) : std::nullopt;
}

class CurveReader {
 public:
  CurveReader(const Document& document, const Sampler& sampler, std::size_t width)
      : m_sampler(sampler),
        m_times(numbersOf(document, sampler, "INPUT")),
        m_values(numbersOf(document, sampler, "OUTPUT")),
        m_in(numbersOf(document, sampler, "IN_TANGENT")),
        m_out(numbersOf(document, sampler, "OUT_TANGENT")) {
    m_curve.width = width;
    if (m_values) {
      m_interpolations =
          interpolationsOf(document, sampler, std::min(m_values->count(), m_times ? m_times->count() : 0));
    }
  }

  Result<Curve> read(const std::string& target) {
    if (!m_times || !m_values) {
      return fail(ErrorCode::BadFile, message("the animation of \"%1\" has no times or no values", target));
    }
    if (m_times->count() != m_values->count()) {
      return fail(ErrorCode::BadFile, message("the animation of \"%1\" has %2 times for %3 values", target,
                                              m_times->count(), m_values->count()));
    }
    if (!m_times->holds(1) || !m_values->holds(m_curve.width)) {
      return fail(ErrorCode::BadFile, message("the animation of \"%1\" leaves its arrays", target));
    }
    for (auto* tangents : {&m_in, &m_out}) {
      if (*tangents && !(*tangents)->holds((*tangents)->stride())) {
        tangents->reset();
      }
    }
    const std::vector<std::size_t> keys = soundKeys();
    m_curve.isExtrapolated = m_sampler.isExtrapolated && keys.size() > 1;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      m_curve.times.push_back(m_times->at(keys[i], 0));
      for (std::size_t c = 0; c < m_curve.width; ++c) {
        m_curve.values.push_back(m_values->at(keys[i], c));
      }
      m_curve.segments.push_back(i + 1 < keys.size() ? segment(keys[i], keys[i + 1]) : Segment::Step);
    }
    if (std::ranges::find(m_curve.segments, Segment::Bezier) != m_curve.segments.end()) {
      addControlPoints(keys);
    }
    return std::move(m_curve);
  }

 private:
  // Valid keys sorted by time; of several at one time the last.
  std::vector<std::size_t> soundKeys() {
    std::vector<std::size_t> keys;
    for (std::size_t k = 0; k < m_times->count(); ++k) {
      bool isFinite = std::isfinite(m_times->at(k, 0));
      for (std::size_t c = 0; c < m_curve.width; ++c) {
        isFinite = isFinite && std::isfinite(m_values->at(k, c));
      }
      if (isFinite) {
        keys.push_back(k);
      }
    }
    m_curve.badKeys = m_times->count() - keys.size();
    std::ranges::stable_sort(keys, {}, [this](std::size_t key) { return m_times->at(key, 0); });
    std::vector<std::size_t> result;
    for (const std::size_t key : keys) {
      if (!result.empty() && m_times->at(result.back(), 0) == m_times->at(key, 0)) {
        result.pop_back();
      }
      result.push_back(key);
    }
    return result;
  }

  bool hasTangents(std::size_t key, std::size_t next) const {
    for (std::size_t c = 0; c < m_curve.width; ++c) {
      const auto out = tangentOf(m_out, m_curve.width, key, c);
      const auto in = tangentOf(m_in, m_curve.width, next, c);
      if (!out || !in || !std::isfinite(out->value) || !std::isfinite(in->value)) {
        return false;
      }
    }
    return true;
  }

  Segment segment(std::size_t key, std::size_t next) {
    switch (m_interpolations[key]) {
      case Interpolation::Linear:
        return Segment::Linear;
      case Interpolation::Step:
        return Segment::Step;
      case Interpolation::Bezier:
      case Interpolation::Hermite:
        if (hasTangents(key, next)) {
          return Segment::Bezier;
        }
        break;
      case Interpolation::Other:
        break;
    }
    m_curve.isUnfollowed = true;
    return Segment::Linear;
  }

  void addControlPoints(const std::vector<std::size_t>& keys) {
    m_curve.before.resize(m_curve.values.size());
    m_curve.after.resize(m_curve.values.size());
    for (std::size_t i = 0; i + 1 < keys.size(); ++i) {
      if (m_curve.segments[i] != Segment::Bezier) {
        continue;
      }
      const bool isHermite = m_interpolations[keys[i]] == Interpolation::Hermite;
      const double third = (m_curve.times[i + 1] - m_curve.times[i]) / 3.0;
      for (std::size_t c = 0; c < m_curve.width; ++c) {
        const std::size_t at = i * m_curve.width + c;
        const std::size_t next = at + m_curve.width;
        m_curve.after[at] = control({m_curve.times[i], m_curve.values[at]},
                                    *tangentOf(m_out, m_curve.width, keys[i], c), third, isHermite ? 1.0 : 0.0);
        m_curve.before[next] = control({m_curve.times[i + 1], m_curve.values[next]},
                                       *tangentOf(m_in, m_curve.width, keys[i + 1], c), -third, isHermite ? -1.0 : 0.0);
      }
    }
  }

  // `hermite`: the sign of a Hermite tangent from this key; 0: the tangent is a control point.
  static Point control(Point key, Point tangent, double third, double hermite) {
    const Point point = hermite != 0.0
                            ? Point{key.time + hermite * tangent.time / 3.0, key.value + hermite * tangent.value / 3.0}
                            : tangent;
    return {std::isfinite(point.time) ? point.time : key.time + third, point.value};
  }

  const Sampler& m_sampler;
  std::optional<Numbers> m_times, m_values, m_in, m_out;
  std::vector<Interpolation> m_interpolations;
  Curve m_curve;
};

}  // namespace

std::size_t Curve::segmentAt(double time) const {
  const auto next = std::upper_bound(times.begin(), times.end(), time);
  return next == times.begin() ? 0 : static_cast<std::size_t>(next - times.begin()) - 1;
}

double Curve::evaluate(double time, std::size_t component) const {
  const std::size_t key = segmentAt(time);
  const std::size_t at = key * width + component;
  if (key + 1 >= times.size() || time <= times[key] || segments[key] == Segment::Step) {
    return values[at];
  }
  const std::size_t next = at + width;
  if (segments[key] == Segment::Linear) {
    return values[at] + (values[next] - values[at]) * (time - times[key]) / (times[key + 1] - times[key]);
  }
  return evaluateBezier({times[key], values[at]}, after[at], before[next], {times[key + 1], values[next]}, time);
}

Result<Curve> readCurve(const Document& document, const Channel& channel, std::size_t width) {
  const auto sampler = document.samplers.find(channel.sampler);
  if (sampler == document.samplers.end()) {
    return fail(ErrorCode::BadFile, message("the animation of \"%1\" has no times or no values", channel.target));
  }
  return CurveReader(document, sampler->second, width).read(channel.target);
}

}  // namespace texeleton::importing::collada
