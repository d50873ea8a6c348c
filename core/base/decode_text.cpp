#include "core/base/decode_text.h"

#include <QByteArrayView>
#include <QString>
#include <QStringDecoder>

namespace texeleton {

std::optional<std::string> decodeText(const char* encoding, std::string_view bytes) {
  QStringDecoder decoder(encoding);
  if (!decoder.isValid()) {
    return std::nullopt;
  }
  const QString text = decoder(QByteArrayView(bytes.data(), static_cast<qsizetype>(bytes.size())));
  return text.toStdString();
}

}  // namespace texeleton
