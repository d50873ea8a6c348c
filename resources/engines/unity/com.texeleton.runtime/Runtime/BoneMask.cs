using System;

namespace Texeleton
{
    /// <summary>Bones on which a layer plays: by how much, and what each stands against in the layer's clip.</summary>
    [Serializable]
    public sealed class BoneMask
    {
        public string name = "";
        public float[] weights = new float[0]; // 0 … 1, one a bone.
        public int[] anchors = new int[0];     // The nearest bone above it without a weight; -1: none.
    }
}
