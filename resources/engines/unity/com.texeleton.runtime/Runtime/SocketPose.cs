using System;

namespace Texeleton
{
    /// <summary>A socket in the bind pose, and the place of its matrices.</summary>
    [Serializable]
    public sealed class Socket
    {
        public string name = "";
        public int bone = -1;
        public float[] position = new float[3];
        public float[] rotation = { 0, 0, 0, 1 }; // x, y, z, w
        public float[] scale = { 1, 1, 1 };
        public float[] direction = { 0, 0, 1 };
    }

    /// <summary>A moment to show: frames of one clip, or of two during a cross-fade.</summary>
    public struct Moment
    {
        public ClipFrames from;
        public ClipFrames to;
        public float share; // Share of `to`, 0 … 1.

        /// <summary>A layer over these: a clip on the bones of a mask of the character.</summary>
        public ClipFrames over;
        public float overShare; // 0: none.
        public int mask;

        public Moment(ClipFrames only)
        {
            from = only;
            to = only;
            share = 0;
            over = only;
            overShare = 0;
            mask = 0;
        }

        public Moment(ClipFrames from, ClipFrames to, float share)
        {
            this.from = from;
            this.to = to;
            this.share = share;
            over = from;
            overShare = 0;
            mask = 0;
        }
    }

    /// <summary>
    /// The pose of a socket: its blended matrix times the socket frame, with rotation by Gram–Schmidt on Z, then Y, and
    /// scale (X negative where the pose mirrors). In full orientation, also during a cross-fade.
    /// </summary>
    public struct SocketPose
    {
        public double px, py, pz;
        public double qx, qy, qz, qw;
        public double sx, sy, sz;

        private const double Tiny = 1e-20; // Below this squared length an axis has no direction.

        [ThreadStatic] private static double[][] scratch; // The socket, the socket in the layer, its anchor in both.

        private struct Vec
        {
            public double x, y, z;

            public Vec(double x, double y, double z)
            {
                this.x = x;
                this.y = y;
                this.z = z;
            }

            public static Vec operator *(Vec a, double s) { return new Vec(a.x * s, a.y * s, a.z * s); }

            public static Vec operator +(Vec a, Vec b) { return new Vec(a.x + b.x, a.y + b.y, a.z + b.z); }

            public static Vec operator -(Vec a, Vec b) { return new Vec(a.x - b.x, a.y - b.y, a.z - b.z); }

            public double Dot(Vec b) { return x * b.x + y * b.y + z * b.z; }

            public Vec Cross(Vec b) { return new Vec(y * b.z - z * b.y, z * b.x - x * b.z, x * b.y - y * b.x); }

            public double Length { get { return Math.Sqrt(Dot(this)); } }

            public Vec UnitOr(Vec otherwise)
            {
                double squared = Dot(this);
                return squared < Tiny ? otherwise : this * (1 / Math.Sqrt(squared));
            }
        }

        /// <param name="matrices">
        /// 12 floats for each socket of each stored frame, then for each of `layerBones`: rows of the 3×4 matrix.
        /// </param>
        /// <param name="moment">In stored frames: see FrameTable.</param>
        /// <param name="masks">The character's masks, for a moment with a layer.</param>
        /// <param name="layerBones">The anchors of sockets in masks.</param>
        public static SocketPose At(
            Socket[] sockets, float[] matrices, int socket, Moment moment, BoneMask[] masks = null, int[] layerBones = null)
        {
            Socket at = sockets[socket];
            int count = sockets.Length + (layerBones == null ? 0 : layerBones.Length);
            double[] m = Blended(matrices, count, socket, moment, 0);
            if (moment.overShare > 0 && masks != null && at.bone >= 0)
            {
                AddLayer(m, matrices, count, socket, at.bone, moment, masks[moment.mask], layerBones, sockets.Length);
            }
            double x = at.rotation[0], y = at.rotation[1], z = at.rotation[2], w = at.rotation[3];
            var frameX = new Vec(1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w));
            var frameY = new Vec(2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w));
            var frameZ = new Vec(2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y));
            Vec columnX = Linear(m, frameX) * at.scale[0];
            Vec columnY = Linear(m, frameY) * at.scale[1];
            Vec columnZ = Linear(m, frameZ) * at.scale[2];

            Vec axisZ = columnZ.UnitOr(frameZ);
            Vec axisY = Orthogonal(axisZ, columnY);
            axisY = axisY.Dot(axisY) > 0 ? axisY : Orthogonal(axisZ, frameY);
            axisY = axisY.Dot(axisY) > 0 ? axisY : Orthogonal(axisZ, axisZ.Cross(frameX));
            Vec axisX = axisY.Cross(axisZ);

            var pose = new SocketPose();
            var origin = new Vec(at.position[0], at.position[1], at.position[2]);
            Vec position = Linear(m, origin);
            pose.px = position.x + m[3];
            pose.py = position.y + m[7];
            pose.pz = position.z + m[11];
            pose.sx = (columnX.Dot(columnY.Cross(columnZ)) < 0 ? -1 : 1) * columnX.Length;
            pose.sy = columnY.Length;
            pose.sz = columnZ.Length;
            pose.SetRotation(axisX, axisY, axisZ);
            return pose;
        }

        private static double[] Blended(float[] matrices, int count, int number, Moment moment, int use)
        {
            if (scratch == null)
            {
                scratch = new[] { new double[12], new double[12], new double[12], new double[12] };
            }
            double[] m = scratch[use];
            Array.Clear(m, 0, 12);
            AddFrames(matrices, count, number, moment.from, 1.0 - moment.share, m);
            AddFrames(matrices, count, number, moment.to, moment.share, m);
            return m;
        }

        /// <summary>(1 - w)·M + w·A·inverse(K)·L: L is the bone in the layer's clip, A and K its anchor below and in it.</summary>
        private static void AddLayer(
            double[] m, float[] matrices, int count, int socket, int bone, Moment moment, BoneMask mask, int[] layerBones, int first)
        {
            double weight = moment.overShare * mask.weights[bone];
            if (weight <= 0)
            {
                return;
            }
            var above = new Moment(moment.over);
            double[] over = Blended(matrices, count, socket, above, 1);
            int anchor = mask.anchors[bone] < 0 || layerBones == null ? -1 : Array.IndexOf(layerBones, mask.anchors[bone]);
            if (anchor >= 0)
            {
                Carry(Blended(matrices, count, first + anchor, moment, 2), Blended(matrices, count, first + anchor, above, 3), over);
            }
            for (int i = 0; i < 12; i++)
            {
                m[i] += weight * (over[i] - m[i]);
            }
        }

        /// <summary>Replaces a matrix by to·inverse(from)·matrix; it is unchanged if `from` has no inverse.</summary>
        private static void Carry(double[] to, double[] from, double[] matrix)
        {
            Vec x = new Vec(from[0], from[1], from[2]), y = new Vec(from[4], from[5], from[6]), z = new Vec(from[8], from[9], from[10]);
            Vec yz = y.Cross(z), zx = z.Cross(x), xy = x.Cross(y);
            double determinant = x.Dot(yz);
            if (Math.Abs(determinant) < Tiny)
            {
                return;
            }
            for (int column = 0; column < 4; column++)
            {
                double away = column == 3 ? 1 : 0;
                Vec moved = yz * (matrix[column] - away * from[3]) + zx * (matrix[4 + column] - away * from[7])
                    + xy * (matrix[8 + column] - away * from[11]);
                moved = moved * (1 / determinant);
                for (int row = 0; row < 3; row++)
                {
                    matrix[4 * row + column] = new Vec(to[4 * row], to[4 * row + 1], to[4 * row + 2]).Dot(moved) + away * to[4 * row + 3];
                }
            }
        }

        private static void AddFrames(float[] matrices, int count, int socket, ClipFrames frames, double weight, double[] m)
        {
            if (weight == 0)
            {
                return;
            }
            int current = 12 * (frames.current * count + socket);
            int next = 12 * (frames.next * count + socket);
            for (int i = 0; i < 12; i++)
            {
                m[i] += weight * (matrices[current + i] * (1.0 - frames.fraction) + matrices[next + i] * (double)frames.fraction);
            }
        }

        private static Vec Linear(double[] m, Vec v)
        {
            return new Vec(
                m[0] * v.x + m[1] * v.y + m[2] * v.z,
                m[4] * v.x + m[5] * v.y + m[6] * v.z,
                m[8] * v.x + m[9] * v.y + m[10] * v.z);
        }

        private static Vec Orthogonal(Vec z, Vec axis) { return (axis - z * z.Dot(axis)).UnitOr(new Vec(0, 0, 0)); }

        private void SetRotation(Vec x, Vec y, Vec z)
        {
            double trace = x.x + y.y + z.z;
            if (trace > 0)
            {
                qx = y.z - z.y; qy = z.x - x.z; qz = x.y - y.x; qw = trace + 1;
            }
            else if (x.x >= y.y && x.x >= z.z)
            {
                qx = 1 + x.x - y.y - z.z; qy = x.y + y.x; qz = z.x + x.z; qw = y.z - z.y;
            }
            else if (y.y >= z.z)
            {
                qx = x.y + y.x; qy = 1 + y.y - x.x - z.z; qz = y.z + z.y; qw = z.x - x.z;
            }
            else
            {
                qx = z.x + x.z; qy = y.z + z.y; qz = 1 + z.z - x.x - y.y; qw = x.y - y.x;
            }
            double length = Math.Sqrt(qx * qx + qy * qy + qz * qz + qw * qw);
            qx /= length; qy /= length; qz /= length; qw /= length;
        }
    }
}
