// A stand-in for Unity's AutoLight.cginc: see Instancing.hlsl. The macros expect the vertex under the name v.
#ifndef STANDIN_AUTO_LIGHT
#define STANDIN_AUTO_LIGHT
float4x4 unity_WorldToLight;
float4x4 unity_WorldToShadow[4];
#define UNITY_LIGHTING_COORDS(idx1, idx2) float3 _LightCoord : TEXCOORD##idx1; float4 _ShadowCoord : TEXCOORD##idx2;
#define UNITY_TRANSFER_LIGHTING(a, coord) \
    a._LightCoord = mul(unity_WorldToLight, mul(unity_ObjectToWorld, v.vertex)).xyz; \
    a._ShadowCoord = mul(unity_WorldToShadow[0], mul(unity_ObjectToWorld, v.vertex));
#define UNITY_LIGHT_ATTENUATION(destName, input, worldPos) \
    float destName = saturate(1.0 - dot(input._LightCoord, input._LightCoord)) * step(0.0, input._ShadowCoord.x);
#endif
