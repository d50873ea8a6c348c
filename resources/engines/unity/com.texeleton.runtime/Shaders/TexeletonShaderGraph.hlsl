// For Shader Graph, single objects: a Custom Function node of type File in the vertex stage, name "Texeleton". Inputs:
// Animation (Texture 2D), Position, Normal, Tangent (Vector 3, object space), UV1, UV2 (Vector 4), Layout, From, To (Vector 4).
// Outputs: PositionOut, NormalOut, TangentOut (Vector 3). The graph needs the properties _TexeletonTexture (Texture 2D),
// _TexeletonLayout, _TexeletonFrom and _TexeletonTo (Vector 4; the last two are set by GPUAnimationController), all exposed,
// and the Boolean Keyword TEXELETON_VERTEX (multi compile, local). The graph uses UV1 and UV2, so a build keeps them.

#ifndef TEXELETON_SHADER_GRAPH_INCLUDED
#define TEXELETON_SHADER_GRAPH_INCLUDED

#define TEXELETON_PARAMETER UnityTexture2D source,
#define TEXELETON_ARGUMENT source,
#define TEXELETON_SOURCE source.tex
#include "TexeletonPose.hlsl"

void Texeleton_float(UnityTexture2D Animation, float3 Position, float3 Normal, float3 Tangent, float4 UV1, float4 UV2,
    float4 Layout, float4 From, float4 To, out float3 PositionOut, out float3 NormalOut, out float3 TangentOut)
{
    TexeletonVertex v;
    v.position = Position;
    v.normal = Normal;
    v.tangent = float4(Tangent, 1.0);
    v.bones = UV1;
    v.weights = UV2;
    TexeletonLayout place;
    place.width = (uint)(Layout.x + 0.5);
    place.rows_per_frame = (uint)(Layout.y + 0.5);
    TexeletonMoment moment;
    moment.from = TexeletonFramesOf(From);
    moment.to = TexeletonFramesOf(To);
    moment.share = From.w;
    v = TexeletonPosed(Animation, place, moment, v, Layout.z);
    PositionOut = v.position;
    NormalOut = v.normal;
    TangentOut = v.tangent.xyz;
}

#endif
