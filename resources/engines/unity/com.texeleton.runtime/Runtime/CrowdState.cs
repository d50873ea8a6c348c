using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;

namespace Texeleton
{
    /// <summary>
    /// The state of a crowd, independent of the engine: the words that the shader reads, the clock, the
    /// events. An instance that only plays costs nothing. The words of an instance (TexeletonInstance.hlsl
    /// reads them): 0 phase, step, first frame, last frame and loop of the outgoing clip; 1 the same of the
    /// incoming one; 2 start and duration of the fade, low parts of both steps, unused; 3 tint, entry of the
    /// palette, variant, unused; 4 to 6 rows of the matrix; of characters with masks 7 as 0 for the layer's
    /// clip, 8 start and duration of its fade-in and fade-out, 9 low part of its step and whether it ends,
    /// its mask + 1 (0: no layer), unused.
    /// </summary>
    public sealed partial class CrowdState
    {
        private const int WordsOfClips = 28;

        private struct Played
        {
            public int clip;
            public double speed;
            public double startSeconds;
            public double startTicks; // On the clock that is never re-based.
            public CrowdRecord record;
        }

        private struct Instance
        {
            public Played from;
            public Played to;
            public double fadeStart; // On the clock that is never re-based.
            public uint fadeTicks;
            public bool plays;
            public int serial; // Changes with each clip that begins.
            public bool isFinished;
            public bool waits;
            public Wish waiting;
            public int waitingSerial;
        }

        [StructLayout(LayoutKind.Explicit)]
        private struct Bits
        {
            [FieldOffset(0)] public float number;
            [FieldOffset(0)] public uint bits;
        }

        private readonly Clip[] clips;
        private readonly EventScheduler scheduler = new EventScheduler();
        private readonly List<int> waiting = new List<int>();
        private Instance[] instances = new Instance[0];
        private double seconds;
        private CrowdTime now;
        private double baseTicks;
        private int changedFirst = int.MaxValue, changedLast = -1;   // In this frame.
        private int settlesFirst = int.MaxValue, settlesLast = -1;   // In the previous frame.

        /// <summary>Called with each event; may play other clips.</summary>
        public event Action<CrowdEvent> OnEvent;

        private bool IsHeard { get { return OnEvent != null; } }

        /// <param name="masks">The number of the character's masks.</param>
        public CrowdState(Clip[] clips, int masks = 0)
        {
            this.clips = clips;
            this.masks = masks;
        }

        public int WordsPerInstance { get { return masks > 0 ? WordsOfClips + WordsOfLayer : WordsOfClips; } }

        public int Count { get { return instances.Length; } }

        /// <summary>The words of the current frame, and of the previous one.</summary>
        public uint[] Words { get; private set; } = new uint[0];

        public uint[] WordsBefore { get; private set; } = new uint[0];

        /// <summary>The shader's clock.</summary>
        public CrowdTime Clock { get { return new CrowdTime { ticks = now.ticks - baseTicks, rest = now.rest }; } }

        /// <summary>The clock of the previous frame, with the same base.</summary>
        public CrowdTime ClockBefore { get; private set; }

        /// <summary>Ticks since the start.</summary>
        public double NowTicks { get { return now.ticks; } }

        public bool Stepped { get; set; }

        /// <summary>Instances whose words have changed since the last call: the first and their number.</summary>
        public bool TakeChanged(out int first, out int count)
        {
            first = changedFirst;
            count = changedLast - changedFirst + 1;
            bool any = changedLast >= 0;
            settlesFirst = Math.Min(settlesFirst, changedFirst);
            settlesLast = Math.Max(settlesLast, changedLast);
            changedFirst = int.MaxValue;
            changedLast = -1;
            return any;
        }

        /// <summary>Changes the number of instances. New ones play the first clip that moves from its start.</summary>
        public void Resize(int count)
        {
            int before = instances.Length;
            for (int i = count; i < before; i++)
            {
                scheduler.Remove(2 * i);
                scheduler.Remove(2 * i + 1);
                waiting.Remove(i);
                layers.Remove(i);
                queues.Remove(i);
                ends.Remove(i);
            }
            Array.Resize(ref instances, count);
            uint[] words = Words, wordsBefore = WordsBefore;
            Array.Resize(ref words, count * WordsPerInstance);
            Array.Resize(ref wordsBefore, count * WordsPerInstance);
            Words = words;
            WordsBefore = wordsBefore;
            int first = Clip.FirstMoving(clips);
            for (int i = before; i < count; i++)
            {
                SetMatrixRows(i, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);
                SetTint(i, 255, 255, 255);
                Play(i, first, 1, null, 0, false);
            }
            if (count > before)
            {
                Array.Copy(Words, before * WordsPerInstance, WordsBefore, before * WordsPerInstance,
                    (count - before) * WordsPerInstance);
            }
            changedLast = Math.Min(changedLast, count - 1);
            if (changedLast < changedFirst)
            {
                changedFirst = int.MaxValue;
                changedLast = -1;
            }
        }

        /// <summary>Rows of the 3×4 matrix from the character's space to the world.</summary>
        public void SetMatrixRows(
            int i, float a, float b, float c, float d, float e, float f, float g, float h, float j, float k, float l, float m)
        {
            int at = i * WordsPerInstance + 16;
            Set(at, a); Set(at + 1, b); Set(at + 2, c); Set(at + 3, d);
            Set(at + 4, e); Set(at + 5, f); Set(at + 6, g); Set(at + 7, h);
            Set(at + 8, j); Set(at + 9, k); Set(at + 10, l); Set(at + 11, m);
            Changed(i);
        }

        /// <summary>An element of the matrix, by row and column.</summary>
        public float MatrixAt(int i, int row, int column)
        {
            return new Bits { bits = Words[i * WordsPerInstance + 16 + 4 * row + column] }.number;
        }

        public void SetTint(int i, byte r, byte g, byte b)
        {
            Words[i * WordsPerInstance + 12] = r | (uint)g << 8 | (uint)b << 16;
            Changed(i);
        }

        public void SetPaletteEntry(int i, int entry)
        {
            Words[i * WordsPerInstance + 13] = (uint)Math.Max(entry, 0);
            Changed(i);
        }

        /// <summary>-1: all meshes.</summary>
        public void SetVariant(int i, int variant)
        {
            Words[i * WordsPerInstance + 14] = (uint)(variant + 1);
            Changed(i);
        }

        /// <summary>
        /// Starts a clip. By default it begins at its start (once and backward: at its end). During a fade, a
        /// clip with a fade waits for its end; the last waiting one counts. Clears the queue.
        /// </summary>
        public void Play(int i, int clip, double speed, double? startSeconds, double fadeSeconds, bool fires)
        {
            if (instances[i].waits)
            {
                NoLongerWaits(i);
            }
            queues.Remove(i);
            GoOver(i, WishOf(i, clip, speed, startSeconds, fadeSeconds, fires), now.ticks);
        }

        /// <summary>The moment that an instance shows, for sockets.</summary>
        public Moment MomentOf(int i)
        {
            Instance instance = instances[i];
            ClipFrames from = CrowdClock.Frames(clips[instance.from.clip], instance.from.record, Clock);
            ClipFrames to = CrowdClock.Frames(clips[instance.to.clip], instance.to.record, Clock);
            if (Stepped)
            {
                from.fraction = 0;
                to.fraction = 0;
            }
            var moment = new Moment(from, to, CrowdClock.FadeShare(Relative(instance.fadeStart), instance.fadeTicks, Clock));
            AddLayer(i, ref moment);
            return moment;
        }

        public int ClipOf(int i) { return instances[i].to.clip; }

        /// <summary>The outgoing clip of a fade, else the playing one.</summary>
        public int OutgoingClipOf(int i)
        {
            bool fades = now.ticks < FadeEnd(i);
            return fades ? instances[i].from.clip : instances[i].to.clip;
        }

        /// <summary>Seconds (unrolled) from the clip's start, for root motion.</summary>
        public double PositionSeconds(int i)
        {
            Played played = instances[i].to;
            double ticks = now.ticks - played.startTicks + now.rest / 65536.0;
            double position = played.startSeconds + played.speed * ticks / CrowdClock.TicksPerSecond;
            Clip clip = clips[played.clip];
            return clip.PlaysAsLoop ? position : Numbers.Clamp(position, 0, clip.PlayLength);
        }

        /// <summary>Advances by a step of time (not negative) and calls OnEvent for due events.</summary>
        public void Advance(double deltaSeconds)
        {
            ClockBefore = Clock;
            if (settlesLast >= 0)
            {
                int first = Math.Min(settlesFirst, Count) * WordsPerInstance;
                int end = Math.Min(settlesLast + 1, Count) * WordsPerInstance;
                Array.Copy(Words, first, WordsBefore, first, Math.Max(0, end - first));
            }
            settlesFirst = int.MaxValue;
            settlesLast = -1;
            if (Numbers.IsFinite(deltaSeconds) && deltaSeconds > 0)
            {
                seconds += deltaSeconds;
                now = CrowdTime.At(seconds);
            }
            if (now.ticks - baseTicks >= CrowdClock.RebaseTicks)
            {
                Rebase();
            }
            PassDue();
        }

        private void Fire(double ticks)
        {
            CrowdEvent fired;
            while (IsHeard && scheduler.Next(ticks, out fired))
            {
                fired.layer = (fired.instance & 1) == 1;
                fired.instance >>= 1; // The events of the main clip come before those of its layer.
                OnEvent(fired);
            }
            if (!IsHeard)
            {
                scheduler.Pass(ticks); // Events without a listener cost nothing, and are not delivered later.
            }
        }

        private double FadeEnd(int i) { return instances[i].fadeStart + instances[i].fadeTicks; }

        private void Begin(int i, Wish wish, double atTicks)
        {
            Played played = wish.played;
            played.startTicks = atTicks;
            played.record = CrowdClock.Record(clips[played.clip], played.speed, played.startSeconds, atTicks - baseTicks);
            instances[i].from = instances[i].plays ? instances[i].to : played;
            instances[i].to = played;
            instances[i].fadeStart = atTicks;
            instances[i].fadeTicks = wish.fade;
            instances[i].plays = true;
            instances[i].isFinished = false;
            instances[i].serial += 1;
            Begun += 1;
            ClipEndsAt(i, played, atTicks);
            Write(i);
            if (wish.fires)
            {
                scheduler.Set(2 * i, clips[played.clip], played.speed, played.startSeconds, atTicks);
            }
            else
            {
                scheduler.Remove(2 * i);
            }
        }

        private uint Relative(double ticks)
        {
            return CrowdClock.ToUint(Math.Max(ticks - baseTicks, -(double)CrowdClock.RebaseTicks));
        }

        private void Rebase()
        {
            double ticks = now.ticks - baseTicks;
            baseTicks = now.ticks;
            CrowdTime before = ClockBefore;
            before.ticks -= ticks; // May be below 0; the shader counts modulo 2³².
            ClockBefore = before;
            for (int i = 0; i < Count; i++)
            {
                Played from = instances[i].from, to = instances[i].to;
                from.record = CrowdClock.Rebased(from.record, clips[from.clip], from.speed, ticks);
                to.record = CrowdClock.Rebased(to.record, clips[to.clip], to.speed, ticks);
                instances[i].from = from;
                instances[i].to = to;
                Write(i);
            }
            RebaseLayers(ticks);
            Array.Copy(Words, WordsBefore, Words.Length);
        }

        private void Write(int i)
        {
            Instance instance = instances[i];
            int at = i * WordsPerInstance;
            WriteRecord(at, clips[instance.from.clip], instance.from.record);
            WriteRecord(at + 4, clips[instance.to.clip], instance.to.record);
            Words[at + 8] = Relative(instance.fadeStart);
            Words[at + 9] = instance.fadeTicks;
            Words[at + 10] = instance.from.record.stepLow | instance.to.record.stepLow << 16;
            Changed(i);
        }

        private void WriteRecord(int at, Clip clip, CrowdRecord record)
        {
            Words[at] = record.phase;
            Words[at + 1] = unchecked((uint)record.stepHigh);
            Words[at + 2] = (uint)clip.frameBegin;
            Words[at + 3] = CrowdClock.LastFrame(clip) | (clip.PlaysAsLoop ? 0x10000u : 0u);
        }

        private void Set(int at, float number) { Words[at] = new Bits { number = number }.bits; }

        private void Changed(int i)
        {
            changedFirst = Math.Min(changedFirst, i);
            changedLast = Math.Max(changedLast, i);
        }
    }
}
