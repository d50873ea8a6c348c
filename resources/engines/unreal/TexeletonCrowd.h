// Playing clips on instances, for C++ and Blueprints. Copy this file into a module of the project that depends on the
// module Engine, and build. The functions write the custom data that NAME.README.md lists. Clip is the number in
// DT_NAME_Clips; Now and Start are seconds of the game's time (Get Game Time in Seconds), or of your own clock.
#pragma once

#include "Components/InstancedStaticMeshComponent.h"
#include "CoreMinimal.h"
#include "Kismet/BlueprintFunctionLibrary.h"

#include "TexeletonCrowd.generated.h"

UCLASS()
class UTexeletonCrowd : public UBlueprintFunctionLibrary {
  GENERATED_BODY()

 public:
  /** Plays a clip from Start, without fade, with a white tint. Call it for each new instance: its data are zero. */
  UFUNCTION(BlueprintCallable, Category = "Texeleton")
  static void InitInstance(UInstancedStaticMeshComponent* Crowd, int32 Instance, int32 Clip, float Start,
                           float Speed = 1.0f) {
    for (int32 Place = 0; Crowd && Place < Crowd->NumCustomDataFloats; ++Place) {
      Set(Crowd, Instance, Place, Place >= kTint && Place < kTint + 3 ? 1.0f : 0.0f);
    }
    PlayClip(Crowd, Instance, Clip, Start, Speed);
  }

  /** Plays a clip from Start, without fade. */
  UFUNCTION(BlueprintCallable, Category = "Texeleton")
  static void PlayClip(UInstancedStaticMeshComponent* Crowd, int32 Instance, int32 Clip, float Start,
                       float Speed = 1.0f) {
    SetClip(Crowd, Instance, kClip, Clip, Start, Speed);
    SetClip(Crowd, Instance, kFadeClip, -1, 0.0f, 1.0f);
    Set(Crowd, Instance, kFadeBegin, 0.0f);
    Set(Crowd, Instance, kFadeSeconds, 0.0f);
    Update(Crowd);
  }

  /** Blends from the current clip to another, which begins at Now, within FadeSeconds. */
  UFUNCTION(BlueprintCallable, Category = "Texeleton")
  static void FadeToClip(UInstancedStaticMeshComponent* Crowd, int32 Instance, int32 Clip, float Now,
                         float FadeSeconds = 0.2f, float Speed = 1.0f) {
    for (int32 Place = 0; Place < 3; ++Place) {
      Set(Crowd, Instance, kFadeClip + Place, Get(Crowd, Instance, kClip + Place));
    }
    SetClip(Crowd, Instance, kClip, Clip, Now, Speed);
    Set(Crowd, Instance, kFadeBegin, Now);
    Set(Crowd, Instance, kFadeSeconds, FadeSeconds);
    Update(Crowd);
  }

  /** Sets the tint (within the character's tint mask, if any) and the palette entry. */
  UFUNCTION(BlueprintCallable, Category = "Texeleton")
  static void SetTint(UInstancedStaticMeshComponent* Crowd, int32 Instance, FLinearColor Tint, int32 Palette = 0) {
    Set(Crowd, Instance, kTint, Tint.R);
    Set(Crowd, Instance, kTint + 1, Tint.G);
    Set(Crowd, Instance, kTint + 2, Tint.B);
    Set(Crowd, Instance, kPalette, static_cast<float>(Palette));
    Update(Crowd);
  }

  /** Whether frames are shown without blending. */
  UFUNCTION(BlueprintCallable, Category = "Texeleton")
  static void SetStepped(UInstancedStaticMeshComponent* Crowd, int32 Instance, bool bStepped) {
    Set(Crowd, Instance, kStepped, bStepped ? 1.0f : 0.0f);
    Update(Crowd);
  }

  /** Seconds from Now until a clip that plays once ends; 0 if it has ended. LengthSeconds: from the clip's row. */
  UFUNCTION(BlueprintPure, Category = "Texeleton")
  static float SecondsLeft(UInstancedStaticMeshComponent* Crowd, int32 Instance, float Now, float LengthSeconds) {
    const float Speed = FMath::Abs(Get(Crowd, Instance, kClip + 2));
    const float End = Get(Crowd, Instance, kClip + 1) + (Speed > 0.0f ? LengthSeconds / Speed : 0.0f);
    return Speed > 0.0f ? FMath::Max(End - Now, 0.0f) : 0.0f;
  }

  /** Plays a second clip on the bones of a mask (LayerMask in DT_NAME_Masks) from Now on, for characters with masks. */
  UFUNCTION(BlueprintCallable, Category = "Texeleton")
  static void PlayLayer(UInstancedStaticMeshComponent* Crowd, int32 Instance, int32 Clip, int32 LayerMask, float Now,
                        float FadeSeconds = 0.2f, float Speed = 1.0f) {
    SetClip(Crowd, Instance, kLayer, Clip, Now, Speed);
    Set(Crowd, Instance, kLayer + 3, static_cast<float>(LayerMask));
    Set(Crowd, Instance, kLayer + 4, Now);
    Set(Crowd, Instance, kLayer + 5, FadeSeconds);
    Set(Crowd, Instance, kLayer + 6, 0.0f);
    Set(Crowd, Instance, kLayer + 7, 0.0f);
    Update(Crowd);
  }

  /** Ends the layer, from Now on within FadeSeconds. */
  UFUNCTION(BlueprintCallable, Category = "Texeleton")
  static void StopLayer(UInstancedStaticMeshComponent* Crowd, int32 Instance, float Now, float FadeSeconds = 0.2f) {
    Set(Crowd, Instance, kLayer + 6, Now);
    Set(Crowd, Instance, kLayer + 7, FadeSeconds);
    Update(Crowd);
  }

 private:
  // Places in the custom data (settings.py, INSTANCE_DATA).
  static constexpr int32 kClip = 0, kFadeClip = 3, kFadeBegin = 6, kFadeSeconds = 7, kTint = 8, kPalette = 11,
                         kStepped = 12, kLayer = 13;

  static float Get(const UInstancedStaticMeshComponent* Crowd, int32 Instance, int32 Place) {
    const int32 Index = Crowd ? Instance * Crowd->NumCustomDataFloats + Place : 0;
    return Crowd && Crowd->PerInstanceSMCustomData.IsValidIndex(Index) ? Crowd->PerInstanceSMCustomData[Index] : 0.0f;
  }
  static void Set(UInstancedStaticMeshComponent* Crowd, int32 Instance, int32 Place, float Value) {
    if (Crowd && Place < Crowd->NumCustomDataFloats) {
      Crowd->SetCustomDataValue(Instance, Place, Value, false);
    }
  }
  static void SetClip(UInstancedStaticMeshComponent* Crowd, int32 Instance, int32 Place, int32 Clip, float Start,
                      float Speed) {
    Set(Crowd, Instance, Place, static_cast<float>(Clip));
    Set(Crowd, Instance, Place + 1, Start);
    Set(Crowd, Instance, Place + 2, Speed);
  }
  static void Update(UInstancedStaticMeshComponent* Crowd) {
    if (Crowd) {
      Crowd->MarkRenderStateDirty();
    }
  }
};
