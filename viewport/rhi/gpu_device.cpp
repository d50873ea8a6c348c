#include "viewport/rhi/gpu_device.h"

#include <QGuiApplication>
#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QSurfaceFormat>
#include <QVersionNumber>
#include <algorithm>
#include <utility>

#include "core/base/listed_names.h"
#include "viewport/rhi/usual_backend.h"

namespace texeleton::viewport {

namespace {

constexpr int kWantedSamples = 4;
constexpr int kOpenGlMajor = 4;
constexpr int kOpenGlMinor = 3;
[[maybe_unused]] constexpr std::uint64_t kMostQrhiBytes = (std::uint64_t{1} << 31) - 1;

struct NeededFeature {
  QRhi::Feature feature;
  const char* name;
};

constexpr NeededFeature kNeeded[] = {
    {QRhi::Instancing, said("instanced drawing")},
    {QRhi::TexelFetch, said("reading single texels")},
    {QRhi::IntAttributes, said("integer attributes")},
    {QRhi::ElementIndexUint, said("32-bit indices")},
    {QRhi::ScreenSpaceDerivatives, said("derivatives in shaders")},
};

Message platformAdvice() {
  return message(
      "the Qt platform \"%1\" has no GPU: start it where there is a display, under xvfb-run, or (Vulkan only) with "
      "QT_QPA_PLATFORM=vkkhrdisplay",
      QGuiApplication::platformName().toStdString());
}

Message cannotStart(GpuBackend backend, const Message& why) {
  return message("%1 cannot be used here: %2", backendName(backend), why);
}

Result<void> checkFeatures(const QRhi& rhi, GpuBackend backend) {
  std::vector<Message> missing;
  for (const NeededFeature& needed : kNeeded) {
    if (!rhi.isFeatureSupported(needed.feature)) {
      missing.push_back(message(needed.name));
    }
  }
  if (!rhi.isTextureFormatSupported(QRhiTexture::RGBA16F, QRhiTexture::RenderTarget) ||
      !rhi.isTextureFormatSupported(QRhiTexture::RGBA32F)) {
    missing.push_back(message("floating-point textures"));
  }
  if (!missing.empty()) {
    return fail(ErrorCode::Unsupported,
                cannotStart(backend, message("this GPU or its driver lacks %1; a newer driver may have it",
                                             listedMessages(missing))));
  }
  return {};
}

}  // namespace

bool platformHasGpu() {
  const QString platform = QGuiApplication::platformName();
  return platform != "offscreen" && platform != "minimal";
}

QSurfaceFormat openGlFormat() {
  QSurfaceFormat format;
  format.setRenderableType(QSurfaceFormat::OpenGL);
  format.setProfile(QSurfaceFormat::CoreProfile);
  format.setVersion(kOpenGlMajor, kOpenGlMinor);
  format.setDepthBufferSize(24);
  format.setStencilBufferSize(8);
  return format;
}

std::shared_ptr<QOffscreenSurface> makeFallbackSurface() {
#if QT_CONFIG(opengl)
  return std::shared_ptr<QOffscreenSurface>(QRhiGles2InitParams::newFallbackSurface(openGlFormat()));
#else
  return nullptr;
#endif
}

Result<std::unique_ptr<GpuDevice>> GpuDevice::create(const GpuDeviceOptions& options) {
  const std::vector<GpuBackend> backends = gpuBackends();
  if (backends.empty()) {
    return fail(ErrorCode::Unsupported, "this build has no GPU backend");
  }
  std::unique_ptr<GpuDevice> device(new GpuDevice());
  device->m_vulkanInstance = options.vulkanInstance;
  if (options.backend) {
    device->m_backend = *options.backend;
  } else {
    UsualBackend usual = usualBackend();
    device->m_backend = usual.backend;
    if (!device->m_vulkanInstance && !options.validate) {
      device->m_vulkanInstance = std::move(usual.vulkanInstance);
    }
  }
  device->m_fallbackSurface = options.fallbackSurface;
  if (std::ranges::find(backends, device->m_backend) == backends.end()) {
    return fail(ErrorCode::Unsupported,
                cannotStart(device->m_backend, message("this build or system has no such backend")));
  }
  if (qobject_cast<QGuiApplication*>(QCoreApplication::instance()) == nullptr) {
    return fail(ErrorCode::Unsupported, "a GPU can be used by programs with a QGuiApplication only");
  }
  if (!platformHasGpu()) {
    return fail(ErrorCode::Unsupported, cannotStart(device->m_backend, platformAdvice()));
  }
#if QT_CONFIG(vulkan)
  if (device->m_backend == GpuBackend::Vulkan && !device->m_vulkanInstance) {
    auto instance = VulkanInstance::create(options.validate);
    TRY(instance);
    device->m_vulkanInstance = std::move(*instance);
  }
#endif
  TRY(device->createRhi(options.window));
  TRY(checkFeatures(*device->m_rhi, device->m_backend));
  const QList<int> samples = device->m_rhi->supportedSampleCounts();
  const bool multisamples =
      samples.contains(kWantedSamples) && device->m_rhi->isFeatureSupported(QRhi::MultisampleRenderBuffer);
  device->m_sampleCount = multisamples ? kWantedSamples : 1;
  device->m_mostStorageBytes = device->findMostStorageBytes();
  return device;
}

Result<void> GpuDevice::createRhi([[maybe_unused]] QWindow* window) {
  Message why = message("its driver does not start");
#if QT_CONFIG(vulkan)
  if (m_backend == GpuBackend::Vulkan) {
    QRhiVulkanInitParams params;
    params.inst = &m_vulkanInstance->get();
    params.window = window;
    const std::lock_guard lock(m_vulkanInstance->deviceMutex());
    m_rhi.reset(QRhi::create(QRhi::Vulkan, &params));
    why = message("no Vulkan driver for a GPU is installed (Mesa's software renderer is in mesa-vulkan-drivers)");
  }
#endif
#if QT_CONFIG(opengl)
  if (m_backend == GpuBackend::OpenGl) {
    if (!m_fallbackSurface) {
      m_fallbackSurface = makeFallbackSurface();
    }
    QRhiGles2InitParams params;
    params.format = openGlFormat();
    params.fallbackSurface = m_fallbackSurface.get();
    params.window = window;
    m_rhi.reset(QRhi::create(QRhi::OpenGLES2, &params));
    why = message("no OpenGL context can be made");
    if (m_rhi) {
      // Drivers may silently return an older version than requested.
      const auto* handles = static_cast<const QRhiGles2NativeHandles*>(m_rhi->nativeHandles());
      const QPair<int, int> version = handles->context->format().version();
      if (version < QPair<int, int>(kOpenGlMajor, kOpenGlMinor)) {
        m_rhi.reset();
        why = message("OpenGL 4.3 is needed, and the driver has %1.%2", version.first, version.second);
      }
    }
  }
#endif
#ifdef Q_OS_WIN
  if (m_backend == GpuBackend::Direct3D11) {
    QRhiD3D11InitParams params;
    m_rhi.reset(QRhi::create(QRhi::D3D11, &params));
  }
#if QT_VERSION >= QT_VERSION_CHECK(6, 6, 0)
  if (m_backend == GpuBackend::Direct3D12) {
    QRhiD3D12InitParams params;
    m_rhi.reset(QRhi::create(QRhi::D3D12, &params));
  }
#endif
#endif
#if defined(Q_OS_MACOS) || defined(Q_OS_IOS)
  if (m_backend == GpuBackend::Metal) {
    QRhiMetalInitParams params;
    m_rhi.reset(QRhi::create(QRhi::Metal, &params));
  }
#endif
  if (!m_rhi) {
    return fail(ErrorCode::Unsupported, cannotStart(m_backend, why));
  }
  return {};
}

std::uint64_t GpuDevice::findMostStorageBytes() {
  if (!m_rhi->isFeatureSupported(QRhi::Compute)) {
    return 0;
  }
#if QT_CONFIG(vulkan)
  if (m_backend == GpuBackend::Vulkan) {
    const auto* handles = static_cast<const QRhiVulkanNativeHandles*>(m_rhi->nativeHandles());
    VkPhysicalDeviceProperties properties{};
    m_vulkanInstance->get().functions()->vkGetPhysicalDeviceProperties(handles->physDev, &properties);
    return std::min<std::uint64_t>(properties.limits.maxStorageBufferRange, kMostQrhiBytes);
  }
#endif
  // On OpenGL with QRhi 6.4, poses stayed those of the first frame (test_posing shows it); on other interfaces it binds
  // such buffers to compute shaders only.
  return 0;
}

GpuDevice::~GpuDevice() {
#if QT_CONFIG(vulkan)
  if (m_vulkanInstance) {
    const std::lock_guard lock(m_vulkanInstance->deviceMutex());
    m_rhi.reset();
    return;
  }
#endif
  m_rhi.reset();
}

std::string GpuDevice::deviceName() const { return m_rhi->driverInfo().deviceName.toStdString(); }

bool GpuDevice::isSoftware() const {
  // OpenGL does not report the device type.
  return m_rhi->driverInfo().deviceType == QRhiDriverInfo::CpuDevice ||
         m_rhi->driverInfo().deviceName.contains("llvmpipe") || m_rhi->driverInfo().deviceName.contains("softpipe");
}

std::uint32_t GpuDevice::maxTextureSize() const {
  return static_cast<std::uint32_t>(m_rhi->resourceLimit(QRhi::TextureSizeMax));
}

bool GpuDevice::canDrawWireframe() const { return m_rhi->isFeatureSupported(QRhi::NonFillPolygonMode); }

bool GpuDevice::canTessellate() const {
#if QT_CONFIG(vulkan)
  // The orientation of new triangles is only defined from Vulkan 1.1 on.
  if (m_backend == GpuBackend::Vulkan && m_vulkanInstance->get().apiVersion() < QVersionNumber(1, 1)) {
    return false;
  }
#endif
  // For Direct3D and Metal, Qt's shader compiler does not translate GLSL tessellation stages.
  return (m_backend == GpuBackend::Vulkan || m_backend == GpuBackend::OpenGl) &&
         m_rhi->isFeatureSupported(QRhi::Tessellation);
}

}  // namespace texeleton::viewport
