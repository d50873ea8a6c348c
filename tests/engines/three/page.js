// Runs in the browser; run_three.mjs calls what is on window.tests.
import * as THREE from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";

import { TexeletonAsset, TexeletonCrowd } from "texeleton-three/index.js";
import { poseDefines } from "texeleton-three/materials.js";
import { POSE_HEAD } from "texeleton-three/pose_glsl.js";
import { decodeVertex } from "/resources/engines/web/decode.js";
import { rootMotionAt, rootTrack } from "/resources/engines/web/root_motion.js";

// Small, since each pixel and vertex is drawn in software.
const WIDTH = 320;
const HEIGHT = 200;
const renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
renderer.setSize(WIDTH, HEIGHT);
renderer.shadowMap.enabled = true;
renderer.debug.onShaderError = (gl, program, vertex) => {
  throw new Error(gl.getShaderInfoLog(vertex) || gl.getProgramInfoLog(program));
};
document.body.append(renderer.domElement);

/** Some instances at different places in different clips, speeds and fades, interrupted ones too. */
function playingCrowd(asset, count) {
  const crowd = new TexeletonCrowd(asset, count);
  const matrix = new THREE.Matrix4();
  const turn = new THREE.Quaternion();
  for (let i = 0; i < count; i += 1) {
    const clip = asset.clips[i % asset.clips.length];
    turn.setFromEuler(new THREE.Euler(0.3 * i, i, 0.1 * i));
    crowd.setMatrixAt(i, matrix.compose(new THREE.Vector3(0.1 * i, 0, -0.2 * i), turn, new THREE.Vector3(1, 1 + 0.1 * i, i === 3 ? -1 : 1)));
    crowd.play(i, clip.name, { speed: i % 5 === 3 ? -0.7 : 0.5 + 0.1 * i, startSeconds: 0.13 * i });
  }
  crowd.update(0.4);
  for (let i = 0; i < count; i += 3) {
    crowd.play(i, asset.clips[(i + 1) % asset.clips.length].name, { fadeSeconds: 0.5 });
  }
  crowd.update(0.1);
  for (let i = 0; i < count; i += 2) {
    crowd.play(i, asset.clips[(i + 2) % asset.clips.length].name, { fadeSeconds: 0.5, speed: 0.8 });
  }
  // Layers that start, stay and end, over single clips and over fades.
  for (let i = 1; i < count && asset.masks.length > 0; i += i % 3) {
    const clip = asset.clips[(i + 1) % asset.clips.length].name;
    crowd.playLayer(i, clip, asset.masks[i % asset.masks.length].name, { speed: 0.9, startSeconds: 0.2, fadeSeconds: 0.3, hold: true });
  }
  return crowd;
}

/**
 * The vertex shader's results for each vertex of each instance, read back: each vertex is drawn as a point into its own
 * pixel. Returns positions and normals, four numbers for each vertex.
 */
class PoseReader {
  constructor(asset, crowd) {
    const vertices = asset.pack.mesh.attributes.POSITION.length / 3;
    const { count } = crowd;
    const width = Math.min(vertices, 4096);
    const rows = Math.ceil(vertices / width);
    Object.assign(this, { asset, crowd, vertices, count, width, rows });
    this.target = new THREE.WebGLRenderTarget(width, rows * count, { type: THREE.FloatType, count: 2, depthBuffer: false });
    const mesh = crowd.children[0];
    const geometry = new THREE.InstancedBufferGeometry();
    geometry.instanceCount = count;
    for (const [name, attribute] of Object.entries(mesh.geometry.attributes)) {
      geometry.setAttribute(name, attribute);
    }
    const material = new THREE.ShaderMaterial({
      glslVersion: THREE.GLSL3,
      defines: poseDefines(asset),
      uniforms: uniformsOf(mesh.material),
      vertexShader: `${POSE_HEAD}
        out vec3 shownPosition;
        out vec3 shownNormal;
        void main() {
          texeletonPose();
          texeletonPlace();
          shownPosition = texPosition;
          shownNormal = texNormal;
          ivec2 at = ivec2(gl_VertexID % ${width}, gl_VertexID / ${width} + gl_InstanceID * ${rows});
          vec2 pixel = (vec2(at) + 0.5) / vec2(${width}.0, ${rows * count}.0);
          gl_Position = vec4(pixel * 2.0 - 1.0, 0.0, 1.0);
          gl_PointSize = 1.0;
        }`,
      fragmentShader: `
        in vec3 shownPosition;
        in vec3 shownNormal;
        layout(location = 0) out vec4 outPosition;
        layout(location = 1) out vec4 outNormal;
        void main() { outPosition = vec4(shownPosition, 1.0); outNormal = vec4(shownNormal, 1.0); }`,
      depthTest: false,
    });
    this.scene = new THREE.Scene();
    const points = new THREE.Points(geometry, material);
    points.frustumCulled = false;
    this.scene.add(points);
  }

  read() {
    const { material } = this.scene.children[0];
    const { anyFades, anyLayers } = this.crowd;
    if (anyFades !== Boolean(material.defines.TEXELETON_FADES) || anyLayers !== Boolean(material.defines.TEXELETON_LAYERS)) {
      material.defines = { ...poseDefines(this.asset), ...(anyFades && { TEXELETON_FADES: 1 }), ...(anyLayers && { TEXELETON_LAYERS: 1 }) };
      material.needsUpdate = true;
    }
    renderer.setClearColor(0x000000, 0);
    renderer.setRenderTarget(this.target);
    renderer.clear();
    renderer.render(this.scene, new THREE.Camera());
    // Not by readRenderTargetPixels(): before r178 it read the first of several textures alone.
    const gl = renderer.getContext();
    const shown = [0, 1].map((index) => {
      const pixels = new Float32Array(this.width * this.rows * this.count * 4);
      gl.readBuffer(gl.COLOR_ATTACHMENT0 + index);
      gl.readPixels(0, 0, this.width, this.rows * this.count, gl.RGBA, gl.FLOAT, pixels);
      return pixels;
    });
    gl.readBuffer(gl.COLOR_ATTACHMENT0);
    renderer.setRenderTarget(null);
    return { positions: shown[0], normals: shown[1] };
  }

  /** The place of a vertex's numbers. */
  at(instance, vertex) {
    return (instance * this.rows * this.width + vertex) * 4;
  }

  dispose() {
    this.target.dispose();
    const [points] = this.scene.children;
    points.geometry.dispose();
    points.material.dispose();
  }
}

/** Largest differences between the vertex shader and decodeVertex(), in metres and of unit vectors. */
async function probe(url) {
  const asset = await TexeletonAsset.load(url);
  const { name, lengthSeconds } = asset.clips[0];
  asset.addSection("section", name, 0.25 * lengthSeconds, 0.75 * lengthSeconds, { loop: true });
  const crowd = playingCrowd(asset, 8);
  const reader = new PoseReader(asset, crowd);
  const matrix = new THREE.Matrix4();
  const normalMatrix = new THREE.Matrix3();
  const position = new THREE.Vector3();
  const normal = new THREE.Vector3();
  let metres = 0;
  let normals = 0;
  let layers = 0;
  for (const seconds of [0, 0.1, 0.3, 1.7, 3600 * 72]) {
    crowd.update(seconds);
    const shown = reader.read();
    for (let instance = 0; instance < crowd.count; instance += 1) {
      const moment = crowd.momentOf(instance);
      layers += moment.over ? 1 : 0;
      crowd.getMatrixAt(instance, matrix);
      normalMatrix.getNormalMatrix(matrix);
      for (let vertex = 0; vertex < reader.vertices; vertex += 3) {
        const expected = decodeVertex(asset.pack, vertex, moment);
        position.fromArray(expected.position).applyMatrix4(matrix);
        normal.fromArray(expected.normal).applyNormalMatrix(normalMatrix);
        const at = reader.at(instance, vertex);
        if (shown.positions[at + 3] !== 1) {
          return { error: `vertex ${vertex} of instance ${instance} was not drawn` };
        }
        position.toArray().forEach((value, i) => (metres = Math.max(metres, Math.abs(shown.positions[at + i] - value))));
        normal.toArray().forEach((value, i) => (normals = Math.max(normals, Math.abs(shown.normals[at + i] - value))));
      }
    }
  }
  const result = { vertices: reader.vertices, metres, normals, layers, sizeMetres: asset.manifest.sizeMetres };
  reader.dispose();
  crowd.dispose();
  asset.dispose();
  return result;
}

/** The largest distance from a point of one set to the nearest of the other. */
function farthest(points, others, limit) {
  // In cells of the size of the limit: anything nearer is in the same or an adjacent cell.
  const key = (x, y, z) => `${x},${y},${z}`;
  const cells = new Map();
  for (let i = 0; i < others.length; i += 3) {
    const name = key(...[0, 1, 2].map((k) => Math.floor(others[i + k] / limit)));
    cells.set(name, [...(cells.get(name) ?? []), i]);
  }
  let worst = 0;
  for (let i = 0; i < points.length; i += 3) {
    const [x, y, z] = [0, 1, 2].map((k) => Math.floor(points[i + k] / limit));
    let nearest = Infinity;
    for (let n = 0; n < 27; n += 1) {
      for (const j of cells.get(key(x + (n % 3) - 1, y + (Math.floor(n / 3) % 3) - 1, z + Math.floor(n / 9) - 1)) ?? []) {
        nearest = Math.min(nearest, Math.hypot(points[i] - others[j], points[i + 1] - others[j + 1], points[i + 2] - others[j + 2]));
      }
    }
    worst = Math.max(worst, nearest);
  }
  return worst;
}

/** All drawn vertices of a glTF in world space, as animated by three.js itself. */
function sourcePoints(root) {
  const points = [];
  const point = new THREE.Vector3();
  root.updateMatrixWorld(true);
  root.traverse((mesh) => {
    if (mesh.isMesh) {
      mesh.skeleton?.update();
      for (let i = 0; i < mesh.geometry.attributes.position.count; i += 1) {
        points.push(...mesh.getVertexPosition(i, point).applyMatrix4(mesh.matrixWorld).toArray());
      }
    }
  });
  return points;
}

/**
 * Positions from the GPU, read back, against the same glTF played by three's AnimationMixer, SkinnedMesh and morph
 * targets: the distances between the two sets of points, relative to the model's size, at frames of its clips.
 */
async function againstMixer(url, source, clipNames) {
  const asset = await TexeletonAsset.load(url);
  const gltf = await new GLTFLoader().loadAsync(source);
  const mixer = new THREE.AnimationMixer(gltf.scene);
  const crowd = new TexeletonCrowd(asset, 1);
  const reader = new PoseReader(asset, crowd);
  const { sizeMetres } = asset.manifest;
  const rows = [];
  for (const name of clipNames.length > 0 ? clipNames : asset.clips.map((clip) => clip.name)) {
    const clip = asset.clips[asset.clipIndex(name)];
    mixer.stopAllAction();
    const action = mixer.clipAction(gltf.animations.find((animation) => animation.name === name));
    action.setLoop(clip.loop ? THREE.LoopRepeat : THREE.LoopOnce);
    action.clampWhenFinished = true;
    action.play();
    const steps = clip.loop ? clip.frameCount : Math.max(clip.frameCount - 1, 1);
    for (const turn of [0.2, 0.7]) {
      const seconds = (Math.round(turn * steps) / steps) * clip.lengthSeconds;
      crowd.play(0, name, { speed: 0, startSeconds: seconds });
      crowd.update(0);
      mixer.setTime(seconds);
      const theirs = sourcePoints(gltf.scene);
      const shown = reader.read().positions;
      const ours = [];
      for (let vertex = 0; vertex < reader.vertices; vertex += 1) {
        ours.push(...shown.subarray(reader.at(0, vertex), reader.at(0, vertex) + 3));
      }
      const limit = 0.02 * sizeMetres;
      rows.push({ clip: name, seconds, there: farthest(theirs, ours, limit) / sizeMetres, back: farthest(ours, theirs, limit) / sizeMetres });
    }
  }
  const info = { meshes: asset.manifest.meshes?.length, draws: asset.levels[0].length, mode: asset.manifest.mode, rowsPerFrame: asset.manifest.texture.rowsPerFrame };
  reader.dispose();
  crowd.dispose();
  asset.dispose();
  return { ...info, worst: Math.max(...rows.flatMap(({ there, back }) => [there, back])), rows };
}

/** The uniforms of a crowd's own material, for the probe. */
function uniformsOf(material) {
  const shader = { uniforms: {}, vertexShader: "", fragmentShader: "" };
  material.onBeforeCompile(shader);
  return shader.uniforms;
}

function stage(asset) {
  const scene = new THREE.Scene();
  const { center, radius } = asset.boundingSphere;
  const camera = new THREE.PerspectiveCamera(35, WIDTH / HEIGHT, 0.05 * radius, 20 * radius);
  camera.position.set(center.x + 1.6 * radius, center.y + 0.9 * radius, center.z + 3.2 * radius);
  camera.lookAt(center);
  return { scene, camera, center, radius };
}

/** Pixels other than the background. */
function silhouette(scene, camera) {
  renderer.setClearColor(0x000000, 0);
  renderer.clear();
  renderer.render(scene, camera);
  const gl = renderer.getContext();
  const pixels = new Uint8Array(WIDTH * HEIGHT * 4);
  gl.readPixels(0, 0, WIDTH, HEIGHT, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  return pixels;
}

/** Share of the covered pixels that both cover, for a clip at some times: the pack against three's own skinning. */
async function againstSkinnedMesh(url, source, clipName) {
  const asset = await TexeletonAsset.load(url);
  const { scene, camera } = stage(asset);
  scene.add(new THREE.HemisphereLight(0xffffff, 0x888888, 3));
  const crowd = new TexeletonCrowd(asset, 1);
  scene.add(crowd);
  const gltf = await new GLTFLoader().loadAsync(source);
  const other = new THREE.Scene();
  other.add(new THREE.HemisphereLight(0xffffff, 0x888888, 3), gltf.scene);
  gltf.scene.traverse((object) => (object.frustumCulled = false));
  const mixer = new THREE.AnimationMixer(gltf.scene);
  const action = mixer.clipAction(gltf.animations.find((clip) => clip.name === clipName));
  action.play();
  const clip = asset.clips[asset.clipIndex(clipName)];
  const rows = [];
  for (const turn of [0, 0.2, 0.55, 0.8]) {
    const seconds = turn * clip.lengthSeconds;
    crowd.play(0, clipName, { speed: 0, startSeconds: seconds });
    crowd.update(0);
    mixer.setTime(seconds);
    const ours = silhouette(scene, camera);
    const theirs = silhouette(other, camera);
    let both = 0;
    let either = 0;
    let colour = 0;
    for (let i = 0; i < ours.length; i += 4) {
      both += ours[i + 3] > 0 && theirs[i + 3] > 0 ? 1 : 0;
      either += ours[i + 3] > 0 || theirs[i + 3] > 0 ? 1 : 0;
      if (ours[i + 3] > 0 && theirs[i + 3] > 0) {
        colour += Math.abs(ours[i] - theirs[i]) + Math.abs(ours[i + 1] - theirs[i + 1]) + Math.abs(ours[i + 2] - theirs[i + 2]);
      }
    }
    rows.push({ seconds, covered: both, overlap: both / either, colour: colour / (3 * both) });
  }
  crowd.dispose();
  asset.dispose();
  return rows;
}

/** A crowd with shadows of the three kinds of light to look at; returns the shadows' pixels that moved. */
async function crowdPicture(url, light) {
  const asset = await TexeletonAsset.load(url);
  const { scene, camera, center, radius } = stage(asset);
  scene.background = new THREE.Color(0x3a3f46);
  camera.position.set(center.x + 3 * radius, center.y + 3.4 * radius, center.z + 8 * radius);
  camera.lookAt(center.x, center.y * 0.6, center.z);
  const lamps = {
    directional: () => new THREE.DirectionalLight(0xffffff, 2.5),
    spot: () => new THREE.SpotLight(0xffffff, 900 * radius * radius, 0, 0.6),
    point: () => new THREE.PointLight(0xffffff, 300 * radius * radius),
  };
  const lamp = lamps[light]();
  lamp.position.set(center.x + 3 * radius, 6 * radius, center.z + 2 * radius);
  lamp.castShadow = true;
  lamp.shadow.mapSize.set(512, 512);
  lamp.shadow.bias = -0.002;
  if (light === "directional") {
    Object.assign(lamp.shadow.camera, { left: -6 * radius, right: 6 * radius, top: 6 * radius, bottom: -6 * radius, far: 30 * radius });
  }
  scene.add(lamp, new THREE.HemisphereLight(0xbfd4ff, 0x40382f, 1.2));
  const ground = new THREE.Mesh(new THREE.PlaneGeometry(60 * radius, 60 * radius), new THREE.MeshStandardMaterial({ color: 0x8d9299 }));
  ground.rotation.x = -Math.PI / 2;
  ground.receiveShadow = true;
  scene.add(ground);
  const crowd = new TexeletonCrowd(asset, 12);
  const matrix = new THREE.Matrix4();
  const color = new THREE.Color();
  for (let i = 0; i < 12; i += 1) {
    crowd.setMatrixAt(i, matrix.makeTranslation(((i % 4) - 1.5) * 1.5 * radius, 0, (Math.floor(i / 4) - 1) * 1.7 * radius));
    crowd.setTintAt(i, color.setHSL(i / 12, 0.55, 0.65));
    crowd.play(i, asset.clips[i % asset.clips.length].name, { startSeconds: 0.1 * i });
  }
  scene.add(crowd);
  crowd.update(0.3);
  // Bodies cast shadows but are not drawn: only shadows differ between two times.
  crowd.children.forEach((mesh) => mesh.layers.set(1));
  lamp.shadow.camera.layers.enable(1);
  const before = silhouette(scene, camera);
  crowd.update(0.25);
  const after = silhouette(scene, camera);
  camera.layers.enable(1);
  let moved = 0;
  for (let i = 0; i < before.length; i += 4) {
    moved += Math.abs(before[i] - after[i]) > 12 ? 1 : 0;
  }
  renderer.render(scene, camera);
  return { moved, calls: renderer.info.render.calls };
}

/** A field of instances with a sun that casts shadows, most of them out of sight. */
function field(asset, side) {
  const { scene, camera, center, radius } = stage(asset);
  const sun = new THREE.DirectionalLight(0xffffff, 2.5);
  sun.position.set(3 * radius, 6 * radius, 2 * radius);
  sun.castShadow = true;
  Object.assign(sun.shadow.camera, { left: -9 * radius, right: 9 * radius, top: 9 * radius, bottom: -9 * radius, far: 40 * radius });
  const ground = new THREE.Mesh(new THREE.PlaneGeometry(90 * radius, 90 * radius), new THREE.MeshStandardMaterial());
  ground.rotation.x = -Math.PI / 2;
  ground.receiveShadow = true;
  scene.add(sun, ground, new THREE.HemisphereLight(0xffffff, 0x444444, 1));
  const crowd = new TexeletonCrowd(asset, side * side);
  const matrix = new THREE.Matrix4();
  for (let i = 0; i < side * side; i += 1) {
    crowd.setMatrixAt(i, matrix.makeTranslation(((i % side) - side / 2) * 1.3 * radius, 0, (Math.floor(i / side) - side / 2) * 1.3 * radius));
    crowd.play(i, asset.clips[i % asset.clips.length].name, { startSeconds: 0.1 * i });
  }
  crowd.update(0.1);
  scene.add(crowd);
  camera.position.set(center.x, center.y + 2 * radius, center.z + 6 * radius);
  camera.lookAt(center.x, 0, center.z);
  return { scene, camera, crowd, radius };
}

const differing = (a, b) => a.reduce((sum, value, i) => sum + (Math.abs(value - b[i]) > 2 ? 1 : 0), 0);

/** Culling each instance gives the same picture, including shadows from outside of it. */
async function culling(url) {
  const asset = await TexeletonAsset.load(url);
  const { scene, camera, crowd, radius } = field(asset, 14);
  crowd.lod = asset.levels.length - 1; // In software every triangle counts.
  const all = silhouette(scene, camera);
  crowd.cullInstances = true;
  const culled = silhouette(scene, camera);
  const drawn = crowd.drawnCounts[crowd.lod];
  crowd.setVisibleAt(7 * 14 + 7, false);
  const without = silhouette(scene, camera);
  crowd.setVisibleAt(7 * 14 + 7, true);
  // A camera that faces away sees none.
  const away = camera.clone();
  away.lookAt(away.position.x, 1000 * radius, away.position.z);
  silhouette(scene, away);
  const result = { count: crowd.count, drawn, differing: differing(all, culled), hidden: differing(all, without), away: crowd.drawnCounts[crowd.lod] };
  // The cost of culling each instance, per pass.
  const many = new TexeletonCrowd(asset, 10000);
  many.cullInstances = true;
  scene.remove(crowd);
  scene.children[0].castShadow = false;
  scene.add(many);
  const begin = performance.now();
  for (let i = 0; i < 50; i += 1) {
    many.children[0].onBeforeRender(renderer, scene, i % 2 === 0 ? camera : away);
  }
  result.millisecondsFor10000 = (performance.now() - begin) / 50;
  many.dispose();
  crowd.dispose();
  asset.dispose();
  return result;
}

/** Levels of detail by distance: the number drawn of each, and the same picture as one level for all. */
async function levels(url) {
  const asset = await TexeletonAsset.load(url);
  const { scene, camera, crowd, radius } = field(asset, 8);
  crowd.lod = 1;
  const coarse = silhouette(scene, camera);
  crowd.lodDistances = [0.001];
  const forced = silhouette(scene, camera);
  crowd.lodDistances = [5 * radius, 8 * radius];
  silhouette(scene, camera);
  const counts = crowd.drawnCounts;
  // Counted again, from the instances' positions.
  const expected = asset.levels.map(() => 0);
  const matrix = new THREE.Matrix4();
  for (let i = 0; i < crowd.count; i += 1) {
    const sphere = asset.clipSpheres[asset.clipIndex(crowd.clipAt(i))].clone().applyMatrix4(crowd.getMatrixAt(i, matrix));
    const distance = sphere.center.distanceTo(camera.position);
    expected[distance < 5 * radius ? 0 : distance < 8 * radius ? 1 : 2] += 1;
  }
  crowd.lodDistances = null;
  crowd.lod = 0;
  const fine = silhouette(scene, camera);
  const result = { counts, expected, forced: differing(coarse, forced), fine: differing(coarse, fine) };
  crowd.dispose();
  asset.dispose();
  return result;
}

/** Rays against pixels: a ray hits the animated, rotated instance where it is drawn. */
async function rays(url, variant) {
  const asset = await TexeletonAsset.load(url);
  const { scene, camera } = stage(asset);
  scene.add(new THREE.HemisphereLight(0xffffff, 0xffffff, 3));
  const crowd = new TexeletonCrowd(asset, 2);
  crowd.setMatrixAt(0, new THREE.Matrix4().makeRotationY(0.8).setPosition(0.1, 0, 0));
  crowd.setVisibleAt(1, false);
  if (variant) {
    crowd.setVariantAt(0, variant);
  }
  crowd.play(0, asset.clips[asset.clips.length - 1].name, { startSeconds: 0.3 });
  crowd.play(0, asset.clips[0].name, { fadeSeconds: 0.4 });
  crowd.update(0.2);
  scene.add(crowd);
  const pixels = silhouette(scene, camera);
  scene.updateMatrixWorld(true);
  const raycaster = new THREE.Raycaster();
  let hits = 0;
  let wrong = 0;
  let asked = 0;
  for (let y = 2; y < HEIGHT - 2; y += 6) {
    for (let x = 2; x < WIDTH - 2; x += 6) {
      const covered = [0, 1, -1].map((d) => [pixels[4 * (y * WIDTH + x + d) + 3], pixels[4 * ((y + d) * WIDTH + x) + 3]]).flat();
      if (new Set(covered.map((alpha) => alpha > 0)).size > 1) {
        continue; // On an edge.
      }
      asked += 1;
      raycaster.setFromCamera(new THREE.Vector2(((x + 0.5) / WIDTH) * 2 - 1, ((y + 0.5) / HEIGHT) * 2 - 1), camera);
      const [hit] = raycaster.intersectObject(crowd);
      hits += hit ? 1 : 0;
      wrong += Boolean(hit) !== covered[0] > 0 || (hit && (hit.instanceId !== 0 || hit.object !== crowd)) ? 1 : 0;
    }
  }
  const all = pixels.reduce((sum, value, i) => sum + (i % 4 === 3 && value > 0 ? 1 : 0), 0);
  crowd.dispose();
  asset.dispose();
  return { asked, hits, wrong, covered: all };
}

/** The asset of a pack in which all matrices mirror: their first rows are negated. */
async function mirroredAsset(url) {
  const { pack } = await TexeletonAsset.load(url);
  const { texture } = pack.manifest;
  for (let frame = 0; frame < texture.frameCount; frame += 1) {
    for (let bone = 0; bone < texture.elementCount; bone += 1) {
      const at = 4 * ((frame * texture.rowsPerFrame + Math.floor((3 * bone) / texture.width)) * texture.width + ((3 * bone) % texture.width));
      for (let i = at; i < at + 4; i += 1) {
        pack.texels.data[i] ^= 0x8000;
      }
    }
  }
  const { parser } = await new GLTFLoader().loadAsync(`${url}/mesh.glb`);
  return new TexeletonAsset(pack, [await parser.getDependency("mesh", 0)]);
}

/** A pack with mirrored poses, against a mesh from decodeVertex() with triangles turned to the side of the normals. */
async function mirrored(url) {
  const asset = await mirroredAsset(url);
  const { scene, camera } = stage(asset);
  const lamp = new THREE.DirectionalLight(0xffffff, 3);
  lamp.position.set(1, 2, 3);
  scene.add(lamp);
  const crowd = new TexeletonCrowd(asset, 1);
  crowd.play(0, asset.clips[0].name, { startSeconds: 0.2 });
  crowd.update(0.1);
  scene.add(crowd);
  const ours = silhouette(scene, camera);
  const moment = crowd.momentOf(0);
  const count = asset.pack.mesh.attributes.POSITION.length / 3;
  const vertices = Array.from({ length: count }, (_, vertex) => decodeVertex(asset.pack, vertex, moment));
  const other = new THREE.Scene();
  other.add(lamp.clone());
  let turned = 0;
  asset.pack.mesh.lods[0].primitives.forEach(({ indices }, i) => {
    const geometry = asset.levels[0][i].geometry.clone();
    geometry.setAttribute("position", new THREE.Float32BufferAttribute(vertices.flatMap(({ position }) => position), 3));
    geometry.setAttribute("normal", new THREE.Float32BufferAttribute(vertices.flatMap(({ normal }) => normal), 3));
    const index = Array.from(indices);
    for (let k = 0; k < index.length; k += 3) {
      const [a, b, c] = [0, 1, 2].map((n) => new THREE.Vector3().fromArray(vertices[index[k + n]].position));
      const outward = [0, 1, 2].reduce((sum, n) => sum.add(new THREE.Vector3().fromArray(vertices[index[k + n]].normal)), new THREE.Vector3());
      if (b.sub(a).cross(c.sub(a)).dot(outward) < 0) {
        [index[k + 1], index[k + 2]] = [index[k + 2], index[k + 1]];
        turned += 1;
      }
    }
    geometry.setIndex(index);
    other.add(new THREE.Mesh(geometry, asset.levels[0][i].material));
  });
  const theirs = silhouette(other, camera);
  let both = 0;
  let either = 0;
  let colour = 0;
  for (let i = 0; i < ours.length; i += 4) {
    either += ours[i + 3] > 0 || theirs[i + 3] > 0 ? 1 : 0;
    if (ours[i + 3] > 0 && theirs[i + 3] > 0) {
      both += 1;
      colour += Math.abs(ours[i] - theirs[i]) + Math.abs(ours[i + 1] - theirs[i + 1]) + Math.abs(ours[i + 2] - theirs[i + 2]);
    }
  }
  const { mirrors } = asset;
  crowd.dispose();
  asset.dispose();
  return { mirrors, turned, covered: both, overlap: both / either, colour: colour / (3 * both) };
}

/** The GPU resources that remain after disposing of everything. */
async function disposal(url) {
  const count = () => ({ ...renderer.info.memory, programs: renderer.info.programs.length });
  const use = async () => {
    const asset = await TexeletonAsset.load(url);
    const { scene, camera, crowd } = field(asset, 3);
    crowd.cullInstances = true;
    silhouette(scene, camera);
    crowd.dispose();
    asset.dispose();
    scene.traverse((object) => {
      object.geometry?.dispose();
      object.material?.dispose();
      object.dispose?.();
    });
  };
  await use();
  const before = count();
  await use();
  await use();
  return { before, after: count() };
}

/** Root motion applied: after some loops the character is where the clip's travel leads; the bounds follow it. */
async function travel(url, name) {
  const asset = await TexeletonAsset.load(url);
  const crowd = new TexeletonCrowd(asset, 1);
  crowd.rootMotion = true;
  const start = new THREE.Matrix4().makeRotationY(1).setPosition(2, 0, 1);
  crowd.setMatrixAt(0, start);
  crowd.play(0, name);
  const clip = asset.clips[asset.clipIndex(name)];
  for (let i = 0; i < 1000; i += 1) {
    crowd.update((clip.lengthSeconds * 3.5) / 1000);
  }
  const { x, y, z, yaw } = rootMotionAt(clip, rootTrack(clip), clip.lengthSeconds * 3.5);
  const expected = start.clone().multiply(new THREE.Matrix4().makeRotationY(yaw).setPosition(x, y, z));
  const actual = crowd.getMatrixAt(0, new THREE.Matrix4());
  const off = Math.max(...expected.elements.map((value, i) => Math.abs(value - actual.elements[i])));
  const { center } = crowd.children[0].geometry.boundingSphere;
  const result = { off, way: Math.hypot(x, z), bounds: center.distanceTo(asset.clipSpheres[asset.clipIndex(name)].center.clone().applyMatrix4(actual)) };
  crowd.dispose();
  asset.dispose();
  return result;
}

/** A picture of one instance with unlit materials, as linear colours: `change` sets its look. */
async function unlitPicture(url, change, offset = null) {
  const asset = await TexeletonAsset.load(url);
  for (const part of asset.levels[0]) {
    part.material = new THREE.MeshBasicMaterial({ map: part.material.map, color: part.material.color });
    if (offset && part.material.map) {
      part.material.map.offset.copy(offset);
    }
  }
  const { scene, camera } = stage(asset);
  const crowd = new TexeletonCrowd(asset, 1);
  change(crowd);
  crowd.update(0.1);
  scene.add(crowd);
  const pixels = silhouette(scene, camera);
  crowd.dispose();
  asset.dispose();
  const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  return Float32Array.from(pixels, (value, i) => (i % 4 === 3 ? value : linear(value / 255)));
}

/**
 * A mask in a channel of the base colour: a black tint leaves 1 − green of each colour. A palette: its entry equals
 * three's own offset of the texture. Compared and changed pixels, largest difference except for a few on edges.
 */
async function tints(masked, palette) {
  const white = await unlitPicture(masked, () => {});
  const black = await unlitPicture(masked, (crowd) => crowd.setTintAt(0, new THREE.Color(0, 0, 0)));
  const entry = await unlitPicture(palette, (crowd) => crowd.setPaletteEntryAt(0, 3));
  const shifted = await unlitPicture(palette, () => {}, new THREE.Vector2(0.375, 0));
  const first = await unlitPicture(palette, (crowd) => crowd.setTintAt(0, new THREE.Color(1, 0, 0))); // Palettes are not tinted.
  const plain = await unlitPicture(palette, () => {});
  const compareWith = (ours, theirs, before) => {
    const errors = [];
    let changed = 0;
    for (let i = 0; i < ours.length; i += 4) {
      if (ours[i + 3] === 255 && theirs[i + 3] === 255) {
        const far = (a, b) => Math.max(...[0, 1, 2].map((c) => Math.abs(a[i + c] - b[i + c])));
        errors.push(far(ours, theirs));
        changed += far(ours, before) > 0.02 ? 1 : 0;
      }
    }
    errors.sort((a, b) => a - b);
    return { compared: errors.length, changed, most: errors[Math.floor(errors.length * 0.97)] };
  };
  const expected = white.map((value, i) => (i % 4 === 3 ? value : value * (1 - white[i - (i % 4) + 1])));
  return { mask: compareWith(black, expected, white), palette: compareWith(entry, shifted, plain), untinted: compareWith(first, plain, plain) };
}

/** Events over some seconds, by update() in steps. */
async function events(url, clip, seconds, step) {
  const asset = await TexeletonAsset.load(url);
  const crowd = new TexeletonCrowd(asset, 3);
  const fired = [];
  crowd.onEvent = ({ instance, name }) => fired.push(`${instance} ${name}`);
  crowd.play(1, clip);
  for (let t = 0; t < seconds; t += step) {
    crowd.update(step);
  }
  crowd.dispose();
  asset.dispose();
  return fired;
}

/** The crowd's diagnosis of the canary, and its picture: pixels that are magenta, black, or another colour. */
async function canary(url, settings = {}) {
  const asset = await TexeletonAsset.load(url);
  Object.assign(asset.texture, settings);
  const { scene, camera } = stage(asset);
  scene.add(new THREE.HemisphereLight(0xffffff, 0x888888, 3));
  const crowd = new TexeletonCrowd(asset, 2);
  crowd.setMatrixAt(1, new THREE.Matrix4().makeTranslation(0.5, 0, 0));
  scene.add(crowd);
  const said = [];
  const { error } = console;
  console.error = (text) => said.push(text);
  const pixels = silhouette(scene, camera);
  crowd.update(0.1);
  console.error = error;
  const later = new TexeletonCrowd(asset, 1); // Made after the damage has been detected.
  scene.remove(crowd);
  scene.add(later);
  const again = silhouette(scene, camera);
  const names = asset.damages.map(({ name }) => name);
  const result = { names, said: said.join(" "), ...colours(pixels), later: colours(again).magenta };
  crowd.dispose();
  later.dispose();
  asset.dispose();
  return result;
}

function colours(pixels) {
  const result = { magenta: 0, black: 0, other: 0 };
  for (let i = 0; i < pixels.length; i += 4) {
    if (pixels[i + 3] === 255) {
      const [r, g, b] = pixels.subarray(i, i + 3);
      result[g === 0 && r === b && (r === 0 || r === 255) ? (r === 255 ? "magenta" : "black") : "other"] += 1;
    }
  }
  return result;
}

/** A shadow is drawn first, which examines the canary. */
async function canaryShadow(url) {
  const asset = await TexeletonAsset.load(url);
  const { scene, camera, crowd } = field(asset, 2);
  silhouette(scene, camera);
  const result = { names: asset.damages.map(({ name }) => name), error: renderer.getContext().getError() };
  crowd.dispose();
  asset.dispose();
  return result;
}

window.tests = { canary, canaryShadow, tints, probe, againstMixer, culling, levels, rays, mirrored, disposal, travel, againstSkinnedMesh, crowdPicture, events };
window.ready = true;
