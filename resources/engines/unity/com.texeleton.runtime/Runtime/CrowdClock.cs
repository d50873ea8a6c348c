using System;

namespace Texeleton
{
    /// <summary>The clock of a crowd: ticks of 1/1024 s since the last re-basing, and the rest of a tick.</summary>
    public struct CrowdTime
    {
        public double ticks; // Whole; a double suffices for millions of years.
        public uint rest;    // In 1/65,536.

        public static CrowdTime At(double seconds)
        {
            double all = Numbers.Clamp(Numbers.FiniteOrZero(seconds) * CrowdClock.TicksPerSecond, 0, 9007199254740992.0);
            double whole = Math.Floor(all);
            return new CrowdTime { ticks = whole, rest = (uint)Math.Floor((all - whole) * 65536) };
        }
    }

    /// <summary>The movement of one instance through its clip.</summary>
    public struct CrowdRecord
    {
        /// <summary>
        /// Looping: position at tick 0 in turns · 2³². Once: the tick at which it starts (with step 0: its
        /// constant position).
        /// </summary>
        public uint phase;

        /// <summary>Step per tick in turns · 2³², signed.</summary>
        public int stepHigh;

        /// <summary>The lower 16 bits of the step.</summary>
        public uint stepLow;
    }

    /// <summary>
    /// Time of a crowd in integers: a shader needs no more than 32 bits, CPU and GPU agree to the bit, and nothing
    /// drifts or steps after days of play. A turn is one cycle of a clip. All arithmetic is modulo 2³².
    /// </summary>
    public static class CrowdClock
    {
        public const double TicksPerSecond = 1024;

        /// <summary>The longest time between re-basings, in ticks (12 days).</summary>
        public const uint RebaseTicks = 1u << 30;

        private const double PhaseUnits = 4294967296.0;
        private const double StepUnits = 281474976710656.0;
        private const int MaxFrames = 65535;

        /// <summary>Turns of a clip in a tick.</summary>
        internal static double TurnsPerTick(Clip clip, double speed)
        {
            double length = clip.PlayLength;
            return length > 0 ? Numbers.FiniteOrZero(speed / length / TicksPerSecond) : 0;
        }

        /// <summary>value modulo 2³², for whole numbers of up to 53 bits.</summary>
        internal static uint ToUint(double value)
        {
            double rest = value % PhaseUnits;
            return (uint)(rest < 0 ? rest + PhaseUnits : rest);
        }

        /// <summary>Turns per tick in 2⁻⁴⁸, not rounded; without a loop's whole turns, which have no effect.</summary>
        private static double IdealStep(Clip clip, double speed)
        {
            double step = TurnsPerTick(clip, speed) * StepUnits;
            return clip.PlaysAsLoop ? step % StepUnits : Numbers.Clamp(step, -StepUnits / 4, StepUnits / 4);
        }

        /// <summary>
        /// The record of an instance that at a tick is at a time of the clip and moves at a speed (negative: backward;
        /// to play once backward, start at the clip's length).
        /// </summary>
        public static CrowdRecord Record(Clip clip, double speed, double startSeconds, double nowTicks = 0)
        {
            double step = IdealStep(clip, speed);
            double rounded = Numbers.RoundAway(step);
            double high = Math.Floor(rounded / 65536);
            var record = new CrowdRecord
            {
                phase = 0, stepHigh = unchecked((int)ToUint(high)), stepLow = (uint)(rounded - high * 65536),
            };
            double length = clip.PlayLength;
            double turns = length > 0 ? Numbers.FiniteOrZero(Numbers.FiniteOrZero(startSeconds) / length) : 0;
            if (clip.PlaysAsLoop)
            {
                double phase = Numbers.RoundAway((turns - Math.Floor(turns)) * PhaseUnits);
                record.phase = ToUint(phase - LoopPhase(record, ToUint(nowTicks), 0));
                return record;
            }
            double made = Numbers.Clamp(turns, 0, 1);
            if (record.stepHigh == 0 && record.stepLow == 0)
            {
                record.phase = (uint)Math.Min(Numbers.RoundAway(made * PhaseUnits), PhaseUnits - 1);
            }
            else
            {
                record.phase = ToUint(nowTicks - TicksToMake(step < 0 ? 1 - made : made, Math.Abs(step)));
            }
            return record;
        }

        private static double TicksToMake(double turns, double step)
        {
            double ticks = turns * StepUnits / step;
            return ticks < RebaseTicks ? Numbers.RoundAway(ticks) : RebaseTicks;
        }

        /// <summary>
        /// The same motion for a clock that restarts at 0 at the given tick; removes the accumulated rounding of the
        /// step.
        /// </summary>
        public static CrowdRecord Rebased(CrowdRecord record, Clip clip, double speed, double ticks)
        {
            CrowdRecord moved = record;
            if (clip.PlaysAsLoop)
            {
                double step = IdealStep(clip, speed);
                double lost = (step - Numbers.RoundAway(step)) * ticks / (StepUnits / PhaseUnits);
                moved.phase = ToUint(LoopPhase(record, ToUint(ticks), 0) + Numbers.RoundAway(lost));
                return moved;
            }
            if (record.stepHigh == 0 && record.stepLow == 0)
            {
                return moved;
            }
            moved.phase = ToUint(record.phase - ticks);
            // The age of an ended clip is limited, so that the signed distance stays in its range.
            const uint oldAge = RebaseTicks / 2;
            CrowdRecord longAgo = record;
            longAgo.phase = unchecked(0u - oldAge);
            uint elapsed = ToUint(ticks - record.phase);
            bool endNow, endThen;
            uint now = OncePhase(record, ToUint(ticks), 0, out endNow);
            uint then = OncePhase(longAgo, 0, 0, out endThen);
            if (elapsed > oldAge && elapsed < 0x80000000u && now == then && endNow == endThen)
            {
                moved.phase = longAgo.phase;
            }
            return moved;
        }

        /// <summary>Position of a looping record in turns · 2³².</summary>
        public static uint LoopPhase(CrowdRecord record, uint ticks, uint rest)
        {
            unchecked
            {
                uint high = (uint)record.stepHigh;
                uint whole = high * ticks + record.stepLow * (ticks >> 16) + ((record.stepLow * (ticks & 0xffff)) >> 16);
                uint part = (uint)(record.stepHigh >> 16) * rest + (((high & 0xffff) * rest) >> 16);
                return record.phase + whole + part;
            }
        }

        /// <summary>
        /// Position of a record that plays once, in turns · 2³²; `atEnd` stands for a whole turn, which 32 bits cannot hold.
        /// </summary>
        public static uint OncePhase(CrowdRecord record, uint ticks, uint rest, out bool atEnd)
        {
            atEnd = false;
            if (record.stepHigh == 0 && record.stepLow == 0)
            {
                return record.phase;
            }
            unchecked
            {
                // Backward the distance counts from the end: the 48 bits are negated.
                bool backward = record.stepHigh < 0;
                uint low = backward ? (0u - record.stepLow) & 0xffff : record.stepLow;
                uint high = (uint)record.stepHigh;
                if (backward)
                {
                    high = ~high + (record.stepLow == 0 ? 1u : 0u);
                }
                uint elapsed = ticks - record.phase;
                uint made = 0;
                bool whole = false;
                if (elapsed < 0x80000000u)
                {
                    // A sum beyond 32 bits is a whole turn or more.
                    whole = high != 0 && elapsed > 0xffffffffu / high;
                    uint a = high * elapsed;
                    uint b = a + low * (elapsed >> 16) + ((low * (elapsed & 0xffff)) >> 16);
                    made = b + (high >> 16) * rest + (((high & 0xffff) * rest) >> 16);
                    whole = whole || b < a || made < b;
                }
                if (whole)
                {
                    atEnd = !backward;
                    return 0;
                }
                atEnd = backward && made == 0;
                return backward ? 0u - made : made;
            }
        }

        /// <summary>The frames that an instance shows.</summary>
        public static ClipFrames Frames(Clip clip, CrowdRecord record, CrowdTime clock)
        {
            bool loop = clip.PlaysAsLoop;
            bool atEnd = false;
            uint ticks = ToUint(clock.ticks);
            uint phase = loop ? LoopPhase(record, ticks, clock.rest) : OncePhase(record, ticks, clock.rest, out atEnd);
            uint last = LastFrame(clip);
            uint steps = loop ? last + 1 : last;
            uint position = atEnd ? last * 65536 : (phase >> 16) * steps + (((phase & 0xffff) * steps) >> 16);
            int frame = (int)(position >> 16);
            int next = frame < (int)last ? frame + 1 : loop ? 0 : (int)last;
            return new ClipFrames(clip.frameBegin + frame, clip.frameBegin + next, (position & 0xffff) / 65536f);
        }

        /// <summary>Number of the last frame that is played, counted from the clip's first.</summary>
        internal static uint LastFrame(Clip clip)
        {
            return clip.PlayLength > 0 ? (uint)Math.Min(Math.Max(clip.frameCount, 1), MaxFrames) - 1 : 0;
        }

        /// <summary>Share of the incoming clip in a cross-fade: 0 before it begins, 1 after it ends.</summary>
        public static float FadeShare(uint startTicks, uint durationTicks, CrowdTime clock)
        {
            uint elapsed = unchecked(ToUint(clock.ticks) - startTicks);
            if (elapsed >= 0x80000000u)
            {
                return 0;
            }
            if (elapsed >= durationTicks)
            {
                return 1;
            }
            return (float)Math.Min((elapsed + clock.rest / 65536.0) / durationTicks, 1);
        }
    }
}
