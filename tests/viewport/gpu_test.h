#pragma once

#include <QGuiApplication>
#include <QTest>
#include <memory>
#include <string>
#include <vector>

#include "tests/support/suite.h"
#include "viewport/rhi/gpu_device.h"

namespace texeleton::test {

/// Runs QtTest programs that need a display: without one, a separate Xvfb is started.
class VirtualDisplay {
 public:
  /// Does nothing when there is a display, or QT_QPA_PLATFORM says what to use. Without Xvfb the tests see the Qt
  /// platform "offscreen", which has no GPU, and are skipped.
  VirtualDisplay();
  ~VirtualDisplay();
  VirtualDisplay(const VirtualDisplay&) = delete;
  VirtualDisplay& operator=(const VirtualDisplay&) = delete;

 private:
  int m_process = -1;
};

/// The device of a backend, made on first use; null if there is none (with the reason in `why`). The validation layer
/// checks Vulkan if it is installed.
viewport::GpuDevice* deviceOf(viewport::GpuBackend backend, std::string* why = nullptr);
/// Lets go of the devices; before the application ends.
void releaseDevices();

/// The Vulkan instance of the tests: with validation where the layer is installed.
std::shared_ptr<viewport::VulkanInstance> testVulkanInstance();

/// A row of test data a backend: "vulkan", "opengl".
void addBackendRows();

/// In a test with those rows: the device, or the test is skipped (failed where TEXELETON_REQUIRE_GPU=1).
#define TEXELETON_DEVICE(device)                                                                      \
  QFETCH(int, backend);                                                                               \
  std::string whyNoDevice;                                                                            \
  texeleton::viewport::GpuDevice* device =                                                            \
      texeleton::test::deviceOf(static_cast<texeleton::viewport::GpuBackend>(backend), &whyNoDevice); \
  if (device == nullptr) {                                                                            \
    QVERIFY2(qEnvironmentVariableIsEmpty("TEXELETON_REQUIRE_GPU"), whyNoDevice.c_str());              \
    QSKIP(whyNoDevice.c_str());                                                                       \
  }                                                                                                   \
  static_cast<void>(0)

/// The validation layer's messages since the last call, as one text; empty if there are none.
std::string validationMessages();

/// Runs a suite that draws: under an Xvfb of its own where there is no display.
template <class Test>
int runGpuSuite(int argumentCount, char** argumentValues) {
  const VirtualDisplay display;
  const QGuiApplication application(argumentCount, argumentValues);
  const int failures = runPlainSuite<Test>(argumentCount, argumentValues);
  releaseDevices();
  return failures;
}

#define TEXELETON_GPU_SUITE(Test) TEXELETON_SUITE_RUN(Test, texeleton::test::runGpuSuite<Test>)

}  // namespace texeleton::test
