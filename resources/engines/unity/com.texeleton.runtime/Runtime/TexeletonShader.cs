using UnityEngine;

namespace Texeleton
{
    /// <summary>Names of the shaders' properties and keywords.</summary>
    internal static class TexeletonShader
    {
        public const string Crowd = "TEXELETON_CROWD";
        public const string CrowdTexture = "TEXELETON_CROWD_TEXTURE";

        public static readonly int From = Shader.PropertyToID("_TexeletonFrom");
        public static readonly int To = Shader.PropertyToID("_TexeletonTo");
        public static readonly int FromBefore = Shader.PropertyToID("_TexeletonFromBefore");
        public static readonly int ToBefore = Shader.PropertyToID("_TexeletonToBefore");
        public static readonly int Look = Shader.PropertyToID("_TexeletonLook");
        public static readonly int Shown = Shader.PropertyToID("_TexeletonShown");
        public static readonly int Clock = Shader.PropertyToID("_TexeletonClock");
        public static readonly int ClockBefore = Shader.PropertyToID("_TexeletonClockBefore");
        public static readonly int State = Shader.PropertyToID("_TexeletonState");
        public static readonly int StateBefore = Shader.PropertyToID("_TexeletonStateBefore");
        public static readonly int Visible = Shader.PropertyToID("_TexeletonVisible");
        public static readonly int FirstVisible = Shader.PropertyToID("_TexeletonFirstVisible");
        public static readonly int StateMap = Shader.PropertyToID("_TexeletonStateMap");
        public static readonly int StateMapBefore = Shader.PropertyToID("_TexeletonStateMapBefore");
        public static readonly int Mask = Shader.PropertyToID("_TexeletonMask");
        public static readonly int States = Shader.PropertyToID("_TexeletonStates");
        public static readonly int Masks = Shader.PropertyToID("_TexeletonMasks");
        public static readonly int Number = Shader.PropertyToID("_TexeletonNumber");

        /// <summary>_TexeletonMask of a character whose texture is damaged: no tint, and a checker.</summary>
        public static readonly Vector4 Checker = new Vector4(3, 0, 0, 1);

        /// <summary>A clock as numbers that floats hold exactly.</summary>
        public static Vector4 ClockVector(CrowdTime clock, bool stepped)
        {
            uint ticks = CrowdClock.ToUint(clock.ticks);
            return new Vector4(ticks & 0xffff, ticks >> 16, clock.rest, stepped ? 1 : 0);
        }

        public static Vector4 FramesVector(ClipFrames frames, float share)
        {
            return new Vector4(frames.current, frames.next, frames.fraction, share);
        }
    }
}
