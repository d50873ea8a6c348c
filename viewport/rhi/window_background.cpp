#include "viewport/rhi/window_background.h"

#include <QColor>
#include <QGuiApplication>
#include <QLibrary>
#include <QWindow>
#include <cstdint>

namespace texeleton::viewport {

void setWindowBackground([[maybe_unused]] QWindow& window, [[maybe_unused]] const QColor& color) {
#if QT_CONFIG(xcb)
  const auto* const x11 = qGuiApp->nativeInterface<QNativeInterface::QX11Application>();
  // Qt platforms other than xcb also return this interface when built with X11, but have no connection.
  if (x11 == nullptr || QGuiApplication::platformName() != QLatin1String("xcb") || x11->connection() == nullptr) {
    return;
  }
  // Qt has already loaded libxcb but does not wrap this; linking it for two calls would add a dependency.
  struct Cookie {
    unsigned int sequence;
  };
  using ChangeAttributes = Cookie (*)(xcb_connection_t*, std::uint32_t, std::uint32_t, const void*);
  static const auto change =
      reinterpret_cast<ChangeAttributes>(QLibrary::resolve("xcb", 1, "xcb_change_window_attributes"));
  if (change != nullptr) {
    constexpr std::uint32_t kBackPixel = 1u << 1;  // XCB_CW_BACK_PIXEL
    const std::uint32_t pixel = color.rgba();
    change(x11->connection(), static_cast<std::uint32_t>(window.winId()), kBackPixel, &pixel);
  }
#endif
}

}  // namespace texeleton::viewport
