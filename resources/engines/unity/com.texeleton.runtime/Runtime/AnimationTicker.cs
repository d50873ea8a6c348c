using System;

namespace Texeleton
{
    /// <summary>Two frames and the fraction between them, under the names of the classic run-time.</summary>
    public struct AnimationTickOutput
    {
        public int Cur;
        public int Next;
        public float Interpolate;
    }

    /// <summary>
    /// Plays one clip: a step of time in, two frames, a fraction and the events on the way out. No allocation.
    /// <code>
    /// foreach (var e in ticker.Play(clip)) { … }
    /// foreach (var e in ticker.Tick(deltaSeconds)) { … }
    /// var frames = ticker.Frames;
    /// </code>
    /// The position is kept in seconds from the clip's start, as a double: unrolled when the clip loops, in [0, length]
    /// when it plays once.
    /// </summary>
    public sealed class AnimationTicker
    {
        private static readonly Clip Nothing = new Clip();

        private Clip clip = Nothing;
        private Clip[] clips = new Clip[0];
        private double position;
        private double speed = 1;

        /// <summary>
        /// Starts a clip at its start (at its end, if it plays once with a negative speed) or at a time, and returns
        /// the events exactly there. A speed or start that is not finite changes nothing.
        /// </summary>
        public FiredEvents Play(Clip newClip, double newSpeed = 1, double? startSeconds = null)
        {
            bool startsAtEnd = newSpeed < 0 && !newClip.PlaysAsLoop;
            double start = startSeconds ?? (startsAtEnd ? newClip.PlayLength : 0);
            if (!Numbers.IsFinite(newSpeed) || !Numbers.IsFinite(start))
            {
                return new FiredEvents();
            }
            clip = newClip;
            speed = newSpeed;
            position = Bounded(start);
            return FiredEvents.AtStart(clip, position, speed < 0);
        }

        /// <summary>Advances and returns the events on the way. A step that is not finite changes nothing.</summary>
        public FiredEvents Tick(double deltaSeconds)
        {
            return MoveTo(position + speed * deltaSeconds);
        }

        /// <summary>
        /// Advances to a position and returns the events on the way. One that is not finite changes nothing.
        /// </summary>
        internal FiredEvents MoveTo(double wanted)
        {
            if (!Numbers.IsFinite(wanted))
            {
                return new FiredEvents();
            }
            double before = position;
            position = Bounded(wanted);
            return FiredEvents.Between(clip, before, position);
        }

        /// <summary>Moves to a position without firing events.</summary>
        public void Seek(double seconds)
        {
            if (Numbers.IsFinite(seconds))
            {
                position = Bounded(seconds);
            }
        }

        /// <summary>1 is the clip's own speed, negative is backward, 0 stops.</summary>
        public double Speed
        {
            get { return speed; }
            set { speed = Numbers.IsFinite(value) ? value : speed; }
        }

        public Clip Clip { get { return clip; } }

        public double PositionSeconds { get { return position; } }

        public ClipFrames Frames { get { return clip.Sample(position); } }

        /// <summary>Whether a clip that plays once has reached its end in the direction of its speed.</summary>
        public bool IsFinished
        {
            get { return !clip.PlaysAsLoop && (speed < 0 ? position <= 0 : position >= clip.PlayLength); }
        }

        private double Bounded(double seconds)
        {
            return clip.PlaysAsLoop ? seconds : Numbers.Clamp(seconds, 0, clip.PlayLength);
        }

        // For projects with the classic run-time.

        public int AnimIndex { get { return Math.Max(0, Array.IndexOf(clips, clip)); } }

        public float TimeElapsed { get { return (float)position; } }

        public Clip Anim { get { return clip; } }

        /// <summary>The clips of the indices below.</summary>
        internal void SetClips(Clip[] animations) { clips = animations; }

        public void Setup(Clip[] animations)
        {
            SetClips(animations);
            if (clips.Length > 0)
            {
                Play(clips[0]);
            }
        }

        public void Clear() { SetAnimation(0); }

        public void SetTime(float time) { Seek(time); }

        public void SetNormalizedTime(float scale) { Seek(clip.PlayLength * scale); }

        public float GetNormalizedTime()
        {
            return clip.PlayLength > 0 ? (float)(position / clip.PlayLength) : 0f;
        }

        public void SetAnimation(int animIndex)
        {
            if (animIndex < 0 || animIndex >= clips.Length)
            {
                throw new ArgumentOutOfRangeException(
                    "animIndex", animIndex + " is none of the " + clips.Length + " clips");
            }
            Play(clips[animIndex], speed);
        }

        public bool Tick(float deltaTime, out AnimationTickOutput output, Action<string> onEvents = null)
        {
            foreach (FiredEvent fired in Tick(deltaTime))
            {
                if (onEvents != null)
                {
                    onEvents(fired.name);
                }
            }
            ClipFrames frames = Frames;
            output = new AnimationTickOutput
            {
                Cur = frames.current, Next = frames.next, Interpolate = frames.fraction,
            };
            return clips.Length > 0;
        }
    }
}
