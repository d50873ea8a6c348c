using System;

namespace Texeleton
{
    /// <summary>The bones of a layer: their weights, and their anchors in the layer's clip.</summary>
    [Serializable]
    public sealed class BoneMask
    {
        public string name = "";
        public float[] weights = new float[0]; // 0 … 1, one for each bone.
        public int[] anchors = new int[0];     // The nearest bone above it without a weight; -1: none.
    }
}
