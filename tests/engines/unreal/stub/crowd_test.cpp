// Runs TexeletonCrowd.h with stand-ins of the engine's types, and prints the custom data of an instance after each
// call.
#include <cstdio>

#include "unreal_types.h"

#include "TexeletonCrowd.h"

int main() {
  UInstancedStaticMeshComponent crowd;
  crowd.PerInstanceSMCustomData.assign(42, 7.0f);
  const auto print = [&crowd](const char* name) {
    std::printf("%s", name);
    for (int i = 21; i < 42; ++i) {
      std::printf(" %.9g", static_cast<double>(crowd.PerInstanceSMCustomData[static_cast<std::size_t>(i)]));
    }
    std::printf("\n");
  };
  UTexeletonCrowd::InitInstance(&crowd, 1, 2, 3.5f, 1.25f);
  print("init");
  UTexeletonCrowd::FadeToClip(&crowd, 1, 1, 5.0f, 0.5f);
  print("fade");
  UTexeletonCrowd::SetTint(&crowd, 1, {0.25f, 0.5f, 0.75f, 1.0f}, 3);
  UTexeletonCrowd::SetStepped(&crowd, 1, true);
  print("look");
  UTexeletonCrowd::PlayLayer(&crowd, 1, 3, 40, 6.0f, 0.25f, 2.0f);
  print("layer");
  UTexeletonCrowd::StopLayer(&crowd, 1, 8.0f, 0.5f);
  print("stop");
  std::printf("left %g %g\n", static_cast<double>(UTexeletonCrowd::SecondsLeft(&crowd, 1, 5.5f, 1.0f)),
              static_cast<double>(UTexeletonCrowd::SecondsLeft(&crowd, 1, 6.5f, 1.0f)));
  UTexeletonCrowd::PlayClip(nullptr, 0, 0, 0.0f);  // Blueprints may have no component.
  for (int i = 0; i < 21; ++i) {
    if (crowd.PerInstanceSMCustomData[static_cast<std::size_t>(i)] != 7.0f) {
      std::printf("another instance changed\n");
    }
  }
  crowd.NumCustomDataFloats = 13;  // A character without masks.
  UTexeletonCrowd::PlayLayer(&crowd, 0, 3, 40, 6.0f);
  std::printf("plain %g\n", static_cast<double>(crowd.PerInstanceSMCustomData[13]));
}
