using System;
using System.Text;
using UnityEngine;

namespace Texeleton
{
    /// <summary>
    /// A .texunity file: bytes for Unity to use unchanged. Layout: "TEXUNITY", version and size of the JSON (32 bits
    /// each), the JSON, then blocks of data.
    /// </summary>
    public sealed class TexUnityFile
    {
        public const uint NewestVersion = 2; // 2: with a frame table, or masks of layers.

        public Header header;
        private byte[] bytes;
        private int dataStart;

        /// <summary>Reads a file. All values are checked before use; errors describe the fault.</summary>
        public static TexUnityFile Parse(byte[] bytes)
        {
            if (bytes.Length < 16 || Encoding.ASCII.GetString(bytes, 0, 8) != "TEXUNITY")
            {
                throw new FormatException("this is no .texunity file");
            }
            uint version = BitConverter.ToUInt32(bytes, 8);
            if (version > NewestVersion)
            {
                throw new FormatException("the file has version " + version + ", this package reads up to version "
                    + NewestVersion + ": export again, which brings the package up to date");
            }
            uint size = BitConverter.ToUInt32(bytes, 12);
            if (size > bytes.Length - 16)
            {
                throw new FormatException("the file is cut short");
            }
            var file = new TexUnityFile { bytes = bytes, dataStart = 16 + (int)size };
            file.header = JsonUtility.FromJson<Header>(Encoding.UTF8.GetString(bytes, 16, (int)size));
            file.Check();
            return file;
        }

        /// <summary>The bytes of a block.</summary>
        public byte[] Block(Range range)
        {
            if (range.offset < 0 || range.bytes < 0 || range.offset > bytes.Length - dataStart - range.bytes)
            {
                throw new FormatException("the file is cut short");
            }
            var block = new byte[range.bytes];
            Buffer.BlockCopy(bytes, dataStart + (int)range.offset, block, 0, block.Length);
            return block;
        }

        public float[] Floats(Range range)
        {
            byte[] block = Block(range);
            var floats = new float[block.Length / 4];
            Buffer.BlockCopy(block, 0, floats, 0, floats.Length * 4);
            return floats;
        }

        private void Check()
        {
            Header h = header;
            if (h == null || h.format != "texunity" || h.clips.Length == 0 || h.levels.Length == 0)
            {
                throw new FormatException("this is no .texunity file");
            }
            if (h.encoding != "matrix3x4" && h.encoding != "positionNormal")
            {
                throw new FormatException("the encoding \"" + h.encoding + "\" is not played here; bake with the encoding "
                    + "\"matrix3x4\" (bones) or \"positionNormal\" (vertices)");
            }
            TextureHeader t = h.texture;
            long texelBytes = t.pixelFormat == "rgba32f" ? 16 : 8;
            if (t.width < 1 || t.height < 1 || t.rowsPerFrame < 1 || (long)t.width * t.height * texelBytes != t.bytes
                || (long)t.rowsPerFrame * t.frameCount > t.height
                || (t.canaryRow >= 0 && t.canaryRow + (long)(TexeletonCanary.Texels - 1) / t.width >= t.height)
                || (long)h.vertices.count * h.vertices.stride != h.vertices.bytes
                || (long)(h.sockets.Length + h.layerBones.Length) * t.frameCount * 48 != h.socketMatrices.bytes
                || (t.tableRow >= 0 && t.tableRow + (t.clipFrames + (long)t.width - 1) / t.width > t.height)
                || (t.tableRow >= 0) != (h.frameTable.bytes > 0) || !FrameTable.IsWhole(Floats(h.frameTable), t.clipFrames, t.frameCount)
                || !Array.TrueForAll(h.masks, m => m.weights.Length == t.elementCount && m.anchors.Length == t.elementCount))
            {
                throw new FormatException("sizes in the file do not agree with each other");
            }
            foreach (Clip clip in h.clips)
            {
                if (clip.frameBegin < 0 || clip.frameCount < 1 || clip.frameBegin + (long)clip.frameCount > (t.tableRow >= 0 ? t.clipFrames : t.frameCount))
                {
                    throw new FormatException("the clip \"" + clip.name + "\" lies outside of the texture");
                }
            }
            foreach (Level level in h.levels)
            {
                foreach (Primitive p in level.primitives)
                {
                    if (p.material < 0 || p.material >= h.materials.Length || p.firstIndex < 0 || p.indexCount < 0
                        || p.firstIndex + (long)p.indexCount > h.indices.count)
                    {
                        throw new FormatException("a level of detail names what is not there");
                    }
                }
            }
        }

        [Serializable] public class Range { public long offset; public int bytes; }
        [Serializable] public sealed class TextureHeader : Range
        {
            public string pixelFormat = "";
            public int width, height, texelsPerElement, elementCount, texelsPerFrame, rowsPerFrame, frameCount;
            public int canaryRow = -1;
            public int tableRow = -1, clipFrames;
        }
        [Serializable] public sealed class VertexAttributeHeader { public string attribute = ""; public string format = ""; public int dimension; }
        [Serializable] public sealed class VerticesHeader : Range
        {
            public int count, stride;
            public float boneScale = 65535;
            public VertexAttributeHeader[] attributes = new VertexAttributeHeader[0];
        }
        [Serializable] public sealed class IndicesHeader : Range { public string format = ""; public int count; }
        [Serializable] public sealed class Primitive { public int material, firstIndex, indexCount; }
        [Serializable] public sealed class Level { public double maxMillimetres; public Primitive[] primitives = new Primitive[0]; }
        [Serializable] public sealed class MeshHeader { public string name = ""; public string node = ""; }
        [Serializable] public sealed class VariantHeader { public string name = ""; public int[] meshes = new int[0]; }
        [Serializable] public sealed class BoneHeader { public string name = ""; public int parent = -1; }
        [Serializable] public sealed class TintTexture { public int material, image, uvSet, channel; }
        [Serializable] public sealed class TintHeader
        {
            public string kind = "all";
            public double stepU, stepV;
            public int entryCount;
            public int[] materials = new int[0];
            public TintTexture[] textures = new TintTexture[0];
        }
        [Serializable] public sealed class Slot { public int image = -1; public int uvSet; }
        [Serializable] public sealed class MaterialHeader
        {
            public string name = "";
            public float[] baseColorFactor = { 1, 1, 1, 1 };
            public Slot baseColorTexture = new Slot();
            public float metallicFactor = 1, roughnessFactor = 1;
            public Slot metallicRoughnessTexture = new Slot();
            public Slot normalTexture = new Slot();
            public float normalScale = 1;
            public Slot occlusionTexture = new Slot();
            public float occlusionStrength = 1;
            public Slot emissiveTexture = new Slot();
            public float[] emissiveFactor = new float[3];
            public string alphaMode = "Opaque";
            public float alphaCutoff = 0.5f;
            public bool doubleSided, unlit;
        }
        [Serializable] public sealed class ImageHeader : Range
        {
            public string name = "", mimeType = "", wrapU = "Repeat", wrapV = "Repeat";
            public bool srgb, nearest;
            public string use = "data"; // "color", "data", or "normal": a normal map.
            public bool mipMaps = true;
            public bool compressed; // Whether blocks of texels may be approximated.
        }
        [Serializable] public sealed class Header
        {
            public string format = "", generator = "", name = "", mode = "", encoding = "";
            public int version;
            public bool classic;
            public double sizeMetres;
            public ClipBox bounds = new ClipBox();
            public TextureHeader texture = new TextureHeader();
            public VerticesHeader vertices = new VerticesHeader();
            public Level[] levels = new Level[0];
            public IndicesHeader indices = new IndicesHeader();
            public Clip[] clips = new Clip[0];
            public Socket[] sockets = new Socket[0];
            public Range socketMatrices = new Range();
            public Range frameTable = new Range();
            public BoneMask[] masks = new BoneMask[0];
            public int[] layerBones = new int[0];
            public MeshHeader[] meshes = new MeshHeader[0];
            public VariantHeader[] variants = new VariantHeader[0];
            public BoneHeader[] bones = new BoneHeader[0];
            public TintHeader tint = new TintHeader();
            public MaterialHeader[] materials = new MaterialHeader[0];
            public ImageHeader[] images = new ImageHeader[0];
        }
    }
}
