// The passes of the Built-in Render Pipeline. Define one TEXELETON_PASS_… before the include.

#ifndef TEXELETON_BUILT_IN_INCLUDED
#define TEXELETON_BUILT_IN_INCLUDED

#include "UnityCG.cginc"
#include "Lighting.cginc"
#include "AutoLight.cginc"

#if defined(TEXELETON_PASS_MOTION)
float4x4 _PreviousM;
float4x4 _NonJitteredVP;
float4x4 _PreviousVP;
bool _ForceNoMotion;
#define UNITY_PREV_MATRIX_M _PreviousM
#endif

#include "TexeletonSurface.hlsl"

struct Varyings
{
    float4 pos : SV_POSITION;
    float4 uvs : TEXCOORD0;
    float4 color : TEXCOORD1;
    nointerpolation float4 look : TEXCOORD2;
    float3 normalWS : TEXCOORD3;
    float4 tangentWS : TEXCOORD4;
    float3 positionWS : TEXCOORD5;
    float4 clipNow : TEXCOORD6;
    float4 clipBefore : TEXCOORD7;
#if defined(TEXELETON_PASS_BASE) || defined(TEXELETON_PASS_ADD)
    UNITY_LIGHTING_COORDS(8, 9)
    UNITY_FOG_COORDS(10)
#endif
    UNITY_VERTEX_OUTPUT_STEREO
};

// The vertex `v` for Unity's macros of shadows and lights.
struct TexeletonShadowVertex
{
    float4 vertex;
    float3 normal;
};

Varyings TexeletonVertexShader(TexeletonAttributes input)
{
    Varyings output = (Varyings)0;
    UNITY_SETUP_INSTANCE_ID(input);
    UNITY_INITIALIZE_VERTEX_OUTPUT_STEREO(output);
    TexeletonInstance instance = TexeletonInstanceOf(TEXELETON_DRAWN(input));
    TexeletonVertex posed = TexeletonPosedVertex(instance, instance.now, TexeletonBindVertex(input), input.extra);
    output.uvs = float4(input.uv, input.uv1);
    output.color = input.color;
    output.look = TexeletonLookOf(instance, input.extra);
    output.positionWS = TexeletonPositionToWorld(instance.toWorld, posed.position);
    output.normalWS = TexeletonNormalToWorld(instance.toWorld, posed.normal);
    output.tangentWS = TexeletonTangentToWorld(instance.toWorld, posed.tangent);
    output.pos = mul(UNITY_MATRIX_VP, float4(output.positionWS, 1.0));
#if defined(TEXELETON_PASS_SHADOW)
    // Unity's own bias, but from world space, which has the instances' places.
    float3 position = output.positionWS;
    if (unity_LightShadowBias.z != 0.0)
    {
        float3 toLight = normalize(UnityWorldSpaceLightDir(position));
        float cosine = dot(output.normalWS, toLight);
        position -= output.normalWS * (unity_LightShadowBias.z * sqrt(saturate(1.0 - cosine * cosine)));
    }
    output.pos = UnityApplyLinearShadowBias(mul(UNITY_MATRIX_VP, float4(position, 1.0)));
#elif defined(TEXELETON_PASS_MOTION)
    TexeletonVertex before = TexeletonPosedVertex(instance, instance.before, TexeletonBindVertex(input), input.extra);
    output.clipNow = mul(_NonJitteredVP, float4(output.positionWS, 1.0));
    output.clipBefore = mul(_PreviousVP, float4(TexeletonPositionToWorld(instance.toWorldBefore, before.position), 1.0));
#else
    TexeletonShadowVertex v;
    v.vertex = mul(unity_WorldToObject, float4(output.positionWS, 1.0));
    v.normal = posed.normal;
    UNITY_TRANSFER_LIGHTING(output, input.uv1);
    UNITY_TRANSFER_FOG(output, output.pos);
#endif
    return output;
}

// glTF's specular and diffuse parts for one light.
float3 TexeletonLit(TexeletonSurface s, float3 n, float3 toEye, float3 toLight, float3 light)
{
    float3 h = normalize(toEye + toLight);
    float nl = saturate(dot(n, toLight));
    float nv = max(dot(n, toEye), 1e-4);
    float nh = saturate(dot(n, h));
    float a = max(s.roughness * s.roughness, 2e-3);
    float a2 = a * a;
    float d = nh * nh * (a2 - 1.0) + 1.0;
    float distribution = a2 / (d * d);
    float visible = 0.5 / max(nl * sqrt(nv * nv * (1.0 - a2) + a2) + nv * sqrt(nl * nl * (1.0 - a2) + a2), 1e-4);
    float3 f0 = lerp(float3(0.04, 0.04, 0.04), s.albedo, s.metallic);
    float3 fresnel = f0 + (1.0 - f0) * pow(1.0 - saturate(dot(toEye, h)), 5.0);
    // As for Unity's lights, a white surface under a light of 1 is 1: no division by pi.
    return (s.albedo * (1.0 - s.metallic) * (1.0 - fresnel) + distribution * visible * fresnel) * light * nl;
}

float4 TexeletonFragmentShader(Varyings input, bool front : SV_IsFrontFace) : SV_Target
{
    UNITY_SETUP_STEREO_EYE_INDEX_POST_VERTEX(input);
#if defined(TEXELETON_PASS_BASE) || defined(TEXELETON_PASS_ADD)
    TexeletonSurface s = TexeletonSurfaceAt(input.uvs, input.color, input.look);
    if (_TexeletonSurface.z > 0.5)
    {
        clip(s.alpha - _Cutoff);
    }
    float3 n = TexeletonShadedNormal(s.normalTS, input.normalWS, input.tangentWS, front);
    float3 toEye = normalize(_WorldSpaceCameraPos.xyz - input.positionWS);
    float3 toLight = normalize(UnityWorldSpaceLightDir(input.positionWS));
    UNITY_LIGHT_ATTENUATION(attenuation, input, input.positionWS);
    float3 color = float3(0.0, 0.0, 0.0);
    if (_TexeletonSurface.y < 0.5)
    {
        color = TexeletonLit(s, n, toEye, toLight, _LightColor0.rgb * attenuation);
    }
#if defined(TEXELETON_PASS_BASE)
    if (_TexeletonSurface.y > 0.5)
    {
        color = s.albedo;
    }
    else
    {
        float4 mirrored = UNITY_SAMPLE_TEXCUBE_LOD(
            unity_SpecCube0, reflect(-toEye, n), s.roughness * (1.7 - 0.7 * s.roughness) * 6.0);
        float3 f0 = lerp(float3(0.04, 0.04, 0.04), s.albedo, s.metallic);
        float3 ambient = s.albedo * (1.0 - s.metallic) * max(ShadeSH9(float4(n, 1.0)), float3(0.0, 0.0, 0.0));
        color += (ambient + f0 * DecodeHDR(mirrored, unity_SpecCube0_HDR)) * s.occlusion;
    }
    color += s.emission;
#endif
    UNITY_APPLY_FOG(input.fogCoord, color);
    return float4(color, s.alpha);
#else
    TexeletonClipAlpha(input.uvs, input.color, input.look);
#if defined(TEXELETON_PASS_MOTION)
    float2 velocity = input.clipNow.xy / input.clipNow.w - input.clipBefore.xy / input.clipBefore.w;
#if UNITY_UV_STARTS_AT_TOP
    velocity.y = -velocity.y;
#endif
    return _ForceNoMotion ? float4(0.0, 0.0, 0.0, 0.0) : float4(velocity * 0.5, 0.0, 1.0);
#else
    return float4(0.0, 0.0, 0.0, 0.0);
#endif
#endif
}

#endif
