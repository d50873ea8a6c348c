#pragma once

#include <zlib.h>

#include <QByteArray>
#include <QSize>
#include <QtEndian>

namespace texeleton::test {

/// Colour types of PNG.
enum class PngKind : char { Gray = 0, GrayAlpha = 4, Rgba = 6 };

/// A PNG of 8 bits per channel from rows (each preceded by its filter) that zlib has already compressed.
inline QByteArray madePng(const QSize& size, PngKind kind, const QByteArray& packed) {
  const auto number = [](quint32 value) {
    value = qToBigEndian(value);
    return QByteArray(reinterpret_cast<const char*>(&value), sizeof value);
  };
  const auto chunk = [&](const QByteArray& name, const QByteArray& content) {
    const QByteArray both = name + content;
    const auto crc = crc32(0, reinterpret_cast<const Bytef*>(both.constData()), static_cast<uInt>(both.size()));
    return number(static_cast<quint32>(content.size())) + both + number(static_cast<quint32>(crc));
  };
  return QByteArray("\x89PNG\r\n\x1A\n") +
         chunk("IHDR", number(static_cast<quint32>(size.width())) + number(static_cast<quint32>(size.height())) +
                           '\x08' + static_cast<char>(kind) + QByteArray(3, '\0')) +
         chunk("IDAT", packed) + chunk("IEND", {});
}

/// A square of one colour (RGBA) whose file has a thousandth of its texels in bytes: the same compressed rows repeated.
inline QByteArray hugePng(int side, char shade) {
  constexpr int kRows = 64;
  QByteArray row(1 + 4 * side, shade);
  row[0] = 0;
  const QByteArray rows = row.repeated(kRows);
  QByteArray block(1 << 20, '\0');
  z_stream stream{};
  deflateInit2(&stream, 9, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(rows.constData()));
  stream.avail_in = static_cast<uInt>(rows.size());
  stream.next_out = reinterpret_cast<Bytef*>(block.data());
  stream.avail_out = static_cast<uInt>(block.size());
  deflate(&stream, Z_FULL_FLUSH);
  block.truncate(static_cast<qsizetype>(stream.total_out));
  deflateEnd(&stream);
  const auto one = adler32(1, reinterpret_cast<const Bytef*>(rows.constData()), static_cast<uInt>(rows.size()));
  uLong all = one;
  for (int i = 1; i < side / kRows; ++i) {
    all = adler32_combine(all, one, static_cast<z_off_t>(rows.size()));
  }
  const quint32 sum = qToBigEndian(static_cast<quint32>(all));
  return madePng(QSize(side, side), PngKind::Rgba,
                 QByteArray("\x78\x9C") + block.repeated(side / kRows) + QByteArray("\x03\0", 2) +
                     QByteArray(reinterpret_cast<const char*>(&sum), sizeof sum));
}

}  // namespace texeleton::test
