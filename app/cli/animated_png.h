#pragma once

#include <QByteArray>
#include <QIODevice>
#include <QImage>
#include <cstdint>

namespace texeleton::cli {

/// Writes pictures as an animated PNG that repeats forever (the APNG extension of PNG, third edition). Browsers and
/// picture viewers play it; programs without support show the first picture. All pictures must have one size and
/// format. Each is written immediately; none is kept.
class AnimatedPng {
 public:
  /// `out`: open for writing; must outlive this. `count`: number of pictures that will be added. `ratePerSecond`:
  /// pictures a second.
  AnimatedPng(QIODevice& out, std::uint32_t count, std::uint16_t ratePerSecond)
      : m_out(out), m_count(count), m_rate(ratePerSecond) {}

  /// Returns false if the picture differs from the first in size or format, cannot be compressed, or cannot be written
  /// (see the device's error string).
  bool add(const QImage& picture);

 private:
  bool write(const QByteArray& bytes) { return m_out.write(bytes) == bytes.size(); }
  /// Returns the chunks of a picture without those that begin and end the file.
  QByteArray frameOf(const QByteArray& data);

  QIODevice& m_out;
  std::uint32_t m_count;
  std::uint16_t m_rate;
  QByteArray m_header;  ///< The data of IHDR.
  std::uint32_t m_added = 0;
  std::uint32_t m_sequence = 0;
};

}  // namespace texeleton::cli
