using System;
using UnityEngine;

namespace Texeleton
{
    /// <summary>
    /// One character, as a drop-in for an Animator: plays clips of a TexeletonAsset on a MeshRenderer, without any work for
    /// bones or vertices on the CPU.
    /// </summary>
    [AddComponentMenu("Texeleton/GPU Animation Controller")]
    [RequireComponent(typeof(MeshFilter), typeof(MeshRenderer))]
    [DisallowMultipleComponent]
    public sealed class GPUAnimationController : MonoBehaviour
    {
        [SerializeField] private TexeletonAsset asset;
        [Tooltip("The clip that plays from the start; empty: the first that moves.")]
        [SerializeField] private string clip = "";
        [SerializeField] private float speed = 1;
        [Tooltip("Frames are shown as they are, not blended.")]
        [SerializeField] private bool stepped;
        [Tooltip("Moves this transform as the clip's root motion does. Otherwise read RootStep.")]
        [SerializeField] private bool applyRootMotion;
        [SerializeField] private Color tint = Color.white;
        [SerializeField] private int paletteEntry;
        [Tooltip("What of the character is seen; empty: all of it.")]
        [SerializeField] private string variant = "";

        private readonly ClipPlayer player = new ClipPlayer();
        private MeshRenderer meshRenderer;
        private MaterialPropertyBlock block;
        private Moment before;
        private TexeletonAsset ready; // The prepared asset.
        private bool isFirst = true;

        /// <summary>Called with each event, once.</summary>
        public event Action<FiredEvent> OnEvent;

        /// <summary>Called once when a clip that plays once has ended, with its name.</summary>
        public event Action<string> OnFinished;

        /// <summary>Whether a clip that plays once has ended.</summary>
        public bool IsFinished { get { return player.IsFinished; } }

        public TexeletonAsset Asset
        {
            get { return asset; }
            set
            {
                asset = value;
                Prepare();
            }
        }

        public Color Tint { get { return tint; } set { tint = value; } }

        public int PaletteEntry { get { return paletteEntry; } set { paletteEntry = value; } }

        public string Variant { get { return variant; } set { variant = value; } }

        public bool Stepped { get { return stepped; } set { stepped = value; } }

        public float Speed
        {
            get { return speed; }
            set
            {
                speed = value;
                player.Ticker.Speed = value;
            }
        }

        /// <summary>The root's movement in the last step, in the object's space before it.</summary>
        public RootMotion RootStep { get { return player.RootStep; } }

        public Moment Moment { get { return player.Moment; } }

        /// <summary>
        /// Starts a clip. By default it begins at its start (once and backward: at its end). During a fade, a
        /// clip with a fade waits for its end. Clears the queue.
        /// </summary>
        public void Play(string name, float speed = 1, float? startSeconds = null, float fadeSeconds = 0)
        {
            Prepare();
            this.speed = speed;
            player.Play(asset.clips[asset.ClipIndex(name)], speed, startSeconds, fadeSeconds);
        }

        /// <summary>
        /// Plays a clip after the current one and those queued before: at the end of a clip that plays once,
        /// or at the end of the current loop. A fade begins then.
        /// </summary>
        public void Queue(string name, float speed = 1, float? startSeconds = null, float fadeSeconds = 0)
        {
            Prepare();
            player.Queue(asset.clips[asset.ClipIndex(name)], speed, startSeconds, fadeSeconds);
        }

        /// <summary>Clears the queue; the current clip continues.</summary>
        public void ClearQueue() { player.ClearQueue(); }

        /// <summary>Moves to a time of the clip without firing events.</summary>
        public void Seek(double seconds) { player.Ticker.Seek(seconds); }

        /// <summary>The matrix of a socket in the world, in full orientation, also during a cross-fade.</summary>
        public Matrix4x4 SocketMatrix(string name)
        {
            Prepare();
            return transform.localToWorldMatrix * asset.SocketMatrix(asset.SocketIndex(name), player.Moment);
        }

        private void Awake() { Prepare(); }

        private void OnEnable() { Prepare(); }

        private void OnValidate()
        {
            if (ready != null)
            {
                player.Ticker.Speed = speed;
            }
        }

        private void Prepare()
        {
            if (ready == asset || asset == null)
            {
                return;
            }
            bool replaces = ready != null;
            ready = asset;
            TexeletonCanary.Watch(asset);
            isFirst = true;
            meshRenderer = GetComponent<MeshRenderer>();
            GetComponent<MeshFilter>().sharedMesh = asset.mesh;
            if (replaces || meshRenderer.sharedMaterials.Length == 0 || meshRenderer.sharedMaterials[0] == null)
            {
                TexeletonAsset.Level level = asset.levels[0];
                meshRenderer.sharedMaterials = Array.ConvertAll(level.materials, m => asset.materials[m]);
            }
            player.SetClips(asset.clips);
            player.OnEvent -= Fire;
            player.OnFinished -= Finish;
            player.Play(asset.clips[clip == "" ? Clip.FirstMoving(asset.clips) : asset.ClipIndex(clip)], speed);
            player.OnEvent += Fire;
            player.OnFinished += Finish;
            Show();
        }

        private void Finish(Clip ended)
        {
            if (OnFinished != null)
            {
                OnFinished(ended.name);
            }
        }

        private void Fire(FiredEvent fired)
        {
            if (OnEvent != null)
            {
                OnEvent(fired);
            }
            if (OnAnimEvent != null)
            {
                OnAnimEvent(fired.name);
            }
        }

        private void Update()
        {
            if (!ticksByHand)
            {
                Step(Time.deltaTime);
            }
        }

        private void Step(float deltaSeconds)
        {
            Prepare();
            if (asset == null)
            {
                return;
            }
            player.Stepped = stepped;
            player.Advance(deltaSeconds);
            if (applyRootMotion)
            {
                RootMotion step = player.RootStep;
                Vector3 way = new Vector3((float)step.x, (float)step.y, (float)step.z);
                transform.position += transform.rotation * Vector3.Scale(way, transform.lossyScale);
                transform.rotation *= Quaternion.Euler(0, (float)(step.yawRadians * 180 / Math.PI), 0);
            }
            Show();
        }

        private void Show()
        {
            Moment moment = asset.Stored(player.Moment);
            if (isFirst)
            {
                before = moment;
                isFirst = false;
            }
            block = block ?? new MaterialPropertyBlock();
            meshRenderer.GetPropertyBlock(block);
            block.SetVector(TexeletonShader.From, TexeletonShader.FramesVector(moment.from, moment.share));
            block.SetVector(TexeletonShader.To, TexeletonShader.FramesVector(moment.to, 0));
            block.SetVector(TexeletonShader.FromBefore, TexeletonShader.FramesVector(before.from, before.share));
            block.SetVector(TexeletonShader.ToBefore, TexeletonShader.FramesVector(before.to, 0));
            Color shade = QualitySettings.activeColorSpace == ColorSpace.Linear ? tint.linear : tint;
            block.SetVector(TexeletonShader.Look, new Vector4(shade.r, shade.g, shade.b, paletteEntry));
            block.SetVector(TexeletonShader.Shown, new Vector4(variant == "" ? 0 : asset.VariantIndex(variant) + 1, 0, 0, 0));
            if (asset.IsDamaged)
            {
                block.SetVector(TexeletonShader.Mask, TexeletonShader.Checker);
            }
            meshRenderer.SetPropertyBlock(block);
            before = moment;
            Bounds bounds = asset.ClipBounds(asset.ClipIndex(player.Ticker.Clip.name));
            if (player.IsFading)
            {
                bounds = asset.bounds;
            }
            meshRenderer.localBounds = bounds;
        }

        // For projects with the classic run-time.

        private bool ticksByHand;

        /// <summary>Called with the name of each event.</summary>
        public Action<string> OnAnimEvent;

        public TexeletonAsset GPUAnimData { get { return asset; } set { Asset = value; } }

        public AnimationTicker AnimTicker { get { return player.Ticker; } }

        public int AnimationCount { get { return asset == null ? 0 : asset.clips.Length; } }

        public void Init() { Prepare(); }

        public GPUAnimationController SetAnimation(int index)
        {
            Play(asset.clips[index].name, speed);
            return this;
        }

        /// <summary>From the first call on the object advances only by these steps.</summary>
        public void Tick(float deltaTime)
        {
            ticksByHand = true;
            Step(deltaTime);
        }

        public void SetTime(float time) { Seek(time); }

        public void SetTimeScale(float scale) { player.Ticker.SetNormalizedTime(scale); }

        public float GetScale() { return player.Ticker.GetNormalizedTime(); }
    }
}
