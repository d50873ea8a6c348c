using System;
using System.Collections.Generic;

namespace Texeleton
{
    /// <summary>Layers of a crowd: a second clip on the bones of a mask over what an instance plays.</summary>
    public sealed partial class CrowdState
    {
        private const int WordsOfLayer = 12;

        private sealed class Layer
        {
            public Played played;
            public int mask;
            public double inStart, outStart; // On the clock that is never re-based.
            public uint inTicks, outTicks;
            public double clipEnd; // End of its clip, until it is reported.
            public bool leaves;

            public double End { get { return leaves ? outStart + outTicks : double.PositiveInfinity; } }
        }

        private readonly SortedDictionary<int, Layer> layers = new SortedDictionary<int, Layer>();
        private readonly int masks;

        /// <summary>Whether any instance has a layer.</summary>
        public bool AnyLayers { get { return layers.Count > 0; } }

        /// <summary>
        /// Plays a clip over an instance's own, on the bones of a mask, and replaces its layer. It fades in.
        /// A clip that plays once fades out over the same time before its end, unless it is held; others stay
        /// until StopLayer.
        /// </summary>
        public void PlayLayer(
            int i, int clip, int mask, double speed, double? startSeconds, double fadeSeconds, bool hold, bool fires)
        {
            if (mask < 0 || mask >= masks)
            {
                throw new ArgumentOutOfRangeException("mask", "there is no mask " + mask);
            }
            Clip c = clips[clip];
            double start = startSeconds ?? (speed < 0 && !c.PlaysAsLoop ? c.PlayLength : 0);
            var layer = new Layer
            {
                played = new Played { clip = clip, speed = speed, startSeconds = start, startTicks = now.ticks },
                mask = mask, inStart = now.ticks, inTicks = TicksOf(fadeSeconds),
            };
            layer.played.record = CrowdClock.Record(c, speed, start, now.ticks - baseTicks);
            double end = EndOf(layer.played, now.ticks);
            layer.clipEnd = end;
            if (!hold && !double.IsInfinity(end))
            {
                layer.leaves = true;
                layer.outStart = Math.Max(now.ticks, end - layer.inTicks);
                layer.outTicks = (uint)Math.Min(layer.inTicks, end - now.ticks);
            }
            layers[i] = layer;
            WriteLayer(i);
            if (fires)
            {
                scheduler.Set(2 * i + 1, c, speed, start, now.ticks);
            }
            else
            {
                scheduler.Remove(2 * i + 1);
            }
        }

        /// <summary>Fades an instance's layer out; its events end with it.</summary>
        public void StopLayer(int i, double fadeSeconds)
        {
            Layer layer;
            uint fade = TicksOf(fadeSeconds);
            // A layer that is already ending is not restored.
            if (!layers.TryGetValue(i, out layer) || (layer.leaves && layer.outStart <= now.ticks && fade > 0))
            {
                return;
            }
            layer.leaves = true;
            layer.outStart = now.ticks;
            layer.outTicks = fade;
            if (fade == 0)
            {
                EndLayer(i);
            }
            else
            {
                WriteLayer(i);
            }
        }

        /// <summary>The clip of an instance's layer; -1: none.</summary>
        public int LayerClipOf(int i)
        {
            Layer layer;
            return layers.TryGetValue(i, out layer) ? layer.played.clip : -1;
        }

        private static uint TicksOf(double fadeSeconds)
        {
            return fadeSeconds > 0
                ? (uint)Numbers.Clamp(Math.Floor(fadeSeconds * CrowdClock.TicksPerSecond + 0.5), 1, CrowdClock.RebaseTicks) : 0;
        }

        private void WriteLayer(int i)
        {
            int at = i * WordsPerInstance + WordsOfClips;
            Layer layer;
            Array.Clear(Words, at, WordsOfLayer);
            if (layers.TryGetValue(i, out layer))
            {
                WriteRecord(at, clips[layer.played.clip], layer.played.record);
                Words[at + 4] = Relative(layer.inStart);
                Words[at + 5] = layer.inTicks;
                Words[at + 6] = layer.leaves ? Relative(layer.outStart) : 0;
                Words[at + 7] = layer.outTicks;
                Words[at + 8] = layer.played.record.stepLow | (layer.leaves ? 0x10000u : 0u);
                Words[at + 9] = (uint)layer.mask + 1;
            }
            Changed(i);
        }

        private void EndLayer(int i)
        {
            layers.Remove(i);
            scheduler.Remove(2 * i + 1);
            WriteLayer(i);
        }

        private void AddLayer(int i, ref Moment moment)
        {
            Layer layer;
            if (!layers.TryGetValue(i, out layer))
            {
                return;
            }
            moment.over = CrowdClock.Frames(clips[layer.played.clip], layer.played.record, Clock);
            moment.over.fraction = Stepped ? 0 : moment.over.fraction;
            moment.overShare = CrowdClock.FadeShare(Relative(layer.inStart), layer.inTicks, Clock)
                * (layer.leaves ? 1 - CrowdClock.FadeShare(Relative(layer.outStart), layer.outTicks, Clock) : 1);
            moment.mask = layer.mask;
        }

        private void RebaseLayers(double ticks)
        {
            foreach (KeyValuePair<int, Layer> each in layers)
            {
                Played played = each.Value.played;
                played.record = CrowdClock.Rebased(played.record, clips[played.clip], played.speed, ticks);
                each.Value.played = played;
                WriteLayer(each.Key);
            }
        }
    }
}
