// A component that reports the ends of instances' clips and plays queued clips, for C++ and Blueprints. Copy this file,
// TexeletonCrowd.h and TexeletonRows.h into a module of the project, and build.
#pragma once

#include "Components/ActorComponent.h"
#include "CoreMinimal.h"
#include "Engine/DataTable.h"
#include "TexeletonCrowd.h"
#include "TexeletonRows.h"

#include "TexeletonQueue.generated.h"

DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(FTexeletonFinished, int32, Instance, FName, Clip);

/**
 * Reports ends of clips that play once, and plays queued clips: one component per crowd. Clips are rows of
 * DT_NAME_Clips. Call Advance once per frame; the result does not depend on the size of steps.
 */
UCLASS(ClassGroup = (Texeleton), meta = (BlueprintSpawnableComponent))
class UTexeletonQueue : public UActorComponent {
  GENERATED_BODY()

 public:
  UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Texeleton")
  UInstancedStaticMeshComponent* Crowd = nullptr;
  /** DT_NAME_Clips, with the columns of TexeletonRows.h. */
  UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Texeleton")
  UDataTable* Clips = nullptr;
  /** Called once when a clip that plays once has ended; may play other clips. */
  UPROPERTY(BlueprintAssignable, Category = "Texeleton")
  FTexeletonFinished OnFinished;

  /**
   * Plays a clip from Now on and clears the queue. With a fade during another fade it waits for the end of that; the
   * last waiting clip counts. False: there is no such clip.
   */
  UFUNCTION(BlueprintCallable, Category = "Texeleton")
  bool Play(int32 Instance, FName Clip, double Now, float FadeSeconds = 0.0f, float Speed = 1.0f) {
    if (!Row(Clip)) {
      return false;
    }
    FInstance& Playing = Instances.FindOrAdd(Instance);
    Playing.Queue.Empty();
    Playing.bWaits = false;
    GoOver(Instance, Playing, {Clip, FadeSeconds, Speed}, Now);
    return true;
  }

  /**
   * Plays a clip after the current one and those queued before: at the end of a clip that plays once (now if it has
   * ended), or at the end of the current loop. A fade begins then. False: there is no such clip, or this component has
   * played nothing on the instance yet.
   */
  UFUNCTION(BlueprintCallable, Category = "Texeleton")
  bool Queue(int32 Instance, FName Clip, double Now, float FadeSeconds = 0.0f, float Speed = 1.0f) {
    FInstance* Playing = Instances.Find(Instance);
    if (!Playing || !Row(Clip)) {
      return false;
    }
    if (Playing->bFinished && Playing->Queue.Num() == 0 && !Playing->bWaits) {
      GoOver(Instance, *Playing, {Clip, FadeSeconds, Speed}, Now);
      return true;
    }
    Playing->Queue.Add({Clip, FadeSeconds, Speed});
    if (Playing->bLoop && Playing->Queue.Num() == 1) {
      Playing->End = LoopEnd(*Playing, Now);
    }
    return true;
  }

  /** Clears the queue; the current clip continues. */
  UFUNCTION(BlueprintCallable, Category = "Texeleton")
  void ClearQueue(int32 Instance) {
    if (FInstance* Playing = Instances.Find(Instance)) {
      Playing->Queue.Empty();
      Playing->End = Playing->bLoop ? Never() : Playing->End;
    }
  }

  /** Whether an instance has reached the end of a clip that plays once. */
  UFUNCTION(BlueprintPure, Category = "Texeleton")
  bool IsFinished(int32 Instance) const {
    const FInstance* Playing = Instances.Find(Instance);
    return Playing && Playing->bFinished;
  }

  /** Reports ends and begins queued clips up to Now. Call it once per frame, with the materials' time. */
  UFUNCTION(BlueprintCallable, Category = "Texeleton")
  void Advance(double Now) {
    TArray<int32> Due;
    for (const auto& Each : Instances) {
      if (Each.Value.End <= Now || (Each.Value.bWaits && Each.Value.FadeEnd <= Now)) {
        Due.Add(Each.Key);
      }
    }
    for (const int32 Instance : Due) {
      // A call-back may repeatedly play a clip that has ended by Now.
      for (int32 Steps = 0; Steps < 1000 && Step(Instance, Now); ++Steps) {
      }
    }
  }

 private:
  struct FWish {
    FName Clip;
    float FadeSeconds;
    float Speed;
  };
  struct FInstance {
    FWish Playing{};
    TArray<FWish> Queue;
    double Start = 0.0;
    double Length = 0.0;
    double End = 0.0;      // End of the clip, or of the loop before the queued clip.
    double FadeEnd = 0.0;  // End of the fade into the clip.
    FWish Waiting{};       // Begins at the end of that fade.
    bool bWaits = false;
    bool bLoop = false;
    bool bFinished = false;
    int32 Serial = 0;  // Changes with each clip that begins.
  };
  TMap<int32, FInstance> Instances;

  static double Never() { return TNumericLimits<double>::Max(); }

  const FTexeletonClipRow* Row(FName Clip) const {
    return Clips ? Clips->FindRow<FTexeletonClipRow>(Clip, TEXT("Texeleton"), true) : nullptr;
  }

  static double LoopEnd(const FInstance& Playing, double Now) {
    const double Turn = Playing.Length / FMath::Abs(static_cast<double>(Playing.Playing.Speed));
    return Playing.Playing.Speed != 0.0f && Playing.Length > 0.0
               ? Playing.Start + Turn * (FMath::FloorToDouble((Now - Playing.Start) / Turn) + 1.0)
               : Never();
  }

  /** Handles the first change of an instance up to Now; false: there is none. */
  bool Step(int32 Instance, double Now) {
    FInstance* Playing = Instances.Find(Instance);
    const bool bBegins = Playing && Playing->bWaits && Playing->FadeEnd <= Now;
    // A clip that begins at Now ends in the next frame, so that a call-back may play it at each end.
    const bool bEnds = Playing && Playing->End <= Now && Playing->Start < Now;
    if (bBegins && (!bEnds || Playing->FadeEnd <= Playing->End)) {
      Playing->bWaits = false;
      Begin(Instance, *Playing, Playing->Waiting, Playing->FadeEnd);
    } else if (bEnds) {
      EndClip(Instance, *Playing);
    }
    return bBegins || bEnds;
  }

  void GoOver(int32 Instance, FInstance& Playing, FWish Wish, double At) {
    Playing.bWaits = Wish.FadeSeconds > 0.0f && At < Playing.FadeEnd;
    if (Playing.bWaits) {
      Playing.Waiting = Wish;
    } else {
      Begin(Instance, Playing, Wish, At);
    }
  }

  void Begin(int32 Instance, FInstance& Playing, FWish Wish, double Start) {
    const FTexeletonClipRow* Clip = Row(Wish.Clip);
    if (!Clip) {
      return;
    }
    Playing.Playing = Wish;
    Playing.Start = Start;
    Playing.FadeEnd = Start + FMath::Max(Wish.FadeSeconds, 0.0f);
    Playing.Length = Clip->LengthSeconds;
    Playing.bLoop = Clip->bLoop && Clip->LengthSeconds > 0.0;
    Playing.bFinished = false;
    Playing.Serial += 1;
    const double Speed = FMath::Abs(static_cast<double>(Wish.Speed));
    if (Playing.bLoop) {
      Playing.End = Playing.Queue.Num() > 0 ? LoopEnd(Playing, Start) : Never();
    } else if (Playing.Length > 0.0) {
      Playing.End = Speed > 0.0 ? Start + Playing.Length / Speed : Never();
    } else {
      Playing.End = Start;
    }
    if (Wish.FadeSeconds > 0.0f) {
      UTexeletonCrowd::FadeToClip(Crowd, Instance, Clip->Clip, static_cast<float>(Start), Wish.FadeSeconds, Wish.Speed);
    } else {
      UTexeletonCrowd::PlayClip(Crowd, Instance, Clip->Clip, static_cast<float>(Start), Wish.Speed);
    }
  }

  void EndClip(int32 Instance, FInstance& Ending) {
    const double End = Ending.End;
    const int32 Serial = Ending.Serial;
    const FName Clip = Ending.Playing.Clip;
    const bool bTells = !Ending.bLoop && !Ending.bFinished;
    Ending.End = Never();
    if (bTells) {
      Ending.bFinished = true;
      OnFinished.Broadcast(Instance, Clip);
    }
    FInstance* Playing = Instances.Find(Instance);  // A call-back may have added instances.
    if (Playing && Playing->Serial == Serial && !Playing->bWaits && Playing->Queue.Num() > 0) {
      const FWish Next = Playing->Queue[0];
      Playing->Queue.RemoveAt(0);
      GoOver(Instance, *Playing, Next, End);
    }
  }
};
