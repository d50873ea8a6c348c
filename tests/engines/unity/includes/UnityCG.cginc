// A stand-in for Unity's UnityCG.cginc (with HLSLSupport and UnityShaderVariables): see Instancing.hlsl.
#ifndef STANDIN_UNITY_CG
#define STANDIN_UNITY_CG

#define fixed min16float
#define fixed3 min16float3
#define fixed4 min16float4
#define UNITY_REVERSED_Z 1
#define UNITY_NEAR_CLIP_VALUE 1.0
#define UNITY_UV_STARTS_AT_TOP 1
#define UNITY_DECLARE_TEX2D_NOSAMPLER_FLOAT(tex) Texture2D tex
#define UNITY_SAMPLE_TEXCUBE_LOD(tex, coord, lod) tex.SampleLevel(sampler##tex, coord, lod)

#include "Instancing.hlsl"

CBUFFER_START(UnityPerCamera)
float4 _Time;
float3 _WorldSpaceCameraPos;
float4 _ProjectionParams;
CBUFFER_END
CBUFFER_START(UnityLighting)
float4 _WorldSpaceLightPos0;
CBUFFER_END
CBUFFER_START(UnityShadows)
float4 unity_LightShadowBias;
CBUFFER_END
CBUFFER_START(UnityPerFrame)
float4x4 unity_MatrixVP;
float4 unity_FogParams;
float4 unity_FogColor;
float4 unity_SHAr;
float4 unity_SpecCube0_HDR;
CBUFFER_END
#define UNITY_MATRIX_VP unity_MatrixVP
TextureCube unity_SpecCube0;
SamplerState samplerunity_SpecCube0;

float3 UnityWorldSpaceLightDir(float3 worldPos) { return _WorldSpaceLightPos0.xyz - worldPos * _WorldSpaceLightPos0.w; }
float4 UnityApplyLinearShadowBias(float4 clipPos)
{
    clipPos.z += max(-1.0, min(unity_LightShadowBias.x / clipPos.w, 0.0));
    return clipPos;
}
float3 ShadeSH9(float4 normal) { return dot(unity_SHAr, normal).xxx; }
float3 DecodeHDR(float4 data, float4 decodeInstructions) { return decodeInstructions.x * data.rgb; }

#define UNITY_FOG_COORDS(idx) float fogCoord : TEXCOORD##idx;
#define UNITY_TRANSFER_FOG(o, outpos) o.fogCoord = (outpos).z * unity_FogParams.z + unity_FogParams.w
#define UNITY_APPLY_FOG(coord, col) col.rgb = lerp(unity_FogColor.rgb, (col).rgb, saturate(coord))
#endif
