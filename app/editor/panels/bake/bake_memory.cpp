#include "app/editor/panels/bake/bake_memory.h"

#include <QCoreApplication>

#include "app/editor/widgets/numbers.h"
#include "core/bake/rows/frame_table.h"
#include "viewport/scene/gpu/draw_vertices.h"

namespace texeleton::editor {

BakeMemory memoryOf(const bake::BakedAnimation& animation) {
  return {animation.texels.byteCount(), viewport::meshBufferBytes(animation)};
}

std::uint64_t bytesOf(const bake::BakedAnimation& animation, const bake::BakedClip& clip) {
  return std::uint64_t{bake::storedFrameCount(animation, clip)} * animation.layout.rowsPerFrame *
         animation.layout.width * bake::texelBytes(animation.pixelFormat);
}

QString memoryText(const BakeMemory& memory) {
  return QCoreApplication::translate("BakeMemory", "GPU memory: texture %1, mesh buffers %2")
      .arg(megabytes(memory.textureBytes), megabytes(memory.meshBytes));
}

}  // namespace texeleton::editor
