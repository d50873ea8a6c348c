using System;
using System.Collections.Generic;
using UnityEngine;
using UnityEngine.Rendering;

namespace Texeleton
{
    /// <summary>
    /// Known values in spare texels of the animation texture, whose changes show the damage to it (docs/runtimes.md,
    /// "Canary"). They are read on the GPU, by the same loads as those of the vertex shader.
    /// </summary>
    public static class TexeletonCanary
    {
        public const int Texels = 8;

        /// <summary>As exported, with rows mirrored, with columns mirrored, with both.</summary>
        public const int Places = 4;

        private static readonly double[][] Known =
        {
            new[] { 0, 0.25, 0.5, 1 }, new[] { 0.75, 0.5, 0.25, 0.5 }, new[] { -1.5, 2.5, 1000.5, -0.5 },
            new[] { 0.50390625, 0.25390625, 0.0029296875, 0.75390625 }, new[] { 0.1, 2.7182818, 1000.1, 0.33333334 },
            new[] { 1, 0, 0.125, 0.25 }, new[] { 0.25, 1, 0, 0.75 }, new[] { 0.625, 0.125, 1, 1 },
        };

        /// <summary>The fifth texel in half floats.</summary>
        private static readonly double[] FifthAsHalves = { 0.0999755859375, 2.71875, 1000, 0.333251953125 };

        private static readonly int TextureId = Shader.PropertyToID("_TexeletonTexture");

        private delegate double[] Change(double[] texel);

        /// <summary>
        /// Examines the texture of a character once a session, without waiting for the GPU. If it is damaged, an error
        /// names the setting to change, and a checker is drawn from then on. Without compute shaders or asynchronous
        /// reading only its size is examined.
        /// </summary>
        public static void Watch(TexeletonAsset asset)
        {
            if (asset.IsWatched)
            {
                return;
            }
            asset.IsWatched = true;
            if (IsResized(asset))
            {
                Tell(asset, new List<string> { "resized" });
                return;
            }
            if (asset.canaryRow < 0 || asset.cullingShader == null || !SystemInfo.supportsComputeShaders
                || !SystemInfo.supportsAsyncGPUReadback)
            {
                return;
            }
            GraphicsBuffer found = Read(asset);
            AsyncGPUReadback.Request(found, request =>
            {
                Vector4[] texels = request.hasError ? null : request.GetData<Vector4>().ToArray();
                found.Dispose();
                if (texels != null && asset != null)
                {
                    Tell(asset, Diagnose(asset.floatTexels, (place, i) => texels[place * Texels + i]));
                }
            });
        }

        /// <summary>Examines it at once, for the check in the editor; returns the problem in words, or null.</summary>
        public static string Examine(TexeletonAsset asset)
        {
            if (IsResized(asset))
            {
                return Words(new List<string> { "resized" });
            }
            if (asset.canaryRow < 0 || asset.cullingShader == null || !SystemInfo.supportsComputeShaders)
            {
                return null;
            }
            var texels = new Vector4[Places * Texels];
            using (GraphicsBuffer found = Read(asset))
            {
                found.GetData(texels);
            }
            List<string> names = Diagnose(asset.floatTexels, (place, i) => texels[place * Texels + i]);
            return names.Count == 0 ? null : Words(names);
        }

        private static bool IsResized(TexeletonAsset asset)
        {
            Texture2D texture = asset.animationTexture;
            return texture != null && asset.textureWidth > 0
                && (texture.width != asset.textureWidth || texture.height != asset.textureHeight);
        }

        private static GraphicsBuffer Read(TexeletonAsset asset)
        {
            var found = new GraphicsBuffer(GraphicsBuffer.Target.Structured, Places * Texels, 16);
            ComputeShader shader = asset.cullingShader;
            int kernel = shader.FindKernel("Canary");
            shader.SetTexture(kernel, TextureId, asset.animationTexture);
            shader.SetVector("_CanaryPlace", new Vector4(asset.textureWidth, asset.textureHeight, asset.canaryRow, 0));
            shader.SetBuffer(kernel, "_Canary", found);
            shader.Dispatch(kernel, 1, 1, 1);
            return found;
        }

        private static void Tell(TexeletonAsset asset, List<string> names)
        {
            if (names.Count > 0)
            {
                asset.IsDamaged = true;
                Debug.LogError("Texeleton: the animation texture of \"" + asset.name + "\" cannot be played. " + Words(names), asset);
            }
        }

        /// <summary>A sentence for each name: what happened, and what to change in Unity.</summary>
        public static string Words(List<string> names)
        {
            return string.Join(" ", names.ConvertAll(WordsOf).ToArray());
        }

        private static string WordsOf(string name)
        {
            switch (name)
            {
                case "resized": return "It has another size than it was exported with (resized): set Max Size high enough and Non-Power of 2 to None, and reimport the .texunity.";
                case "flipped-vertically": return "Its rows are upside down (flipped-vertically): use the texture that the importer makes, not a copy that was saved as an image.";
                case "flipped-horizontally": return "It is mirrored from left to right (flipped-horizontally): use the texture that the importer makes.";
                case "alpha-lost": return "Its alpha channel is lost (alpha-lost): set Alpha Source to Input Texture Alpha and Format to RGBA Half or RGBA Float.";
                case "half": return "It was exported with floats and holds half floats (half): set Format to RGBA Float, or bake with --pixel-format rgba16f.";
                case "swapped": return "Red and blue are exchanged (swapped): set Swizzle to R, G, B, A.";
                case "premultiplied": return "Its colours were multiplied by alpha (premultiplied): switch Alpha Is Transparency off, and multiply nothing.";
                case "unsigned": return "Its values below 0 are lost (unsigned): set Compression to None and Format to RGBA Half.";
                case "clamped": return "Its values below 0 and above 1 are lost (clamped): set Format to RGBA Half or RGBA Float.";
                case "8-bit": return "It has 8 bits a channel (8-bit): set Format to RGBA Half or RGBA Float, not RGBA 32 bit.";
                case "srgb-decoded": return "It was taken for colours (srgb-decoded): untick sRGB (Color Texture).";
                case "srgb-encoded": return "It was made sRGB (srgb-encoded): create it with linear = true; its values are data.";
                case "filtered": return "Its texels are mixed with their neighbours (filtered): set Filter Mode to Point (no filter), untick Generate Mipmaps.";
                case "compressed": return "It is only near what was exported (compressed): set Compression to None, and the quality level's texture limit to Full Res.";
                case "empty": return "It holds nothing but zeros (empty): reimport the .texunity; does this device take textures of that size and format?";
                default: return "It is not the one that was exported (foreign): reimport the .texunity; is the texture another character's?";
            }
        }

        /// <summary>Names of the damages; none: intact. `texelAt`: canary texel `i` at a place.</summary>
        public static List<string> Diagnose(bool floatTexels, Func<int, int, Vector4> texelAt)
        {
            var known = (double[][])Known.Clone();
            if (!floatTexels)
            {
                known[4] = FifthAsHalves;
            }
            double best = 0.4; // Below this it is another texture.
            var nearest = new List<string> { "foreign" };
            for (int place = 0; place < Places; place++)
            {
                var names = new List<string>();
                if ((place & 1) != 0)
                {
                    names.Add("flipped-vertically");
                }
                if ((place & 2) != 0)
                {
                    names.Add("flipped-horizontally");
                }
                var seen = new double[Texels][];
                bool opaque = true, zero = true;
                for (int i = 0; i < Texels; i++)
                {
                    Vector4 v = texelAt(place, i);
                    seen[i] = new double[] { v.x, v.y, v.z, v.w };
                    opaque = opaque && Math.Abs(v.w - 1) <= 1e-3;
                    zero = zero && v.x == 0 && v.y == 0 && v.z == 0;
                }
                string value = ValueDamage(known, seen, floatTexels, !opaque);
                if (value != null)
                {
                    if (opaque)
                    {
                        names.Add("alpha-lost");
                    }
                    if (value != "")
                    {
                        names.Add(value);
                    }
                    return names;
                }
                if (place == 0 && zero)
                {
                    nearest = new List<string> { "empty" };
                }
                double alike = Likeness(known, seen);
                if (alike > best)
                {
                    best = alike;
                    names.Add("compressed");
                    nearest = names;
                }
            }
            return nearest;
        }

        private static double Clamp01(double v) { return v < 0 ? 0 : v > 1 ? 1 : v; }

        private static double[] Clamped(double[] v) { return Array.ConvertAll(v, Clamp01); }

        private static double[] Rgb(double[] v, Converter<double, double> change)
        {
            return new[] { change(v[0]), change(v[1]), change(v[2]), v[3] };
        }

        private static double Decoded(double v) { return v <= 0.04045 ? v / 12.92 : Math.Pow((v + 0.055) / 1.055, 2.4); }

        private static double Encoded(double v) { return v <= 0.0031308 ? v * 12.92 : 1.055 * Math.Pow(v, 1 / 2.4) - 0.055; }

        private static bool Agrees(
            double[][] known, double[][] seen, int channels, double absolute, double relative, Change change)
        {
            for (int i = 0; i < known.Length; i++)
            {
                double[] wanted = change(known[i]);
                for (int c = 0; c < channels; c++)
                {
                    // NaN equals nothing.
                    if (!(Math.Abs(seen[i][c] - wanted[c]) <= absolute + relative * Math.Abs(wanted[c])))
                    {
                        return false;
                    }
                }
            }
            return true;
        }

        /// <summary>The name of the damage to the values: "" for none, null for an unknown one.</summary>
        private static string ValueDamage(double[][] known, double[][] seen, bool floatTexels, bool withAlpha)
        {
            int channels = withAlpha ? 4 : 3;
            double[][] within = Array.ConvertAll(known, Clamped);
            double[][] inside = Array.ConvertAll(seen, Clamped);
            Change same = v => v;
            if (Agrees(known, seen, channels, 1e-6, 1e-6, same))
            {
                return "";
            }
            if (floatTexels && Agrees(known, seen, channels, 1e-6, 1 / 1024.0, same))
            {
                return "half";
            }
            if (Agrees(known, seen, channels, 1e-6, 1 / 1024.0, v => new[] { v[2], v[1], v[0], v[3] }))
            {
                return "swapped";
            }
            if (Agrees(known, seen, channels, 1e-6, 1 / 1024.0, v => Array.ConvertAll(v, x => Math.Max(x, 0))))
            {
                return "unsigned";
            }
            if (Agrees(within, seen, channels, 1e-4, 0, same))
            {
                return "clamped";
            }
            if (Agrees(within, seen, channels, 1.05 / 255, 0, same))
            {
                return "8-bit";
            }
            if (Agrees(within, inside, channels, 0.01, 0, v => Rgb(v, Decoded)))
            {
                return "srgb-decoded";
            }
            if (Agrees(within, inside, channels, 0.02, 0, v => Rgb(v, Encoded)))
            {
                return "srgb-encoded";
            }
            if (withAlpha)
            {
                Change multiplied = v => new[] { v[0] * v[3], v[1] * v[3], v[2] * v[3], v[3] };
                if (Agrees(known, seen, 4, 1e-6, 1 / 512.0, multiplied) || Agrees(within, inside, 4, 1.2 / 255, 0, multiplied))
                {
                    return "premultiplied";
                }
                if (IsMixture(known, seen, 2e-3) || IsMixture(within, seen, 1.2 / 255))
                {
                    return "filtered";
                }
            }
            return null;
        }

        /// <summary>Whether each texel is the same mixture of itself and its neighbours: least squares for the two shares.</summary>
        private static bool IsMixture(double[][] known, double[][] seen, double tolerance)
        {
            double aa = 0, ac = 0, cc = 0, av = 0, cv = 0;
            for (int i = 1; i + 1 < known.Length; i++)
            {
                for (int c = 0; c < 4; c++)
                {
                    // The mixture may have been saved as half floats: large values determine the shares less precisely.
                    double slack = tolerance * Math.Max(1, Math.Abs(known[i][c])) + Math.Abs(seen[i][c]) / 1024;
                    double before = (known[i - 1][c] - known[i][c]) / slack, after = (known[i + 1][c] - known[i][c]) / slack;
                    double value = (seen[i][c] - known[i][c]) / slack;
                    aa += before * before;
                    ac += before * after;
                    cc += after * after;
                    av += before * value;
                    cv += after * value;
                }
            }
            double determinant = aa * cc - ac * ac;
            double a = (av * cc - cv * ac) / determinant, b = (cv * aa - av * ac) / determinant;
            bool mixes = a > -0.01 && b > -0.01 && a + b > 0.01 && a + b < 1.01;
            for (int i = 1; mixes && i + 1 < known.Length; i++)
            {
                for (int c = 0; c < 4; c++)
                {
                    double e = known[i][c];
                    double mixed = e + a * (known[i - 1][c] - e) + b * (known[i + 1][c] - e);
                    mixes = mixes && Math.Abs(seen[i][c] - mixed) <= tolerance * Math.Max(1, Math.Abs(e)) + Math.Abs(seen[i][c]) / 1024;
                }
            }
            return mixes;
        }

        /// <summary>The similarity of the colours, -1 … 1, clamped to 0 … 1.</summary>
        private static double Likeness(double[][] known, double[][] seen)
        {
            double n = 3.0 * known.Length, x = 0, y = 0, xx = 0, yy = 0, xy = 0;
            for (int i = 0; i < known.Length; i++)
            {
                for (int c = 0; c < 3; c++)
                {
                    double s = seen[i][c];
                    double v = Clamp01(known[i][c]), w = double.IsNaN(s) || double.IsInfinity(s) ? 0 : Clamp01(s);
                    x += v;
                    y += w;
                    xx += v * v;
                    yy += w * w;
                    xy += v * w;
                }
            }
            double spread = Math.Sqrt(Math.Max(0, xx / n - x * x / n / n) * Math.Max(0, yy / n - y * y / n / n));
            return spread > 1e-9 ? (xy / n - x * y / n / n) / spread : 0;
        }
    }
}
