using System;
using UnityEngine;
using UnityEngine.Rendering;

namespace Texeleton
{
    /// <summary>
    /// Many instances of one character, each with its own clip, time, speed, tint, palette entry and variant: one draw
    /// for each material, whatever the number, and no work on the CPU for instances that only play. Draws by
    /// Graphics.RenderMeshIndirect; if vertex shaders cannot read buffers (OpenGL ES 3.0, WebGL 2), by
    /// Graphics.RenderMeshInstanced with the states in a texture.
    /// </summary>
    [AddComponentMenu("Texeleton/Crowd")]
    [DisallowMultipleComponent]
    public sealed class TexeletonCrowd : MonoBehaviour
    {
        public enum Culling
        {
            [Tooltip("The crowd is drawn as a whole, for every camera, at one level of detail.")] Whole,
            [Tooltip("Instance by instance, for one camera, with levels of detail by distance.")] ByCamera,
        }

        private const int StateWidth = 1024;
        private const int WordsOfTexel = 4;
        private const int InstancesOfDraw = 500; // For the fallback; Unity takes up to 1,023, some devices fewer.

        [SerializeField] private TexeletonAsset asset;
        [Min(0)] [SerializeField] private int count = 100;
        [Tooltip("New instances stand in rows at this distance; 0: all at the origin.")]
        [SerializeField] private float spacing = 1.5f;
        [SerializeField] private bool stepped;
        [Tooltip("Materials in place of the character's, in its order; empty: its own. Their shader must be Texeleton/Lit, or "
            + "include TexeletonInstance.hlsl.")]
        [SerializeField] private Material[] materials = new Material[0];

        [Header("Drawing")]
        [SerializeField] private Culling culling = Culling.Whole;
        [Tooltip("Of culling by camera; empty: the main camera.")]
        [SerializeField] private Camera cullingCamera;
        [Tooltip("Of culling as a whole: the level of detail of all instances.")]
        [Min(0)] [SerializeField] private int level;
        [Tooltip("Of culling by camera: from how many of its radii on a character shows level 1, 2, 3, 4.")]
        [SerializeField] private Vector4 levelDistances = new Vector4(10, 20, 40, 80);
        [Tooltip("Metres by which instances count as larger, so that shadows of those outside the picture stay.")]
        [SerializeField] private float cullingMargin = 5;
        [SerializeField] private ShadowCastingMode shadows = ShadowCastingMode.On;
        [SerializeField] private bool receiveShadows = true;
        [Tooltip("For tests of the fallback on any device.")]
        [SerializeField] private bool useTextures;

        private CrowdState state;
        private Action<CrowdEvent> heard; // The listeners of OnEvent.
        private Material[] drawn = new Material[0];
        private MaterialPropertyBlock[] blocks = new MaterialPropertyBlock[0];
        private GraphicsBuffer stateBuffer, stateBefore, visible, counts, commands, levelOfCommand;
        private GraphicsBuffer.IndirectDrawIndexedArgs[] commandData;
        private Texture2D stateMap, stateMapBefore;
        private Matrix4x4[] matrices = new Matrix4x4[InstancesOfDraw];
        private float[] numbers = new float[InstancesOfDraw];
        private readonly Plane[] planes = new Plane[6];
        private readonly Vector4[] planeVectors = new Vector4[6];
        private Bounds bounds;
        private bool boundsChanged = true;
        private int begun; // CrowdState.Begun of these bounds.
        private bool commandsChanged = true;
        private bool beforeChanged;

        /// <summary>Each event of an instance, once.</summary>
        public event Action<CrowdEvent> OnEvent
        {
            add
            {
                Listen(heard, false);
                heard += value;
                Listen(heard, true);
            }
            remove
            {
                Listen(heard, false);
                heard -= value;
                Listen(heard, true);
            }
        }

        /// <summary>The end of each clip that plays once (also of layers), reported once, after its events.</summary>
        public event Action<CrowdEnd> OnFinished;

        public TexeletonAsset Asset
        {
            get { return asset; }
            set
            {
                Release();
                asset = value;
                Prepare();
            }
        }

        private int TexelsOfInstance { get { return state.WordsPerInstance / WordsOfTexel; } }

        public int Count { get { return state == null ? count : state.Count; } }

        public bool Stepped { get { return stepped; } set { stepped = value; } }

        /// <summary>Whether buffers are used, or the fallback for devices whose vertex shaders cannot read them.</summary>
        public bool UsesBuffers
        {
            get
            {
                return !useTextures && SystemInfo.supportsComputeShaders
                    && SystemInfo.maxComputeBufferInputsVertex >= 3;
            }
        }

        /// <summary>Changes the number of instances; the remaining ones play on.</summary>
        public void Resize(int instances)
        {
            Prepare();
            count = Math.Max(instances, 0);
            int before = state.Count;
            if (count == before)
            {
                return;
            }
            state.Resize(count);
            int side = Math.Max(1, (int)Math.Ceiling(Math.Sqrt(count)));
            for (int i = before; i < count; i++)
            {
                Vector3 place = new Vector3((i % side - (side - 1) * 0.5f) * spacing, 0, (i / side) * spacing);
                SetTransform(i, transform.TransformPoint(place), transform.rotation, Vector3.one);
            }
            ReleaseBuffers();
            boundsChanged = true;
        }

        /// <summary>Sets the place of an instance in the world.</summary>
        public void SetTransform(int instance, Vector3 position, Quaternion rotation, Vector3 scale)
        {
            SetMatrix(instance, Matrix4x4.TRS(position, rotation, scale));
        }

        public void SetMatrix(int instance, Matrix4x4 m)
        {
            Prepare();
            state.SetMatrixRows(
                instance, m.m00, m.m01, m.m02, m.m03, m.m10, m.m11, m.m12, m.m13, m.m20, m.m21, m.m22, m.m23);
            boundsChanged = true;
        }

        public Matrix4x4 MatrixOf(int instance)
        {
            Prepare();
            var m = Matrix4x4.identity;
            for (int row = 0; row < 3; row++)
            {
                for (int column = 0; column < 4; column++)
                {
                    m[row, column] = state.MatrixAt(instance, row, column);
                }
            }
            return m;
        }

        /// <summary>
        /// Starts a clip. By default it begins at its start (once and backward: at its end). During a fade, a
        /// clip with a fade waits for its end; the last waiting one counts. Clears the queue.
        /// </summary>
        public void Play(
            int instance, string clip, float speed = 1, float? startSeconds = null, float fadeSeconds = 0, bool events = true)
        {
            Prepare();
            state.Play(instance, asset.ClipIndex(clip), speed, startSeconds, fadeSeconds, events);
            boundsChanged = true;
        }

        /// <summary>
        /// Plays a clip after the current one and those queued before: at the end of a clip that plays once,
        /// or at the end of the current loop. A fade begins then.
        /// </summary>
        public void Queue(
            int instance, string clip, float speed = 1, float? startSeconds = null, float fadeSeconds = 0, bool events = true)
        {
            Prepare();
            state.Queue(instance, asset.ClipIndex(clip), speed, startSeconds, fadeSeconds, events);
        }

        /// <summary>Clears the queue; the current clip continues.</summary>
        public void ClearQueue(int instance)
        {
            Prepare();
            state.ClearQueue(instance);
        }

        /// <summary>Whether an instance has reached the end of a clip that plays once.</summary>
        public bool IsFinished(int instance)
        {
            Prepare();
            return state.IsFinished(instance);
        }

        /// <summary>
        /// Plays a clip over an instance's own, on the bones of a mask of the character: an attack over a
        /// run. It fades in. A clip that plays once ends by itself, unless it is held; others stay until
        /// StopLayer. An instance has one layer, which a new one replaces.
        /// </summary>
        public void PlayLayer(
            int instance, string mask, string clip, float speed = 1, float? startSeconds = null, float fadeSeconds = 0,
            bool hold = false, bool events = true)
        {
            Prepare();
            state.PlayLayer(
                instance, asset.ClipIndex(clip), asset.MaskIndex(mask), speed, startSeconds, fadeSeconds, hold, events);
            boundsChanged = true;
        }

        /// <summary>Removes an instance's layer.</summary>
        public void StopLayer(int instance, float fadeSeconds = 0)
        {
            Prepare();
            state.StopLayer(instance, fadeSeconds);
        }

        public void SetTint(int instance, Color color)
        {
            Prepare();
            Color32 shade = QualitySettings.activeColorSpace == ColorSpace.Linear ? color.linear : color;
            state.SetTint(instance, shade.r, shade.g, shade.b);
        }

        public void SetPaletteEntry(int instance, int entry)
        {
            Prepare();
            state.SetPaletteEntry(instance, entry);
        }

        /// <summary>Sets the visible variant; empty: all meshes.</summary>
        public void SetVariant(int instance, string variant)
        {
            Prepare();
            state.SetVariant(instance, string.IsNullOrEmpty(variant) ? -1 : asset.VariantIndex(variant));
        }

        /// <summary>The moment that an instance shows.</summary>
        public Moment MomentOf(int instance)
        {
            Prepare();
            return state.MomentOf(instance);
        }

        /// <summary>The world matrix of an instance's socket, in full orientation, also during a cross-fade.</summary>
        public Matrix4x4 SocketMatrix(int instance, string socket)
        {
            Prepare();
            return MatrixOf(instance) * asset.SocketMatrix(asset.SocketIndex(socket), state.MomentOf(instance));
        }

        /// <summary>An instance's root motion since its clip began: place it at its start, times this.</summary>
        public RootMotion RootMotionOf(int instance)
        {
            Prepare();
            return RootMotion.At(asset.clips[state.ClipOf(instance)], state.PositionSeconds(instance));
        }

        private void OnEnable() { Prepare(); }

        private void OnDisable() { Release(); }

        private void OnValidate()
        {
            commandsChanged = true;
            boundsChanged = true;
        }

        private void Update()
        {
            Prepare();
            if (state == null)
            {
                return;
            }
            if (state.Count != count)
            {
                Resize(count);
            }
            state.Stepped = stepped;
            state.Advance(Time.deltaTime);
        }

        private void LateUpdate()
        {
            if (state != null && state.Count > 0)
            {
                Draw();
            }
        }

        /// <summary>Keeps the listeners in the state itself, so that events without a listener cost nothing.</summary>
        private void Listen(Action<CrowdEvent> listeners, bool begins)
        {
            if (state == null || listeners == null)
            {
                return;
            }
            if (begins)
            {
                state.OnEvent += listeners;
            }
            else
            {
                state.OnEvent -= listeners;
            }
        }

        private void Prepare()
        {
            if (state != null || asset == null)
            {
                return;
            }
            int wanted = count;
            TexeletonCanary.Watch(asset);
            state = new CrowdState(asset.clips, asset.masks.Length);
            state.OnFinished += end =>
            {
                if (OnFinished != null)
                {
                    OnFinished(end);
                }
            };
            Listen(heard, true);
            drawn = new Material[asset.materials.Length];
            for (int i = 0; i < drawn.Length; i++)
            {
                bool own = i < materials.Length && materials[i] != null;
                drawn[i] = new Material(own ? materials[i] : asset.materials[i]) { hideFlags = HideFlags.HideAndDontSave };
                drawn[i].EnableKeyword(UsesBuffers ? TexeletonShader.Crowd : TexeletonShader.CrowdTexture);
                drawn[i].enableInstancing = !UsesBuffers;
            }
            count = 0;
            Resize(wanted);
        }

        private void Release()
        {
            ReleaseBuffers();
            foreach (Material material in drawn)
            {
                DestroyNow(material);
            }
            drawn = new Material[0];
            state = null;
        }

        private static void DestroyNow(UnityEngine.Object thing)
        {
            if (Application.isPlaying)
            {
                Destroy(thing);
            }
            else
            {
                DestroyImmediate(thing);
            }
        }

        private void ReleaseBuffers()
        {
            foreach (GraphicsBuffer buffer in new[] { stateBuffer, stateBefore, visible, counts, commands, levelOfCommand })
            {
                if (buffer != null)
                {
                    buffer.Dispose();
                }
            }
            stateBuffer = stateBefore = visible = counts = commands = levelOfCommand = null;
            foreach (Texture2D map in new[] { stateMap, stateMapBefore })
            {
                if (map != null)
                {
                    DestroyNow(map);
                }
            }
            stateMap = stateMapBefore = null;
            commandsChanged = true;
        }

        private void Draw()
        {
            bool buffers = UsesBuffers;
            if (buffers ? stateBuffer == null : stateMap == null)
            {
                Allocate(buffers);
            }
            Upload(buffers);
            if (boundsChanged || begun != state.Begun)
            {
                boundsChanged = false;
                begun = state.Begun;
                bounds = BoundsOfAll();
            }
            Vector4 clock = TexeletonShader.ClockVector(state.Clock, stepped);
            Vector4 clockBefore = TexeletonShader.ClockVector(state.ClockBefore, stepped);
            foreach (MaterialPropertyBlock block in blocks)
            {
                block.SetVector(TexeletonShader.Clock, clock);
                block.SetVector(TexeletonShader.ClockBefore, clockBefore);
                block.SetVector(TexeletonShader.States, new Vector4(TexelsOfInstance, asset.tableRow + 1, 0, 0));
                if (asset.maskTexture != null)
                {
                    block.SetTexture(TexeletonShader.Masks, asset.maskTexture);
                }
                if (asset.IsDamaged)
                {
                    block.SetVector(TexeletonShader.Mask, TexeletonShader.Checker);
                }
            }
            if (buffers)
            {
                DrawIndirect();
            }
            else
            {
                DrawInstanced();
            }
        }

        private void Allocate(bool buffers)
        {
            blocks = new MaterialPropertyBlock[asset.levels.Length];
            for (int i = 0; i < blocks.Length; i++)
            {
                blocks[i] = new MaterialPropertyBlock();
            }
            if (!buffers)
            {
                int rows = (state.Count * TexelsOfInstance + StateWidth - 1) / StateWidth;
                stateMap = NewStateMap(rows);
                stateMapBefore = NewStateMap(rows);
                WholeMap(stateMap, state.Words);
                WholeMap(stateMapBefore, state.WordsBefore);
                foreach (MaterialPropertyBlock block in blocks)
                {
                    block.SetTexture(TexeletonShader.StateMap, stateMap);
                    block.SetTexture(TexeletonShader.StateMapBefore, stateMapBefore);
                }
                return;
            }
            int texels = state.Count * TexelsOfInstance;
            stateBuffer = new GraphicsBuffer(GraphicsBuffer.Target.Structured, texels, 16);
            stateBefore = new GraphicsBuffer(GraphicsBuffer.Target.Structured, texels, 16);
            stateBuffer.SetData(state.Words);
            stateBefore.SetData(state.WordsBefore);
            int levelCount = asset.levels.Length;
            var everyone = new uint[state.Count * levelCount];
            for (int i = 0; i < everyone.Length; i++)
            {
                everyone[i] = (uint)(i % state.Count);
            }
            visible = new GraphicsBuffer(GraphicsBuffer.Target.Structured, everyone.Length, 4);
            visible.SetData(everyone);
            counts = new GraphicsBuffer(GraphicsBuffer.Target.Structured, levelCount, 4);
            var levels = new System.Collections.Generic.List<uint>();
            for (int l = 0; l < levelCount; l++)
            {
                blocks[l].SetBuffer(TexeletonShader.State, stateBuffer);
                blocks[l].SetBuffer(TexeletonShader.StateBefore, stateBefore);
                blocks[l].SetBuffer(TexeletonShader.Visible, visible);
                blocks[l].SetFloat(TexeletonShader.FirstVisible, culling == Culling.ByCamera ? l * state.Count : 0);
                for (int m = 0; m < asset.levels[l].materials.Length; m++)
                {
                    levels.Add((uint)l);
                }
            }
            commandData = new GraphicsBuffer.IndirectDrawIndexedArgs[levels.Count];
            commands = new GraphicsBuffer(
                GraphicsBuffer.Target.IndirectArguments | GraphicsBuffer.Target.Structured, levels.Count * 5, 4);
            levelOfCommand = new GraphicsBuffer(GraphicsBuffer.Target.Structured, levels.Count, 4);
            levelOfCommand.SetData(levels.ToArray());
            commandsChanged = true;
        }

        private static Texture2D NewStateMap(int rows)
        {
            return new Texture2D(
                StateWidth, Math.Max(rows, 1), UnityEngine.Experimental.Rendering.GraphicsFormat.R32G32B32A32_UInt,
                UnityEngine.Experimental.Rendering.TextureCreationFlags.None)
            {
                filterMode = FilterMode.Point, hideFlags = HideFlags.HideAndDontSave,
            };
        }

        private static void WholeMap(Texture2D map, uint[] words)
        {
            var padded = new uint[StateWidth * map.height * WordsOfTexel];
            Array.Copy(words, padded, words.Length);
            map.SetPixelData(padded, 0);
            map.Apply(false, false);
        }

        private void Upload(bool buffers)
        {
            int first, changed;
            bool now = state.TakeChanged(out first, out changed);
            first = Math.Min(first, state.Count);
            changed = Math.Min(changed, state.Count - first);
            if (!buffers)
            {
                if (beforeChanged)
                {
                    WholeMap(stateMapBefore, state.WordsBefore);
                }
                if (now)
                {
                    WholeMap(stateMap, state.Words);
                }
            }
            else
            {
                if (beforeChanged)
                {
                    stateBefore.SetData(state.WordsBefore);
                }
                if (now && changed > 0)
                {
                    int from = first * state.WordsPerInstance;
                    stateBuffer.SetData(state.Words, from, from, changed * state.WordsPerInstance);
                }
            }
            beforeChanged = now;
        }

        private Bounds BoundsOfAll()
        {
            Vector3 low = Vector3.positiveInfinity;
            Vector3 high = Vector3.negativeInfinity;
            for (int i = 0; i < state.Count; i++)
            {
                Bounds own = asset.ClipBounds(state.ClipOf(i));
                own.Encapsulate(asset.ClipBounds(state.OutgoingClipOf(i)));
                if (state.LayerClipOf(i) >= 0)
                {
                    // Bones on the anchors of another clip are at most this far from them.
                    Vector3 wider = own.extents + Vector3.one * (2 * asset.ClipBounds(state.LayerClipOf(i)).extents.magnitude);
                    own.SetMinMax(own.center - wider, own.center + wider);
                }
                Matrix4x4 m = MatrixOf(i);
                Vector3 centre = m.MultiplyPoint3x4(own.center);
                Vector3 e = own.extents;
                Vector3 reach = new Vector3(
                    Math.Abs(m.m00) * e.x + Math.Abs(m.m01) * e.y + Math.Abs(m.m02) * e.z,
                    Math.Abs(m.m10) * e.x + Math.Abs(m.m11) * e.y + Math.Abs(m.m12) * e.z,
                    Math.Abs(m.m20) * e.x + Math.Abs(m.m21) * e.y + Math.Abs(m.m22) * e.z);
                low = Vector3.Min(low, centre - reach);
                high = Vector3.Max(high, centre + reach);
            }
            var all = new Bounds();
            all.SetMinMax(low, high);
            return all;
        }

        private RenderParams Params(Material material, int l, Camera camera)
        {
            return new RenderParams(material)
            {
                camera = camera,
                layer = gameObject.layer,
                matProps = blocks[l],
                motionVectorMode = MotionVectorGenerationMode.Object,
                receiveShadows = receiveShadows,
                shadowCastingMode = shadows,
                worldBounds = bounds,
            };
        }

        private void DrawIndirect()
        {
            bool byCamera = culling == Culling.ByCamera && asset.cullingShader != null;
            Camera camera = byCamera ? (cullingCamera != null ? cullingCamera : Camera.main) : null;
            byCamera = byCamera && camera != null;
            int shown = Math.Min(level, asset.levels.Length - 1);
            if (commandsChanged)
            {
                commandsChanged = false;
                int c = 0;
                for (int l = 0; l < asset.levels.Length; l++)
                {
                    blocks[l].SetFloat(TexeletonShader.FirstVisible, byCamera ? l * state.Count : 0);
                    for (int m = 0; m < asset.levels[l].materials.Length; m++, c++)
                    {
                        int subMesh = asset.levels[l].firstSubMesh + m;
                        commandData[c].indexCountPerInstance = asset.mesh.GetIndexCount(subMesh);
                        commandData[c].startIndex = asset.mesh.GetIndexStart(subMesh);
                        commandData[c].baseVertexIndex = asset.mesh.GetBaseVertex(subMesh);
                        commandData[c].startInstance = 0;
                        commandData[c].instanceCount = l == shown ? (uint)state.Count : 0;
                    }
                }
                commands.SetData(commandData);
            }
            if (byCamera)
            {
                Cull(camera);
            }
            int command = 0;
            for (int l = 0; l < asset.levels.Length; l++)
            {
                for (int m = 0; m < asset.levels[l].materials.Length; m++, command++)
                {
                    if (byCamera || l == shown)
                    {
                        RenderParams with = Params(drawn[asset.levels[l].materials[m]], l, camera);
                        Graphics.RenderMeshIndirect(with, asset.mesh, commands, 1, command);
                    }
                }
            }
        }

        private void Cull(Camera camera)
        {
            GeometryUtility.CalculateFrustumPlanes(camera, planes);
            for (int i = 0; i < 6; i++)
            {
                Vector3 n = planes[i].normal;
                planeVectors[i] = new Vector4(n.x, n.y, n.z, planes[i].distance + cullingMargin);
            }
            Vector3 centre = asset.bounds.center;
            Vector3 eye = camera.transform.position;
            float height = camera.orthographic ? 0 : 2 * Mathf.Tan(camera.fieldOfView * 0.5f * Mathf.Deg2Rad);
            ComputeShader shader = asset.cullingShader;
            shader.SetVectorArray("_Planes", planeVectors);
            float reach = asset.bounds.extents.magnitude;
            shader.SetVector("_Sphere", new Vector4(centre.x, centre.y, centre.z, state.AnyLayers ? 3 * reach : reach));
            shader.SetVector("_Eye", new Vector4(eye.x, eye.y, eye.z, height));
            shader.SetVector("_Distances", levelDistances);
            shader.SetInt("_InstanceCount", state.Count);
            shader.SetInt("_StateSize", TexelsOfInstance);
            shader.SetInt("_LevelCount", asset.levels.Length);
            shader.SetInt("_CommandCount", commandData.Length);
            int[] kernels = { shader.FindKernel("Clear"), shader.FindKernel("Cull"), shader.FindKernel("Count") };
            foreach (int kernel in kernels)
            {
                shader.SetBuffer(kernel, TexeletonShader.State, stateBuffer);
                shader.SetBuffer(kernel, "_Visible", visible);
                shader.SetBuffer(kernel, "_Counts", counts);
                shader.SetBuffer(kernel, "_Commands", commands);
                shader.SetBuffer(kernel, "_LevelOfCommand", levelOfCommand);
            }
            shader.Dispatch(kernels[0], (asset.levels.Length + 63) / 64, 1, 1);
            shader.Dispatch(kernels[1], (state.Count + 63) / 64, 1, 1);
            shader.Dispatch(kernels[2], (commandData.Length + 63) / 64, 1, 1);
        }

        private void DrawInstanced()
        {
            int shown = Math.Min(level, asset.levels.Length - 1);
            TexeletonAsset.Level drawnLevel = asset.levels[shown];
            for (int first = 0; first < state.Count; first += InstancesOfDraw)
            {
                int many = Math.Min(InstancesOfDraw, state.Count - first);
                for (int i = 0; i < many; i++)
                {
                    matrices[i] = MatrixOf(first + i);
                    numbers[i] = first + i;
                }
                blocks[shown].SetFloatArray(TexeletonShader.Number, numbers);
                for (int m = 0; m < drawnLevel.materials.Length; m++)
                {
                    RenderParams with = Params(drawn[drawnLevel.materials[m]], shown, null);
                    Graphics.RenderMeshInstanced(with, asset.mesh, drawnLevel.firstSubMesh + m, matrices, many);
                }
            }
        }
    }
}
