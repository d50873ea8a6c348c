#include "viewport/save_picture.h"

#include <QBuffer>
#include <QByteArray>
#include <QImageWriter>

#include "core/base/save_file.h"

namespace texeleton::viewport {

Result<void> savePicture(const std::filesystem::path& file, const QImage& picture) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  QImageWriter writer(&buffer, "png");
  if (!writer.write(picture)) {
    return fail(ErrorCode::Limit, message("the picture cannot be compressed: %1", writer.errorString().toStdString()),
                file.string());
  }
  return saveFile(file, {bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

}  // namespace texeleton::viewport
