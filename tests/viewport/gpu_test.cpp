#include "tests/viewport/gpu_test.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <map>

namespace texeleton::test {

namespace {

struct Opened {
  std::unique_ptr<viewport::GpuDevice> device;
  std::string why;
};

std::map<viewport::GpuBackend, Opened>& opened() {
  static std::map<viewport::GpuBackend, Opened> devices;
  return devices;
}

std::shared_ptr<viewport::VulkanInstance>& sharedInstance() {
  static std::shared_ptr<viewport::VulkanInstance> instance;
  return instance;
}

}  // namespace

VirtualDisplay::VirtualDisplay() {
  if (std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr ||
      std::getenv("QT_QPA_PLATFORM") != nullptr) {
    return;
  }
  std::array<int, 2> channel{};
  if (pipe(channel.data()) != 0) {
    return;
  }
  const pid_t parent = getpid();
  m_process = fork();
  if (m_process == 0) {
    prctl(PR_SET_PDEATHSIG, SIGTERM);  // A test that crashes leaves no server running.
    if (getppid() != parent) {
      _exit(1);
    }
    const std::string descriptor = std::to_string(channel[1]);
    execlp("Xvfb", "Xvfb", "-displayfd", descriptor.c_str(), "-screen", "0", "1600x1200x24", "-nolisten", "tcp",
           static_cast<char*>(nullptr));
    _exit(1);
  }
  close(channel[1]);
  std::string number;
  char digit = 0;
  while (m_process > 0 && read(channel[0], &digit, 1) == 1 && digit != '\n') {
    number += digit;
  }
  close(channel[0]);
  if (number.empty()) {
    setenv("QT_QPA_PLATFORM", "offscreen", 1);
  } else {
    setenv("DISPLAY", (":" + number).c_str(), 1);
    setenv("QT_QPA_PLATFORM", "xcb", 1);
  }
}

VirtualDisplay::~VirtualDisplay() {
  if (m_process > 0) {
    kill(m_process, SIGTERM);
    waitpid(m_process, nullptr, 0);
  }
}

std::shared_ptr<viewport::VulkanInstance> testVulkanInstance() {
  if (!sharedInstance()) {
    sharedInstance() = viewport::VulkanInstance::create(viewport::VulkanInstance::canValidate()).value_or(nullptr);
  }
  return sharedInstance();
}

viewport::GpuDevice* deviceOf(viewport::GpuBackend backend, std::string* why) {
  const auto [place, isNew] = opened().try_emplace(backend);
  Opened& entry = place->second;
  if (isNew) {
    viewport::GpuDeviceOptions options;
    options.backend = backend;
    const bool hasGpu = QGuiApplication::platformName() != "offscreen";
    options.vulkanInstance = backend == viewport::GpuBackend::Vulkan && hasGpu ? testVulkanInstance() : nullptr;
    auto device = viewport::GpuDevice::create(options);
    if (device) {
      entry.device = std::move(*device);
    } else {
      entry.why = describe(device.error());
    }
  }
  if (why != nullptr) {
    *why = entry.why;
  }
  return entry.device.get();
}

void releaseDevices() {
  opened().clear();
  sharedInstance().reset();
}

void addBackendRows() {
  QTest::addColumn<int>("backend");
  for (const viewport::GpuBackend backend : {viewport::GpuBackend::Vulkan, viewport::GpuBackend::OpenGl}) {
    QTest::newRow(viewport::backendWord(backend)) << static_cast<int>(backend);
  }
}

namespace {

// Swap chains belong to Qt. Qt 6.8 waits for their fences before it acquires the next image, but validation layers
// 1.4.304 to 1.4.309 (Debian 13) still report the semaphore as busy:
// https://github.com/KhronosGroup/Vulkan-ValidationLayers/issues/9743. Debian 12's layer does not.
bool isOfQtsSwapChain([[maybe_unused]] const std::string& message) {
#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
  return message.find("vkAcquireNextImageKHR(): Semaphore must not have any pending operations") != std::string::npos;
#else
  return false;
#endif
}

}  // namespace

std::string validationMessages() {
  std::string text;
  for (const std::string& message : viewport::VulkanInstance::takeMessages()) {
    if (!isOfQtsSwapChain(message)) {
      text += message + "\n";
    }
  }
  return text;
}

}  // namespace texeleton::test
