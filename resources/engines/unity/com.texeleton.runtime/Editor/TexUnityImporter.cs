using System;
using System.Collections.Generic;
using System.IO;
using UnityEditor;
using UnityEditor.AssetImporters;
using UnityEngine;
using UnityEngine.Rendering;

namespace Texeleton
{
    /// <summary>
    /// Imports a .texunity: the animation texture, the mesh, materials with their images, the TexeletonAsset,
    /// and a prefab that plays. All numbers come from the exporter; there is nothing to set.
    /// </summary>
    [ScriptedImporter(ImporterVersion, "texunity")]
    public sealed class TexUnityImporter : ScriptedImporter
    {
        private const int ImporterVersion = 4;

        // From the .meta files of this package.
        private const string LitShader = "@GUID(Shaders/TexeletonLit.shader)@";
        private const string CullShader = "@GUID(Shaders/TexeletonCull.compute)@";

        [Tooltip("The clip that the prefab plays; empty: the first that moves.")]
        [SerializeField] private string startClip = "";
        [Tooltip("Compresses the images of materials for the platform. The animation texture, pixel art and palettes never are.")]
        [SerializeField] private bool compressImages = true;

        /// <summary>The shader is imported before the characters that need it.</summary>
        private static string[] GatherDependenciesFromSourceFile(string path)
        {
            string shader = AssetDatabase.GUIDToAssetPath(LitShader);
            return string.IsNullOrEmpty(shader) ? new string[0] : new[] { shader };
        }

        public override void OnImportAsset(AssetImportContext ctx)
        {
            try
            {
                Import(ctx, TexUnityFile.Parse(File.ReadAllBytes(ctx.assetPath)));
            }
            catch (Exception e)
            {
                ctx.LogImportError(ctx.assetPath + ": " + e.Message);
            }
        }

        private void Import(AssetImportContext ctx, TexUnityFile file)
        {
            TexUnityFile.Header h = file.header;
            TexeletonAsset asset = ScriptableObject.CreateInstance<TexeletonAsset>();
            asset.name = h.name;
            asset.vertexMode = h.mode == "vertex";
            asset.classic = h.classic;
            asset.generator = h.generator;
            asset.clips = h.clips;
            asset.sockets = h.sockets;
            asset.socketMatrices = file.Floats(h.socketMatrices);
            asset.variants = Array.ConvertAll(h.variants, v => v.name);
            asset.bones = Array.ConvertAll(h.bones, b => b.name);
            asset.masks = h.masks;
            asset.layerBones = h.layerBones;
            asset.frameTable = file.Floats(h.frameTable);
            asset.tableRow = h.texture.tableRow;
            asset.rowsPerFrame = h.texture.rowsPerFrame;
            asset.frameCount = h.texture.frameCount;
            asset.textureWidth = h.texture.width;
            asset.textureHeight = h.texture.height;
            asset.floatTexels = h.texture.pixelFormat == "rgba32f";
            asset.canaryRow = h.texture.canaryRow;
            asset.boneScale = h.vertices.boneScale;
            asset.bounds = BoundsOf(h.bounds);
            asset.cullingShader = AssetDatabase.LoadAssetAtPath<ComputeShader>(AssetDatabase.GUIDToAssetPath(CullShader));

            asset.animationTexture = AnimationTexture(file);
            ctx.AddObjectToAsset("texture", asset.animationTexture);
            asset.mesh = MeshOf(file, asset);
            ctx.AddObjectToAsset("mesh", asset.mesh);
            asset.maskTexture = MaskTexture(h);
            ctx.AddObjectToAsset("masks", asset.maskTexture);
            Texture2D seen = SeenTexture(h);
            ctx.AddObjectToAsset("variants", seen);
            Texture2D[] images = Images(ctx, file, compressImages);
            asset.materials = Materials(ctx, h, asset, seen, images);
            ctx.AddObjectToAsset("asset", asset);
            GameObject prefab = Prefab(h, asset);
            ctx.AddObjectToAsset("prefab", prefab);
            ctx.SetMainObject(prefab);
        }

        private static Bounds BoundsOf(ClipBox box)
        {
            var bounds = new Bounds();
            bounds.SetMinMax(
                new Vector3(box.min[0], box.min[1], box.min[2]), new Vector3(box.max[0], box.max[1], box.max[2]));
            return bounds;
        }

        /// <summary>Linear, uncompressed, without mip maps, in its own size: texels are numbers, not colours.</summary>
        private static Texture2D AnimationTexture(TexUnityFile file)
        {
            TexUnityFile.TextureHeader t = file.header.texture;
            TextureFormat format = t.pixelFormat == "rgba32f" ? TextureFormat.RGBAFloat : TextureFormat.RGBAHalf;
            var texture = new Texture2D(t.width, t.height, format, false, true)
            {
                name = file.header.name + " animation",
                filterMode = FilterMode.Point,
                wrapModeU = TextureWrapMode.Clamp,
                wrapModeV = TextureWrapMode.Repeat,
                anisoLevel = 0,
            };
            texture.LoadRawTextureData(file.Block(t));
            // The classic run-time reads sockets from it on the CPU.
            texture.Apply(false, !file.header.classic);
            return texture;
        }

        private static Mesh MeshOf(TexUnityFile file, TexeletonAsset asset)
        {
            TexUnityFile.Header h = file.header;
            var mesh = new Mesh { name = h.name };
            VertexAttributeDescriptor[] attributes = Array.ConvertAll(h.vertices.attributes, a => new VertexAttributeDescriptor(
                (VertexAttribute)Enum.Parse(typeof(VertexAttribute), a.attribute),
                (VertexAttributeFormat)Enum.Parse(typeof(VertexAttributeFormat), a.format), a.dimension));
            mesh.SetVertexBufferParams(h.vertices.count, attributes);
            byte[] vertices = file.Block(h.vertices);
            mesh.SetVertexBufferData(vertices, 0, 0, vertices.Length);
            byte[] indices = file.Block(h.indices);
            const MeshUpdateFlags asTheyAre = MeshUpdateFlags.DontRecalculateBounds;
            if (h.indices.format == "UInt16")
            {
                var narrow = new ushort[h.indices.count];
                Buffer.BlockCopy(indices, 0, narrow, 0, narrow.Length * 2);
                mesh.SetIndexBufferParams(narrow.Length, IndexFormat.UInt16);
                mesh.SetIndexBufferData(narrow, 0, 0, narrow.Length, asTheyAre);
            }
            else
            {
                var wide = new uint[h.indices.count];
                Buffer.BlockCopy(indices, 0, wide, 0, wide.Length * 4);
                mesh.SetIndexBufferParams(wide.Length, IndexFormat.UInt32);
                mesh.SetIndexBufferData(wide, 0, 0, wide.Length, asTheyAre);
            }
            var levels = new List<TexeletonAsset.Level>();
            var subMeshes = new List<SubMeshDescriptor>();
            foreach (TexUnityFile.Level level in h.levels)
            {
                levels.Add(new TexeletonAsset.Level
                {
                    firstSubMesh = subMeshes.Count,
                    materials = Array.ConvertAll(level.primitives, p => p.material),
                    maxMillimetres = (float)level.maxMillimetres,
                });
                foreach (TexUnityFile.Primitive p in level.primitives)
                {
                    subMeshes.Add(new SubMeshDescriptor(p.firstIndex, p.indexCount)
                    {
                        bounds = asset.bounds, firstVertex = 0, vertexCount = h.vertices.count,
                    });
                }
            }
            mesh.subMeshCount = subMeshes.Count;
            for (int i = 0; i < subMeshes.Count; i++)
            {
                mesh.SetSubMesh(i, subMeshes[i], asTheyAre);
            }
            mesh.bounds = asset.bounds;
            asset.levels = levels.ToArray();
            // Stays readable: a build may reduce channels of other meshes to half precision.
            mesh.UploadMeshData(false);
            return mesh;
        }

        /// <summary>A row for each variant, row 0 shows all; a texel for each mesh: 255 if it is visible.</summary>
        private static Texture2D MaskTexture(TexUnityFile.Header h)
        {
            int width = h.masks.Length > 0 ? Math.Max(h.texture.elementCount, 1) : 1;
            var numbers = new float[4 * width * Math.Max(h.masks.Length, 1)];
            for (int m = 0; m < h.masks.Length; m++)
            {
                for (int bone = 0; bone < width; bone++)
                {
                    numbers[4 * (m * width + bone)] = h.masks[m].weights[bone];
                    numbers[4 * (m * width + bone) + 1] = h.masks[m].anchors[bone] + 1;
                }
            }
            var bytes = new byte[4 * numbers.Length];
            Buffer.BlockCopy(numbers, 0, bytes, 0, bytes.Length);
            var texture = new Texture2D(width, Math.Max(h.masks.Length, 1), TextureFormat.RGBAFloat, false, true)
            {
                name = h.name + " masks", filterMode = FilterMode.Point, wrapMode = TextureWrapMode.Clamp,
            };
            texture.LoadRawTextureData(bytes);
            texture.Apply(false, true);
            return texture;
        }

        private static Texture2D SeenTexture(TexUnityFile.Header h)
        {
            int width = Math.Max(h.meshes.Length, 1);
            var bytes = new byte[width * (h.variants.Length + 1)];
            for (int i = 0; i < width; i++)
            {
                bytes[i] = 255;
            }
            for (int v = 0; v < h.variants.Length; v++)
            {
                foreach (int mesh in h.variants[v].meshes)
                {
                    bytes[(v + 1) * width + mesh] = 255;
                }
            }
            var texture = new Texture2D(width, h.variants.Length + 1, TextureFormat.R8, false, true)
            {
                name = h.name + " variants", filterMode = FilterMode.Point, wrapMode = TextureWrapMode.Clamp,
            };
            texture.LoadRawTextureData(bytes);
            texture.Apply(false, true);
            return texture;
        }

        private static Texture2D[] Images(AssetImportContext ctx, TexUnityFile file, bool compress)
        {
            var textures = new Texture2D[file.header.images.Length];
            for (int i = 0; i < textures.Length; i++)
            {
                TexUnityFile.ImageHeader image = file.header.images[i];
                var texture = new Texture2D(2, 2, TextureFormat.RGBA32, image.mipMaps, !image.srgb)
                {
                    name = image.name == "" ? "image " + i : image.name,
                    wrapModeU = (TextureWrapMode)Enum.Parse(typeof(TextureWrapMode), image.wrapU),
                    wrapModeV = (TextureWrapMode)Enum.Parse(typeof(TextureWrapMode), image.wrapV),
                    filterMode = image.nearest ? FilterMode.Point : FilterMode.Trilinear,
                    anisoLevel = image.nearest ? 0 : 4,
                };
                bool compresses = compress && image.compressed;
                if (!texture.LoadImage(file.Block(image), !compresses))
                {
                    ctx.LogImportWarning("the image \"" + texture.name + "\" could not be read");
                }
                else if (compresses)
                {
                    Compress(texture, image.use == "normal", ctx.selectedBuildTarget);
                }
                textures[i] = texture;
                ctx.AddObjectToAsset("image " + i, texture);
            }
            return textures;
        }

        /// <summary>
        /// Compresses a readable image for a platform. Normal maps get formats that keep the first two numbers exact enough;
        /// the shader derives the third.
        /// </summary>
        private static void Compress(Texture2D texture, bool isNormalMap, BuildTarget target)
        {
            bool inBlocksOf4 = texture.width % 4 == 0 && texture.height % 4 == 0; // BC formats require it.
            TextureFormat? format;
            switch (target)
            {
                case BuildTarget.Android:
                case BuildTarget.iOS:
                case BuildTarget.tvOS:
                    format = isNormalMap ? TextureFormat.ASTC_4x4 : TextureFormat.ASTC_6x6;
                    break;
                case BuildTarget.WebGL: // Browsers on phones support neither; Unity then decompresses the image.
                    format = isNormalMap || !inBlocksOf4 ? (TextureFormat?)null : TextureFormat.DXT5;
                    break;
                default:
                    format = !inBlocksOf4 ? (TextureFormat?)null : isNormalMap ? TextureFormat.BC5 : TextureFormat.BC7;
                    break;
            }
            if (format != null)
            {
                EditorUtility.CompressTexture(texture, format.Value, TextureCompressionQuality.Normal);
            }
            texture.Apply(false, true);
        }

        private static Material[] Materials(
            AssetImportContext ctx, TexUnityFile.Header h, TexeletonAsset asset, Texture2D seen, Texture2D[] images)
        {
            string path = AssetDatabase.GUIDToAssetPath(LitShader);
            Shader shader = AssetDatabase.LoadAssetAtPath<Shader>(path);
            if (shader == null)
            {
                throw new FileNotFoundException("the shader Texeleton/Lit is not in this project: put the folder "
                    + "com.texeleton.runtime of the export into it, with its .meta files");
            }
            ctx.DependsOnSourceAsset(path);
            var materials = new Material[h.materials.Length];
            for (int i = 0; i < materials.Length; i++)
            {
                TexUnityFile.MaterialHeader from = h.materials[i];
                var to = new Material(shader) { name = from.name == "" ? "material " + i : from.name };
                float[] c = from.baseColorFactor;
                float[] e = from.emissiveFactor;
                // glTF's factors are linear, Unity's colours are not, except [HDR] ones, which Unity does not convert.
                to.SetColor("_BaseColor", new Color(c[0], c[1], c[2], c[3]).gamma);
                to.SetColor("_EmissionColor", new Color(e[0], e[1], e[2], 1));
                to.SetFloat("_Metallic", from.metallicFactor);
                to.SetFloat("_Roughness", from.roughnessFactor);
                to.SetFloat("_BumpScale", from.normalTexture.image < 0 ? 0 : from.normalScale);
                to.SetFloat("_OcclusionStrength", from.occlusionTexture.image < 0 ? 0 : from.occlusionStrength);
                to.SetFloat("_Cutoff", from.alphaCutoff);
                to.SetFloat("_Cull", from.doubleSided ? 0 : 2);
                SetTexture(to, "_BaseMap", from.baseColorTexture, images);
                SetTexture(to, "_MetallicRoughnessMap", from.metallicRoughnessTexture, images);
                SetTexture(to, "_BumpMap", from.normalTexture, images);
                SetTexture(to, "_OcclusionMap", from.occlusionTexture, images);
                SetTexture(to, "_EmissionMap", from.emissiveTexture, images);
                to.SetVector("_TexeletonUvSets", new Vector4(
                    from.baseColorTexture.uvSet, from.metallicRoughnessTexture.uvSet, from.normalTexture.uvSet,
                    from.occlusionTexture.uvSet));
                bool cut = from.alphaMode == "Mask";
                to.SetVector("_TexeletonSurface", new Vector4(
                    from.emissiveTexture.uvSet, from.unlit ? 1 : 0, cut ? 1 : 0, from.doubleSided ? 1 : 0));
                if (from.alphaMode == "Blend")
                {
                    to.SetFloat("_SrcBlend", (float)BlendMode.SrcAlpha);
                    to.SetFloat("_DstBlend", (float)BlendMode.OneMinusSrcAlpha);
                    to.SetFloat("_ZWrite", 0);
                    to.renderQueue = (int)RenderQueue.Transparent;
                }
                else
                {
                    to.renderQueue = cut ? (int)RenderQueue.AlphaTest : (int)RenderQueue.Geometry;
                }
                SetAnimation(to, h, asset, seen);
                SetTint(to, h, i, images);
                ctx.AddObjectToAsset("material " + i, to);
                materials[i] = to;
            }
            return materials;
        }

        private static void SetTexture(Material material, string property, TexUnityFile.Slot slot, Texture2D[] images)
        {
            if (slot.image >= 0 && slot.image < images.Length)
            {
                material.SetTexture(property, images[slot.image]);
            }
        }

        private static void SetAnimation(Material material, TexUnityFile.Header h, TexeletonAsset asset, Texture2D seen)
        {
            material.SetTexture("_TexeletonTexture", asset.animationTexture);
            material.SetTexture("_TexeletonSeen", seen);
            material.SetVector("_TexeletonLayout", new Vector4(
                h.texture.width, h.texture.rowsPerFrame, h.vertices.boneScale, h.variants.Length > 0 ? h.meshes.Length : 0));
            // Without a player the first frame of the clip is shown, not the bind pose.
            int begin = h.clips[Clip.FirstMoving(h.clips)].frameBegin;
            int first = FrameTable.Stored(asset.frameTable, new ClipFrames(begin, begin, 0)).current;
            material.SetVector("_TexeletonFrom", new Vector4(first, first, 0, 0));
            material.SetVector("_TexeletonTo", new Vector4(first, first, 0, 0));
            material.SetVector("_TexeletonFromBefore", new Vector4(first, first, 0, 0));
            material.SetVector("_TexeletonToBefore", new Vector4(first, first, 0, 0));
            material.enableInstancing = true;
            if (h.mode == "vertex")
            {
                material.EnableKeyword("TEXELETON_VERTEX");
            }
        }

        private static void SetTint(Material material, TexUnityFile.Header h, int number, Texture2D[] images)
        {
            TexUnityFile.TintHeader tint = h.tint;
            bool moved = tint.kind == "palette" && Array.IndexOf(tint.materials, number) >= 0;
            material.SetVector("_TexeletonTint", new Vector4((float)tint.stepU, (float)tint.stepV, moved ? 1 : 0, 0));
            Vector4 mask = new Vector4(tint.kind == "all" ? 0 : tint.kind == "attribute" ? 1 : 3, 0, 0, 0);
            foreach (TexUnityFile.TintTexture texture in tint.textures)
            {
                if (texture.material == number)
                {
                    mask = new Vector4(2, texture.channel, texture.uvSet, 0);
                    SetTexture(material, "_TexeletonTintMap", new TexUnityFile.Slot { image = texture.image }, images);
                }
            }
            material.SetVector("_TexeletonMask", mask);
        }

        private GameObject Prefab(TexUnityFile.Header h, TexeletonAsset asset)
        {
            var prefab = new GameObject(h.name);
            prefab.AddComponent<MeshFilter>().sharedMesh = asset.mesh;
            var meshRenderer = prefab.AddComponent<MeshRenderer>();
            meshRenderer.sharedMaterials = Array.ConvertAll(asset.levels[0].materials, m => asset.materials[m]);
            meshRenderer.motionVectorGenerationMode = MotionVectorGenerationMode.Object;
            var controller = prefab.AddComponent<GPUAnimationController>();
            var fields = new SerializedObject(controller);
            fields.FindProperty("asset").objectReferenceValue = asset;
            fields.FindProperty("clip").stringValue = startClip;
            fields.ApplyModifiedPropertiesWithoutUndo();
            return prefab;
        }
    }
}
