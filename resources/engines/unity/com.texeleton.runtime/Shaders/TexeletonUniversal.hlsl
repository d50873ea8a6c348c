// The passes of the Universal Render Pipeline. Define one TEXELETON_PASS_… before the include.

#ifndef TEXELETON_UNIVERSAL_INCLUDED
#define TEXELETON_UNIVERSAL_INCLUDED

#include "Packages/com.unity.render-pipelines.universal/ShaderLibrary/Core.hlsl"
#include "Packages/com.unity.render-pipelines.universal/ShaderLibrary/Lighting.hlsl"
#include "TexeletonSurface.hlsl"

struct Varyings
{
    float4 positionCS : SV_POSITION;
    float4 uvs : TEXCOORD0;
    float4 color : TEXCOORD1;
    nointerpolation float4 look : TEXCOORD2;
    float3 normalWS : TEXCOORD3;
    float4 tangentWS : TEXCOORD4;
    float3 positionWS : TEXCOORD5;
    float4 clipNow : TEXCOORD6;
    float4 clipBefore : TEXCOORD7;
    float fog : TEXCOORD8;
    UNITY_VERTEX_INPUT_INSTANCE_ID
    UNITY_VERTEX_OUTPUT_STEREO
};

#if defined(TEXELETON_PASS_SHADOW)
float3 _LightDirection;
float3 _LightPosition;
#endif

Varyings TexeletonVertexShader(TexeletonAttributes input)
{
    Varyings output = (Varyings)0;
    UNITY_SETUP_INSTANCE_ID(input);
    UNITY_TRANSFER_INSTANCE_ID(input, output);
    UNITY_INITIALIZE_VERTEX_OUTPUT_STEREO(output);
    TexeletonInstance instance = TexeletonInstanceOf(TEXELETON_DRAWN(input));
    TexeletonVertex posed = TexeletonPosedVertex(instance, instance.now, TexeletonBindVertex(input), input.extra);
    output.uvs = float4(input.uv, input.uv1);
    output.color = input.color;
    output.look = TexeletonLookOf(instance, input.extra);
    output.positionWS = TexeletonPositionToWorld(instance.toWorld, posed.position);
    output.normalWS = TexeletonNormalToWorld(instance.toWorld, posed.normal);
    output.tangentWS = TexeletonTangentToWorld(instance.toWorld, posed.tangent);
#if defined(TEXELETON_PASS_SHADOW)
#if defined(_CASTING_PUNCTUAL_LIGHT_SHADOW)
    float3 toLight = normalize(_LightPosition - output.positionWS);
#else
    float3 toLight = _LightDirection;
#endif
    output.positionCS = TransformWorldToHClip(ApplyShadowBias(output.positionWS, output.normalWS, toLight));
    // Geometry before the near plane of the light casts a shadow, too.
#if UNITY_REVERSED_Z
    output.positionCS.z = min(output.positionCS.z, UNITY_NEAR_CLIP_VALUE);
#else
    output.positionCS.z = max(output.positionCS.z, UNITY_NEAR_CLIP_VALUE);
#endif
#else
    output.positionCS = TransformWorldToHClip(output.positionWS);
#endif
    output.fog = ComputeFogFactor(output.positionCS.z);
#if defined(TEXELETON_PASS_MOTION)
    TexeletonVertex before = TexeletonPosedVertex(instance, instance.before, TexeletonBindVertex(input), input.extra);
    output.clipNow = mul(_NonJitteredViewProjMatrix, float4(output.positionWS, 1.0));
    output.clipBefore =
        mul(_PrevViewProjMatrix, float4(TexeletonPositionToWorld(instance.toWorldBefore, before.position), 1.0));
#endif
    return output;
}

float4 TexeletonFragmentShader(Varyings input, bool front : SV_IsFrontFace) : SV_Target
{
    UNITY_SETUP_INSTANCE_ID(input);
    UNITY_SETUP_STEREO_EYE_INDEX_POST_VERTEX(input);
#if defined(TEXELETON_PASS_FORWARD)
    TexeletonSurface s = TexeletonSurfaceAt(input.uvs, input.color, input.look);
    if (_TexeletonSurface.z > 0.5)
    {
        clip(s.alpha - _Cutoff);
    }
    if (_TexeletonSurface.y > 0.5)
    {
        return float4(MixFog(s.albedo + s.emission, input.fog), s.alpha);
    }
    InputData lighting = (InputData)0;
    lighting.positionWS = input.positionWS;
    lighting.normalWS = TexeletonShadedNormal(s.normalTS, input.normalWS, input.tangentWS, front);
    lighting.viewDirectionWS = GetWorldSpaceNormalizeViewDir(input.positionWS);
    lighting.shadowCoord = TransformWorldToShadowCoord(input.positionWS);
    lighting.fogCoord = input.fog;
    lighting.bakedGI = SampleSH(lighting.normalWS);
    lighting.normalizedScreenSpaceUV = GetNormalizedScreenSpaceUV(input.positionCS);
    lighting.shadowMask = half4(1.0, 1.0, 1.0, 1.0);
    SurfaceData surface = (SurfaceData)0;
    surface.albedo = s.albedo;
    surface.alpha = s.alpha;
    surface.metallic = s.metallic;
    surface.smoothness = 1.0 - s.roughness;
    surface.occlusion = s.occlusion;
    surface.emission = s.emission;
    surface.normalTS = s.normalTS;
    float4 color = UniversalFragmentPBR(lighting, surface);
    return float4(MixFog(color.rgb, input.fog), s.alpha);
#else
    TexeletonClipAlpha(input.uvs, input.color, input.look);
#if defined(TEXELETON_PASS_NORMALS)
    float3 n = _BumpMap.Sample(sampler_BumpMap, TexeletonUv(input.uvs, _TexeletonUvSets.z)).xyz * 2.0 - 1.0;
    float3 normalTS = float3(n.xy * _BumpScale, n.z);
    return float4(TexeletonShadedNormal(normalTS, input.normalWS, input.tangentWS, front), 0.0);
#elif defined(TEXELETON_PASS_MOTION)
    float2 velocity = input.clipNow.xy / input.clipNow.w - input.clipBefore.xy / input.clipBefore.w;
#if UNITY_UV_STARTS_AT_TOP
    velocity.y = -velocity.y;
#endif
    return float4(velocity * 0.5, 0.0, 0.0);
#elif defined(TEXELETON_PASS_DEPTH)
    return float4(input.positionCS.z, 0.0, 0.0, 0.0);
#else
    return float4(0.0, 0.0, 0.0, 0.0);
#endif
#endif
}

#endif
