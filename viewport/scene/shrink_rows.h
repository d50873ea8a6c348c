#pragma once

#include <QImage>
#include <QSize>
#include <cstdint>
#include <utility>
#include <vector>

namespace texeleton::viewport {

/// Makes a picture smaller while its rows come in: each texel becomes the mean of the area that it covers, alpha
/// weighing the colours. Holds one row of sums, not the picture.
class ShrinkRows {
 public:
  /// `to` no larger than `from`; 1 to 4 channels of 8 bits, the last of 2 and of 4 being alpha.
  ShrinkRows(QSize from, QSize to, int channels);

  bool hasRoom() const { return !m_image.isNull(); }  ///< False: there was no memory.
  /// The next of from.height() rows.
  void add(const unsigned char* row);
  /// RGBA8888, after the last row.
  QImage take() { return std::move(m_image); }

 private:
  /// The columns of the source that a column of the picture covers, and how much of the first and of the last.
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
  /// Of the row of m_image that is being made, over the columns of the source: values times alpha (255 where there is
  /// none), alpha times 255.
  std::vector<float> m_sums;
  std::int64_t m_row = 0;  ///< Of the source.
  int m_made = 0;          ///< Rows of m_image.
};

}  // namespace texeleton::viewport
