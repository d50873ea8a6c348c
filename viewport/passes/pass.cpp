#include "viewport/passes/pass.h"

namespace texeleton::viewport {

PassInputs passInputs(const FrameContext& context, std::initializer_list<const QRhiResource*> resources) {
  return {idsOf(resources), context.target.descriptor->serializedFormat(), context.target.sampleCount};
}

void setPipeline(const FrameContext& context, QRhiGraphicsPipeline& pipeline) {
  const QSize size = context.target.pixelSize;
  context.commands->setGraphicsPipeline(&pipeline);
  context.commands->setViewport({0.0f, 0.0f, static_cast<float>(size.width()), static_cast<float>(size.height())});
}

}  // namespace texeleton::viewport
