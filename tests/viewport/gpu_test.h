#pragma once

#include <QGuiApplication>
#include <QTest>
#include <memory>
#include <string>
#include <vector>

#include "tests/support/suite.h"
#include "viewport/rhi/gpu_device.h"

namespace texeleton::test {

/// Display for QtTest programs: starts an Xvfb if there is none.
class VirtualDisplay {
 public:
  /// Does nothing if there is a display or QT_QPA_PLATFORM is set. Without Xvfb the tests run on the Qt platform
  /// "offscreen", which has no GPU, and are skipped.
  VirtualDisplay();
  ~VirtualDisplay();
  VirtualDisplay(const VirtualDisplay&) = delete;
  VirtualDisplay& operator=(const VirtualDisplay&) = delete;

 private:
  int m_process = -1;
};

/// The device of a backend, created on first use; null if there is none (with the reason in `why`). The validation
/// layer checks Vulkan if it is installed.
viewport::GpuDevice* deviceOf(viewport::GpuBackend backend, std::string* why = nullptr);
/// Destroys the devices; call before the application ends.
void releaseDevices();

/// The Vulkan instance of the tests, with validation if the layer is installed.
std::shared_ptr<viewport::VulkanInstance> testVulkanInstance();

/// Adds a row of test data per backend: "vulkan", "opengl".
void addBackendRows();

/// In a test with those rows: gets the device or skips the test (fails it with TEXELETON_REQUIRE_GPU=1).
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

/// Runs a suite that draws; starts an Xvfb where there is no display.
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
