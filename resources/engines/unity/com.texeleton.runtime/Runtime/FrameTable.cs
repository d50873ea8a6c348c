namespace Texeleton
{
    /// <summary>
    /// Characters with uneven rows store only some of the frames that their clips count, and a table of where the others lie:
    /// how far between which stored frames.
    /// </summary>
    public static class FrameTable
    {
        private const int Numbers = 4;
        private const int Digit = 1024; // A stored frame is the first number and so many times the second.
        private const int Steps = 32;   // The third: which step, and so many times how many steps less one.

        /// <summary>Frames as they are stored.</summary>
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

        /// <summary>The same for all that a moment shows.</summary>
        public static Moment Stored(float[] table, Moment moment)
        {
            moment.from = Stored(table, moment.from);
            moment.to = Stored(table, moment.to);
            moment.over = Stored(table, moment.over);
            return moment;
        }

        /// <summary>Whether all entries of a table lead to frames that are stored.</summary>
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
