using System;
using UnityEngine;

namespace Texeleton
{
    /// <summary>A character as it was imported: animation texture, mesh, materials, clips, sockets, variants.</summary>
    [PreferBinarySerialization]
    public sealed class TexeletonAsset : ScriptableObject
    {
        [Serializable]
        public struct Level
        {
            public int firstSubMesh;
            public int[] materials; // One for each sub-mesh.
            public float maxMillimetres;
        }

        public bool vertexMode;
        public bool classic;
        public string generator = "";
        public Texture2D animationTexture;
        public Mesh mesh; // The sub-meshes of all levels of detail in sequence.
        public Material[] materials = new Material[0];
        public Level[] levels = new Level[0];
        public Clip[] clips = new Clip[0];
        public Socket[] sockets = new Socket[0];
        [HideInInspector] public float[] socketMatrices = new float[0];
        public string[] variants = new string[0];
        public string[] bones = new string[0];
        public BoneMask[] masks = new BoneMask[0];
        [HideInInspector] public int[] layerBones = new int[0]; // See SocketPose.
        public Texture2D maskTexture; // A texel for each bone, a row for each mask: its weight, its anchor and 1.
        [HideInInspector] public float[] frameTable = new float[0]; // Empty: every frame is stored.
        public int tableRow = -1; // The texture's row where the frame table begins.
        public int rowsPerFrame = 1;
        public int frameCount;
        public int textureWidth, textureHeight; // As exported.
        public bool floatTexels;
        public int canaryRow = -1; // See TexeletonCanary; -1: there is none.
        public float boneScale = 65535;
        public Bounds bounds;
        public ComputeShader cullingShader; // TexeletonCull.compute.

        /// <summary>The texture is not as exported: a checker is drawn. See TexeletonCanary.</summary>
        public bool IsDamaged { get; internal set; }

        internal bool IsWatched { get; set; }

        /// <summary>Index of a clip. An unknown name is an error that lists the known ones.</summary>
        public int ClipIndex(string name) { return IndexOf(clips, c => c.name, name, "clip"); }

        public int SocketIndex(string name) { return IndexOf(sockets, s => s.name, name, "socket"); }

        public int VariantIndex(string name) { return IndexOf(variants, v => v, name, "variant"); }

        public int MaskIndex(string name) { return IndexOf(masks, m => m.name, name, "mask"); }

        /// <summary>A moment in frames stored in the texture, for shaders of single objects.</summary>
        public Moment Stored(Moment moment) { return FrameTable.Stored(frameTable, moment); }

        /// <summary>
        /// Adds a part of a clip, in seconds, as a clip of its own: before objects play the character. Both ends are rounded
        /// to frames. A section of the same name is replaced.
        /// </summary>
        public Clip AddSection(string name, string clip, double fromSeconds, double toSeconds, bool loop = false)
        {
            Clip section = ClipSection.Of(clips[ClipIndex(clip)], name, fromSeconds, toSeconds, loop);
            int place = Array.FindIndex(clips, c => c.name == name);
            if (place >= 0 && !clips[place].IsSection)
            {
                throw new ArgumentException("the character has a clip \"" + name + "\" already");
            }
            var all = new Clip[place < 0 ? clips.Length + 1 : clips.Length];
            Array.Copy(clips, all, clips.Length);
            all[place < 0 ? clips.Length : place] = section;
            clips = all;
            return section;
        }

        public Bounds ClipBounds(int clip)
        {
            ClipBox box = clips[clip].bounds;
            var b = new Bounds();
            b.SetMinMax(
                new Vector3(box.min[0], box.min[1], box.min[2]), new Vector3(box.max[0], box.max[1], box.max[2]));
            return b;
        }

        /// <summary>The pose of a socket in the character's space, at a moment in frames of clips.</summary>
        public Matrix4x4 SocketMatrix(int socket, Moment moment)
        {
            SocketPose p = SocketPose.At(sockets, socketMatrices, socket, Stored(moment), masks, layerBones);
            return Matrix4x4.TRS(
                new Vector3((float)p.px, (float)p.py, (float)p.pz),
                new Quaternion((float)p.qx, (float)p.qy, (float)p.qz, (float)p.qw),
                new Vector3((float)p.sx, (float)p.sy, (float)p.sz));
        }

        private static int IndexOf<T>(T[] list, Func<T, string> nameOf, string name, string what)
        {
            for (int i = 0; i < list.Length; i++)
            {
                if (nameOf(list[i]) == name)
                {
                    return i;
                }
            }
            string names = string.Join(", ", Array.ConvertAll(list, new Converter<T, string>(nameOf)));
            throw new ArgumentException("there is no " + what + " \"" + name + "\" in this character; it has: "
                + (names == "" ? "none" : names));
        }
    }
}
