// A character of Texeleton: glTF's material, animated in every pass. Universal Render Pipeline 12 and later, Built-in Render
// Pipeline; the High Definition Render Pipeline is not supported.
Shader "Texeleton/Lit"
{
    Properties
    {
        [MainColor] _BaseColor ("Base color", Color) = (1, 1, 1, 1)
        [MainTexture] [NoScaleOffset] _BaseMap ("Base color map", 2D) = "white" {}
        _Cutoff ("Alpha cutoff", Range(0, 1)) = 0.5
        _Metallic ("Metallic", Range(0, 1)) = 0
        _Roughness ("Roughness", Range(0, 1)) = 1
        [NoScaleOffset] _MetallicRoughnessMap ("Roughness (green), metallic (blue)", 2D) = "white" {}
        _BumpScale ("Normal scale", Float) = 1
        [NoScaleOffset] _BumpMap ("Normal map (as in glTF, linear)", 2D) = "bump" {}
        _OcclusionStrength ("Occlusion strength", Range(0, 1)) = 1
        [NoScaleOffset] _OcclusionMap ("Occlusion (red)", 2D) = "white" {}
        [HDR] _EmissionColor ("Emission", Color) = (0, 0, 0, 1)
        [NoScaleOffset] _EmissionMap ("Emission map", 2D) = "white" {}
        [NoScaleOffset] _TexeletonTintMap ("Tint mask", 2D) = "white" {}

        [HideInInspector] [NoScaleOffset] _TexeletonTexture ("Animation", 2D) = "black" {}
        [HideInInspector] [NoScaleOffset] _TexeletonSeen ("Variants", 2D) = "white" {}
        [HideInInspector] _TexeletonLayout ("Layout", Vector) = (1, 1, 65535, 0)
        [HideInInspector] _TexeletonTint ("Palette", Vector) = (0, 0, 0, 0)
        [HideInInspector] _TexeletonMask ("Mask", Vector) = (0, 0, 0, 0)
        [HideInInspector] _TexeletonUvSets ("UV sets", Vector) = (0, 0, 0, 0)
        [HideInInspector] _TexeletonSurface ("Surface", Vector) = (0, 0, 0, 0)
        [HideInInspector] _TexeletonFrom ("From", Vector) = (0, 0, 0, 0)
        [HideInInspector] _TexeletonTo ("To", Vector) = (0, 0, 0, 0)
        [HideInInspector] _TexeletonFromBefore ("From before", Vector) = (0, 0, 0, 0)
        [HideInInspector] _TexeletonToBefore ("To before", Vector) = (0, 0, 0, 0)
        [HideInInspector] _TexeletonLook ("Look", Vector) = (1, 1, 1, 0)
        [HideInInspector] _TexeletonShown ("Shown", Vector) = (0, 0, 0, 0)
        [Enum(UnityEngine.Rendering.CullMode)] _Cull ("Cull", Float) = 2
        [HideInInspector] _SrcBlend ("Source blend", Float) = 1
        [HideInInspector] _DstBlend ("Destination blend", Float) = 0
        [HideInInspector] _ZWrite ("Write depth", Float) = 1
    }
    SubShader // Universal Render Pipeline, if vertex shaders read buffers
    {
        PackageRequirements { "com.unity.render-pipelines.universal" : "12.0.0" }
        Tags { "RenderPipeline" = "UniversalPipeline" "RenderType" = "Opaque" "UniversalMaterialType" = "Lit" }
        LOD 300

        Pass
        {
            Name "Forward"
            Tags { "LightMode" = "UniversalForwardOnly" }
            Blend [_SrcBlend] [_DstBlend]
            ZWrite [_ZWrite]
            Cull [_Cull]
            HLSLPROGRAM
            #pragma target 4.5
            #pragma exclude_renderers gles gles3 glcore
            #pragma vertex TexeletonVertexShader
            #pragma fragment TexeletonFragmentShader
            #pragma multi_compile_local _ TEXELETON_VERTEX
            #pragma multi_compile_local _ TEXELETON_CROWD TEXELETON_CROWD_TEXTURE
            #pragma multi_compile_instancing
            #pragma multi_compile _ DOTS_INSTANCING_ON
            #pragma multi_compile _ _MAIN_LIGHT_SHADOWS _MAIN_LIGHT_SHADOWS_CASCADE _MAIN_LIGHT_SHADOWS_SCREEN
            #pragma multi_compile _ _ADDITIONAL_LIGHTS_VERTEX _ADDITIONAL_LIGHTS
            #pragma multi_compile_fragment _ _ADDITIONAL_LIGHT_SHADOWS
            #pragma multi_compile_fragment _ _SHADOWS_SOFT
            #pragma multi_compile_fragment _ _SCREEN_SPACE_OCCLUSION
            #pragma multi_compile _ _FORWARD_PLUS
            #pragma multi_compile _ _CLUSTER_LIGHT_LOOP
            #pragma multi_compile_fog
            #define TEXELETON_PASS_FORWARD
            #include "TexeletonUniversal.hlsl"
            ENDHLSL
        }
        Pass
        {
            Name "ShadowCaster"
            Tags { "LightMode" = "ShadowCaster" }
            ZWrite On
            ColorMask 0
            Cull [_Cull]
            HLSLPROGRAM
            #pragma target 4.5
            #pragma exclude_renderers gles gles3 glcore
            #pragma vertex TexeletonVertexShader
            #pragma fragment TexeletonFragmentShader
            #pragma multi_compile_local _ TEXELETON_VERTEX
            #pragma multi_compile_local _ TEXELETON_CROWD TEXELETON_CROWD_TEXTURE
            #pragma multi_compile_instancing
            #pragma multi_compile _ DOTS_INSTANCING_ON
            #pragma multi_compile_vertex _ _CASTING_PUNCTUAL_LIGHT_SHADOW
            #define TEXELETON_PASS_SHADOW
            #include "TexeletonUniversal.hlsl"
            ENDHLSL
        }
        Pass
        {
            Name "DepthOnly"
            Tags { "LightMode" = "DepthOnly" }
            ZWrite On
            ColorMask R
            Cull [_Cull]
            HLSLPROGRAM
            #pragma target 4.5
            #pragma exclude_renderers gles gles3 glcore
            #pragma vertex TexeletonVertexShader
            #pragma fragment TexeletonFragmentShader
            #pragma multi_compile_local _ TEXELETON_VERTEX
            #pragma multi_compile_local _ TEXELETON_CROWD TEXELETON_CROWD_TEXTURE
            #pragma multi_compile_instancing
            #pragma multi_compile _ DOTS_INSTANCING_ON
            #define TEXELETON_PASS_DEPTH
            #include "TexeletonUniversal.hlsl"
            ENDHLSL
        }
        Pass
        {
            Name "DepthNormals"
            Tags { "LightMode" = "DepthNormalsOnly" }
            ZWrite On
            Cull [_Cull]
            HLSLPROGRAM
            #pragma target 4.5
            #pragma exclude_renderers gles gles3 glcore
            #pragma vertex TexeletonVertexShader
            #pragma fragment TexeletonFragmentShader
            #pragma multi_compile_local _ TEXELETON_VERTEX
            #pragma multi_compile_local _ TEXELETON_CROWD TEXELETON_CROWD_TEXTURE
            #pragma multi_compile_instancing
            #pragma multi_compile _ DOTS_INSTANCING_ON
            #define TEXELETON_PASS_NORMALS
            #include "TexeletonUniversal.hlsl"
            ENDHLSL
        }
        Pass
        {
            Name "MotionVectors"
            Tags { "LightMode" = "MotionVectors" }
            PackageRequirements { "com.unity.render-pipelines.universal" : "14.0.0" }
            ColorMask RG
            Cull [_Cull]
            HLSLPROGRAM
            #pragma target 4.5
            #pragma exclude_renderers gles gles3 glcore
            #pragma vertex TexeletonVertexShader
            #pragma fragment TexeletonFragmentShader
            #pragma multi_compile_local _ TEXELETON_VERTEX
            #pragma multi_compile_local _ TEXELETON_CROWD TEXELETON_CROWD_TEXTURE
            #pragma multi_compile_instancing
            #pragma multi_compile _ DOTS_INSTANCING_ON
            #define TEXELETON_PASS_MOTION
            #include "TexeletonUniversal.hlsl"
            ENDHLSL
        }
    }
    SubShader // Universal Render Pipeline
    {
        PackageRequirements { "com.unity.render-pipelines.universal" : "12.0.0" }
        Tags { "RenderPipeline" = "UniversalPipeline" "RenderType" = "Opaque" "UniversalMaterialType" = "Lit" }
        LOD 200

        Pass
        {
            Name "Forward"
            Tags { "LightMode" = "UniversalForwardOnly" }
            Blend [_SrcBlend] [_DstBlend]
            ZWrite [_ZWrite]
            Cull [_Cull]
            HLSLPROGRAM
            #pragma target 3.5
            #pragma vertex TexeletonVertexShader
            #pragma fragment TexeletonFragmentShader
            #pragma multi_compile_local _ TEXELETON_VERTEX
            #pragma multi_compile_local _ TEXELETON_CROWD_TEXTURE
            #pragma multi_compile_instancing
            #pragma multi_compile _ _MAIN_LIGHT_SHADOWS _MAIN_LIGHT_SHADOWS_CASCADE _MAIN_LIGHT_SHADOWS_SCREEN
            #pragma multi_compile _ _ADDITIONAL_LIGHTS_VERTEX _ADDITIONAL_LIGHTS
            #pragma multi_compile_fragment _ _ADDITIONAL_LIGHT_SHADOWS
            #pragma multi_compile_fragment _ _SHADOWS_SOFT
            #pragma multi_compile_fragment _ _SCREEN_SPACE_OCCLUSION
            #pragma multi_compile _ _FORWARD_PLUS
            #pragma multi_compile _ _CLUSTER_LIGHT_LOOP
            #pragma multi_compile_fog
            #define TEXELETON_PASS_FORWARD
            #include "TexeletonUniversal.hlsl"
            ENDHLSL
        }
        Pass
        {
            Name "ShadowCaster"
            Tags { "LightMode" = "ShadowCaster" }
            ZWrite On
            ColorMask 0
            Cull [_Cull]
            HLSLPROGRAM
            #pragma target 3.5
            #pragma vertex TexeletonVertexShader
            #pragma fragment TexeletonFragmentShader
            #pragma multi_compile_local _ TEXELETON_VERTEX
            #pragma multi_compile_local _ TEXELETON_CROWD_TEXTURE
            #pragma multi_compile_instancing
            #pragma multi_compile_vertex _ _CASTING_PUNCTUAL_LIGHT_SHADOW
            #define TEXELETON_PASS_SHADOW
            #include "TexeletonUniversal.hlsl"
            ENDHLSL
        }
        Pass
        {
            Name "DepthOnly"
            Tags { "LightMode" = "DepthOnly" }
            ZWrite On
            ColorMask R
            Cull [_Cull]
            HLSLPROGRAM
            #pragma target 3.5
            #pragma vertex TexeletonVertexShader
            #pragma fragment TexeletonFragmentShader
            #pragma multi_compile_local _ TEXELETON_VERTEX
            #pragma multi_compile_local _ TEXELETON_CROWD_TEXTURE
            #pragma multi_compile_instancing
            #define TEXELETON_PASS_DEPTH
            #include "TexeletonUniversal.hlsl"
            ENDHLSL
        }
        Pass
        {
            Name "DepthNormals"
            Tags { "LightMode" = "DepthNormalsOnly" }
            ZWrite On
            Cull [_Cull]
            HLSLPROGRAM
            #pragma target 3.5
            #pragma vertex TexeletonVertexShader
            #pragma fragment TexeletonFragmentShader
            #pragma multi_compile_local _ TEXELETON_VERTEX
            #pragma multi_compile_local _ TEXELETON_CROWD_TEXTURE
            #pragma multi_compile_instancing
            #define TEXELETON_PASS_NORMALS
            #include "TexeletonUniversal.hlsl"
            ENDHLSL
        }
        Pass
        {
            Name "MotionVectors"
            Tags { "LightMode" = "MotionVectors" }
            PackageRequirements { "com.unity.render-pipelines.universal" : "14.0.0" }
            ColorMask RG
            Cull [_Cull]
            HLSLPROGRAM
            #pragma target 3.5
            #pragma vertex TexeletonVertexShader
            #pragma fragment TexeletonFragmentShader
            #pragma multi_compile_local _ TEXELETON_VERTEX
            #pragma multi_compile_local _ TEXELETON_CROWD_TEXTURE
            #pragma multi_compile_instancing
            #define TEXELETON_PASS_MOTION
            #include "TexeletonUniversal.hlsl"
            ENDHLSL
        }
    }
    SubShader // Built-in Render Pipeline, if vertex shaders read buffers
    {
        // Not "Opaque": Unity's replacement shader for depth and normals would draw the bind pose.
        Tags { "RenderType" = "TexeletonOpaque" }
        LOD 300

        Pass
        {
            Name "ForwardBase"
            Tags { "LightMode" = "ForwardBase" }
            Blend [_SrcBlend] [_DstBlend]
            ZWrite [_ZWrite]
            Cull [_Cull]
            CGPROGRAM
            #pragma target 4.5
            #pragma vertex TexeletonVertexShader
            #pragma fragment TexeletonFragmentShader
            #pragma multi_compile_local _ TEXELETON_VERTEX
            #pragma multi_compile_local _ TEXELETON_CROWD TEXELETON_CROWD_TEXTURE
            #pragma multi_compile_instancing
            #pragma multi_compile_fwdbase nolightmap nodirlightmap nodynlightmap
            #pragma multi_compile_fog
            #define TEXELETON_PASS_BASE
            #include "TexeletonBuiltIn.hlsl"
            ENDCG
        }
        Pass
        {
            Name "ForwardAdd"
            Tags { "LightMode" = "ForwardAdd" }
            Blend [_SrcBlend] One
            ZWrite Off
            Cull [_Cull]
            CGPROGRAM
            #pragma target 4.5
            #pragma vertex TexeletonVertexShader
            #pragma fragment TexeletonFragmentShader
            #pragma multi_compile_local _ TEXELETON_VERTEX
            #pragma multi_compile_local _ TEXELETON_CROWD TEXELETON_CROWD_TEXTURE
            #pragma multi_compile_instancing
            #pragma multi_compile_fwdadd_fullshadows
            #pragma multi_compile_fog
            #define TEXELETON_PASS_ADD
            #include "TexeletonBuiltIn.hlsl"
            ENDCG
        }
        Pass
        {
            Name "ShadowCaster"
            Tags { "LightMode" = "ShadowCaster" }
            ZWrite On
            Cull [_Cull]
            CGPROGRAM
            #pragma target 4.5
            #pragma vertex TexeletonVertexShader
            #pragma fragment TexeletonFragmentShader
            #pragma multi_compile_local _ TEXELETON_VERTEX
            #pragma multi_compile_local _ TEXELETON_CROWD TEXELETON_CROWD_TEXTURE
            #pragma multi_compile_instancing
            #pragma multi_compile_shadowcaster
            #define TEXELETON_PASS_SHADOW
            #include "TexeletonBuiltIn.hlsl"
            ENDCG
        }
        Pass
        {
            Name "MotionVectors"
            Tags { "LightMode" = "MotionVectors" }
            ZWrite Off
            Cull [_Cull]
            CGPROGRAM
            #pragma target 4.5
            #pragma vertex TexeletonVertexShader
            #pragma fragment TexeletonFragmentShader
            #pragma multi_compile_local _ TEXELETON_VERTEX
            #pragma multi_compile_local _ TEXELETON_CROWD TEXELETON_CROWD_TEXTURE
            #pragma multi_compile_instancing
            #define TEXELETON_PASS_MOTION
            #include "TexeletonBuiltIn.hlsl"
            ENDCG
        }
    }
    SubShader // Built-in Render Pipeline
    {
        // Not "Opaque": Unity's replacement shader for depth and normals would draw the bind pose.
        Tags { "RenderType" = "TexeletonOpaque" }
        LOD 200

        Pass
        {
            Name "ForwardBase"
            Tags { "LightMode" = "ForwardBase" }
            Blend [_SrcBlend] [_DstBlend]
            ZWrite [_ZWrite]
            Cull [_Cull]
            CGPROGRAM
            #pragma target 3.5
            #pragma vertex TexeletonVertexShader
            #pragma fragment TexeletonFragmentShader
            #pragma multi_compile_local _ TEXELETON_VERTEX
            #pragma multi_compile_local _ TEXELETON_CROWD_TEXTURE
            #pragma multi_compile_instancing
            #pragma multi_compile_fwdbase nolightmap nodirlightmap nodynlightmap
            #pragma multi_compile_fog
            #define TEXELETON_PASS_BASE
            #include "TexeletonBuiltIn.hlsl"
            ENDCG
        }
        Pass
        {
            Name "ForwardAdd"
            Tags { "LightMode" = "ForwardAdd" }
            Blend [_SrcBlend] One
            ZWrite Off
            Cull [_Cull]
            CGPROGRAM
            #pragma target 3.5
            #pragma vertex TexeletonVertexShader
            #pragma fragment TexeletonFragmentShader
            #pragma multi_compile_local _ TEXELETON_VERTEX
            #pragma multi_compile_local _ TEXELETON_CROWD_TEXTURE
            #pragma multi_compile_instancing
            #pragma multi_compile_fwdadd_fullshadows
            #pragma multi_compile_fog
            #define TEXELETON_PASS_ADD
            #include "TexeletonBuiltIn.hlsl"
            ENDCG
        }
        Pass
        {
            Name "ShadowCaster"
            Tags { "LightMode" = "ShadowCaster" }
            ZWrite On
            Cull [_Cull]
            CGPROGRAM
            #pragma target 3.5
            #pragma vertex TexeletonVertexShader
            #pragma fragment TexeletonFragmentShader
            #pragma multi_compile_local _ TEXELETON_VERTEX
            #pragma multi_compile_local _ TEXELETON_CROWD_TEXTURE
            #pragma multi_compile_instancing
            #pragma multi_compile_shadowcaster
            #define TEXELETON_PASS_SHADOW
            #include "TexeletonBuiltIn.hlsl"
            ENDCG
        }
        Pass
        {
            Name "MotionVectors"
            Tags { "LightMode" = "MotionVectors" }
            ZWrite Off
            Cull [_Cull]
            CGPROGRAM
            #pragma target 3.5
            #pragma vertex TexeletonVertexShader
            #pragma fragment TexeletonFragmentShader
            #pragma multi_compile_local _ TEXELETON_VERTEX
            #pragma multi_compile_local _ TEXELETON_CROWD_TEXTURE
            #pragma multi_compile_instancing
            #define TEXELETON_PASS_MOTION
            #include "TexeletonBuiltIn.hlsl"
            ENDCG
        }
    }
    Fallback Off
}
