using System;

namespace Texeleton
{
    /// <summary>A part of a clip, played as a clip of its own.</summary>
    public static class ClipSection
    {
        /// <summary>
        /// The part from the frame nearest to one time to the frame nearest to another. Its times, events and root motion
        /// count from its start; its bounds are those of the clip. Once: it shows both of these frames. Looping: the last
        /// frame blends into the first, in place of the frame at the end.
        /// </summary>
        public static Clip Of(Clip clip, string name, double fromSeconds, double toSeconds, bool loop = false)
        {
            double length = clip.PlayLength;
            if (!(fromSeconds >= 0 && fromSeconds < toSeconds && toSeconds <= length * (1 + 1e-6)))
            {
                throw new ArgumentException("a section of the clip \"" + clip.name + "\", which has " + length
                    + " s, cannot be from " + fromSeconds + " to " + toSeconds + " s");
            }
            int steps = clip.loop ? clip.frameCount : clip.frameCount - 1;
            int first = NearestFrame(fromSeconds / length, steps);
            int end = NearestFrame(toSeconds / length, steps);
            if (!loop)
            {
                end = Math.Min(end, clip.frameCount - 1); // The end of a looping clip is its first frame, which is not stored after the last one.
            }
            if (end <= first)
            {
                throw new ArgumentException("a section of the clip \"" + clip.name + "\" needs at least one frame's time: "
                    + length / steps + " s");
            }
            double start = (double)first / steps * length;
            double stop = (double)end / steps * length;
            ClipEvent[] inside = Array.FindAll(
                clip.events, e => e.timeSeconds >= start && (loop ? e.timeSeconds < stop : e.timeSeconds <= stop));
            return new Clip
            {
                name = name,
                frameBegin = clip.frameBegin + first,
                frameCount = loop ? end - first : end - first + 1,
                sampleRateHz = clip.sampleRateHz,
                frameRate = clip.frameRate,
                lengthSeconds = stop - start,
                loop = loop,
                events = Array.ConvertAll(inside, e => new ClipEvent
                {
                    name = e.name, timeSeconds = e.timeSeconds - start, parameter = e.parameter,
                }),
                rootMotion = RootTrackOf(clip, first, end, steps),
                bounds = clip.bounds,
                IsSection = true,
            };
        }

        private static int NearestFrame(double turns, int steps) { return (int)Math.Floor(turns * steps + 0.5); }

        private static RootTrack RootTrackOf(Clip clip, int first, int end, int steps)
        {
            var track = new RootTrack();
            if (clip.rootMotion == null || clip.rootMotion.Count == 0)
            {
                return track;
            }
            // Within one loop: its end is the last sample, not the first one.
            var once = new Clip { lengthSeconds = clip.lengthSeconds, frameCount = clip.frameCount, rootMotion = clip.rootMotion };
            int count = end - first + 1;
            track.x = new double[count];
            track.y = new double[count];
            track.z = new double[count];
            track.yawRadians = new double[count];
            for (int i = 0; i < count; i++)
            {
                RootMotion way = RootMotion.Between(
                    once, (double)first / steps * clip.lengthSeconds, (double)(first + i) / steps * clip.lengthSeconds);
                track.x[i] = way.x;
                track.y[i] = way.y;
                track.z[i] = way.z;
                track.yawRadians[i] = way.yawRadians;
            }
            return track;
        }
    }
}
