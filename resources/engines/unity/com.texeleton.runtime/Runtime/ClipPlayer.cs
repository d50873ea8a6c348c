using System;

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
        private Clip waitingClip;
        private double waitingSpeed;
        private double? waitingStart;
        private double waitingFade;

        /// <summary>Called with each event of the incoming or playing clip.</summary>
        public event Action<FiredEvent> OnEvent;

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
            waits = fade > 0 && IsFading;
            if (waits)
            {
                waitingClip = clip;
                waitingSpeed = speed;
                waitingStart = startSeconds;
                waitingFade = fade;
                return;
            }
            Begin(clip, speed, startSeconds, fade);
        }

        /// <summary>Advances by some seconds (not negative).</summary>
        public void Advance(double deltaSeconds)
        {
            RootStep = new RootMotion();
            if (!(deltaSeconds > 0) || double.IsInfinity(deltaSeconds))
            {
                return;
            }
            double left = fadeSeconds - fadeElapsed;
            if (waits && left <= deltaSeconds)
            {
                Step(Math.Max(left, 0));
                waits = false;
                Begin(waitingClip, waitingSpeed, waitingStart, waitingFade);
                Step(deltaSeconds - Math.Max(left, 0));
                return;
            }
            Step(deltaSeconds);
        }

        private void Begin(Clip clip, double speed, double? startSeconds, double fade)
        {
            AnimationTicker before = from;
            from = to;
            to = before;
            fadeSeconds = Math.Max(fade, 0);
            fadeElapsed = 0;
            Fire(to.Play(clip, speed, startSeconds));
        }

        private void Step(double seconds)
        {
            from.Tick(seconds);
            double at = to.PositionSeconds;
            FiredEvents fired = to.Tick(seconds);
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
