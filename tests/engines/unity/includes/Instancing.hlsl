// A stand-in, written for these tests, for the instancing declarations of Unity's own includes: the same names, macros
// and types, as far as the run-time's shaders use them.
#ifndef STANDIN_INSTANCING
#define STANDIN_INSTANCING

#define CBUFFER_START(name) cbuffer name {
#define CBUFFER_END };

#if defined(INSTANCING_ON) && !defined(DOTS_INSTANCING_ON)
#define UNITY_INSTANCING_ENABLED
#elif defined(DOTS_INSTANCING_ON)
#define UNITY_DOTS_INSTANCING_ENABLED
#endif

#if defined(UNITY_INSTANCING_ENABLED) || defined(UNITY_DOTS_INSTANCING_ENABLED)
#define UNITY_VERTEX_INPUT_INSTANCE_ID uint instanceID : SV_InstanceID;
static uint unity_InstanceID;
#define UNITY_SETUP_INSTANCE_ID(input) unity_InstanceID = input.instanceID
#define UNITY_TRANSFER_INSTANCE_ID(input, output) output.instanceID = input.instanceID
#else
#define UNITY_VERTEX_INPUT_INSTANCE_ID
#define UNITY_SETUP_INSTANCE_ID(input)
#define UNITY_TRANSFER_INSTANCE_ID(input, output)
#endif
#define UNITY_VERTEX_OUTPUT_STEREO
#define UNITY_INITIALIZE_VERTEX_OUTPUT_STEREO(output)
#define UNITY_SETUP_STEREO_EYE_INDEX_POST_VERTEX(input)

CBUFFER_START(UnityPerDraw)
float4x4 unity_ObjectToWorld;
float4x4 unity_WorldToObject;
float4x4 unity_MatrixPreviousM;
float4 unity_LODFade;
CBUFFER_END

#if defined(UNITY_INSTANCING_ENABLED)
#define UNITY_INSTANCING_BUFFER_START(buf) cbuffer UnityInstancing_##buf { struct {
#define UNITY_INSTANCING_BUFFER_END(arr) } arr##Array[2]; };
#define UNITY_DEFINE_INSTANCED_PROP(type, var) type var;
#define UNITY_ACCESS_INSTANCED_PROP(arr, var) arr##Array[unity_InstanceID].var
cbuffer UnityInstancing_PerDraw0 { struct { float4x4 unity_ObjectToWorldArray; float4x4 unity_PrevObjectToWorldArray; } unity_Builtins0Array[2]; };
#define UNITY_MATRIX_M unity_Builtins0Array[unity_InstanceID].unity_ObjectToWorldArray
#else
#define UNITY_MATRIX_M unity_ObjectToWorld
#endif

#if defined(UNITY_DOTS_INSTANCING_ENABLED)
ByteAddressBuffer unity_DOTSInstanceData;
#define UNITY_DOTS_INSTANCING_START(name) cbuffer UnityDOTSInstancing_##name {
#define UNITY_DOTS_INSTANCING_END(name) };
#define UNITY_DOTS_INSTANCED_PROP(type, name) uint unity_DOTSInstancingF16_Metadata##name;
float4 LoadDOTSInstancedData_float4(float4 otherwise, uint metadata)
{
    return metadata == 0 ? otherwise : asfloat(unity_DOTSInstanceData.Load4((metadata & 0x7fffffff) + unity_InstanceID * 16));
}
float4 LoadDOTSInstancedData_float4(uint metadata)
{
    return asfloat(unity_DOTSInstanceData.Load4((metadata & 0x7fffffff) + unity_InstanceID * 16));
}
#define UNITY_ACCESS_DOTS_INSTANCED_PROP(type, var) LoadDOTSInstancedData_##type(unity_DOTSInstancingF16_Metadata##var)
#if !defined(STANDIN_UNITY_2021)
#define UNITY_ACCESS_DOTS_INSTANCED_PROP_WITH_DEFAULT(type, var) \
    LoadDOTSInstancedData_##type(var, unity_DOTSInstancingF16_Metadata##var)
#endif
#endif

#endif
