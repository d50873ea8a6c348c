// The place, moment and look of an instance, by the kind of drawing:
//
//   TEXELETON_CROWD          TexeletonCrowd, by indirect draws: a buffer of states.
//   TEXELETON_CROWD_TEXTURE  TexeletonCrowd if vertex shaders cannot read buffers: a texture of states, GPU instancing.
//   DOTS_INSTANCING_ON       entities, GPU Resident Drawer: properties of the instance.
//   none of them             GPUAnimationController: properties of the renderer, instanced or not.
//
// Include Unity's core first. Before the include: define TEXELETON_PER_MATERIAL with further members of the material's
// constant buffer, which must be the same in all passes of a shader.

#ifndef TEXELETON_INSTANCE_INCLUDED
#define TEXELETON_INSTANCE_INCLUDED

#include "TexeletonPose.hlsl"

#ifndef TEXELETON_PER_MATERIAL
#define TEXELETON_PER_MATERIAL
#endif

CBUFFER_START(UnityPerMaterial)
    TEXELETON_PER_MATERIAL
    float4 _TexeletonLayout;     // Texels in a row, rows of a frame, scale of bone numbers, mesh count.
    float4 _TexeletonTint;       // Step of the palette in u and v; whether it moves this material; unused.
    float4 _TexeletonMask;       // Mask of the tint: 0 everywhere, 1 by vertex, 2 by texture, 3 nowhere; its channel; set;
                                 // 1: the texture is damaged, so that a checker is drawn on the bind pose.
#if !defined(UNITY_INSTANCING_ENABLED)
    float4 _TexeletonFrom;       // current, next, fraction, share of _TexeletonTo
    float4 _TexeletonTo;         // current, next, fraction
    float4 _TexeletonFromBefore; // The same for the previous frame.
    float4 _TexeletonToBefore;
    float4 _TexeletonLook;       // Tint, entry of the palette.
    float4 _TexeletonShown;      // Variant (0: all meshes).
#endif
CBUFFER_END

float4 _TexeletonClock;       // Low and high half of the ticks, rest, stepped.
float4 _TexeletonClockBefore; // For the previous frame.
Texture2D<float4> _TexeletonSeen; // The meshes (x) that a variant (y) shows.

// For a crowd: uint4 of an instance, row of the frame table and 1 (0: every frame is stored).
float4 _TexeletonStates;
#define TEXELETON_STATE_SIZE ((uint)(_TexeletonStates.x + 0.5))

#if defined(TEXELETON_CROWD)
StructuredBuffer<uint4> _TexeletonState;
StructuredBuffer<uint4> _TexeletonStateBefore;
StructuredBuffer<uint> _TexeletonVisible; // Indices of the instances to draw, by level.
float _TexeletonFirstVisible;             // The first one of this draw.
#elif defined(TEXELETON_CROWD_TEXTURE)
Texture2D<uint4> _TexeletonStateMap;
Texture2D<uint4> _TexeletonStateMapBefore;
#define TEXELETON_STATE_WIDTH 1024u
#endif

#if defined(DOTS_INSTANCING_ON) && !defined(TEXELETON_CROWD) && !defined(TEXELETON_CROWD_TEXTURE)

UNITY_DOTS_INSTANCING_START(MaterialPropertyMetadata)
    UNITY_DOTS_INSTANCED_PROP(float4, _TexeletonFrom)
    UNITY_DOTS_INSTANCED_PROP(float4, _TexeletonTo)
    UNITY_DOTS_INSTANCED_PROP(float4, _TexeletonFromBefore)
    UNITY_DOTS_INSTANCED_PROP(float4, _TexeletonToBefore)
    UNITY_DOTS_INSTANCED_PROP(float4, _TexeletonLook)
    UNITY_DOTS_INSTANCED_PROP(float4, _TexeletonShown)
UNITY_DOTS_INSTANCING_END(MaterialPropertyMetadata)

// Properties without an entity's override come from the material; older versions only have the entity's.
#if defined(UNITY_ACCESS_DOTS_INSTANCED_PROP_WITH_DEFAULT)
#define TEXELETON_PROPERTY(name) UNITY_ACCESS_DOTS_INSTANCED_PROP_WITH_DEFAULT(float4, name)
#else
#define TEXELETON_PROPERTY(name) UNITY_ACCESS_DOTS_INSTANCED_PROP(float4, name)
#endif

#elif defined(UNITY_INSTANCING_ENABLED)

UNITY_INSTANCING_BUFFER_START(TexeletonProperties)
#if defined(TEXELETON_CROWD_TEXTURE)
    UNITY_DEFINE_INSTANCED_PROP(float, _TexeletonNumber)
#else
    UNITY_DEFINE_INSTANCED_PROP(float4, _TexeletonFrom)
    UNITY_DEFINE_INSTANCED_PROP(float4, _TexeletonTo)
    UNITY_DEFINE_INSTANCED_PROP(float4, _TexeletonFromBefore)
    UNITY_DEFINE_INSTANCED_PROP(float4, _TexeletonToBefore)
    UNITY_DEFINE_INSTANCED_PROP(float4, _TexeletonLook)
    UNITY_DEFINE_INSTANCED_PROP(float4, _TexeletonShown)
#endif
UNITY_INSTANCING_BUFFER_END(TexeletonProperties)

#define TEXELETON_PROPERTY(name) UNITY_ACCESS_INSTANCED_PROP(TexeletonProperties, name)

#else

#define TEXELETON_PROPERTY(name) name

#endif

// Members of a vertex shader's input with the instance's index; `v` below is such an input.
#if defined(TEXELETON_CROWD)
#define TEXELETON_INPUT_INSTANCE uint drawn : SV_InstanceID;
#define TEXELETON_DRAWN(v) (v).drawn
#else
#define TEXELETON_INPUT_INSTANCE UNITY_VERTEX_INPUT_INSTANCE_ID
#define TEXELETON_DRAWN(v) 0u
#endif

struct TexeletonInstance
{
    TexeletonMoment now;
    TexeletonMoment before;
    float3 tint;
    float paletteEntry;
    uint variant; // 0: all meshes.
    float4x4 toWorld;
    float4x4 toWorldBefore;
};

TexeletonLayout TexeletonLayoutOfMaterial()
{
    TexeletonLayout place;
    place.width = (uint)(_TexeletonLayout.x + 0.5);
    place.rows_per_frame = (uint)(_TexeletonLayout.y + 0.5);
    return place;
}

#if defined(TEXELETON_CROWD) || defined(TEXELETON_CROWD_TEXTURE)

uint4 TexeletonState(uint instance, uint word)
{
    uint i = instance * TEXELETON_STATE_SIZE + word;
#if defined(TEXELETON_CROWD)
    return _TexeletonState[i];
#else
    return _TexeletonStateMap.Load(int3(i % TEXELETON_STATE_WIDTH, i / TEXELETON_STATE_WIDTH, 0));
#endif
}

uint4 TexeletonStateBefore(uint instance, uint word)
{
    uint i = instance * TEXELETON_STATE_SIZE + word;
#if defined(TEXELETON_CROWD)
    return _TexeletonStateBefore[i];
#else
    return _TexeletonStateMapBefore.Load(int3(i % TEXELETON_STATE_WIDTH, i / TEXELETON_STATE_WIDTH, 0));
#endif
}

TexeletonCrowdClock TexeletonClockOf(float4 clockBits)
{
    TexeletonCrowdClock clock;
    clock.ticks = (uint)clockBits.x | ((uint)clockBits.y << 16);
    clock.rest = (uint)clockBits.z;
    return clock;
}

// The frames of a record: phase, high part of its step, first frame, last frame and whether it loops. With uneven rows
// the stored ones, by the frame table.
TexeletonFrames TexeletonStoredFrames(uint4 word, uint stepLow, float4 clockBits)
{
    TexeletonCrowdRecord record;
    record.phase = word.x;
    record.step_high = (int)word.y;
    record.step_low = stepLow;
    TexeletonClip clip;
    clip.frame_begin = word.z;
    clip.frame_count = (word.w & 0xffffu) + 1u;
    clip.loops = (word.w >> 16) != 0u;
    TexeletonFrames frames = texeleton_crowd_frames(clip, record, TexeletonClockOf(clockBits));
    frames.fraction = clockBits.w > 0.5 ? 0.0 : frames.fraction;
    uint tableRow = _TexeletonStates.y > 0.5 ? (uint)(_TexeletonStates.y - 0.5) : 0u;
    return texeleton_stored_frames(TexeletonLayoutOfMaterial(), tableRow, frames);
}

TexeletonMoment TexeletonMomentOf(uint4 from, uint4 to, uint4 rest, float4 clockBits)
{
    TexeletonMoment moment;
    moment.from = TexeletonStoredFrames(from, rest.z & 0xffffu, clockBits);
    moment.to = TexeletonStoredFrames(to, rest.z >> 16, clockBits);
    moment.share = texeleton_fade_share(rest.x, rest.y, TexeletonClockOf(clockBits));
#if defined(TEXELETON_LAYERS)
    moment.over = moment.from;
    moment.overShare = 0.0;
    moment.mask = 0u;
#endif
    return moment;
}

#if defined(TEXELETON_LAYERS)

// Adds an instance's layer from its clip, its fades, and the other words.
TexeletonMoment TexeletonWithLayer(TexeletonMoment moment, uint4 record, uint4 fades, uint4 rest, float4 clockBits)
{
    if (rest.y != 0u)
    {
        TexeletonCrowdClock clock = TexeletonClockOf(clockBits);
        moment.over = TexeletonStoredFrames(record, rest.x & 0xffffu, clockBits);
        moment.overShare = texeleton_fade_share(fades.x, fades.y, clock);
        if ((rest.x >> 16) != 0u)
        {
            moment.overShare *= 1.0 - texeleton_fade_share(fades.z, fades.w, clock);
        }
        moment.mask = rest.y - 1u;
    }
    return moment;
}

#endif

float4x4 TexeletonMatrix(uint4 r0, uint4 r1, uint4 r2)
{
    return float4x4(asfloat(r0), asfloat(r1), asfloat(r2), float4(0.0, 0.0, 0.0, 1.0));
}

TexeletonInstance TexeletonInstanceOfState(uint n)
{
    TexeletonInstance instance;
    uint4 look = TexeletonState(n, 3u);
    instance.now = TexeletonMomentOf(TexeletonState(n, 0u), TexeletonState(n, 1u), TexeletonState(n, 2u), _TexeletonClock);
    instance.before = TexeletonMomentOf(
        TexeletonStateBefore(n, 0u), TexeletonStateBefore(n, 1u), TexeletonStateBefore(n, 2u), _TexeletonClockBefore);
#if defined(TEXELETON_LAYERS)
    if (TEXELETON_STATE_SIZE > 7u)
    {
        instance.now = TexeletonWithLayer(
            instance.now, TexeletonState(n, 7u), TexeletonState(n, 8u), TexeletonState(n, 9u), _TexeletonClock);
        instance.before = TexeletonWithLayer(instance.before, TexeletonStateBefore(n, 7u), TexeletonStateBefore(n, 8u),
            TexeletonStateBefore(n, 9u), _TexeletonClockBefore);
    }
#endif
    instance.tint = float3(look.x & 0xffu, (look.x >> 8) & 0xffu, (look.x >> 16) & 0xffu) / 255.0;
    instance.paletteEntry = (float)look.y;
    instance.variant = look.z;
    instance.toWorld = TexeletonMatrix(TexeletonState(n, 4u), TexeletonState(n, 5u), TexeletonState(n, 6u));
    instance.toWorldBefore =
        TexeletonMatrix(TexeletonStateBefore(n, 4u), TexeletonStateBefore(n, 5u), TexeletonStateBefore(n, 6u));
    return instance;
}

#endif

// After UNITY_SETUP_INSTANCE_ID(v). `drawn`: TEXELETON_DRAWN(v).
TexeletonInstance TexeletonInstanceOf(uint drawn)
{
#if defined(TEXELETON_CROWD)
    return TexeletonInstanceOfState(_TexeletonVisible[(uint)_TexeletonFirstVisible + drawn]);
#elif defined(TEXELETON_CROWD_TEXTURE) && defined(UNITY_INSTANCING_ENABLED)
    return TexeletonInstanceOfState((uint)(UNITY_ACCESS_INSTANCED_PROP(TexeletonProperties, _TexeletonNumber) + 0.5));
#elif defined(TEXELETON_CROWD_TEXTURE)
    return TexeletonInstanceOfState(0u);
#else
    TexeletonInstance instance;
    float4 from = TEXELETON_PROPERTY(_TexeletonFrom);
    float4 fromBefore = TEXELETON_PROPERTY(_TexeletonFromBefore);
    float4 look = TEXELETON_PROPERTY(_TexeletonLook);
    instance.now.from = TexeletonFramesOf(from);
    instance.now.to = TexeletonFramesOf(TEXELETON_PROPERTY(_TexeletonTo));
    instance.now.share = from.w;
    instance.before.from = TexeletonFramesOf(fromBefore);
    instance.before.to = TexeletonFramesOf(TEXELETON_PROPERTY(_TexeletonToBefore));
    instance.before.share = fromBefore.w;
    instance.tint = look.xyz;
    instance.paletteEntry = look.w;
    instance.variant = (uint)(TEXELETON_PROPERTY(_TexeletonShown).x + 0.5);
    instance.toWorld = UNITY_MATRIX_M;
#if defined(UNITY_PREV_MATRIX_M)
    instance.toWorldBefore = UNITY_PREV_MATRIX_M;
#else
    instance.toWorldBefore = UNITY_MATRIX_M;
#endif
    return instance;
#endif
}

// Whether the instance's variant shows the mesh that a vertex belongs to. extra: TEXCOORD4.
bool TexeletonIsSeen(TexeletonInstance instance, float2 extra)
{
    if (instance.variant == 0u || _TexeletonLayout.w < 0.5)
    {
        return true;
    }
    int mesh = (int)(extra.y * 65535.0 + 0.5);
    return _TexeletonSeen.Load(int3(mesh, (int)instance.variant, 0)).r > 0.5;
}

// The vertex in the instance's own space. All vertices of a hidden mesh become one point: nothing is drawn.
TexeletonVertex TexeletonPosedVertex(TexeletonInstance instance, TexeletonMoment moment, TexeletonVertex v, float2 extra)
{
    if (_TexeletonMask.w > 0.5)
    {
        return v;
    }
    TexeletonVertex posed = TexeletonPosed(TexeletonLayoutOfMaterial(), moment, v, _TexeletonLayout.z);
    if (!TexeletonIsSeen(instance, extra))
    {
        posed.position = float3(0.0, 0.0, 0.0);
    }
    return posed;
}

float3 TexeletonPositionToWorld(float4x4 toWorld, float3 position)
{
    return mul(toWorld, float4(position, 1.0)).xyz;
}

// By the cofactor matrix: also correct for stretched or mirrored instances.
float3 TexeletonNormalToWorld(float4x4 toWorld, float3 normal)
{
    float3 r0 = toWorld[0].xyz;
    float3 r1 = toWorld[1].xyz;
    float3 r2 = toWorld[2].xyz;
    float3 r12 = cross(r1, r2);
    float3 turned = float3(dot(r12, normal), dot(cross(r2, r0), normal), dot(cross(r0, r1), normal));
    return texeleton_unit(dot(r0, r12) < 0.0 ? -turned : turned, normal);
}

// The bitangent's sign is in w.
float4 TexeletonTangentToWorld(float4x4 toWorld, float4 tangent)
{
    float3 turned = mul((float3x3)toWorld, tangent.xyz);
    float side = dot(toWorld[0].xyz, cross(toWorld[1].xyz, toWorld[2].xyz)) < 0.0 ? -1.0 : 1.0;
    return float4(texeleton_unit(turned, tangent.xyz), tangent.w * side);
}

#endif
