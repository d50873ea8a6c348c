// What the animation texture says about a vertex: the rules of Texeleton's FORMAT.md, in HLSL. No other include is needed.
//
// Keyword: TEXELETON_VERTEX (the texture holds positions and normals; otherwise rows of skin matrices).

#ifndef TEXELETON_POSE_INCLUDED
#define TEXELETON_POSE_INCLUDED

// Full precision, where the compiler for mobile devices would take less. Where the texture is no variable of the shader but
// an argument (Shader Graph), TEXELETON_PARAMETER declares it and TEXELETON_ARGUMENT hands it on, each with a comma behind.
#if defined(TEXELETON_PARAMETER)
#elif defined(TEXTURE2D_FLOAT)
TEXTURE2D_FLOAT(_TexeletonTexture);
#elif defined(UNITY_DECLARE_TEX2D_NOSAMPLER_FLOAT)
UNITY_DECLARE_TEX2D_NOSAMPLER_FLOAT(_TexeletonTexture);
#else
Texture2D<float4> _TexeletonTexture;
#endif

#if !defined(TEXELETON_PARAMETER)
#define TEXELETON_PARAMETER
#define TEXELETON_ARGUMENT
#define TEXELETON_SOURCE _TexeletonTexture
#endif

// Two frames of the texture, and how far between them: in [0, 1).
struct TexeletonFrames
{
    uint current;
    uint next;
    float fraction;
};

// What is shown: frames of one clip, or of two during a cross-fade. `share` is that of `to`.
struct TexeletonMoment
{
    TexeletonFrames from;
    TexeletonFrames to;
    float share;
};

// Where the texels of a pack lie. texelsPerRow: the width of the texture.
struct TexeletonLayout
{
    uint texelsPerRow;
    uint rowsPerFrame;
};

// A vertex in the bind pose. `bones` and `weights` as in the mesh; vertex mode: the element is bones.x.
struct TexeletonVertex
{
    float3 position;
    float3 normal;
    float4 tangent;
    float4 bones;
    float4 weights;
};

// Below this squared length a normal has no direction.
#define TEXELETON_TINY 1e-20

TexeletonFrames TexeletonFramesOf(float4 v)
{
    TexeletonFrames frames;
    frames.current = (uint)(v.x + 0.5);
    frames.next = (uint)(v.y + 0.5);
    frames.fraction = v.z;
    return frames;
}

// Texels are fetched by number: no sampler, no filter, no wrap mode, no half texel to miss.
float4 TexeletonTexel(TEXELETON_PARAMETER TexeletonLayout place, uint frame, uint texel)
{
    uint row = texel / place.texelsPerRow;
    return TEXELETON_SOURCE.Load(int3(texel - row * place.texelsPerRow, frame * place.rowsPerFrame + row, 0));
}

float4 TexeletonBetween(TEXELETON_PARAMETER TexeletonLayout place, TexeletonFrames frames, uint texel)
{
    float4 current = TexeletonTexel(TEXELETON_ARGUMENT place, frames.current, texel);
    return lerp(current, TexeletonTexel(TEXELETON_ARGUMENT place, frames.next, texel), frames.fraction);
}

float4 TexeletonBlended(TEXELETON_PARAMETER TexeletonLayout place, TexeletonMoment moment, uint texel)
{
    float4 value = TexeletonBetween(TEXELETON_ARGUMENT place, moment.from, texel);
    if (moment.share > 0.0)
    {
        value = lerp(value, TexeletonBetween(TEXELETON_ARGUMENT place, moment.to, texel), moment.share);
    }
    return value;
}

float3 TexeletonUnitOr(float3 v, float3 otherwise)
{
    float squared = dot(v, v);
    return squared < TEXELETON_TINY ? otherwise : v * rsqrt(max(squared, TEXELETON_TINY));
}

// The part of a tangent that is at right angles to the normal.
float3 TexeletonTangentOn(float3 tangent, float3 normal)
{
    return TexeletonUnitOr(tangent - normal * dot(normal, tangent), tangent);
}

// Bone mode: position, normal and tangent by the blended matrix.
TexeletonVertex TexeletonSkinned(
    TEXELETON_PARAMETER TexeletonLayout place, TexeletonMoment moment, TexeletonVertex v, float boneScale)
{
    float4 r0 = 0;
    float4 r1 = 0;
    float4 r2 = 0;
    for (int i = 0; i < 4; i++)
    {
        float weight = v.weights[i];
        if (weight != 0.0)
        {
            uint first = 3u * (uint)(v.bones[i] * boneScale + 0.5);
            r0 += weight * TexeletonBlended(TEXELETON_ARGUMENT place, moment, first);
            r1 += weight * TexeletonBlended(TEXELETON_ARGUMENT place, moment, first + 1u);
            r2 += weight * TexeletonBlended(TEXELETON_ARGUMENT place, moment, first + 2u);
        }
    }
    float4 p = float4(v.position, 1.0);
    TexeletonVertex posed = v;
    posed.position = float3(dot(r0, p), dot(r1, p), dot(r2, p));
    // sign(det M)·cof(M)·n: right under mirroring and non-uniform scale.
    float3 r12 = cross(r1.xyz, r2.xyz);
    float3 normal = float3(
        dot(r12, v.normal), dot(cross(r2.xyz, r0.xyz), v.normal), dot(cross(r0.xyz, r1.xyz), v.normal));
    float turn = dot(r0.xyz, r12) < 0.0 ? -1.0 : 1.0;
    posed.normal = TexeletonUnitOr(normal * turn, v.normal);
    float3 t = v.tangent.xyz;
    posed.tangent = float4(
        TexeletonUnitOr(float3(dot(r0.xyz, t), dot(r1.xyz, t), dot(r2.xyz, t)), t), v.tangent.w * turn);
    return posed;
}

// Vertex mode: position and normal from the texture; the tangent is turned as the normal is.
TexeletonVertex TexeletonMoved(TEXELETON_PARAMETER TexeletonLayout place, TexeletonMoment moment, TexeletonVertex v)
{
    uint first = 2u * (uint)(v.bones.x + 0.5);
    TexeletonVertex posed = v;
    posed.position = TexeletonBlended(TEXELETON_ARGUMENT place, moment, first).xyz;
    posed.normal = TexeletonUnitOr(TexeletonBlended(TEXELETON_ARGUMENT place, moment, first + 1u).xyz, v.normal);
    float3 a = v.normal;
    float3 b = posed.normal;
    float3 t = v.tangent.xyz;
    float along = 1.0 + dot(a, b);
    if (along > 1e-6)
    {
        t += -(a + b) * (dot(a + b, t) / along) + 2.0 * b * dot(a, t);
    }
    posed.tangent = float4(TexeletonTangentOn(t, b), v.tangent.w);
    return posed;
}

TexeletonVertex TexeletonPosed(
    TEXELETON_PARAMETER TexeletonLayout place, TexeletonMoment moment, TexeletonVertex v, float boneScale)
{
#if defined(TEXELETON_VERTEX)
    return TexeletonMoved(TEXELETON_ARGUMENT place, moment, v);
#else
    return TexeletonSkinned(TEXELETON_ARGUMENT place, moment, v, boneScale);
#endif
}

#endif
