#include "viewport/measure/gpu_timer.h"

#if QT_CONFIG(opengl)

#include <QOpenGLContext>
#include <QOpenGLExtraFunctions>

namespace texeleton::viewport {

namespace {

// Constants of OpenGL 3.3 (ARB_timer_query): Qt wraps only the functions that OpenGL ES also has.
constexpr GLenum kTimestamp = 0x8E28;
constexpr GLenum kCounterBits = 0x8864;
using QueryCounter = void(QOPENGLF_APIENTRYP)(GLuint, GLenum);
using GetQueryResult = void(QOPENGLF_APIENTRYP)(GLuint, GLenum, GLuint64*);

class OpenGlTimer : public GpuTimer {
 public:
  OpenGlTimer(QRhi& rhi, QOpenGLContext& context) : m_rhi(rhi), m_functions(context.extraFunctions()) {
    m_queryCounter = reinterpret_cast<QueryCounter>(context.getProcAddress("glQueryCounter"));
    m_getResult = reinterpret_cast<GetQueryResult>(context.getProcAddress("glGetQueryObjectui64v"));
  }
  ~OpenGlTimer() override {
    if (m_queries[0] != 0 && m_rhi.makeThreadLocalNativeContextCurrent()) {
      m_functions->glDeleteQueries(static_cast<GLsizei>(m_queries.size()), m_queries.data());
    }
  }

  bool create() {
    if (m_queryCounter == nullptr || m_getResult == nullptr || !m_rhi.makeThreadLocalNativeContextCurrent()) {
      return false;
    }
    GLint bits = 0;
    m_functions->glGetQueryiv(kTimestamp, kCounterBits, &bits);
    if (bits <= 0) {
      return false;
    }
    m_tickMask = bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    m_functions->glGenQueries(static_cast<GLsizei>(m_queries.size()), m_queries.data());
    return m_queries[0] != 0;
  }

 protected:
  void reset(QRhiCommandBuffer&, std::uint32_t) override {}

  void write(QRhiCommandBuffer& commands, std::uint32_t query) override {
    commands.beginExternal();
    m_queryCounter(m_queries[query], kTimestamp);
    commands.endExternal();
  }

  bool read(std::uint32_t firstQuery, std::uint32_t count, bool wait, Ticks& ticks) override {
    if (count == 0 || !m_rhi.makeThreadLocalNativeContextCurrent()) {
      return false;
    }
    // Queries complete in order, so the last one stands for all.
    GLuint available = wait ? 1 : 0;
    if (!wait) {
      m_functions->glGetQueryObjectuiv(m_queries[firstQuery + count - 1], GL_QUERY_RESULT_AVAILABLE, &available);
    }
    for (std::uint32_t i = 0; available != 0 && i < count; ++i) {
      GLuint64 result = 0;
      m_getResult(m_queries[firstQuery + i], GL_QUERY_RESULT, &result);
      ticks[i] = result;
    }
    return available != 0;
  }

 private:
  QRhi& m_rhi;
  QOpenGLExtraFunctions* m_functions;
  QueryCounter m_queryCounter = nullptr;
  GetQueryResult m_getResult = nullptr;
  std::array<GLuint, std::size_t{kFrames} * kMaxMarks> m_queries{};
};

}  // namespace

Result<std::unique_ptr<GpuTimer>> createOpenGlTimer(GpuDevice& device) {
  const auto* handles = static_cast<const QRhiGles2NativeHandles*>(device.rhi().nativeHandles());
  auto timer = std::make_unique<OpenGlTimer>(device.rhi(), *handles->context);
  if (!timer->create()) {
    return fail(ErrorCode::Unsupported, "this GPU's OpenGL driver counts no time");
  }
  return std::unique_ptr<GpuTimer>(std::move(timer));
}

}  // namespace texeleton::viewport

#endif
