#pragma once

#include <QByteArray>
#include <QImage>
#include <vector>

namespace texeleton::cli {

/// Pictures as one animated PNG that repeats for ever (the APNG extension of PNG, third edition), which browsers and
/// picture viewers play; programs that know no animation show the first picture. All must be of one size and format.
/// Added one by one, so that only their compressed bytes are kept.
class AnimatedPng {
 public:
  /// `ratePerSecond`: pictures a second.
  explicit AnimatedPng(std::uint16_t ratePerSecond) : m_rate(ratePerSecond) {}

  /// False: the picture is of another size or format than the first, or cannot be compressed.
  bool add(const QImage& picture);

  /// The file; empty without a picture.
  QByteArray bytes() const;

 private:
  std::uint16_t m_rate;
  QByteArray m_header;             ///< The data of IHDR.
  std::vector<QByteArray> m_data;  ///< Of each picture, the data of its IDAT chunks.
};

}  // namespace texeleton::cli
