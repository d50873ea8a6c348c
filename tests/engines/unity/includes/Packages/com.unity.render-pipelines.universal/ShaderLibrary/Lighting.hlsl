// A stand-in for Lighting.hlsl of the Universal Render Pipeline: see ../../../Instancing.hlsl.
#ifndef STANDIN_URP_LIGHTING
#define STANDIN_URP_LIGHTING
struct InputData
{
    float3 positionWS;
    float4 positionCS;
    float3 normalWS;
    half3 viewDirectionWS;
    float4 shadowCoord;
    half fogCoord;
    half3 vertexLighting;
    half3 bakedGI;
    float2 normalizedScreenSpaceUV;
    half4 shadowMask;
    half3x3 tangentToWorld;
};
struct SurfaceData
{
    half3 albedo;
    half3 specular;
    half metallic;
    half smoothness;
    half3 normalTS;
    half3 emission;
    half occlusion;
    half alpha;
    half clearCoatMask;
    half clearCoatSmoothness;
};
float4 _MainLightPosition;
float4 _ShadowBias;
half3 SampleSH(half3 normalWS) { return half3(0.5, 0.5, 0.5) + 0.5 * normalWS; }
float4 TransformWorldToShadowCoord(float3 positionWS) { return float4(positionWS, 0.0); }
float3 ApplyShadowBias(float3 positionWS, float3 normalWS, float3 lightDirection)
{
    float scale = (1.0 - saturate(dot(lightDirection, normalWS))) * _ShadowBias.y;
    return lightDirection * _ShadowBias.xxx + positionWS + normalWS * scale;
}
half4 UniversalFragmentPBR(InputData inputData, SurfaceData surfaceData)
{
    half nl = saturate(dot(inputData.normalWS, _MainLightPosition.xyz));
    return half4(surfaceData.albedo * (nl + inputData.bakedGI) + surfaceData.emission, surfaceData.alpha);
}
#endif
