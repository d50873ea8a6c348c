#include "app/editor/panels/bake/bake_memory.h"

#include <QCoreApplication>

#include "app/editor/widgets/numbers.h"
#include "core/vat/frame_table.h"
#include "viewport/scene/gpu/draw_vertices.h"

namespace texeleton::editor {

BakeMemory memoryOf(const vat::BakedAnimation& animation) {
  return {animation.texels.byteCount(), viewport::meshBufferBytes(animation)};
}

std::uint64_t bytesOf(const vat::BakedAnimation& animation, const vat::BakedClip& clip) {
  return std::uint64_t{vat::storedFrameCount(animation, clip)} * animation.layout.rowsPerFrame *
         animation.layout.width * vat::texelBytes(animation.pixelFormat);
}

QString memoryText(const BakeMemory& memory) {
  return QCoreApplication::translate("BakeMemory", "GPU memory: texture %1, mesh buffers %2")
      .arg(megabytes(memory.textureBytes), megabytes(memory.meshBytes));
}

}  // namespace texeleton::editor
