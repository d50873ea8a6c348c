// A stand-in for Unity's Lighting.cginc: see Instancing.hlsl.
#ifndef STANDIN_LIGHTING
#define STANDIN_LIGHTING
float4 _LightColor0;
#endif
