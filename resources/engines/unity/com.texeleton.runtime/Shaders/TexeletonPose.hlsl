// Decodes a vertex from the animation texture, by the rules of Texeleton's FORMAT.md. No other include is needed.
//
// Keyword: TEXELETON_VERTEX (the texture holds positions and normals; otherwise rows of skin matrices).

#ifndef TEXELETON_POSE_INCLUDED
#define TEXELETON_POSE_INCLUDED

// Full precision on mobile devices too. If the texture is an argument instead of a variable of the shader (Shader
// Graph), TEXELETON_PARAMETER declares it and TEXELETON_ARGUMENT passes it on, each with a comma at the end.
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

// Layers (a second clip on the bones of a mask) are played by crowds of characters with bones.
#if (defined(TEXELETON_CROWD) || defined(TEXELETON_CROWD_TEXTURE)) && !defined(TEXELETON_VERTEX)
#define TEXELETON_LAYERS
Texture2D<float4> _TexeletonMasks; // A texel for each bone, a row for each mask: its weight, its anchor and 1.
#endif

// Two frames of the texture, and the fraction between them, in [0, 1).
struct TexeletonFrames
{
    uint current;
    uint next;
    float fraction;
};

// The shown frames: of one clip, or of two during a cross-fade. `share` is that of `to`.
struct TexeletonMoment
{
    TexeletonFrames from;
    TexeletonFrames to;
    float share;
#if defined(TEXELETON_LAYERS)
    TexeletonFrames over;
    float overShare; // 0: no layer.
    uint mask;
#endif
};

// The layout of a pack's texels. texelsPerRow: the width of the texture.
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

// Texels are fetched by index: without sampler, filter, wrap mode or half-texel offsets.
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

// The part of a tangent perpendicular to the normal.
float3 TexeletonTangentOn(float3 tangent, float3 normal)
{
    return TexeletonUnitOr(tangent - normal * dot(normal, tangent), tangent);
}

// The rows of a bone's skin matrix.
struct TexeletonRows
{
    float4 x;
    float4 y;
    float4 z;
};

TexeletonRows TexeletonRowsBelow(TEXELETON_PARAMETER TexeletonLayout place, TexeletonMoment moment, uint bone)
{
    TexeletonRows rows;
    rows.x = TexeletonBlended(TEXELETON_ARGUMENT place, moment, 3u * bone);
    rows.y = TexeletonBlended(TEXELETON_ARGUMENT place, moment, 3u * bone + 1u);
    rows.z = TexeletonBlended(TEXELETON_ARGUMENT place, moment, 3u * bone + 2u);
    return rows;
}

#if defined(TEXELETON_LAYERS)

TexeletonRows TexeletonRowsOver(TexeletonLayout place, TexeletonFrames frames, uint bone)
{
    TexeletonRows rows;
    rows.x = TexeletonBetween(place, frames, 3u * bone);
    rows.y = TexeletonBetween(place, frames, 3u * bone + 1u);
    rows.z = TexeletonBetween(place, frames, 3u * bone + 2u);
    return rows;
}

// anchor * inverse(from) * over: moves `over` from the layer's anchor to the anchor below; `over` if it has no inverse.
TexeletonRows TexeletonCarried(TexeletonRows anchor, TexeletonRows from, TexeletonRows over)
{
    float3 c0 = cross(from.y.xyz, from.z.xyz);
    float3 c1 = cross(from.z.xyz, from.x.xyz);
    float3 c2 = cross(from.x.xyz, from.y.xyz);
    float det = dot(from.x.xyz, c0);
    TexeletonRows rows = over;
    if (abs(det) >= TEXELETON_TINY)
    {
        float4 m0 = over.x - float4(0.0, 0.0, 0.0, from.x.w);
        float4 m1 = over.y - float4(0.0, 0.0, 0.0, from.y.w);
        float4 m2 = over.z - float4(0.0, 0.0, 0.0, from.z.w);
        float4 b0 = (c0.x * m0 + c1.x * m1 + c2.x * m2) / det;
        float4 b1 = (c0.y * m0 + c1.y * m1 + c2.y * m2) / det;
        float4 b2 = (c0.z * m0 + c1.z * m1 + c2.z * m2) / det;
        rows.x = anchor.x.x * b0 + anchor.x.y * b1 + anchor.x.z * b2 + float4(0.0, 0.0, 0.0, anchor.x.w);
        rows.y = anchor.y.x * b0 + anchor.y.y * b1 + anchor.y.z * b2 + float4(0.0, 0.0, 0.0, anchor.y.w);
        rows.z = anchor.z.x * b0 + anchor.z.y * b1 + anchor.z.z * b2 + float4(0.0, 0.0, 0.0, anchor.z.w);
    }
    return rows;
}

// A bone with the layer over it.
TexeletonRows TexeletonLayered(TexeletonLayout place, TexeletonMoment moment, uint bone, TexeletonRows own)
{
    TexeletonRows rows = own;
    float2 masked = moment.overShare > 0.0 ? _TexeletonMasks.Load(int3((int)bone, (int)moment.mask, 0)).xy : float2(0.0, 0.0);
    float weight = moment.overShare * masked.x;
    if (weight > 0.0)
    {
        TexeletonRows over = TexeletonRowsOver(place, moment.over, bone);
        if (masked.y > 0.5)
        {
            uint anchor = (uint)(masked.y - 0.5);
            over = TexeletonCarried(
                TexeletonRowsBelow(place, moment, anchor), TexeletonRowsOver(place, moment.over, anchor), over);
        }
        rows.x = lerp(own.x, over.x, weight);
        rows.y = lerp(own.y, over.y, weight);
        rows.z = lerp(own.z, over.z, weight);
    }
    return rows;
}

#endif

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
            uint bone = (uint)(v.bones[i] * boneScale + 0.5);
            TexeletonRows rows = TexeletonRowsBelow(TEXELETON_ARGUMENT place, moment, bone);
#if defined(TEXELETON_LAYERS)
            rows = TexeletonLayered(place, moment, bone, rows);
#endif
            r0 += weight * rows.x;
            r1 += weight * rows.y;
            r2 += weight * rows.z;
        }
    }
    float4 p = float4(v.position, 1.0);
    TexeletonVertex posed = v;
    posed.position = float3(dot(r0, p), dot(r1, p), dot(r2, p));
    // sign(det M)·cof(M)·n: correct with mirroring and non-uniform scale.
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

// Vertex mode: position and normal from the texture; the tangent turns with the normal.
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
