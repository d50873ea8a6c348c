// A stand-in for Core.hlsl of the Universal Render Pipeline: see ../../../Instancing.hlsl.
#ifndef STANDIN_CORE
#define STANDIN_CORE
#define half min16float
#define half3 min16float3
#define half4 min16float4
#define half3x3 float3x3
#define TEXTURE2D_FLOAT(textureName) Texture2D textureName
#define UNITY_REVERSED_Z 1
#define UNITY_NEAR_CLIP_VALUE 1.0
#define UNITY_UV_STARTS_AT_TOP 1
#include "Instancing.hlsl"
#if defined(UNITY_INSTANCING_ENABLED)
#define UNITY_PREV_MATRIX_M unity_Builtins0Array[unity_InstanceID].unity_PrevObjectToWorldArray
#elif !defined(STANDIN_UNITY_2021)
#define UNITY_PREV_MATRIX_M unity_MatrixPreviousM
#endif
CBUFFER_START(UnityPerCamera)
float4x4 unity_MatrixVP;
float4x4 _PrevViewProjMatrix;
float4x4 _NonJitteredViewProjMatrix;
float3 _WorldSpaceCameraPos;
float4 unity_FogParams;
float4 unity_FogColor;
float4 _ScaledScreenParams;
CBUFFER_END
#define UNITY_MATRIX_VP unity_MatrixVP
float4 TransformWorldToHClip(float3 positionWS) { return mul(UNITY_MATRIX_VP, float4(positionWS, 1.0)); }
float3 GetWorldSpaceNormalizeViewDir(float3 positionWS) { return normalize(_WorldSpaceCameraPos - positionWS); }
float2 GetNormalizedScreenSpaceUV(float4 positionCS) { return positionCS.xy / _ScaledScreenParams.xy; }
float ComputeFogFactor(float zPositionCS) { return saturate(zPositionCS * unity_FogParams.z + unity_FogParams.w); }
float3 MixFog(float3 fragColor, float fogFactor) { return lerp(unity_FogColor.rgb, fragColor, fogFactor); }
#endif
