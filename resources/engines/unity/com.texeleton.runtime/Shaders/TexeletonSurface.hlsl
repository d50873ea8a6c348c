// glTF's metallic-roughness material, for both pipelines. Include Unity's core first; declares the material's members.

#ifndef TEXELETON_SURFACE_INCLUDED
#define TEXELETON_SURFACE_INCLUDED

#define TEXELETON_PER_MATERIAL \
    float4 _BaseColor; \
    float4 _EmissionColor; \
    float4 _TexeletonUvSets; \
    float4 _TexeletonSurface; \
    float _Cutoff; \
    float _Metallic; \
    float _Roughness; \
    float _BumpScale; \
    float _OcclusionStrength;
// _TexeletonUvSets: set (0, 1) of base colour, metallic and roughness, normal, occlusion.
// _TexeletonSurface: set of the emission; 1: unlit; 1: cut by alpha; 1: seen from both sides.

#include "TexeletonInstance.hlsl"

Texture2D _BaseMap;
SamplerState sampler_BaseMap;
Texture2D _MetallicRoughnessMap;
SamplerState sampler_MetallicRoughnessMap;
Texture2D _BumpMap;
SamplerState sampler_BumpMap;
Texture2D _OcclusionMap;
SamplerState sampler_OcclusionMap;
Texture2D _EmissionMap;
SamplerState sampler_EmissionMap;
Texture2D _TexeletonTintMap;
SamplerState sampler_TexeletonTintMap;

struct TexeletonAttributes
{
    float3 position : POSITION;
    float3 normal : NORMAL;
    float4 tangent : TANGENT;
    float4 color : COLOR;
    float2 uv : TEXCOORD0;
    float4 bones : TEXCOORD1;
    float4 weights : TEXCOORD2;
    float2 uv1 : TEXCOORD3;
    float2 extra : TEXCOORD4; // Tint mask, index of the mesh / 65,535.
    TEXELETON_INPUT_INSTANCE
};

struct TexeletonSurface
{
    float3 albedo;
    float alpha;
    float metallic;
    float roughness;
    float occlusion;
    float3 emission;
    float3 normalTS;
};

TexeletonVertex TexeletonBindVertex(TexeletonAttributes input)
{
    TexeletonVertex v;
    v.position = input.position;
    v.normal = input.normal;
    v.tangent = input.tangent;
    v.bones = input.bones;
    v.weights = input.weights;
    return v;
}

// The instance's data for the fragment shader: tint, and entry of the palette or the mask by vertex.
float4 TexeletonLookOf(TexeletonInstance instance, float2 extra)
{
    float mask = _TexeletonMask.x < 0.5 ? 1.0 : _TexeletonMask.x < 1.5 ? extra.x : _TexeletonMask.x < 2.5 ? 1.0 : 0.0;
    return float4(lerp(float3(1.0, 1.0, 1.0), instance.tint, mask), instance.paletteEntry);
}

float2 TexeletonUv(float4 uvs, float set)
{
    return set < 0.5 ? uvs.xy : uvs.zw;
}

// Drawn for a damaged texture: magenta and black; without texture coordinates only magenta.
float3 TexeletonChecker(float2 uv)
{
    float odd = frac((floor(uv.x * 16.0) + floor(uv.y * 16.0)) * 0.5);
    return odd > 0.25 ? float3(0.0, 0.0, 0.0) : float3(1.0, 0.0, 1.0);
}

// A linear factor as the project's colours are: above 1 as Unity's own conversion.
float3 TexeletonProjectColor(float3 linearColor)
{
#ifdef UNITY_COLORSPACE_GAMMA
    float3 curve = 1.055 * pow(linearColor, 1.0 / 2.4) - 0.055;
    float3 low = lerp(12.92 * linearColor, curve, step(0.0031308, linearColor));
    return lerp(low, pow(linearColor, 1.0 / 2.2), step(1.0, linearColor));
#else
    return linearColor;
#endif
}

TexeletonSurface TexeletonSurfaceAt(float4 uvs, float4 color, float4 look)
{
    TexeletonSurface s;
    float2 baseUv = TexeletonUv(uvs, _TexeletonUvSets.x) + look.w * _TexeletonTint.xy * _TexeletonTint.z;
    float4 base = _BaseMap.Sample(sampler_BaseMap, baseUv) * _BaseColor * color;
    float3 tint = look.xyz;
    if (_TexeletonMask.x > 1.5 && _TexeletonMask.x < 2.5)
    {
        float4 mask = _TexeletonTintMap.Sample(sampler_TexeletonTintMap, TexeletonUv(uvs, _TexeletonMask.z));
        float4 channel = float4(_TexeletonMask.y < 0.5, abs(_TexeletonMask.y - 1.0) < 0.5,
            abs(_TexeletonMask.y - 2.0) < 0.5, _TexeletonMask.y > 2.5);
        tint = lerp(float3(1.0, 1.0, 1.0), tint, dot(mask, channel));
    }
    s.albedo = base.rgb * tint;
    s.alpha = base.a;
    float4 mr = _MetallicRoughnessMap.Sample(sampler_MetallicRoughnessMap, TexeletonUv(uvs, _TexeletonUvSets.y));
    s.metallic = _Metallic * mr.b;
    s.roughness = _Roughness * mr.g;
    float occlusion = _OcclusionMap.Sample(sampler_OcclusionMap, TexeletonUv(uvs, _TexeletonUvSets.w)).r;
    s.occlusion = 1.0 + _OcclusionStrength * (occlusion - 1.0);
    s.emission = TexeletonProjectColor(_EmissionColor.rgb) * _EmissionMap.Sample(sampler_EmissionMap, TexeletonUv(uvs, _TexeletonSurface.x)).rgb;
    // Compressed normal maps have no third number.
    float2 n = _BumpMap.Sample(sampler_BumpMap, TexeletonUv(uvs, _TexeletonUvSets.z)).xy * 2.0 - 1.0;
    s.normalTS = float3(n * _BumpScale, sqrt(max(1.0 - dot(n, n), 0.0)));
    if (_TexeletonMask.w > 0.5)
    {
        s.albedo = float3(0.0, 0.0, 0.0);
        s.alpha = 1.0;
        s.metallic = 0.0;
        s.emission = TexeletonChecker(uvs.xy);
    }
    return s;
}

void TexeletonClipAlpha(float4 uvs, float4 color, float4 look)
{
    if (_TexeletonSurface.z > 0.5 && _TexeletonMask.w < 0.5)
    {
        float2 baseUv = TexeletonUv(uvs, _TexeletonUvSets.x) + look.w * _TexeletonTint.xy * _TexeletonTint.z;
        clip(_BaseMap.Sample(sampler_BaseMap, baseUv).a * _BaseColor.a * color.a - _Cutoff);
    }
}

// The normal of the surface in world space, on the visible side.
float3 TexeletonShadedNormal(float3 normalTS, float3 normal, float4 tangent, bool front)
{
    float3 n = texeleton_unit(normal, float3(0.0, 1.0, 0.0));
    float3 bitangent = tangent.w * cross(n, tangent.xyz);
    float3 turned = texeleton_unit(normalTS.x * tangent.xyz + normalTS.y * bitangent + normalTS.z * n, n);
    return front || _TexeletonSurface.w < 0.5 ? turned : -turned;
}

#endif
