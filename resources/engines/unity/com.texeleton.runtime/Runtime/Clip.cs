using System;

namespace Texeleton
{
    /// <summary>An event at a time of a clip.</summary>
    [Serializable]
    public sealed class ClipEvent
    {
        public string name = "";
        public double timeSeconds;
        public string parameter = "";
    }

    /// <summary>The root's position in a clip at every frame; if it loops, also at the end of the cycle.</summary>
    [Serializable]
    public sealed class RootTrack
    {
        public double[] x = new double[0];
        public double[] y = new double[0];
        public double[] z = new double[0];
        public double[] yawRadians = new double[0];

        public int Count { get { return x == null ? 0 : x.Length; } }
    }

    /// <summary>A box by its corners.</summary>
    [Serializable]
    public sealed class ClipBox
    {
        public float[] min = new float[3];
        public float[] max = new float[3];
    }

    /// <summary>An animation clip: a run of frames of the animation texture. Times count from its start.</summary>
    [Serializable]
    public sealed class Clip
    {
        public string name = "";
        public int frameBegin;
        public int frameCount = 1;
        public double sampleRateHz;
        public double frameRate;
        public double lengthSeconds;
        public bool loop;
        public ClipEvent[] events = new ClipEvent[0]; // Ascending in time.
        public RootTrack rootMotion = new RootTrack();
        public ClipBox bounds = new ClipBox(); // Bounds of the pose, without root motion.

        /// <summary>Whether this is a part of a clip; see ClipSection.</summary>
        public bool IsSection { get; internal set; }

        /// <summary>The length as players use it: 0 unless finite and positive.</summary>
        public double PlayLength
        {
            get { return lengthSeconds > 0 && !double.IsInfinity(lengthSeconds) ? lengthSeconds : 0; }
        }

        /// <summary>Whether it loops when played.</summary>
        public bool PlaysAsLoop { get { return loop && PlayLength > 0; } }

        /// <summary>The number of the first clip that moves; 0 if all are poses.</summary>
        public static int FirstMoving(Clip[] clips)
        {
            return Math.Max(0, Array.FindIndex(clips, c => c.frameCount > 1 && c.PlayLength > 0));
        }

        /// <summary>
        /// Frames at a time. Looping: position frac(t/L)·N, the last frame blends into the first. Once: position
        /// clamp(t/L, 0, 1)·(N − 1). A time that is not finite counts as 0.
        /// </summary>
        public ClipFrames Sample(double seconds)
        {
            double length = PlayLength;
            if (length == 0)
            {
                return new ClipFrames(frameBegin, frameBegin, 0);
            }
            double time = Numbers.IsFinite(seconds) ? seconds : 0;
            int last = Math.Max(frameCount, 1) - 1;
            double position = loop ? TurnFraction(time, length) * (last + 1) : Numbers.Clamp(time / length, 0, 1) * last;
            int frame = Math.Min((int)Math.Floor(position), last);
            int next = frame < last ? frame + 1 : loop ? 0 : last;
            return new ClipFrames(frameBegin + frame, frameBegin + next, (float)(position - frame));
        }

        private static double TurnFraction(double seconds, double length)
        {
            double turns = seconds / length;
            if (!Numbers.IsFinite(turns))
            {
                return 0;
            }
            double fraction = turns - Math.Floor(turns);
            return fraction < 1 ? fraction : 0; // A tiny negative number rounds to 1: the start of the next loop.
        }
    }

    /// <summary>Input of a shader: two frames of the texture and the fraction between them, in [0, 1).</summary>
    public struct ClipFrames : IEquatable<ClipFrames>
    {
        /// <summary>The largest float below 1: a fraction must not round up to 1.</summary>
        private const float LargestFraction = 0.99999994f;

        public int current;
        public int next;
        public float fraction;

        public ClipFrames(int current, int next, float fraction)
        {
            this.current = current;
            this.next = next;
            this.fraction = Math.Min(Math.Max(fraction, 0f), LargestFraction);
        }

        public bool Equals(ClipFrames other)
        {
            return current == other.current && next == other.next && fraction == other.fraction;
        }

        public override bool Equals(object other) { return other is ClipFrames && Equals((ClipFrames)other); }

        public override int GetHashCode() { return (current * 397) ^ next ^ fraction.GetHashCode(); }
    }

    internal static class Numbers
    {
        public static bool IsFinite(double x) { return !double.IsNaN(x) && !double.IsInfinity(x); }

        public static double FiniteOrZero(double x) { return IsFinite(x) ? x : 0; }

        public static double Clamp(double x, double low, double high) { return Math.Min(Math.Max(x, low), high); }

        /// <summary>Rounds half away from zero.</summary>
        public static double RoundAway(double x) { return Math.Sign(x) * Math.Floor(Math.Abs(x) + 0.5); }
    }
}
