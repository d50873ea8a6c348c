namespace Texeleton
{
    /// <summary>
    /// Characters with uneven rows store only some frames of their clips, and a table that places the others between
    /// stored frames.
    /// </summary>
    public static class FrameTable
    {
        private const int Numbers = 4;
        private const int Digit = 1024; // A stored frame is the first number plus Digit times the second.
        private const int Steps = 32;   // The third: the step, plus Steps times the number of steps less one.

        /// <summary>Converts frames of clips to stored frames.</summary>
        /// <param name="table">Four numbers for each frame of the clips; empty: every frame is stored.</param>
        public static ClipFrames Stored(float[] table, ClipFrames frames)
        {
            int at = Numbers * frames.current;
            if (table == null || at + Numbers > table.Length)
            {
                return frames;
            }
            int current = (int)table[at] + Digit * (int)table[at + 1];
            int code = (int)table[at + 2];
            return new ClipFrames(
                current, current + (int)table[at + 3], (code % Steps + frames.fraction) / (code / Steps + 1));
        }

        /// <summary>The same for all frames of a moment.</summary>
        public static Moment Stored(float[] table, Moment moment)
        {
            moment.from = Stored(table, moment.from);
            moment.to = Stored(table, moment.to);
            moment.over = Stored(table, moment.over);
            return moment;
        }

        /// <summary>Whether all entries of a table refer to stored frames.</summary>
        public static bool IsWhole(float[] table, int clipFrames, int frameCount)
        {
            if (table.Length == 0)
            {
                return true;
            }
            bool whole = table.Length == Numbers * clipFrames;
            for (int frame = 0; whole && frame < clipFrames; frame++)
            {
                ClipFrames stored = Stored(table, new ClipFrames(frame, frame, 0));
                whole = stored.current >= 0 && stored.current < frameCount && stored.next >= 0 && stored.next < frameCount;
            }
            return whole;
        }
    }
}
