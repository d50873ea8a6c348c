using System;
using System.Collections.Generic;
using System.IO;
using UnityEditor;
using UnityEngine;
using UnityEngine.Rendering;

namespace Texeleton
{
    /// <summary>
    /// Window > Texeleton > Check This Project: poses vertices of every character of the project on the GPU, compares
    /// them with the file, and examines settings that have broken such textures. Prints PASS or the problems.
    /// </summary>
    public static class TexeletonCheck
    {
        private const string ProbeShader = "@GUID(Shaders/TexeletonProbe.compute)@";
        private const string LitShader = "@GUID(Shaders/TexeletonLit.shader)@";
        private const int MostVertices = 4096;

        [MenuItem("Window/Texeleton/Check This Project")]
        public static void CheckProject()
        {
            var problems = new List<string>();
            PipelineProblems(problems);
            int count = 0;
            foreach (string guid in AssetDatabase.FindAssets("t:TexeletonAsset"))
            {
                string path = AssetDatabase.GUIDToAssetPath(guid);
                foreach (UnityEngine.Object thing in AssetDatabase.LoadAllAssetsAtPath(path))
                {
                    var asset = thing as TexeletonAsset;
                    if (asset == null)
                    {
                        continue;
                    }
                    count += 1;
                    try
                    {
                        TexUnityFile file = TexUnityFile.Parse(File.ReadAllBytes(path));
                        AssetProblems(asset, file, problems);
                        string damage = TexeletonCanary.Examine(asset);
                        if (damage != null)
                        {
                            problems.Add(asset.name + ": the animation texture was changed. " + damage);
                        }
                        ProbeProblems(asset, file, problems);
                    }
                    catch (Exception e)
                    {
                        problems.Add(path + ": " + e.Message);
                    }
                }
            }
            Debug.Log(Report(count, problems));
        }

        /// <summary>The verdict as text.</summary>
        public static string Report(int characters, List<string> problems)
        {
            if (characters == 0)
            {
                problems.Add("There is no character in this project: put an export into Assets.");
            }
            return problems.Count == 0
                ? "Texeleton: PASS, " + characters + (characters == 1 ? " character" : " characters") + " checked."
                : "Texeleton: FAIL\n- " + string.Join("\n- ", problems.ToArray());
        }

        private static void PipelineProblems(List<string> problems)
        {
            RenderPipelineAsset pipeline = GraphicsSettings.currentRenderPipeline;
            string name = pipeline == null ? "" : pipeline.GetType().Name;
            if (name.StartsWith("HDRenderPipeline", StringComparison.Ordinal))
            {
                problems.Add("The High Definition Render Pipeline is not supported: nothing is drawn.");
            }
            Shader shader = AssetDatabase.LoadAssetAtPath<Shader>(AssetDatabase.GUIDToAssetPath(LitShader));
            if (shader == null)
            {
                problems.Add("The shader Texeleton/Lit is missing: copy com.texeleton.runtime with its .meta files.");
            }
            else if (ShaderUtil.ShaderHasError(shader))
            {
                problems.Add("The shader Texeleton/Lit does not compile here: select it and read its errors.");
            }
        }

        /// <summary>Problems of the imported assets that are found without drawing.</summary>
        public static void AssetProblems(TexeletonAsset asset, TexUnityFile file, List<string> problems)
        {
            TexUnityFile.Header h = file.header;
            Texture2D texture = asset.animationTexture;
            string who = asset.name + ": ";
            TextureFormat format = h.texture.pixelFormat == "rgba32f" ? TextureFormat.RGBAFloat : TextureFormat.RGBAHalf;
            if (texture == null)
            {
                problems.Add(who + "the animation texture is missing; reimport it.");
                return;
            }
            if (texture.width != h.texture.width || texture.height != h.texture.height)
            {
                problems.Add(who + "the animation texture was resized to " + texture.width + " x " + texture.height
                    + "; it must stay " + h.texture.width + " x " + h.texture.height + ".");
            }
            if (texture.format != format)
            {
                problems.Add(who + "the animation texture was compressed to " + texture.format + "; it must stay " + format + ".");
            }
            if (texture.mipmapCount != 1)
            {
                problems.Add(who + "the animation texture has mip maps; it must have none.");
            }
            if (texture.isDataSRGB)
            {
                problems.Add(who + "the animation texture is taken as sRGB; it must be linear.");
            }
            if (Math.Max(texture.width, texture.height) > SystemInfo.maxTextureSize)
            {
                problems.Add(who + "the animation texture is larger than this device takes (" + SystemInfo.maxTextureSize
                    + "); bake with a smaller largest size.");
            }
            if (asset.mesh == null || asset.mesh.vertexCount != h.vertices.count)
            {
                problems.Add(who + "the mesh has other vertices than the file; reimport it.");
            }
            else if (!asset.mesh.isReadable)
            {
                problems.Add(who + "the mesh is not readable, so a build may halve the precision of its channels.");
            }
            foreach (Material material in asset.materials)
            {
                if (material == null || material.shader == null || !material.shader.isSupported)
                {
                    problems.Add(who + "a material has no shader that this device supports.");
                    break;
                }
            }
        }

        private struct ProbeVertex
        {
            public Vector4 position, normal, bones, weights;
        }

        private static void ProbeProblems(TexeletonAsset asset, TexUnityFile file, List<string> problems)
        {
            var shader = AssetDatabase.LoadAssetAtPath<ComputeShader>(AssetDatabase.GUIDToAssetPath(ProbeShader));
            if (shader == null || !SystemInfo.supportsComputeShaders)
            {
                problems.Add(asset.name + ": poses could not be checked: this device has no compute shaders.");
                return;
            }
            var reference = new PoseReference(file);
            int count = Math.Min(reference.VertexCount, MostVertices);
            var vertices = new ProbeVertex[count];
            for (int i = 0; i < count; i++)
            {
                PoseReference.Vertex v = reference.VertexAt(i);
                vertices[i] = new ProbeVertex
                {
                    position = Four(v.position, 1), normal = Four(v.normal, 0), bones = Four(v.bones), weights = Four(v.weights),
                };
            }
            var posed = new Vector4[count * 2];
            using (var input = new GraphicsBuffer(GraphicsBuffer.Target.Structured, count, 64))
            using (var output = new GraphicsBuffer(GraphicsBuffer.Target.Structured, count * 2, 16))
            {
                input.SetData(vertices);
                int kernel = shader.FindKernel("Probe");
                if (asset.vertexMode)
                {
                    shader.EnableKeyword("TEXELETON_VERTEX");
                }
                else
                {
                    shader.DisableKeyword("TEXELETON_VERTEX");
                }
                shader.SetBuffer(kernel, "_Vertices", input);
                shader.SetBuffer(kernel, "_Posed", output);
                shader.SetTexture(kernel, "_TexeletonTexture", asset.animationTexture);
                shader.SetVector("_Layout", new Vector4(asset.animationTexture.width, asset.rowsPerFrame, asset.boneScale, 0));
                shader.SetInt("_VertexCount", count);
                foreach (Clip clip in asset.clips)
                {
                    Moment moment = asset.Stored(
                        new Moment(clip.Sample(clip.PlayLength * 0.37), asset.clips[0].Sample(0), 0.25f));
                    shader.SetVector("_From", new Vector4(moment.from.current, moment.from.next, moment.from.fraction, moment.share));
                    shader.SetVector("_To", new Vector4(moment.to.current, moment.to.next, moment.to.fraction, 0));
                    shader.Dispatch(kernel, (count + 63) / 64, 1, 1);
                    output.GetData(posed);
                    string problem = PosedProblem(asset.name, clip.name, reference, moment, posed, file.header.sizeMetres);
                    if (problem != null)
                    {
                        problems.Add(problem);
                        return;
                    }
                }
            }
        }

        private static Vector4 Four(float[] v, float w) { return new Vector4(v[0], v[1], v[2], w); }

        private static Vector4 Four(float[] v) { return new Vector4(v[0], v[1], v[2], v[3]); }

        /// <summary>The error of positions and normals (two values per vertex) from the GPU; null: none.</summary>
        public static string PosedProblem(
            string character, string clip, PoseReference reference, Moment moment, Vector4[] posed, double sizeMetres)
        {
            double worst = 0;
            int worstVertex = 0;
            for (int i = 0; i < posed.Length / 2; i++)
            {
                double[] expected = reference.PositionAt(i, moment);
                double x = posed[2 * i].x - expected[0], y = posed[2 * i].y - expected[1], z = posed[2 * i].z - expected[2];
                double away = Math.Sqrt(x * x + y * y + z * z);
                if (double.IsNaN(away))
                {
                    away = double.PositiveInfinity;
                }
                if (away > worst)
                {
                    worst = away;
                    worstVertex = i;
                }
            }
            // Float arithmetic on the GPU: invisible.
            return worst <= Math.Max(sizeMetres, 1e-3) * 1e-4
                ? null
                : character + ": in \"" + clip + "\" vertex " + worstVertex + " is drawn " + (worst * 1000).ToString("0.###")
                    + " mm from where the file has it. The texture did not arrive as it was written: look for post-processors "
                    + "that change textures or meshes, and reimport.";
        }
    }

    /// <summary>Positions from the file in double precision on the CPU: for checks, not for play.</summary>
    public sealed class PoseReference
    {
        public struct Vertex
        {
            public float[] position, normal, bones, weights;
        }

        private readonly TexUnityFile.Header header;
        private readonly byte[] texels;
        private readonly byte[] vertices;
        private readonly bool halves;

        public PoseReference(TexUnityFile file)
        {
            header = file.header;
            texels = file.Block(header.texture);
            vertices = file.Block(header.vertices);
            halves = header.texture.pixelFormat == "rgba16f";
        }

        public int VertexCount { get { return header.vertices.count; } }

        public Vertex VertexAt(int i)
        {
            return new Vertex
            {
                position = Attribute(i, "Position"),
                normal = Attribute(i, "Normal"),
                bones = Attribute(i, "TexCoord1"),
                weights = Attribute(i, "TexCoord2"),
            };
        }

        public double[] PositionAt(int i, Moment moment)
        {
            Vertex v = VertexAt(i);
            double[] result = new double[3];
            if (header.mode == "vertex")
            {
                double[] texel = Blended(moment, 2 * (int)Math.Round(v.bones[0]));
                Array.Copy(texel, result, 3);
                return result;
            }
            for (int k = 0; k < 4; k++)
            {
                if (v.weights[k] == 0)
                {
                    continue;
                }
                int bone = (int)Math.Round(v.bones[k] * (double)header.vertices.boneScale);
                for (int row = 0; row < 3; row++)
                {
                    double[] m = Blended(moment, 3 * bone + row);
                    result[row] += v.weights[k] * (m[0] * v.position[0] + m[1] * v.position[1] + m[2] * v.position[2] + m[3]);
                }
            }
            return result;
        }

        private double[] Blended(Moment moment, int texel)
        {
            var sum = new double[4];
            Add(sum, moment.from, texel, 1.0 - moment.share);
            Add(sum, moment.to, texel, moment.share);
            return sum;
        }

        private void Add(double[] sum, ClipFrames frames, int texel, double weight)
        {
            for (int c = 0; c < 4; c++)
            {
                sum[c] += weight * ((1.0 - frames.fraction) * Texel(frames.current, texel, c)
                    + (double)frames.fraction * Texel(frames.next, texel, c));
            }
        }

        private double Texel(int frame, int texel, int channel)
        {
            TexUnityFile.TextureHeader t = header.texture;
            int at = ((frame * t.rowsPerFrame + texel / t.width) * t.width + texel % t.width) * 4 + channel;
            return halves ? Half(BitConverter.ToUInt16(texels, at * 2)) : BitConverter.ToSingle(texels, at * 4);
        }

        private static double Half(ushort bits)
        {
            int exponent = (bits >> 10) & 31;
            int mantissa = bits & 1023;
            double size = exponent == 0 ? mantissa * Math.Pow(2, -24)
                : exponent == 31 ? (mantissa == 0 ? double.PositiveInfinity : double.NaN)
                : (1 + mantissa / 1024.0) * Math.Pow(2, exponent - 15);
            return (bits & 0x8000) != 0 ? -size : size;
        }

        private float[] Attribute(int vertex, string name)
        {
            int at = vertex * header.vertices.stride;
            var result = new float[4];
            foreach (TexUnityFile.VertexAttributeHeader a in header.vertices.attributes)
            {
                int size = a.format == "Float32" ? 4 : 2;
                if (a.attribute == name)
                {
                    for (int i = 0; i < a.dimension; i++, at += size)
                    {
                        result[i] = a.format == "Float32" ? BitConverter.ToSingle(vertices, at)
                            : a.format == "SNorm16" ? Math.Max(BitConverter.ToInt16(vertices, at) / 32767f, -1f)
                            : BitConverter.ToUInt16(vertices, at) / 65535f;
                    }
                    return result;
                }
                at += size * a.dimension;
            }
            return result;
        }
    }
}
