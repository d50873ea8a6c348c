using System;
using UnityEngine;
using UnityEngine.Rendering;

namespace Texeleton
{
    /// <summary>
    /// A drop-in for a SkinnedMeshRenderer that keeps its Animator and bones: a compute shader skins into the vertex buffer
    /// that is drawn, so that any material works, and nothing is read back. For the few characters that need inverse
    /// kinematics or ragdolls, beside crowds of textures. Blend shapes are not taken over.
    /// </summary>
    [AddComponentMenu("Texeleton/GPU Skinned Mesh Renderer")]
    [RequireComponent(typeof(MeshFilter), typeof(MeshRenderer))]
    [DisallowMultipleComponent]
    [DefaultExecutionOrder(200)]
    public sealed class GPUSkinnedMeshRenderer : MonoBehaviour
    {
        private const int Threads = 64;

        [Tooltip("Where mesh, bones and materials come from; empty: the one of this object. It is switched off.")]
        public SkinnedMeshRenderer SourceSkin;
        [Tooltip("TexeletonSkinning.compute.")]
        public ComputeShader SkinningShader;

        private Mesh output;
        private GraphicsBuffer positions, normals, tangents, bones, weights, palette, vertices;
        private Matrix4x4[] matrices = new Matrix4x4[0];
        private Matrix4x4[] bindPoses;
        private Transform[] joints;
        private int kernel;

        private struct Influences
        {
            public uint a, b, c, d;
        }

        private void OnEnable()
        {
            if (SourceSkin == null)
            {
                SourceSkin = GetComponent<SkinnedMeshRenderer>();
            }
            if (SourceSkin == null || SourceSkin.sharedMesh == null || SkinningShader == null)
            {
                Debug.LogError("GPUSkinnedMeshRenderer needs a SkinnedMeshRenderer with a mesh, and TexeletonSkinning.compute", this);
                enabled = false;
                return;
            }
            if (!SystemInfo.supportsComputeShaders)
            {
                Debug.LogError("GPUSkinnedMeshRenderer needs compute shaders, which this device does not have; the "
                    + "SkinnedMeshRenderer stays on", this);
                enabled = false;
                return;
            }
            if (!SourceSkin.sharedMesh.isReadable)
            {
                Debug.LogError("GPUSkinnedMeshRenderer reads the mesh \"" + SourceSkin.sharedMesh.name
                    + "\": switch Read/Write on in its import settings", this);
                enabled = false;
                return;
            }
            Build(SourceSkin.sharedMesh);
            SourceSkin.enabled = false;
            GetComponent<MeshFilter>().sharedMesh = output;
            GetComponent<MeshRenderer>().sharedMaterials = SourceSkin.sharedMaterials;
        }

        private void OnDisable()
        {
            foreach (GraphicsBuffer buffer in new[] { positions, normals, tangents, bones, weights, palette, vertices })
            {
                if (buffer != null)
                {
                    buffer.Dispose();
                }
            }
            positions = normals = tangents = bones = weights = palette = vertices = null;
            if (output != null)
            {
                Destroy(output);
                output = null;
            }
            if (SourceSkin != null)
            {
                SourceSkin.enabled = true;
            }
        }

        /// <summary>
        /// A copy of the mesh whose first stream has position, normal and tangent in full floats, for the compute shader to
        /// write; the rest stays as it is.
        /// </summary>
        private void Build(Mesh mesh)
        {
            int count = mesh.vertexCount;
            Vector3[] bindPositions = mesh.vertices;
            Vector3[] bindNormals = mesh.normals.Length == count ? mesh.normals : Filled(count, Vector3.up);
            Vector4[] bindTangents = mesh.tangents.Length == count ? mesh.tangents : Filled(count, new Vector4(1, 0, 0, 1));
            output = new Mesh { name = mesh.name + " (skinned)", indexFormat = mesh.indexFormat };
            output.vertexBufferTarget |= GraphicsBuffer.Target.Raw;
            var attributes = new System.Collections.Generic.List<VertexAttributeDescriptor>
            {
                new VertexAttributeDescriptor(VertexAttribute.Position, VertexAttributeFormat.Float32, 3, 0),
                new VertexAttributeDescriptor(VertexAttribute.Normal, VertexAttributeFormat.Float32, 3, 0),
                new VertexAttributeDescriptor(VertexAttribute.Tangent, VertexAttributeFormat.Float32, 4, 0),
            };
            if (mesh.HasVertexAttribute(VertexAttribute.Color))
            {
                attributes.Add(new VertexAttributeDescriptor(VertexAttribute.Color, VertexAttributeFormat.UNorm8, 4, 1));
            }
            for (int channel = 0; channel < 8; channel++)
            {
                VertexAttribute texCoord = VertexAttribute.TexCoord0 + channel;
                if (mesh.HasVertexAttribute(texCoord))
                {
                    attributes.Add(new VertexAttributeDescriptor(
                        texCoord, VertexAttributeFormat.Float32, mesh.GetVertexAttributeDimension(texCoord), 1));
                }
            }
            output.SetVertexBufferParams(count, attributes.ToArray());
            output.vertices = bindPositions;
            output.normals = bindNormals;
            output.tangents = bindTangents;
            if (mesh.HasVertexAttribute(VertexAttribute.Color))
            {
                output.colors32 = mesh.colors32;
            }
            var uvs = new System.Collections.Generic.List<Vector4>();
            for (int channel = 0; channel < 8; channel++)
            {
                if (mesh.HasVertexAttribute(VertexAttribute.TexCoord0 + channel))
                {
                    mesh.GetUVs(channel, uvs);
                    output.SetUVs(channel, uvs);
                }
            }
            output.subMeshCount = mesh.subMeshCount;
            for (int i = 0; i < mesh.subMeshCount; i++)
            {
                output.SetIndices(mesh.GetIndices(i), mesh.GetTopology(i), i, false);
            }
            output.bounds = mesh.bounds;

            BoneWeight[] boneWeights = mesh.boneWeights;
            var indices = new Influences[count];
            var shares = new Vector4[count];
            for (int i = 0; i < count && i < boneWeights.Length; i++)
            {
                BoneWeight w = boneWeights[i];
                indices[i] = new Influences
                {
                    a = (uint)w.boneIndex0, b = (uint)w.boneIndex1, c = (uint)w.boneIndex2, d = (uint)w.boneIndex3,
                };
                shares[i] = new Vector4(w.weight0, w.weight1, w.weight2, w.weight3);
            }
            bindPoses = mesh.bindposes;
            joints = SourceSkin.bones;
            matrices = new Matrix4x4[Math.Max(joints.Length, 1)];
            positions = Structured(bindPositions, 12);
            normals = Structured(bindNormals, 12);
            tangents = Structured(bindTangents, 16);
            bones = Structured(indices, 16);
            weights = Structured(shares, 16);
            palette = Structured(matrices, 64);
            vertices = output.GetVertexBuffer(0);
            kernel = SkinningShader.FindKernel("Skin");
        }

        private static T[] Filled<T>(int count, T value)
        {
            var all = new T[count];
            for (int i = 0; i < count; i++)
            {
                all[i] = value;
            }
            return all;
        }

        private static GraphicsBuffer Structured<T>(T[] data, int stride) where T : struct
        {
            var buffer = new GraphicsBuffer(GraphicsBuffer.Target.Structured, Math.Max(data.Length, 1), stride);
            if (data.Length > 0)
            {
                buffer.SetData(data);
            }
            return buffer;
        }

        private void LateUpdate()
        {
            if (output == null)
            {
                return;
            }
            Matrix4x4 toObject = transform.worldToLocalMatrix;
            for (int i = 0; i < joints.Length; i++)
            {
                matrices[i] = joints[i] != null ? toObject * joints[i].localToWorldMatrix * bindPoses[i] : Matrix4x4.identity;
            }
            palette.SetData(matrices);
            SkinningShader.SetInt("_VertexCount", output.vertexCount);
            SkinningShader.SetBuffer(kernel, "_Positions", positions);
            SkinningShader.SetBuffer(kernel, "_Normals", normals);
            SkinningShader.SetBuffer(kernel, "_Tangents", tangents);
            SkinningShader.SetBuffer(kernel, "_Bones", bones);
            SkinningShader.SetBuffer(kernel, "_Weights", weights);
            SkinningShader.SetBuffer(kernel, "_Palette", palette);
            SkinningShader.SetBuffer(kernel, "_Vertices", vertices);
            SkinningShader.Dispatch(kernel, (output.vertexCount + Threads - 1) / Threads, 1, 1);
            GetComponent<MeshRenderer>().localBounds = SourceSkin.localBounds;
        }
    }
}
