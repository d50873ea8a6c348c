using System;
using System.Collections.Generic;

namespace Texeleton
{
    /// <summary>The end of a clip that plays once, reported once, after the events up to it.</summary>
    public struct CrowdEnd
    {
        public int instance;
        public bool layer; // The end belongs to the layer's clip.
        public string clip;
        public double tick; // On the crowd's clock, since its start.
    }

    /// <summary>The timed changes of a crowd: waiting clips begin, clips and layers end, queued clips begin.</summary>
    public sealed partial class CrowdState
    {
        private enum DueKind { Waits, Layer, Ends }

        private struct Due
        {
            public double tick;
            public int instance;
            public DueKind kind;
            public int serial;  // Serial of the waiting or playing clip: a call-back may have replaced it.
            public Layer layer;
        }

        private struct Wish
        {
            public Played played;
            public uint fade;
            public bool fires;
        }

        private readonly Dictionary<int, Queue<Wish>> queues = new Dictionary<int, Queue<Wish>>();
        private readonly Dictionary<int, double> ends = new Dictionary<int, double>(); // Ticks since the start.
        private readonly List<Due> due = new List<Due>();
        private double nextEnd = double.PositiveInfinity; // No end is earlier.

        /// <summary>Called at each end of a clip that plays once; may play other clips.</summary>
        public event Action<CrowdEnd> OnFinished;

        /// <summary>The number of clips that have begun; changes with what instances play.</summary>
        public int Begun { get; private set; }

        /// <summary>
        /// Plays a clip after the current one and those queued before: at the end of a clip that plays once
        /// (at once if it has ended), or at the end of the current loop. A fade begins then.
        /// </summary>
        public void Queue(int i, int clip, double speed, double? startSeconds, double fadeSeconds, bool fires)
        {
            Wish wish = WishOf(i, clip, speed, startSeconds, fadeSeconds, fires);
            Queue<Wish> queue;
            bool first = !queues.TryGetValue(i, out queue);
            if (IsFinished(i) && first && !instances[i].waits)
            {
                GoOver(i, wish, now.ticks);
                return;
            }
            if (first)
            {
                queues[i] = queue = new Queue<Wish>();
            }
            queue.Enqueue(wish);
            if (first && clips[instances[i].to.clip].PlaysAsLoop)
            {
                EndsAt(i, LoopEnd(instances[i].to, now.ticks));
            }
        }

        /// <summary>Clears the queue; the current clip continues.</summary>
        public void ClearQueue(int i)
        {
            queues.Remove(i);
            if (clips[instances[i].to.clip].PlaysAsLoop)
            {
                EndsAt(i, double.PositiveInfinity);
            }
        }

        /// <summary>Whether an instance has reached the end of a clip that plays once.</summary>
        public bool IsFinished(int i) { return instances[i].isFinished; }

        private Wish WishOf(int i, int clip, double speed, double? startSeconds, double fadeSeconds, bool fires)
        {
            Clip c = clips[clip];
            double fadeTicks = Numbers.Clamp(Math.Round(fadeSeconds * CrowdClock.TicksPerSecond), 0, CrowdClock.RebaseTicks / 2);
            return new Wish
            {
                played = new Played
                {
                    clip = clip,
                    speed = speed,
                    startSeconds = startSeconds ?? (speed < 0 && !c.PlaysAsLoop ? c.PlayLength : 0),
                },
                fade = instances[i].plays ? (uint)fadeTicks : 0,
                fires = fires,
            };
        }

        /// <summary>Begins a clip at a tick, or lets it wait for a fade.</summary>
        private void GoOver(int i, Wish wish, double ticks)
        {
            if (wish.fade > 0 && ticks < FadeEnd(i))
            {
                instances[i].waits = true;
                instances[i].waiting = wish;
                instances[i].waitingSerial += 1;
                waiting.Add(i);
                return;
            }
            Begin(i, wish, ticks);
        }

        private void NoLongerWaits(int i)
        {
            instances[i].waits = false;
            waiting.Remove(i);
        }

        /// <summary>Stores when a clip that begins at a tick ends; a looping one only if another clip is queued.</summary>
        private void ClipEndsAt(int i, Played played, double ticks)
        {
            Clip clip = clips[played.clip];
            if (clip.PlaysAsLoop)
            {
                EndsAt(i, queues.ContainsKey(i) ? LoopEnd(played, ticks) : double.PositiveInfinity);
            }
            else
            {
                EndsAt(i, clip.PlayLength > 0 ? EndOf(played, ticks) : ticks);
            }
        }

        private void EndsAt(int i, double tick)
        {
            if (double.IsInfinity(tick))
            {
                ends.Remove(i);
                return;
            }
            ends[i] = tick;
            nextEnd = Math.Min(nextEnd, tick);
        }

        /// <summary>The tick at which a clip that plays once and begins at a tick ends; infinite: never.</summary>
        private double EndOf(Played played, double ticks)
        {
            double step = Math.Abs(played.record.stepHigh * 65536.0 + played.record.stepLow);
            if (clips[played.clip].PlaysAsLoop || step == 0)
            {
                return double.PositiveInfinity;
            }
            // The record's phase is the tick at which it started.
            int ago = unchecked((int)(played.record.phase - CrowdClock.ToUint(ticks - baseTicks)));
            return Math.Max(ticks, ticks + ago + Math.Ceiling(281474976710656.0 / step));
        }

        /// <summary>The first tick after another at which a looping clip ends a loop.</summary>
        private double LoopEnd(Played played, double ticks)
        {
            if (played.speed == 0)
            {
                return double.PositiveInfinity;
            }
            double length = clips[played.clip].PlayLength;
            double turns = (played.startSeconds + played.speed * (ticks - played.startTicks) / CrowdClock.TicksPerSecond) / length;
            double end = played.speed > 0 ? Math.Floor(turns) + 1 : Math.Ceiling(turns) - 1;
            double way = (end * length - played.startSeconds) / played.speed;
            return Math.Max(ticks + 1, played.startTicks + Math.Ceiling(way * CrowdClock.TicksPerSecond - 1e-6));
        }

        /// <summary>Handles what is due by now, in order, each after the events up to it.</summary>
        private void PassDue()
        {
            CollectDue();
            for (int at = 0; at < due.Count; at++)
            {
                Due each = due[at];
                int i = each.instance;
                int before = i < Count ? instances[i].serial : 0;
                Fire(each.tick);
                if (i >= Count) // A call-back has reduced the crowd.
                {
                    continue;
                }
                double tick;
                if (each.kind == DueKind.Waits && instances[i].waits && instances[i].waitingSerial == each.serial)
                {
                    NoLongerWaits(i);
                    Begin(i, instances[i].waiting, each.tick);
                }
                else if (each.kind == DueKind.Layer)
                {
                    PassLayer(i, each.layer, each.tick);
                }
                else if (each.kind == DueKind.Ends && instances[i].serial == each.serial && ends.TryGetValue(i, out tick)
                    && tick == each.tick)
                {
                    End(i, each.tick);
                }
                if (i >= Count)
                {
                    continue;
                }
                // The new clip may have ended by now, too.
                if (instances[i].serial != before && each.tick < now.ticks && ends.TryGetValue(i, out tick))
                {
                    Insert(at, new Due { tick = tick, instance = i, kind = DueKind.Ends, serial = instances[i].serial });
                }
                if (each.kind == DueKind.Ends && instances[i].waits)
                {
                    Insert(at, new Due { tick = FadeEnd(i), instance = i, kind = DueKind.Waits, serial = instances[i].waitingSerial });
                }
            }
            Fire(now.ticks);
        }

        private void CollectDue()
        {
            due.Clear();
            foreach (int i in waiting)
            {
                AddDue(new Due { tick = FadeEnd(i), instance = i, kind = DueKind.Waits, serial = instances[i].waitingSerial });
            }
            foreach (KeyValuePair<int, Layer> each in layers)
            {
                Layer layer = each.Value;
                AddDue(new Due { tick = Math.Min(layer.clipEnd, layer.End), instance = each.Key, kind = DueKind.Layer, layer = layer });
                AddDue(new Due { tick = layer.End, instance = each.Key, kind = DueKind.Layer, layer = layer });
            }
            if (nextEnd <= now.ticks)
            {
                nextEnd = double.PositiveInfinity;
                foreach (KeyValuePair<int, double> each in ends)
                {
                    if (each.Value > now.ticks)
                    {
                        nextEnd = Math.Min(nextEnd, each.Value);
                    }
                    else
                    {
                        AddDue(new Due
                        {
                            tick = each.Value, instance = each.Key, kind = DueKind.Ends, serial = instances[each.Key].serial,
                        });
                    }
                }
            }
            due.Sort(Compare);
        }

        private void AddDue(Due entry)
        {
            if (entry.tick <= now.ticks)
            {
                due.Add(entry);
            }
        }

        private static int Compare(Due a, Due b)
        {
            return a.tick != b.tick ? a.tick.CompareTo(b.tick)
                : a.instance != b.instance ? a.instance.CompareTo(b.instance) : a.kind.CompareTo(b.kind);
        }

        /// <summary>Inserts an entry that is due by now in order, after an index.</summary>
        private void Insert(int at, Due entry)
        {
            if (entry.tick > now.ticks)
            {
                return;
            }
            int later = at + 1;
            while (later < due.Count && Compare(entry, due[later]) >= 0)
            {
                later += 1;
            }
            due.Insert(later, entry);
        }

        /// <summary>Handles the end of a clip: reports it, and begins the queued clip.</summary>
        private void End(int i, double tick)
        {
            ends.Remove(i);
            int serial = instances[i].serial;
            Clip clip = clips[instances[i].to.clip];
            if (!clip.PlaysAsLoop)
            {
                instances[i].isFinished = true;
                Tell(i, false, clip, tick);
            }
            Queue<Wish> queue;
            if (i >= Count || !queues.TryGetValue(i, out queue) || instances[i].serial != serial || instances[i].waits)
            {
                return; // A call-back has played another clip, or one waits already.
            }
            Wish wish = queue.Dequeue();
            if (queue.Count == 0)
            {
                queues.Remove(i);
            }
            GoOver(i, wish, tick);
        }

        private void PassLayer(int i, Layer layer, double tick)
        {
            Layer current;
            if (!layers.TryGetValue(i, out current) || current != layer)
            {
                return;
            }
            if (layer.clipEnd <= tick)
            {
                layer.clipEnd = double.PositiveInfinity;
                Tell(i, true, clips[layer.played.clip], tick);
            }
            if (layers.TryGetValue(i, out current) && current == layer && layer.End <= tick)
            {
                EndLayer(i);
            }
        }

        private void Tell(int i, bool layer, Clip clip, double tick)
        {
            if (OnFinished != null)
            {
                OnFinished(new CrowdEnd { instance = i, layer = layer, clip = clip.name, tick = tick });
            }
        }
    }
}
