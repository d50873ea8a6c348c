// Rows of the DataTables that Texeleton's script makes, for projects with C++. Copy this file into a module, put the
// module's name in the line below, build, and run NAME.import.py again; the tables then have these columns. Without it
// they have two: the row's name, and the other values as text (JSON).
#pragma once

#include "CoreMinimal.h"
#include "Engine/DataTable.h"

#include "TexeletonRows.generated.h"

USTRUCT(BlueprintType)
struct FTexeletonClipRow : public FTableRowBase {
  GENERATED_BODY()

  /** The name in the source, even if the row's name differs. */
  UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Texeleton")
  FString ClipName;
  /** Index of the clip: custom data 0 of an instance. */
  UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Texeleton")
  int32 Clip = 0;
  UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Texeleton")
  int32 FirstFrame = 0;
  UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Texeleton")
  int32 FrameCount = 1;
  UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Texeleton")
  double FrameRate = 30.0;
  UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Texeleton")
  double LengthSeconds = 0.0;
  UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Texeleton")
  bool bLoop = false;
  UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Texeleton")
  FVector BoundsMin = FVector::ZeroVector;
  UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Texeleton")
  FVector BoundsMax = FVector::ZeroVector;
};

USTRUCT(BlueprintType)
struct FTexeletonEventRow : public FTableRowBase {
  GENERATED_BODY()

  /** The row of its clip in the table of clips. */
  UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Texeleton")
  FName ClipRow;
  UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Texeleton")
  int32 Clip = 0;
  UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Texeleton")
  FString EventName;
  UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Texeleton")
  double TimeSeconds = 0.0;
  UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Texeleton")
  FString Parameter;
};

USTRUCT(BlueprintType)
struct FTexeletonSocketRow : public FTableRowBase {
  GENERATED_BODY()

  UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Texeleton")
  FString SocketName;
  /** The first of its three texels in a frame: parameter Socket of a prop's material instance. */
  UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Texeleton")
  int32 FirstTexel = 0;
  /** The socket in the bind pose. */
  UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Texeleton")
  FVector Position = FVector::ZeroVector;
  UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Texeleton")
  FQuat Rotation = FQuat::Identity;
  UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Texeleton")
  FVector Scale = FVector::OneVector;
};

USTRUCT(BlueprintType)
struct FTexeletonMaskRow : public FTableRowBase {
  GENERATED_BODY()

  UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Texeleton")
  FString MaskName;
  /** Custom data 16 of an instance with a layer on these bones. */
  UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Texeleton")
  int32 LayerMask = 0;
};
