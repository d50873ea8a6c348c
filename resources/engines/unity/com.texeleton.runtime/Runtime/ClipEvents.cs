using System;

namespace Texeleton
{
    /// <summary>An event that has become due.</summary>
    public struct FiredEvent
    {
        public int index;    // Index into the clip's events.
        public double loop;  // Number of the loop, whole; 0 for clips that play once, negative before the start.
        public ClipEvent clipEvent;

        public string name { get { return clipEvent.name; } }
        public string parameter { get { return clipEvent.parameter; } }
        public double timeSeconds { get { return clipEvent.timeSeconds; } }
    }

    /// <summary>
    /// The events of one step in time, each exactly once, however time is divided: found one by one as
    /// foreach requests them, without allocation, so that a huge step cannot hang. An event at e repeats at e
    /// + k·L for all whole k (once: k = 0). Forward from x₀ to x₁ fires those in (x₀, x₁], backward those in
    /// [x₁, x₀), latest first.
    /// </summary>
    public struct FiredEvents
    {
        private enum Kind { Forward, Backward, StartForward, StartBackward }

        /// <summary>Beyond this a double cannot tell one loop from the next.</summary>
        private const double MaxLoop = 9007199254740992.0;

        private ClipEvent[] events;
        private int count; // Only the first `count` of them.
        private double length;
        private Place from;
        private Place to;
        private Kind kind;

        /// <summary>Events fired while the unrolled position moves from one time to another.</summary>
        public static FiredEvents Between(Clip clip, double from, double to)
        {
            if (!Numbers.IsFinite(from) || !Numbers.IsFinite(to) || from == to)
            {
                return new FiredEvents();
            }
            double length = clip.PlaysAsLoop ? clip.PlayLength : 0;
            return new FiredEvents
            {
                events = clip.events,
                count = clip.events.Length,
                length = length,
                from = new Place(from, length),
                to = new Place(to, length),
                kind = to < from ? Kind.Backward : Kind.Forward,
            };
        }

        /// <summary>
        /// Events fired by starting at a time: those exactly there. At the start of a loop those at 0, not those at the
        /// length.
        /// </summary>
        public static FiredEvents AtStart(Clip clip, double at, bool backward)
        {
            if (!Numbers.IsFinite(at))
            {
                return new FiredEvents();
            }
            double length = clip.PlaysAsLoop ? clip.PlayLength : 0;
            int count = clip.events.Length;
            while (length > 0 && count > 0 && clip.events[count - 1].timeSeconds >= length)
            {
                count -= 1;
            }
            return new FiredEvents
            {
                events = clip.events,
                count = count,
                length = length,
                from = new Place(at, length),
                to = new Place(at, length),
                kind = backward ? Kind.StartBackward : Kind.StartForward,
            };
        }

        /// <summary>Their number, by formula: a step of any size costs the same.</summary>
        public double Count
        {
            get
            {
                double total = 0;
                for (int i = 0; i < count; i++)
                {
                    total += Math.Max(0, LastCopy(i) - FirstCopy(i) + 1);
                }
                return total;
            }
        }

        public Enumerator GetEnumerator() { return new Enumerator(this); }

        private bool IsBackward { get { return kind == Kind.Backward || kind == Kind.StartBackward; } }

        private double FirstCopy(int i)
        {
            double time = events[i].timeSeconds;
            return kind == Kind.Forward ? from.FloorLoop(time) + 1 : to.CeilLoop(time, length);
        }

        private double LastCopy(int i)
        {
            double time = events[i].timeSeconds;
            return kind == Kind.Backward ? from.CeilLoop(time, length) - 1 : to.FloorLoop(time);
        }

        /// <summary>A position as whole loops and the rest, in [0, L].</summary>
        private struct Place
        {
            private readonly double loop;
            private readonly double rest;

            public Place(double seconds, double length)
            {
                loop = 0;
                rest = seconds;
                if (length == 0)
                {
                    return;
                }
                double whole = Math.Floor(seconds / length);
                rest = 0;
                if (whole <= -MaxLoop || whole >= MaxLoop)
                {
                    loop = whole < 0 ? -MaxLoop : MaxLoop;
                    return;
                }
                loop = whole;
                rest = Math.Max(0, Remainder(seconds, whole, length));
            }

            /// <summary>Largest k of the copies at or before this place.</summary>
            public double FloorLoop(double time) { return rest >= time ? loop : loop - 1; }

            /// <summary>Smallest k of the copies at or after this place. A loop's end is the next start.</summary>
            public double CeilLoop(double time, double length)
            {
                if (rest > time)
                {
                    return loop + 1;
                }
                return length > 0 && rest == 0 && time >= length ? loop - 1 : loop;
            }

            /// <summary>seconds − whole·length with one rounding (the product by Dekker's splitting).</summary>
            private static double Remainder(double seconds, double whole, double length)
            {
                const double split = 134217729.0; // 2²⁷ + 1
                double product = whole * length;
                double wholeBig = split * whole;
                double wholeHigh = wholeBig - (wholeBig - whole);
                double wholeLow = whole - wholeHigh;
                double lengthBig = split * length;
                double lengthHigh = lengthBig - (lengthBig - length);
                double lengthLow = length - lengthHigh;
                double lost = wholeLow * lengthLow
                    - (product - wholeHigh * lengthHigh - wholeLow * lengthHigh - wholeHigh * lengthLow);
                return seconds - product - lost;
            }
        }

        public struct Enumerator
        {
            /// <summary>Events are at most a loop apart, so there are no more if they are sorted.</summary>
            private const int MaxEmptyLoops = 8;

            private readonly FiredEvents fired;
            private readonly double lowest;
            private readonly double highest;
            private readonly bool backward;
            private double loop;
            private int index;
            private int empty;
            private bool found;

            internal Enumerator(FiredEvents fired)
            {
                this.fired = fired;
                backward = fired.IsBackward;
                lowest = fired.count > 0 ? fired.FirstCopy(fired.count - 1) : 1;
                highest = fired.count > 0 ? fired.LastCopy(0) : 0;
                loop = backward ? highest : lowest;
                index = backward ? fired.count : -1;
                empty = 0;
                found = false;
            }

            public FiredEvent Current
            {
                get { return new FiredEvent { index = index, loop = loop, clipEvent = fired.events[index] }; }
            }

            public bool MoveNext()
            {
                while (loop >= lowest && loop <= highest && empty < MaxEmptyLoops)
                {
                    for (index += backward ? -1 : 1; index >= 0 && index < fired.count; index += backward ? -1 : 1)
                    {
                        if (fired.FirstCopy(index) <= loop && loop <= fired.LastCopy(index))
                        {
                            found = true;
                            return true;
                        }
                    }
                    empty = found ? 0 : empty + 1;
                    found = false;
                    loop += backward ? -1 : 1;
                    index = backward ? fired.count : -1;
                }
                return false;
            }
        }
    }
}
