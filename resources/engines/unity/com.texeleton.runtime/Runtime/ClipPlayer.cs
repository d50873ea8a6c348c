using System;
using System.Collections.Generic;

namespace Texeleton
{
    /// <summary>
    /// One object: clips with cross-fades, based on AnimationTicker. A clip that is played with a fade during another
    /// fade starts when that one has ended; without a fade it starts at once.
    /// </summary>
    public sealed class ClipPlayer
    {
        private AnimationTicker from = new AnimationTicker();
        private AnimationTicker to = new AnimationTicker();
        private double fadeSeconds;
        private double fadeElapsed;
        private bool waits;
        private Wish waiting;
        private readonly Queue<Wish> queue = new Queue<Wish>();
        private bool isTold; // The end of the clip.
        private int begun;   // Changes with each clip that begins.

        private struct Wish
        {
            public Clip clip;
            public double speed;
            public double? startSeconds;
            public double fade;
        }

        /// <summary>Called with each event of the incoming or playing clip.</summary>
        public event Action<FiredEvent> OnEvent;

        /// <summary>Called once when a clip that plays once has ended, after its events; may play other clips.</summary>
        public event Action<Clip> OnFinished;

        /// <summary>Whether a clip that plays once has ended.</summary>
        public bool IsFinished { get { return isTold && !to.Clip.PlaysAsLoop; } }

        /// <summary>Frames are shown without blending.</summary>
        public bool Stepped { get; set; }

        public AnimationTicker Ticker { get { return to; } }

        public bool IsFading { get { return fadeElapsed < fadeSeconds; } }

        public float Share { get { return IsFading ? (float)(fadeElapsed / fadeSeconds) : 1f; } }

        /// <summary>The root's movement in the last step, in the object's space before it.</summary>
        public RootMotion RootStep { get; private set; }

        public Moment Moment
        {
            get
            {
                ClipFrames incoming = Shown(to);
                return IsFading ? new Moment(Shown(from), incoming, Share) : new Moment(incoming);
            }
        }

        internal void SetClips(Clip[] clips)
        {
            from.SetClips(clips);
            to.SetClips(clips);
        }

        public void Play(Clip clip, double speed = 1, double? startSeconds = null, double fade = 0)
        {
            queue.Clear();
            GoOver(new Wish { clip = clip, speed = speed, startSeconds = startSeconds, fade = fade });
        }

        /// <summary>
        /// Plays a clip after the current one and those queued before: at the end of a clip that plays once
        /// (at once if it has ended), or at the end of the current loop. A fade begins then.
        /// </summary>
        public void Queue(Clip clip, double speed = 1, double? startSeconds = null, double fade = 0)
        {
            var wish = new Wish { clip = clip, speed = speed, startSeconds = startSeconds, fade = fade };
            if (IsFinished && queue.Count == 0 && !waits)
            {
                GoOver(wish);
            }
            else
            {
                queue.Enqueue(wish);
            }
        }

        /// <summary>Clears the queue; the current clip continues.</summary>
        public void ClearQueue() { queue.Clear(); }

        /// <summary>Advances by some seconds (not negative).</summary>
        public void Advance(double deltaSeconds)
        {
            RootStep = new RootMotion();
            if (!(deltaSeconds > 0) || double.IsInfinity(deltaSeconds))
            {
                return;
            }
            double left = deltaSeconds;
            // A clip without length that a call-back plays at each end ends in the next step.
            for (int i = 0; i < MostTurns; i++)
            {
                double fadeLeft = waits ? Math.Max(fadeSeconds - fadeElapsed, 0) : double.PositiveInfinity;
                double end = EndOfClip();
                double endLeft = double.IsInfinity(end) ? end : Math.Max((end - to.PositionSeconds) / to.Speed, 0);
                endLeft = to.Clip.PlayLength == 0 && !isTold ? 0 : endLeft;
                double step = Math.Min(left, Math.Min(fadeLeft, endLeft));
                if (step > 0 || left == 0)
                {
                    Step(step, endLeft <= step ? end : double.PositiveInfinity);
                    left -= step;
                }
                if (waits && fadeLeft <= step)
                {
                    waits = false;
                    Begin(waiting);
                }
                else if (endLeft <= step)
                {
                    End();
                }
                else
                {
                    return;
                }
            }
        }

        private const int MostTurns = 1000;

        /// <summary>Where the clip that plays once, or the loop before the queued clip, ends; infinite: nowhere.</summary>
        private double EndOfClip()
        {
            double length = to.Clip.PlayLength;
            if (to.Speed == 0 || length == 0 || (to.Clip.PlaysAsLoop ? queue.Count == 0 : isTold))
            {
                return double.PositiveInfinity;
            }
            if (!to.Clip.PlaysAsLoop)
            {
                return to.Speed > 0 ? length : 0;
            }
            double turns = to.PositionSeconds / length;
            return (to.Speed > 0 ? Math.Floor(turns) + 1 : Math.Ceiling(turns) - 1) * length;
        }

        private void End()
        {
            int before = begun;
            if (!to.Clip.PlaysAsLoop)
            {
                isTold = true;
                if (OnFinished != null)
                {
                    OnFinished(to.Clip);
                }
            }
            if (begun == before && !waits && queue.Count > 0)
            {
                GoOver(queue.Dequeue());
            }
        }

        private void GoOver(Wish wish)
        {
            waits = wish.fade > 0 && IsFading;
            if (waits)
            {
                waiting = wish;
            }
            else
            {
                Begin(wish);
            }
        }

        private void Begin(Wish wish)
        {
            AnimationTicker before = from;
            from = to;
            to = before;
            fadeSeconds = Math.Max(wish.fade, 0);
            fadeElapsed = 0;
            isTold = false;
            begun += 1;
            Fire(to.Play(wish.clip, wish.speed, wish.startSeconds));
        }

        /// <param name="end">The end that this step reaches exactly; infinite: none.</param>
        private void Step(double seconds, double end)
        {
            from.Tick(seconds);
            double at = to.PositionSeconds;
            FiredEvents fired = double.IsInfinity(end) ? to.Tick(seconds) : to.MoveTo(end);
            fadeElapsed = Math.Min(fadeElapsed + seconds, fadeSeconds);
            RootStep = RootStep.FollowedBy(RootMotion.Between(to.Clip, at, to.PositionSeconds));
            Fire(fired);
        }

        private void Fire(FiredEvents events)
        {
            if (OnEvent == null)
            {
                return;
            }
            foreach (FiredEvent fired in events)
            {
                OnEvent(fired);
            }
        }

        private ClipFrames Shown(AnimationTicker ticker)
        {
            ClipFrames frames = ticker.Frames;
            return Stepped ? new ClipFrames(frames.current, frames.next, 0) : frames;
        }
    }
}
