#include "app/cli/animated_png.h"

#include <QBuffer>
#include <QtEndian>
#include <array>
#include <cstdint>
#include <string_view>

namespace texeleton::cli {

namespace {

constexpr qsizetype kSignatureBytes = 8;
constexpr qsizetype kChunkOverhead = 12;  // Length, type, checksum.

// PNG's checksum (third edition, annex D).
std::uint32_t crcOf(const QByteArray& bytes) {
  static const auto table = [] {
    std::array<std::uint32_t, 256> made{};
    for (std::uint32_t n = 0; n < made.size(); ++n) {
      std::uint32_t c = n;
      for (int k = 0; k < 8; ++k) {
        c = (c & 1u) != 0 ? 0xedb88320u ^ (c >> 1) : c >> 1;
      }
      made[n] = c;
    }
    return made;
  }();
  std::uint32_t c = 0xffffffffu;
  for (const char byte : bytes) {
    c = table[(c ^ static_cast<std::uint8_t>(byte)) & 0xffu] ^ (c >> 8);
  }
  return ~c;
}

template <class T>
void append(QByteArray& out, T value) {
  std::array<char, sizeof(T)> bytes{};
  qToBigEndian(value, bytes.data());
  out.append(bytes.data(), static_cast<qsizetype>(bytes.size()));
}

void appendChunk(QByteArray& out, std::string_view type, const QByteArray& data) {
  QByteArray checked(type.data(), static_cast<qsizetype>(type.size()));
  checked += data;
  append(out, static_cast<std::uint32_t>(data.size()));
  out += checked;
  append(out, crcOf(checked));
}

}  // namespace

bool AnimatedPng::add(const QImage& picture) {
  QByteArray png;
  QBuffer buffer(&png);
  buffer.open(QIODevice::WriteOnly);
  if (!picture.save(&buffer, "png")) {
    return false;
  }
  QByteArray header;
  QByteArray data;
  for (qsizetype at = kSignatureBytes; at + kChunkOverhead <= png.size();) {
    const auto length = static_cast<qsizetype>(qFromBigEndian<std::uint32_t>(png.constData() + at));
    const QByteArray type = png.mid(at + 4, 4);
    if (type == "IHDR") {
      header = png.mid(at + 8, length);
    } else if (type == "IDAT") {
      data += png.mid(at + 8, length);
    }
    at += kChunkOverhead + length;
  }
  if (data.isEmpty() || m_added == m_count || (m_added > 0 && header != m_header)) {
    return false;
  }
  QByteArray written;
  if (m_added == 0) {
    m_header = header;
    written.append("\x89PNG\r\n\x1a\n", kSignatureBytes);
    appendChunk(written, "IHDR", m_header);
    QByteArray control;
    append(control, m_count);
    append(control, std::uint32_t{0});  // Repeats forever.
    appendChunk(written, "acTL", control);
  }
  written += frameOf(data);
  if (++m_added == m_count) {
    appendChunk(written, "IEND", {});
  }
  return write(written);
}

QByteArray AnimatedPng::frameOf(const QByteArray& data) {
  QByteArray out;
  QByteArray frame;
  append(frame, m_sequence++);
  frame += m_header.left(8);        // Width, height.
  append(frame, std::uint64_t{0});  // Position.
  append(frame, std::uint16_t{1});  // A picture stays 1/rate seconds.
  append(frame, m_rate);
  append(frame, std::uint16_t{0});  // No disposal; it replaces the previous picture.
  appendChunk(out, "fcTL", frame);
  if (m_added == 0) {
    appendChunk(out, "IDAT", data);
  } else {
    QByteArray numbered;
    append(numbered, m_sequence++);
    appendChunk(out, "fdAT", numbered + data);
  }
  return out;
}

}  // namespace texeleton::cli
