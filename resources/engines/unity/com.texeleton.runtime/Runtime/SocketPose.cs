using System;

namespace Texeleton
{
    /// <summary>A socket in the bind pose, and where its matrices are.</summary>
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
        public float share; // Of `to`, 0 … 1.

        public Moment(ClipFrames only)
        {
            from = only;
            to = only;
            share = 0;
        }

        public Moment(ClipFrames from, ClipFrames to, float share)
        {
            this.from = from;
            this.to = to;
            this.share = share;
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

        [ThreadStatic] private static double[] scratch;

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

        /// <param name="matrices">12 floats for each socket of each frame: rows of the 3×4 matrix.</param>
        public static SocketPose At(Socket[] sockets, float[] matrices, int socket, Moment moment)
        {
            Socket at = sockets[socket];
            double[] m = Blended(matrices, sockets.Length, socket, moment);
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

        private static double[] Blended(float[] matrices, int socketCount, int socket, Moment moment)
        {
            double[] m = scratch ?? (scratch = new double[12]);
            Array.Clear(m, 0, 12);
            AddFrames(matrices, socketCount, socket, moment.from, 1.0 - moment.share, m);
            AddFrames(matrices, socketCount, socket, moment.to, moment.share, m);
            return m;
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
