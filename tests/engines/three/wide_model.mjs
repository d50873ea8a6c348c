// A glTF with more joints than fit in a byte: 300 in a circle. Each turns its own triangle, whose corners also follow
// up to `most` - 1 of the next joints.
export function wideModel(most) {
  const joints = 300;
  const parts = [];
  const views = [];
  const accessors = [];
  const add = (array, type, componentType, extra = {}) => {
    const count = array.length / { SCALAR: 1, VEC3: 3, VEC4: 4, MAT4: 16 }[type];
    const byteOffset = parts.reduce((sum, part) => sum + part.length, 0);
    const bytes = Buffer.from(array.buffer, array.byteOffset, array.byteLength);
    parts.push(bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4));
    views.push({ buffer: 0, byteOffset, byteLength: bytes.length });
    accessors.push({ bufferView: views.length - 1, componentType, count, type, ...extra });
    return accessors.length - 1;
  };
  const place = (joint) => {
    const angle = (2 * Math.PI * joint) / joints;
    return [3 * Math.cos(angle), 0, 3 * Math.sin(angle)];
  };
  const positions = [];
  const normals = [];
  const skin = [];
  const weights = [];
  const inverse = [];
  for (let joint = 0; joint < joints; joint += 1) {
    const [x, y, z] = place(joint);
    inverse.push(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -x, -y, -z, 1);
    for (let corner = 0; corner < 3; corner += 1) {
      positions.push(x + 0.02 * corner, y + (corner === 1 ? 0.5 : 0), z);
      normals.push(0, 0, 1);
      const shares = [0.5, 0.25, 0.15, 0.1].slice(0, 1 + (corner % most));
      const sum = shares.reduce((a, b) => a + b, 0);
      for (let i = 0; i < 4; i += 1) {
        skin.push(i < shares.length ? (joint + i) % joints : 0);
        weights.push(i < shares.length ? shares[i] / sum : 0);
      }
    }
  }
  const attributes = {
    POSITION: add(Float32Array.from(positions), "VEC3", 5126, { min: [-4, 0, -4], max: [4, 0.5, 4] }),
    NORMAL: add(Float32Array.from(normals), "VEC3", 5126),
    JOINTS_0: add(Uint16Array.from(skin), "VEC4", 5123),
    WEIGHTS_0: add(Float32Array.from(weights), "VEC4", 5126),
  };
  const inverseBindMatrices = add(Float32Array.from(inverse), "MAT4", 5126);
  const times = add(Float32Array.from([0, 0.5, 1]), "SCALAR", 5126, { min: [0], max: [1] });
  const channels = [];
  const samplers = [];
  for (let joint = 0; joint < joints; joint += 1) {
    const half = 0.3 + joint / joints;
    const output = add(Float32Array.from([0, 0, 0, 1, Math.sin(half), 0, 0, Math.cos(half), 0, 0, 0, 1]), "VEC4", 5126);
    samplers.push({ input: times, output });
    channels.push({ sampler: joint, target: { node: joint, path: "rotation" } });
  }
  const bytes = Buffer.concat(parts);
  const nodes = Array.from({ length: joints }, (_, joint) => ({ name: `joint${joint}`, translation: place(joint) }));
  nodes.push({ name: "mesh", mesh: 0, skin: 0 });
  return JSON.stringify({
    asset: { version: "2.0" },
    scene: 0,
    scenes: [{ nodes: nodes.map((_, i) => i) }],
    nodes,
    meshes: [{ primitives: [{ attributes }] }],
    skins: [{ joints: nodes.slice(0, joints).map((_, i) => i), inverseBindMatrices }],
    animations: [{ name: "Turn", channels, samplers }],
    accessors,
    bufferViews: views,
    buffers: [{ byteLength: bytes.length, uri: `data:application/octet-stream;base64,${bytes.toString("base64")}` }],
  });
}
