// Stand-ins of the engine's types that TexeletonCrowd.h, TexeletonRows.h and TexeletonQueue.h use.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <vector>

using int32 = std::int32_t;
#define UCLASS(...)
#define UFUNCTION(...)
#define UPROPERTY(...)
#define USTRUCT(...)
#define TEXT(text) text
#define GENERATED_BODY()
struct UBlueprintFunctionLibrary {};
struct FMath {
  static float Abs(float v) { return std::abs(v); }
  static double Abs(double v) { return std::abs(v); }
  static float Max(float a, float b) { return std::max(a, b); }
  static double FloorToDouble(double v) { return std::floor(v); }
};
struct FLinearColor {
  float R, G, B, A;
};
struct FloatArray : std::vector<float> {
  bool IsValidIndex(int32 i) const { return i >= 0 && static_cast<std::size_t>(i) < size(); }
};
struct UInstancedStaticMeshComponent {
  int32 NumCustomDataFloats = 21;
  FloatArray PerInstanceSMCustomData;
  int updates = 0;
  bool SetCustomDataValue(int32 instance, int32 place, float value, bool) {
    PerInstanceSMCustomData.at(static_cast<std::size_t>(instance * NumCustomDataFloats + place)) = value;
    return true;
  }
  void MarkRenderStateDirty() { ++updates; }
};

using FString = std::string;
using FName = std::string;
struct FVector {
  static const FVector ZeroVector, OneVector;
};
inline const FVector FVector::ZeroVector{}, FVector::OneVector{};
struct FQuat {
  static const FQuat Identity;
};
inline const FQuat FQuat::Identity{};
struct FTableRowBase {};
template <class T>
struct TNumericLimits {
  static T Max() { return std::numeric_limits<T>::max(); }
};
template <class T>
struct TArray : std::vector<T> {
  void Add(T value) { this->push_back(value); }
  void Empty() { this->clear(); }
  int32 Num() const { return static_cast<int32>(this->size()); }
  void RemoveAt(int32 place) { this->erase(this->begin() + place); }
};
template <class K, class V>
struct TPair {
  K Key;
  V Value;
};
/// Elements move when one is added, as in the engine.
template <class K, class V>
struct TMap : std::vector<TPair<K, V>> {
  const V* Find(const K& key) const {
    for (const auto& each : *this) {
      if (each.Key == key) {
        return &each.Value;
      }
    }
    return nullptr;
  }
  V* Find(const K& key) { return const_cast<V*>(static_cast<const TMap*>(this)->Find(key)); }
  V& FindOrAdd(const K& key) {
    if (V* found = Find(key)) {
      return *found;
    }
    this->push_back({key, V()});
    this->shrink_to_fit();
    return this->back().Value;
  }
};
struct UActorComponent {};
struct UDataTable {
  std::map<FName, const FTableRowBase*> rows;
  template <class Row>
  const Row* FindRow(const FName& name, const char*, bool) const {
    const auto found = rows.find(name);
    return found == rows.end() ? nullptr : static_cast<const Row*>(found->second);
  }
};
#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(Name, A, a, B, b) \
  struct Name {                                                        \
    std::function<void(A, B)> heard;                                   \
    void Broadcast(A first, B second) {                                \
      if (heard) {                                                     \
        heard(first, second);                                          \
      }                                                                \
    }                                                                  \
  }
