// Stubs of the part of Unity's API that the package uses, written for these tests: signatures from Unity's published
// reference (2021.3 to 6), behaviour as far as the tests need it. Drawing and dispatching is recorded.
using System;
using System.Collections.Generic;
using System.Reflection;
using UnityEngine.Rendering;

namespace UnityEngine
{
    [AttributeUsage(AttributeTargets.All)] public class TooltipAttribute : Attribute { public TooltipAttribute(string t) { } }
    public class SerializeFieldAttribute : Attribute { }
    public class HideInInspectorAttribute : Attribute { }
    [AttributeUsage(AttributeTargets.All, AllowMultiple = true)] public class HeaderAttribute : Attribute { public HeaderAttribute(string t) { } }
    public class MinAttribute : Attribute { public MinAttribute(float m) { } }
    public class PreferBinarySerializationAttribute : Attribute { }
    public class DisallowMultipleComponentAttribute : Attribute { }
    public class AddComponentMenuAttribute : Attribute { public AddComponentMenuAttribute(string n) { } }
    public class DefaultExecutionOrderAttribute : Attribute { public DefaultExecutionOrderAttribute(int o) { } }
    [AttributeUsage(AttributeTargets.Class)] public class RequireComponentAttribute : Attribute
    {
        public RequireComponentAttribute(Type a) { }
        public RequireComponentAttribute(Type a, Type b) { }
    }

    [Flags] public enum HideFlags { None = 0, HideAndDontSave = 61 }
    public enum ColorSpace { Gamma, Linear }
    public enum FilterMode { Point, Bilinear, Trilinear }
    public enum TextureWrapMode { Repeat, Clamp, Mirror, MirrorOnce }
    public enum TextureFormat
    {
        RGBA32 = 4, DXT5 = 12, RGBAHalf = 17, RGBAFloat = 20, BC7 = 25, BC5 = 27, ASTC_4x4 = 48, ASTC_6x6 = 50, R8 = 63,
    }
    public enum MeshTopology { Triangles, Quads = 2 }
    public enum MotionVectorGenerationMode { Camera, Object, ForceNoMotion }
    public enum ScaleMode { StretchToFill, ScaleAndCrop, ScaleToFit }
    public enum EventType { MouseDown, MouseDrag = 3, Repaint = 7 }

    public static class Mathf { public const float Deg2Rad = 0.0174532924f; public static float Tan(float f) { return (float)Math.Tan(f); } }

    public struct Vector2 { public float x, y; public Vector2(float x, float y) { this.x = x; this.y = y; } public static Vector2 operator +(Vector2 a, Vector2 b) { return new Vector2(a.x + b.x, a.y + b.y); } }
    public struct Vector3
    {
        public float x, y, z;
        public Vector3(float x, float y, float z) { this.x = x; this.y = y; this.z = z; }
        public static Vector3 one { get { return new Vector3(1, 1, 1); } }
        public static Vector3 zero { get { return new Vector3(0, 0, 0); } }
        public static Vector3 up { get { return new Vector3(0, 1, 0); } }
        public static Vector3 forward { get { return new Vector3(0, 0, 1); } }
        public static Vector3 positiveInfinity { get { return one * float.PositiveInfinity; } }
        public static Vector3 negativeInfinity { get { return one * float.NegativeInfinity; } }
        public float magnitude { get { return (float)Math.Sqrt(x * x + y * y + z * z); } }
        public static Vector3 Scale(Vector3 a, Vector3 b) { return new Vector3(a.x * b.x, a.y * b.y, a.z * b.z); }
        public static Vector3 Min(Vector3 a, Vector3 b) { return new Vector3(Math.Min(a.x, b.x), Math.Min(a.y, b.y), Math.Min(a.z, b.z)); }
        public static Vector3 Max(Vector3 a, Vector3 b) { return new Vector3(Math.Max(a.x, b.x), Math.Max(a.y, b.y), Math.Max(a.z, b.z)); }
        public static Vector3 operator +(Vector3 a, Vector3 b) { return new Vector3(a.x + b.x, a.y + b.y, a.z + b.z); }
        public static Vector3 operator -(Vector3 a, Vector3 b) { return new Vector3(a.x - b.x, a.y - b.y, a.z - b.z); }
        public static Vector3 operator *(Vector3 a, float s) { return new Vector3(a.x * s, a.y * s, a.z * s); }
    }
    public struct Vector4
    {
        public float x, y, z, w;
        public Vector4(float x, float y, float z, float w) { this.x = x; this.y = y; this.z = z; this.w = w; }
        public static implicit operator Vector3(Vector4 v) { return new Vector3(v.x, v.y, v.z); }
        public override string ToString() { return x + ", " + y + ", " + z + ", " + w; }
    }
    public struct Quaternion
    {
        public float x, y, z, w;
        public Quaternion(float x, float y, float z, float w) { this.x = x; this.y = y; this.z = z; this.w = w; }
        public static Quaternion identity { get { return new Quaternion(0, 0, 0, 1); } }
        // About Y only, which is all that the run-time and its tests need.
        public static Quaternion Euler(float x, float y, float z)
        {
            double half = y * Math.PI / 360;
            return new Quaternion(0, (float)Math.Sin(half), 0, (float)Math.Cos(half));
        }
        public static Quaternion operator *(Quaternion a, Quaternion b)
        {
            return new Quaternion(
                a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y + a.y * b.w + a.z * b.x - a.x * b.z,
                a.w * b.z + a.z * b.w + a.x * b.y - a.y * b.x, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z);
        }
        public static Vector3 operator *(Quaternion q, Vector3 v)
        {
            return Matrix4x4.TRS(Vector3.zero, q, Vector3.one).MultiplyPoint3x4(v);
        }
    }
    public struct Matrix4x4
    {
        public float m00, m10, m20, m30, m01, m11, m21, m31, m02, m12, m22, m32, m03, m13, m23, m33;
        public static Matrix4x4 identity { get { return TRS(Vector3.zero, Quaternion.identity, Vector3.one); } }
        public float this[int row, int column]
        {
            get
            {
                switch (4 * column + row)
                {
                    case 0: return m00; case 1: return m10; case 2: return m20; case 3: return m30;
                    case 4: return m01; case 5: return m11; case 6: return m21; case 7: return m31;
                    case 8: return m02; case 9: return m12; case 10: return m22; case 11: return m32;
                    case 12: return m03; case 13: return m13; case 14: return m23; default: return m33;
                }
            }
            set
            {
                switch (4 * column + row)
                {
                    case 0: m00 = value; break; case 1: m10 = value; break; case 2: m20 = value; break; case 3: m30 = value; break;
                    case 4: m01 = value; break; case 5: m11 = value; break; case 6: m21 = value; break; case 7: m31 = value; break;
                    case 8: m02 = value; break; case 9: m12 = value; break; case 10: m22 = value; break; case 11: m32 = value; break;
                    case 12: m03 = value; break; case 13: m13 = value; break; case 14: m23 = value; break; default: m33 = value; break;
                }
            }
        }
        public static Matrix4x4 TRS(Vector3 p, Quaternion q, Vector3 s)
        {
            return new Matrix4x4
            {
                m00 = (1 - 2 * (q.y * q.y + q.z * q.z)) * s.x, m10 = 2 * (q.x * q.y + q.z * q.w) * s.x, m20 = 2 * (q.x * q.z - q.y * q.w) * s.x,
                m01 = 2 * (q.x * q.y - q.z * q.w) * s.y, m11 = (1 - 2 * (q.x * q.x + q.z * q.z)) * s.y, m21 = 2 * (q.y * q.z + q.x * q.w) * s.y,
                m02 = 2 * (q.x * q.z + q.y * q.w) * s.z, m12 = 2 * (q.y * q.z - q.x * q.w) * s.z, m22 = (1 - 2 * (q.x * q.x + q.y * q.y)) * s.z,
                m03 = p.x, m13 = p.y, m23 = p.z, m33 = 1,
            };
        }
        public Vector4 GetColumn(int c) { return new Vector4(this[0, c], this[1, c], this[2, c], this[3, c]); }
        public Quaternion rotation { get { return Quaternion.identity; } }
        public Vector3 MultiplyPoint3x4(Vector3 v)
        {
            return new Vector3(m00 * v.x + m01 * v.y + m02 * v.z + m03, m10 * v.x + m11 * v.y + m12 * v.z + m13, m20 * v.x + m21 * v.y + m22 * v.z + m23);
        }
        public static Matrix4x4 operator *(Matrix4x4 a, Matrix4x4 b)
        {
            var m = new Matrix4x4();
            for (int r = 0; r < 4; r++)
            {
                for (int c = 0; c < 4; c++)
                {
                    float sum = 0;
                    for (int k = 0; k < 4; k++)
                    {
                        sum += a[r, k] * b[k, c];
                    }
                    m[r, c] = sum;
                }
            }
            return m;
        }
    }
    public struct Color32 { public byte r, g, b, a; }
    public struct Color
    {
        public float r, g, b, a;
        public Color(float r, float g, float b, float a = 1) { this.r = r; this.g = g; this.b = b; this.a = a; }
        public static Color white { get { return new Color(1, 1, 1); } }
        public static Color red { get { return new Color(1, 0, 0); } }
        private static float To(float c, bool gamma)
        {
            return gamma ? (c <= 0.0031308f ? 12.92f * c : 1.055f * (float)Math.Pow(c, 1 / 2.4) - 0.055f)
                : (c <= 0.04045f ? c / 12.92f : (float)Math.Pow((c + 0.055f) / 1.055f, 2.4));
        }
        public Color gamma { get { return new Color(To(r, true), To(g, true), To(b, true), a); } }
        public Color linear { get { return new Color(To(r, false), To(g, false), To(b, false), a); } }
        public static implicit operator Color32(Color c)
        {
            return new Color32 { r = (byte)Math.Round(c.r * 255), g = (byte)Math.Round(c.g * 255), b = (byte)Math.Round(c.b * 255), a = (byte)Math.Round(c.a * 255) };
        }
    }
    public struct Plane { public Vector3 normal; public float distance; }
    public struct Rect { public float width, height; }
    public struct Bounds
    {
        public Vector3 center, extents;
        public Vector3 min { get { return center - extents; } }
        public Vector3 max { get { return center + extents; } }
        public void SetMinMax(Vector3 low, Vector3 high) { extents = (high - low) * 0.5f; center = low + extents; }
        public void Encapsulate(Bounds b) { SetMinMax(Vector3.Min(min, b.min), Vector3.Max(max, b.max)); }
    }

    public class Object
    {
        public string name = "";
        public HideFlags hideFlags;
        public static void Destroy(Object o) { }
        public static void DestroyImmediate(Object o) { }
    }
    public class ScriptableObject : Object
    {
        public static T CreateInstance<T>() where T : ScriptableObject { return Activator.CreateInstance<T>(); }
        public static ScriptableObject CreateInstance(Type type) { return (ScriptableObject)Activator.CreateInstance(type); }
    }
    public class GameObject : Object
    {
        public readonly List<Component> components = new List<Component>();
        public int layer;
        public GameObject(string name) { this.name = name; AddComponent<Transform>(); }
        public T AddComponent<T>() where T : Component, new()
        {
            var c = new T { gameObject = this };
            components.Add(c);
            return c;
        }
    }
    public class Component : Object
    {
        public GameObject gameObject;
        public T GetComponent<T>() { foreach (Component c in gameObject.components) { if (c is T) { return (T)(object)c; } } return default(T); }
        public T GetComponentInParent<T>() { return GetComponent<T>(); }
        public Transform transform { get { return GetComponent<Transform>(); } }
    }
    public class Behaviour : Component { public bool enabled = true; }
    public class MonoBehaviour : Behaviour { }
    public class Transform : Component
    {
        public Vector3 position;
        public Quaternion rotation = Quaternion.identity;
        public Vector3 lossyScale { get { return Vector3.one; } }
        public Matrix4x4 localToWorldMatrix { get { return Matrix4x4.TRS(position, rotation, Vector3.one); } }
        public Matrix4x4 worldToLocalMatrix { get { return Matrix4x4.identity; } }
        public Vector3 TransformPoint(Vector3 p) { return localToWorldMatrix.MultiplyPoint3x4(p); }
        public void SetPositionAndRotation(Vector3 p, Quaternion r) { position = p; rotation = r; }
    }
    public class Camera : Behaviour { public static Camera main; public bool orthographic; public float fieldOfView = 60; public float nearClipPlane, farClipPlane; public void Render() { } }
    public class Light : Behaviour { public float intensity; }
    public static class GeometryUtility { public static void CalculateFrustumPlanes(Camera camera, Plane[] planes) { } }
    public class Renderer : Component
    {
        public Material[] sharedMaterials = new Material[0];
        public Material sharedMaterial { get { return sharedMaterials.Length > 0 ? sharedMaterials[0] : null; } }
        public MotionVectorGenerationMode motionVectorGenerationMode;
        public Bounds localBounds;
        public bool enabled = true;
        public MaterialPropertyBlock block = new MaterialPropertyBlock();
        public void GetPropertyBlock(MaterialPropertyBlock to) { foreach (var v in block.values) { to.values[v.Key] = v.Value; } }
        public void SetPropertyBlock(MaterialPropertyBlock from) { foreach (var v in from.values) { block.values[v.Key] = v.Value; } }
    }
    public class MeshRenderer : Renderer { }
    public class SkinnedMeshRenderer : Renderer { public Mesh sharedMesh; public Transform[] bones = new Transform[0]; }
    public class MeshFilter : Component { public Mesh sharedMesh; }

    public class Texture : Object
    {
        public FilterMode filterMode;
        public TextureWrapMode wrapMode, wrapModeU, wrapModeV;
        public int anisoLevel, width, height, mipmapCount = 1;
        public bool isDataSRGB;
    }
    public class Texture2D : Texture
    {
        public TextureFormat format;
        public byte[] raw = new byte[0];
        public uint[] words = new uint[0];
        public bool isReadable = true;
        public Texture2D(int width, int height, TextureFormat textureFormat, bool mipChain, bool linear)
        {
            this.width = width; this.height = height; format = textureFormat; isDataSRGB = !linear; mipmapCount = mipChain ? 2 : 1;
        }
        public Texture2D(int width, int height, Experimental.Rendering.GraphicsFormat format, Experimental.Rendering.TextureCreationFlags flags)
        {
            this.width = width; this.height = height;
        }
        public void LoadRawTextureData(byte[] data)
        {
            int texel = format == TextureFormat.RGBAHalf ? 8 : format == TextureFormat.RGBAFloat ? 16 : 1;
            if (data.Length != width * height * texel) { throw new UnityException("LoadRawTextureData: not enough data provided"); }
            raw = data;
        }
        public void SetPixelData<T>(T[] data, int mipLevel, int sourceDataStartIndex = 0) { words = (uint[])(object)data.Clone(); }
        public void Apply(bool updateMipmaps = true, bool makeNoLongerReadable = false) { isReadable = !makeNoLongerReadable; }
    }
    public static class ImageConversion
    {
        public static bool LoadImage(this Texture2D tex, byte[] data, bool markNonReadable)
        {
            tex.raw = data;
            tex.isReadable = !markNonReadable;
            if (data.Length > 24 && data[1] == 'P') // PNG: the sizes are bytes 16 to 23.
            {
                tex.width = data[18] << 8 | data[19];
                tex.height = data[22] << 8 | data[23];
            }
            return data.Length > 8;
        }
    }
    public class UnityException : Exception { public UnityException(string m) : base(m) { } }

    public class Mesh : Object
    {
        public VertexAttributeDescriptor[] attributes;
        public byte[] vertexBytes;
        public Array indexData;
        public SubMeshDescriptor[] subMeshes = new SubMeshDescriptor[0];
        public Bounds bounds;
        public IndexFormat indexFormat;
        public GraphicsBuffer.Target vertexBufferTarget;
        public int vertexCount;
        public bool isReadable = true;
        public int subMeshCount { get { return subMeshes.Length; } set { Array.Resize(ref subMeshes, value); } }
        public Vector3[] vertices = new Vector3[0], normals = new Vector3[0];
        public Vector4[] tangents = new Vector4[0];
        public Color32[] colors32;
        public BoneWeight[] boneWeights = new BoneWeight[0];
        public Matrix4x4[] bindposes = new Matrix4x4[0];
        public bool HasVertexAttribute(VertexAttribute a) { return false; }
        public int GetVertexAttributeDimension(VertexAttribute a) { return 0; }
        public void GetUVs(int channel, List<Vector4> uvs) { }
        public void SetUVs(int channel, List<Vector4> uvs) { }
        public int[] GetIndices(int submesh) { return new int[0]; }
        public MeshTopology GetTopology(int submesh) { return MeshTopology.Triangles; }
        public void SetIndices(int[] indices, MeshTopology topology, int submesh, bool calculateBounds = true, int baseVertex = 0) { }
        public GraphicsBuffer GetVertexBuffer(int index) { return new GraphicsBuffer(vertexBufferTarget, Math.Max(vertexCount, 1), 40); }
        public void SetVertexBufferParams(int vertexCount, params VertexAttributeDescriptor[] attributes)
        {
            for (int i = 1; i < attributes.Length; i++)
            {
                if (attributes[i].stream == attributes[i - 1].stream && attributes[i].attribute <= attributes[i - 1].attribute)
                {
                    throw new UnityException("attributes are not in order");
                }
            }
            foreach (VertexAttributeDescriptor a in attributes)
            {
                if (a.Size % 4 != 0) { throw new UnityException("the size of an attribute is no multiple of 4"); }
            }
            this.vertexCount = vertexCount;
            this.attributes = attributes;
        }
        public void SetVertexBufferData<T>(T[] data, int dataStart, int meshBufferStart, int count, int stream = 0, MeshUpdateFlags flags = MeshUpdateFlags.Default) where T : struct
        {
            int stride = 0;
            foreach (VertexAttributeDescriptor a in attributes) { stride += a.Size; }
            if (count != stride * vertexCount) { throw new UnityException("the data has another size than the vertices"); }
            vertexBytes = (byte[])(object)data;
        }
        public void SetIndexBufferParams(int indexCount, IndexFormat format) { indexFormat = format; }
        public void SetIndexBufferData<T>(T[] data, int dataStart, int meshBufferStart, int count, MeshUpdateFlags flags = MeshUpdateFlags.Default) where T : struct { indexData = data; }
        public void SetSubMesh(int index, SubMeshDescriptor desc, MeshUpdateFlags flags = MeshUpdateFlags.Default)
        {
            if (desc.indexStart + desc.indexCount > indexData.Length) { throw new UnityException("sub-mesh out of bounds"); }
            subMeshes[index] = desc;
        }
        public void UploadMeshData(bool markNoLongerReadable) { isReadable = !markNoLongerReadable; }
        public uint GetIndexCount(int submesh) { return (uint)subMeshes[submesh].indexCount; }
        public uint GetIndexStart(int submesh) { return (uint)subMeshes[submesh].indexStart; }
        public uint GetBaseVertex(int submesh) { return 0; }
    }
    public struct BoneWeight { public int boneIndex0, boneIndex1, boneIndex2, boneIndex3; public float weight0, weight1, weight2, weight3; }

    public class Shader : Object
    {
        private static readonly Dictionary<string, int> ids = new Dictionary<string, int>();
        public static readonly List<string> names = new List<string>();
        public bool isSupported { get { return true; } }
        public static int PropertyToID(string name)
        {
            int id;
            if (!ids.TryGetValue(name, out id)) { id = ids[name] = ids.Count; names.Add(name); }
            return id;
        }
    }
    public class ComputeShader : Object
    {
        public readonly Dictionary<string, object> values = new Dictionary<string, object>();
        public readonly List<string> log = new List<string>();
        public readonly HashSet<string> keywords = new HashSet<string>();
        public int FindKernel(string name) { return name == "Cull" ? 1 : name == "Count" ? 2 : name == "Canary" ? 3 : 0; }
        public void EnableKeyword(string k) { keywords.Add(k); }
        public void DisableKeyword(string k) { keywords.Remove(k); }
        public void SetInt(string name, int v) { values[name] = v; }
        public void SetVector(string name, Vector4 v) { values[name] = v; }
        public void SetVectorArray(string name, Vector4[] v) { values[name] = v; }
        public void SetBuffer(int kernel, string name, GraphicsBuffer b) { values[name] = b; }
        public void SetBuffer(int kernel, int name, GraphicsBuffer b) { values[Shader.names[name]] = b; }
        public void SetTexture(int kernelIndex, string name, Texture texture) { values[name] = texture; }
        public void SetTexture(int kernelIndex, int nameID, Texture texture) { values[Shader.names[nameID]] = texture; }
        public void Dispatch(int kernel, int x, int y, int z) { log.Add(kernel + ": " + x); }
    }
    public class Material : Object
    {
        public Shader shader;
        public readonly Dictionary<string, object> values = new Dictionary<string, object>();
        public readonly HashSet<string> keywords = new HashSet<string>();
        public int renderQueue;
        public bool enableInstancing;
        public Material(Shader shader) { this.shader = shader; }
        public Material(Material from)
        {
            shader = from.shader;
            foreach (var v in from.values) { values[v.Key] = v.Value; }
            keywords.UnionWith(from.keywords);
        }
        public void EnableKeyword(string k) { keywords.Add(k); }
        public void SetColor(string n, Color v) { values[n] = v; }
        public void SetFloat(string n, float v) { values[n] = v; }
        public void SetVector(string n, Vector4 v) { values[n] = v; }
        public void SetTexture(string n, Texture v) { values[n] = v; }
    }
    public class MaterialPropertyBlock
    {
        public readonly Dictionary<string, object> values = new Dictionary<string, object>();
        public void SetVector(int n, Vector4 v) { values[Shader.names[n]] = v; }
        public void SetVector(string n, Vector4 v) { values[n] = v; }
        public void SetFloat(int n, float v) { values[Shader.names[n]] = v; }
        public void SetFloatArray(int n, float[] v) { values[Shader.names[n]] = v.Clone(); }
        public void SetTexture(int n, Texture v) { values[Shader.names[n]] = v; }
        public void SetBuffer(int n, GraphicsBuffer v) { values[Shader.names[n]] = v; }
    }
    public class GraphicsBuffer : IDisposable
    {
        [Flags] public enum Target { Vertex = 1, Index = 2, Structured = 16, Raw = 32, IndirectArguments = 256 }
        public struct IndirectDrawIndexedArgs { public uint indexCountPerInstance, instanceCount, startIndex, baseVertexIndex, startInstance; public const int size = 20; }
        public readonly int count, stride;
        public Array data;
        public uint[] words;
        public bool disposed;
        public static int alive;
        public GraphicsBuffer(Target target, int count, int stride)
        {
            if (count <= 0) { throw new ArgumentException("Attempting to create a zero length graphics buffer"); }
            this.count = count; this.stride = stride;
            words = new uint[count * stride / 4];
            alive += 1;
        }
        public void SetData(Array data)
        {
            this.data = data;
            var w = data as uint[];
            if (w != null) { Array.Copy(w, words, w.Length); }
        }
        public void SetData(Array data, int managedBufferStartIndex, int graphicsBufferStartIndex, int count)
        {
            Array.Copy((uint[])data, managedBufferStartIndex, words, graphicsBufferStartIndex, count);
        }
        /// <summary>The GPU's output.</summary>
        public static Action<Array> gpu;
        public void GetData(Array data) { if (gpu != null) { gpu(data); } }
        public void Dispose() { if (!disposed) { alive -= 1; } disposed = true; }
    }
    public struct RenderParams
    {
        public RenderParams(Material mat) : this() { material = mat; }
        public Material material;
        public Camera camera;
        public int layer;
        public MaterialPropertyBlock matProps;
        public MotionVectorGenerationMode motionVectorMode;
        public bool receiveShadows;
        public ShadowCastingMode shadowCastingMode;
        public Bounds worldBounds;
    }
    public static class Graphics
    {
        public struct Call { public RenderParams with; public Mesh mesh; public int subMesh, count, command; public GraphicsBuffer commands; public Matrix4x4[] matrices; public float[] numbers; }
        public static readonly List<Call> calls = new List<Call>();
        public static void RenderMeshIndirect(in RenderParams rparams, Mesh mesh, GraphicsBuffer commandBuffer, int commandCount = 1, int startCommand = 0)
        {
            calls.Add(new Call { with = rparams, mesh = mesh, commands = commandBuffer, command = startCommand, count = commandCount });
        }
        public static void RenderMeshInstanced<T>(in RenderParams rparams, Mesh mesh, int submeshIndex, T[] instanceData, int instanceCount = -1, int startInstance = 0) where T : struct
        {
            if (instanceCount > 1023) { throw new ArgumentOutOfRangeException("instanceCount"); }
            calls.Add(new Call
            {
                with = rparams, mesh = mesh, subMesh = submeshIndex, count = instanceCount,
                matrices = (Matrix4x4[])(object)instanceData.Clone(), numbers = (float[])rparams.matProps.values["_TexeletonNumber"],
            });
        }
    }
    public static class SystemInfo
    {
        public static bool supportsComputeShaders = true, supportsAsyncGPUReadback = true;
        public static int maxComputeBufferInputsVertex = 8, maxTextureSize = 16384;
    }
    public static class QualitySettings { public static ColorSpace activeColorSpace = ColorSpace.Linear; }
    public static class Application { public static bool isPlaying = true; }
    public static class Time { public static float deltaTime; }
    public static class Debug
    {
        public static readonly List<string> log = new List<string>();
        public static void Log(object m) { log.Add("" + m); }
        public static void Log(object m, Object context) { log.Add("" + m); }
        public static void LogError(object message, Object context) { log.Add("error: " + message); }
    }
    public class GUIStyle { }
    public class GUILayoutOption { }
    /// <summary>The texts on the screen, and a mouse press on the toggle whose text begins with `pressed`.</summary>
    public static class GUILayout
    {
        public static readonly List<string> shown = new List<string>();
        public static string pressed;
        public static bool Toggle(bool value, string text, GUIStyle style, params GUILayoutOption[] options)
        {
            shown.Add((value ? "(x) " : "( ) ") + text);
            return value || (pressed != null && text.StartsWith(pressed));
        }
    }
    public static class GUI
    {
        public static Texture drawn;
        public static void DrawTexture(Rect position, Texture image, ScaleMode scaleMode, bool alphaBlend) { drawn = image; }
    }
    public class Event { public static Event current = new Event(); public EventType type; public Vector2 delta; }

    /// <summary>Fills public fields by name, as Unity does; missing keys leave the field unchanged.</summary>
    public static class JsonUtility
    {
        public static T FromJson<T>(string json) { return (T)To(typeof(T), new Texeleton.Tests.Json(json).Value); }
        private static object To(Type type, object value)
        {
            if (type == typeof(string)) { return value as string ?? ""; }
            if (type == typeof(bool)) { return (bool)value; }
            if (type.IsPrimitive) { return Convert.ChangeType(value, type); }
            if (type.IsArray)
            {
                var list = (List<object>)value;
                Array array = Array.CreateInstance(type.GetElementType(), list.Count);
                for (int i = 0; i < list.Count; i++) { array.SetValue(To(type.GetElementType(), list[i]), i); }
                return array;
            }
            object made = Activator.CreateInstance(type);
            if (!type.IsDefined(typeof(SerializableAttribute), false)) { throw new Exception(type + " is not serializable"); }
            foreach (FieldInfo field in type.GetFields(BindingFlags.Public | BindingFlags.Instance))
            {
                object member;
                if (((Dictionary<string, object>)value).TryGetValue(field.Name, out member) && member != null)
                {
                    field.SetValue(made, To(field.FieldType, member));
                }
            }
            return made;
        }
    }
}

namespace UnityEngine.Experimental.Rendering
{
    public enum GraphicsFormat { None, R32G32B32A32_UInt = 40 }
    [Flags] public enum TextureCreationFlags { None, MipChain }
}

namespace Unity.Collections
{
    public struct NativeArray<T> where T : struct
    {
        internal T[] content;
        public T[] ToArray() { return (T[])content.Clone(); }
    }
}

namespace UnityEngine.Rendering
{
    public struct AsyncGPUReadbackRequest
    {
        internal Array content;
        public bool hasError { get { return content == null; } }
        public Unity.Collections.NativeArray<T> GetData<T>(int layer = 0) where T : struct { return new Unity.Collections.NativeArray<T> { content = (T[])content }; }
    }
    public static class AsyncGPUReadback
    {
        /// <summary>The GPU's simulated output; null: an error.</summary>
        public static Array answer;
        public static AsyncGPUReadbackRequest Request(GraphicsBuffer src, Action<AsyncGPUReadbackRequest> callback = null)
        {
            var request = new AsyncGPUReadbackRequest { content = answer };
            callback(request);
            return request;
        }
    }
    public enum ShadowCastingMode { Off, On, TwoSided, ShadowsOnly }
    public enum IndexFormat { UInt16, UInt32 }
    public enum BlendMode { Zero, One, SrcAlpha = 5, OneMinusSrcAlpha = 10 }
    public enum RenderQueue { Background = 1000, Geometry = 2000, AlphaTest = 2450, Transparent = 3000 }
    [Flags] public enum MeshUpdateFlags { Default = 0, DontValidateIndices = 1, DontResetBoneBounds = 2, DontNotifyMeshUsers = 4, DontRecalculateBounds = 8 }
    public enum VertexAttribute { Position, Normal, Tangent, Color, TexCoord0, TexCoord1, TexCoord2, TexCoord3, TexCoord4, TexCoord5, TexCoord6, TexCoord7, BlendWeight, BlendIndices }
    public enum VertexAttributeFormat { Float32, Float16, UNorm8, SNorm8, UNorm16, SNorm16, UInt8, SInt8, UInt16, SInt16, UInt32, SInt32 }
    public struct VertexAttributeDescriptor
    {
        public VertexAttribute attribute;
        public VertexAttributeFormat format;
        public int dimension, stream;
        public VertexAttributeDescriptor(VertexAttribute attribute = VertexAttribute.Position, VertexAttributeFormat format = VertexAttributeFormat.Float32, int dimension = 3, int stream = 0)
        {
            this.attribute = attribute; this.format = format; this.dimension = dimension; this.stream = stream;
        }
        public int Size { get { return dimension * (format == VertexAttributeFormat.Float32 ? 4 : format == VertexAttributeFormat.UNorm8 ? 1 : 2); } }
    }
    public struct SubMeshDescriptor
    {
        public int indexStart, indexCount, firstVertex, vertexCount;
        public Bounds bounds;
        public MeshTopology topology;
        public SubMeshDescriptor(int indexStart, int indexCount, MeshTopology topology = MeshTopology.Triangles) : this()
        {
            this.indexStart = indexStart; this.indexCount = indexCount; this.topology = topology;
        }
    }
    public class RenderPipelineAsset : ScriptableObject { }
    public static class GraphicsSettings { public static RenderPipelineAsset currentRenderPipeline; }
}

namespace UnityEditor
{
    using UnityEngine;
    public class MenuItemAttribute : Attribute { public MenuItemAttribute(string path) { } }
    public class CustomEditorAttribute : Attribute { public CustomEditorAttribute(Type type) { } }
    public class Editor : ScriptableObject
    {
        public Object target;
        public virtual void OnInspectorGUI() { }
        public virtual bool HasPreviewGUI() { return false; }
        public virtual bool RequiresConstantRepaint() { return false; }
        public virtual void OnPreviewGUI(Rect r, GUIStyle background) { }
    }
    public static class EditorStyles { public static GUIStyle boldLabel = new GUIStyle(), radioButton = new GUIStyle(); }
    public static class EditorGUILayout
    {
        public static void LabelField(string label, GUIStyle style, params GUILayoutOption[] options) { }
        public static void LabelField(string label, string label2, params GUILayoutOption[] options) { GUILayout.shown.Add(label + ": " + label2); }
    }
    public static class EditorApplication
    {
        internal static double now;
        public static double timeSinceStartup { get { return now; } }
    }
    public class PreviewRenderUtility
    {
        internal static int alive;
        internal static readonly List<string> drawn = new List<string>();
        private bool begun;
        private readonly Texture picture = new Texture2D(8, 8, TextureFormat.RGBAHalf, false, true);
        private readonly Camera camera_ = new GameObject("preview camera").AddComponent<Camera>();
        private readonly Light[] lights_ = { new GameObject("preview light").AddComponent<Light>() };
        public PreviewRenderUtility() { alive++; }
        public Camera camera { get { return camera_; } }
        public Light[] lights { get { return lights_; } }
        public void BeginPreview(Rect r, GUIStyle background) { begun = true; drawn.Clear(); }
        public Texture EndPreview() { if (!begun) { throw new InvalidOperationException(); } begun = false; return picture; }
        public void DrawMesh(Mesh mesh, Matrix4x4 matrix, Material mat, int subMeshIndex, MaterialPropertyBlock customProperties)
        {
            if (!begun || mesh == null || mat == null) { throw new InvalidOperationException(); }
            var from = (Vector4)customProperties.values["_TexeletonFrom"];
            var to = (Vector4)customProperties.values["_TexeletonTo"];
            drawn.Add(subMeshIndex + " " + from.x + " " + from.y + " " + from.w.ToString("0.00") + " to " + to.x + " " + to.y);
        }
        public void Cleanup() { alive--; }
    }
    public static class ShaderUtil { public static bool ShaderHasError(Shader s) { return false; } }
    public static class Selection { public static Object[] objects = new Object[0]; }
    public static class AssetDatabase
    {
        public static readonly Dictionary<string, string> paths = new Dictionary<string, string>();
        public static readonly Dictionary<string, Object[]> assets = new Dictionary<string, Object[]>();
        public static string GUIDToAssetPath(string guid) { string path; return paths.TryGetValue(guid, out path) ? path : ""; }
        public static string[] found = new string[0];
        public static string[] FindAssets(string filter) { return found; }
        public static string GetAssetPath(Object o) { return ""; }
        public static Object[] LoadAllAssetsAtPath(string path) { return assets[path]; }
        public static T LoadAssetAtPath<T>(string path) where T : Object
        {
            Object[] found;
            return assets.TryGetValue(path, out found) ? found[0] as T : null;
        }
        public static void CreateAsset(Object asset, string path) { assets[path] = new[] { asset }; }
    }
    public enum BuildTarget { StandaloneWindows64 = 19, iOS = 9, Android = 13, WebGL = 20, tvOS = 37 }
    public enum TextureCompressionQuality { Normal = 50 }
    public static class EditorUtility
    {
        public static void CompressTexture(Texture2D texture, TextureFormat format, TextureCompressionQuality quality)
        {
            bool blocksOf4 = format == TextureFormat.BC5 || format == TextureFormat.BC7 || format == TextureFormat.DXT5;
            if (!texture.isReadable || blocksOf4 && (texture.width % 4 != 0 || texture.height % 4 != 0))
            {
                throw new UnityException("CompressTexture: the texture is not readable, or has no multiple of 4 texels");
            }
            texture.format = format;
        }
    }
    public class SerializedObject
    {
        internal readonly Object target;
        public SerializedObject(Object target) { this.target = target; }
        public SerializedProperty FindProperty(string name)
        {
            FieldInfo field = target.GetType().GetField(name, BindingFlags.NonPublic | BindingFlags.Public | BindingFlags.Instance);
            return field == null ? null : new SerializedProperty(target, field);
        }
        public bool ApplyModifiedPropertiesWithoutUndo() { return true; }
    }
    public class SerializedProperty
    {
        private readonly Object target;
        private readonly FieldInfo field;
        internal SerializedProperty(Object target, FieldInfo field) { this.target = target; this.field = field; }
        public Object objectReferenceValue { set { field.SetValue(target, value); } }
        public string stringValue { set { field.SetValue(target, value); } }
    }
}

namespace UnityEditor.AssetImporters
{
    using UnityEngine;
    public class ScriptedImporterAttribute : Attribute { public ScriptedImporterAttribute(int version, string ext) { } }
    public abstract class ScriptedImporter : Object { public abstract void OnImportAsset(AssetImportContext ctx); }
    public class AssetImportContext
    {
        public string assetPath { get; set; }
        public BuildTarget selectedBuildTarget { get; set; } = BuildTarget.StandaloneWindows64;
        public readonly Dictionary<string, Object> objects = new Dictionary<string, Object>();
        public readonly List<string> problems = new List<string>();
        public Object mainObject { get; private set; }
        public void AddObjectToAsset(string identifier, Object obj) { objects.Add(identifier, obj); }
        public void SetMainObject(Object obj) { mainObject = obj; }
        public void LogImportError(string msg, Object obj = null) { problems.Add(msg); }
        public void LogImportWarning(string msg, Object obj = null) { problems.Add(msg); }
        public void DependsOnSourceAsset(string path) { }
    }
}
