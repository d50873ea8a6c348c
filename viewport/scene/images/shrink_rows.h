#pragma once

#include <QImage>
#include <QSize>
#include <cstdint>
#include <utility>
#include <vector>

namespace texeleton::viewport {

/// Reduces an image while its rows arrive: each texel is the average of the area that it covers, colours weighted by
/// alpha. Keeps one row of sums, not the source.
class ShrinkRows {
 public:
  /// `to` must be no larger than `from`; 1 to 4 channels of 8 bits, the last of 2 and of 4 being alpha.
  ShrinkRows(QSize from, QSize to, int channels);

  bool hasRoom() const { return !m_image.isNull(); }  ///< False: out of memory.
  /// Adds the next of from.height() rows.
  void add(const unsigned char* row);
  /// The result, RGBA8888, after the last row.
  QImage take() { return std::move(m_image); }

 private:
  /// The source columns that a column of the result covers, and the coverage of the first and the last one.
  struct Column {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    float ofFirst = 0.0f;
    float ofLast = 0.0f;
  };

  void addWeighted(const unsigned char* row, float weight);
  void finishRow();
  template <int Channels>
  void finishRowOf();

  QSize m_from;
  int m_channels;
  QImage m_image;
  std::vector<Column> m_columns;
  /// Sums over source columns for the current row of m_image: values times alpha (255 if there is none), alpha times
  /// 255.
  std::vector<float> m_sums;
  std::int64_t m_row = 0;  ///< Current row of the source.
  int m_made = 0;          ///< Completed rows of m_image.
};

}  // namespace texeleton::viewport
