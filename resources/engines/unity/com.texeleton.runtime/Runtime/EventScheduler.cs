using System;
using System.Collections.Generic;

namespace Texeleton
{
    /// <summary>An event of an instance of a crowd.</summary>
    public struct CrowdEvent
    {
        public int instance;
        public bool layer; // The event belongs to the layer's clip.
        public double tick; // On the crowd's clock, since its start.
        public FiredEvent fired;

        public string name { get { return fired.name; } }
        public string parameter { get { return fired.parameter; } }
    }

    /// <summary>
    /// The events of a crowd by due time: the cost depends on the events that fire, not on the number of instances. An
    /// event fires at the tick at which the instance's integer phase reaches it. Order: by tick, then by instance.
    /// </summary>
    public sealed class EventScheduler
    {
        private const long Turn = 1L << 48; // In positions.
        private const long Phase = 1L << 16; // One unit of a 32-bit phase, in positions.
        private const double MaxTurnsPerTick = 1024;
        private const double MaxOnceTurnsPerTick = 0.25;
        private const double MaxLoop = 9007199254740992.0;

        private sealed class Player
        {
            public Clip clip;
            public double tick;
            public long step;
            public long position;
            public double loop;
            public int next; // The next event.
            public bool skipsEnd;
            public int place; // Index in the heap.
            public int passes; // Pass() calls at its last update.

            public int Count { get { return clip.events.Length; } }
        }

        private readonly Dictionary<int, Player> players = new Dictionary<int, Player>();
        private readonly List<int> heap = new List<int>(); // Instances, earliest due first.
        private int passes;
        private double passedTicks;

        /// <summary>
        /// Plays a clip on an instance at a speed from a time of the clip, starting at a tick. Replaces its clip.
        /// </summary>
        /// <param name="fireAtStart">Whether events exactly at the start fire.</param>
        public void Set(int instance, Clip clip, double speed, double startSeconds, double nowTicks, bool fireAtStart = true)
        {
            Remove(instance);
            Player player = Begin(clip, speed, startSeconds, nowTicks, fireAtStart);
            if (Schedule(player))
            {
                players[instance] = player;
                player.passes = passes;
                player.place = heap.Count;
                heap.Add(instance);
                SiftUp(player.place);
            }
        }

        public void Remove(int instance)
        {
            Player player;
            if (players.TryGetValue(instance, out player))
            {
                Take(player.place);
            }
        }

        /// <summary>
        /// Advances to a tick without a listener: Next() leaves out the events due until then. Costs nothing, however
        /// many instances there are.
        /// </summary>
        public void Pass(double nowTicks)
        {
            passes += 1;
            passedTicks = nowTicks;
        }

        /// <summary>The next event due at or before a tick. Call until it returns false.</summary>
        public bool Next(double nowTicks, out CrowdEvent fired)
        {
            fired = new CrowdEvent();
            while (heap.Count > 0 && players[heap[0]].tick <= nowTicks)
            {
                Player player = players[heap[0]];
                // An instance that was set after the last pass has missed nothing.
                bool isPassed = player.passes != passes && player.tick <= passedTicks;
                player.passes = passes;
                if (isPassed)
                {
                    GoOn(SkipTo(player, passedTicks));
                    continue;
                }
                fired.instance = heap[0];
                fired.tick = player.tick;
                fired.fired = new FiredEvent
                {
                    index = player.next, loop = player.loop, clipEvent = player.clip.events[player.next],
                };
                StepEvent(player);
                GoOn(Schedule(player));
                return true;
            }
            return false;
        }

        /// <summary>The first player of the heap has a new due time, or none.</summary>
        private void GoOn(bool isDue)
        {
            if (isDue)
            {
                SiftDown(0);
            }
            else
            {
                Take(0);
            }
        }

        private bool IsBefore(int a, int b)
        {
            double tickA = players[a].tick;
            double tickB = players[b].tick;
            return tickA < tickB || (tickA == tickB && a < b);
        }

        private void Put(int place, int instance)
        {
            heap[place] = instance;
            players[instance].place = place;
        }

        private void SiftUp(int place)
        {
            int instance = heap[place];
            while (place > 0 && IsBefore(instance, heap[(place - 1) >> 1]))
            {
                Put(place, heap[(place - 1) >> 1]);
                place = (place - 1) >> 1;
            }
            Put(place, instance);
        }

        private void SiftDown(int place)
        {
            int instance = heap[place];
            for (int child = 2 * place + 1; child < heap.Count; child = 2 * place + 1)
            {
                if (child + 1 < heap.Count && IsBefore(heap[child + 1], heap[child]))
                {
                    child += 1;
                }
                if (!IsBefore(heap[child], instance))
                {
                    break;
                }
                Put(place, heap[child]);
                place = child;
            }
            Put(place, instance);
        }

        private void Take(int place)
        {
            players.Remove(heap[place]);
            int last = heap[heap.Count - 1];
            heap.RemoveAt(heap.Count - 1);
            if (place < heap.Count)
            {
                Put(place, last);
                SiftUp(place);
                SiftDown(players[last].place);
            }
        }

        /// <summary>Share of a clip, 0 … 1, as a 32-bit phase; a whole turn is 2³².</summary>
        private static long PhaseOf(double turns)
        {
            return turns > 0 ? (long)Numbers.RoundAway(Math.Min(turns, 1) * 4294967296.0) : 0;
        }

        private static long EventPhase(Clip clip, int index)
        {
            double length = clip.PlayLength;
            return length > 0 ? PhaseOf(clip.events[index].timeSeconds / length) : 0;
        }

        /// <summary>The distance to the next event, in the direction of play; at most 0: reached.</summary>
        private static long Distance(Player player)
        {
            long at = EventPhase(player.clip, player.next) * Phase;
            if (player.step >= 0)
            {
                return at - player.position;
            }
            // A loop's phase is rounded down, so it arrives up to one unit earlier; a clip that plays once counts from
            // the end.
            return player.position - at - (player.clip.PlaysAsLoop ? Phase - 1 : 0);
        }

        private static void StepEvent(Player player)
        {
            bool loops = player.clip.PlaysAsLoop;
            if (player.step >= 0)
            {
                player.next += 1;
                if (player.next == player.Count && loops)
                {
                    player.next = 0;
                    player.loop += 1;
                    player.position -= Turn;
                }
                return;
            }
            if (player.next > 0)
            {
                player.next -= 1;
                return;
            }
            if (!loops)
            {
                player.next = player.Count;
                return;
            }
            bool skipsEnd = player.skipsEnd;
            player.skipsEnd = false;
            LoopBefore(player);
            while (skipsEnd && EventPhase(player.clip, player.next) * Phase == Turn)
            {
                if (player.next == 0)
                {
                    LoopBefore(player); // All events are at the end: the next one is a loop away.
                    return;
                }
                player.next -= 1;
            }
        }

        private static void LoopBefore(Player player)
        {
            player.next = player.Count - 1;
            player.loop -= 1;
            player.position += Turn;
        }

        /// <summary>Computes when the next event is due; false: never.</summary>
        private static bool Schedule(Player player)
        {
            if (player.next >= player.Count)
            {
                return false;
            }
            long left = Distance(player);
            if (left > 0 && player.step == 0)
            {
                return false;
            }
            if (left > 0)
            {
                long speed = Math.Abs(player.step);
                long ticks = left / speed + (left % speed > 0 ? 1 : 0);
                player.tick += ticks;
                player.position += ticks * player.step;
            }
            return true;
        }

        /// <summary>Skips events due at or before a tick, whole loops at once; false: no event is left.</summary>
        private static bool SkipTo(Player player, double ticks)
        {
            if (player.clip.PlaysAsLoop && player.step != 0)
            {
                // Skip to the loop before the reached one, all of whose events are due by then; in parts that
                // fit 64 bits.
                long most = Math.Max(1, (1L << 62) / Math.Abs(player.step));
                while (player.tick < ticks)
                {
                    long part = Math.Min((long)(ticks - player.tick), most);
                    long position = player.position + part * player.step;
                    long turns = (player.step >= 0 ? position : Turn - position) / Turn - 1;
                    if (turns <= 0)
                    {
                        break;
                    }
                    long way = player.step >= 0 ? turns : -turns;
                    player.loop += way;
                    player.position = position - way * Turn;
                    player.tick += part;
                    player.skipsEnd = false;
                }
            }
            bool isDue = true;
            while (isDue && player.tick <= ticks)
            {
                StepEvent(player);
                isDue = Schedule(player);
            }
            return isDue;
        }

        private static Player Begin(Clip clip, double speed, double startSeconds, double nowTicks, bool fire)
        {
            bool loops = clip.PlaysAsLoop;
            double most = loops ? MaxTurnsPerTick : MaxOnceTurnsPerTick;
            double turnsATick = Numbers.Clamp(CrowdClock.TurnsPerTick(clip, speed), -most, most);
            double length = clip.PlayLength;
            double start = Numbers.FiniteOrZero(length > 0 ? startSeconds / length : 0);
            start = loops ? Numbers.Clamp(start, -MaxLoop, MaxLoop) : Numbers.Clamp(start, 0, 1);

            var player = new Player
            {
                clip = clip, tick = nowTicks, step = (long)Numbers.RoundAway(turnsATick * 281474976710656.0),
            };
            long phase;
            if (loops)
            {
                double whole = Math.Floor(start);
                player.loop = whole;
                phase = PhaseOf(start - whole);
                if (phase == 1L << 32)
                {
                    phase = 0; // Rounded up to the next loop.
                    player.loop += 1;
                }
                player.position = phase * Phase;
            }
            else
            {
                phase = PhaseOf(start);
                player.position = phase * Phase;
                if (player.step != 0)
                {
                    // It started a whole number of ticks ago, as in CrowdClock.Record.
                    long elapsed = (4294967296L - CrowdClock.Record(clip, speed, startSeconds).phase) % 4294967296L;
                    long a = Math.Abs(player.step);
                    long made = elapsed > 0 && a > Turn / elapsed ? Turn : a * elapsed;
                    player.position = player.step > 0 ? made : Turn - made;
                }
            }
            int all = player.Count;
            if (player.step >= 0)
            {
                while (player.next < all && IsPassed(player, phase, fire, player.next))
                {
                    player.next += 1;
                }
                if (player.next == all && all > 0 && loops)
                {
                    player.next = all - 1;
                    StepEvent(player);
                }
                return player;
            }
            player.skipsEnd = loops && phase == 0;
            player.next = all;
            while (player.next > 0 && IsPassed(player, phase, fire, player.next - 1))
            {
                player.next -= 1;
            }
            if (player.next > 0)
            {
                player.next -= 1;
            }
            else if (all > 0)
            {
                StepEvent(player);
            }
            return player;
        }

        private static bool IsPassed(Player player, long phase, bool fire, int index)
        {
            long at = EventPhase(player.clip, index);
            return (player.step >= 0 ? at < phase : at > phase) || (!fire && at == phase);
        }
    }
}
