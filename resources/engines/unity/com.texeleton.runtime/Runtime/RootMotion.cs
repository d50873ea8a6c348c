using System;

namespace Texeleton
{
    /// <summary>
    /// The movement of a character by a clip: p → rotation about +Y by `yawRadians`, then + (x, y, z), in Unity's axes.
    /// A positive yaw turns +Z towards +X, as Quaternion.Euler does.
    /// </summary>
    public struct RootMotion
    {
        public double x;
        public double y;
        public double z;
        public double yawRadians;

        /// <summary>This motion, then another in the space where this one ends.</summary>
        public RootMotion FollowedBy(RootMotion second)
        {
            RootMotion way = Turned(second.x, second.z, yawRadians);
            return new RootMotion
            {
                x = x + way.x, y = y + second.y, z = z + way.z, yawRadians = yawRadians + second.yawRadians,
            };
        }

        /// <summary>The inverse motion.</summary>
        public RootMotion Inverse()
        {
            RootMotion way = Turned(x, z, -yawRadians);
            return new RootMotion { x = -way.x, y = -y, z = -way.z, yawRadians = -yawRadians };
        }

        /// <summary>
        /// The movement of a character in the seconds (unrolled) since a clip's start. A character placed at A is at
        /// A·this. In closed form: nothing accumulates over loops.
        /// </summary>
        public static RootMotion At(Clip clip, double seconds)
        {
            double length = clip.PlayLength;
            if (clip.rootMotion == null || clip.rootMotion.Count == 0 || !Numbers.IsFinite(seconds) || length == 0)
            {
                return new RootMotion();
            }
            double turns = seconds / length;
            if (!clip.PlaysAsLoop)
            {
                return InCycle(clip.rootMotion, turns);
            }
            double whole = Math.Floor(turns);
            RootMotion cycle = Sample(clip.rootMotion, clip.rootMotion.Count - 1);
            return Repeated(cycle, whole).FollowedBy(InCycle(clip.rootMotion, turns - whole));
        }

        /// <summary>The step from one time to another, in the space that the character has at the first.</summary>
        public static RootMotion Between(Clip clip, double fromSeconds, double toSeconds)
        {
            return At(clip, fromSeconds).Inverse().FollowedBy(At(clip, toSeconds));
        }

        private static RootMotion Turned(double x, double z, double yaw)
        {
            double c = Math.Cos(yaw);
            double s = Math.Sin(yaw);
            return new RootMotion { x = c * x + s * z, z = c * z - s * x };
        }

        private static RootMotion Sample(RootTrack track, int i)
        {
            return new RootMotion { x = track.x[i], y = track.y[i], z = track.z[i], yawRadians = track.yawRadians[i] };
        }

        private static RootMotion InCycle(RootTrack track, double turn)
        {
            int last = track.Count - 1;
            double at = Numbers.Clamp(turn, 0, 1) * last;
            int first = Math.Min((int)Math.Floor(at), Math.Max(last - 1, 0));
            RootMotion a = Sample(track, first);
            RootMotion b = Sample(track, Math.Min(first + 1, last));
            double f = at - first;
            return new RootMotion
            {
                x = a.x * (1 - f) + b.x * f,
                y = a.y * (1 - f) + b.y * f,
                z = a.z * (1 - f) + b.z * f,
                yawRadians = a.yawRadians * (1 - f) + b.yawRadians * f,
            };
        }

        /// <summary>One cycle, several times: a walk of equal steps, each turned by the same angle.</summary>
        private static RootMotion Repeated(RootMotion cycle, double times)
        {
            double half = 0.5 * Math.IEEERemainder(cycle.yawRadians, 2 * Math.PI);
            double sine = Math.Sin(half);
            double ratio = Math.Abs(sine) < 1e-9 ? times : Math.Sin(times * half) / sine;
            RootMotion way = Turned(cycle.x, cycle.z, (times - 1) * half);
            return new RootMotion
            {
                x = way.x * ratio, y = cycle.y * times, z = way.z * ratio, yawRadians = cycle.yawRadians * times,
            };
        }
    }
}
