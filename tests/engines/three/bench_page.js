// Runs in the browser; bench.mjs calls what is on window.bench.
import * as THREE from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { clone } from "three/addons/utils/SkeletonUtils.js";
import { InstancedMesh2 } from "@three.ez/instanced-mesh";

import { TexeletonAsset, TexeletonCrowd } from "texeleton-three/index.js";

/** The time between pictures: constant at 60 Hz, however long one takes, so that all variants play the same poses. */
const STEP_SECONDS = 1 / 60;

let renderer;
let camera;
let place;
let variants = {};

/** The same for every variant: an instance's place and its start time in the clip. */
const matrixOf = (i) => new THREE.Matrix4().makeTranslation(...place(i));
const startOf = (i, lengthSeconds) => (i * 0.37 * lengthSeconds) % lengthSeconds;

function stage() {
  const scene = new THREE.Scene();
  const sun = new THREE.DirectionalLight(0xffffff, 2.5);
  sun.position.set(1, 2, 1.5);
  scene.add(sun, new THREE.HemisphereLight(0xbfd4ff, 0x40382f, 1.2));
  return scene;
}

function meshesOf(root) {
  const meshes = [];
  root.updateMatrixWorld(true);
  root.traverse((object) => object.isMesh && meshes.push(object));
  return meshes;
}

/** A mesh in its current pose, in floats as in the file and without attributes for skinning. */
function stillGeometry(mesh) {
  const geometry = new THREE.BufferGeometry();
  geometry.setIndex(mesh.geometry.index);
  for (const [name, attribute] of Object.entries(mesh.geometry.attributes)) {
    if (!name.startsWith("skin")) {
      geometry.setAttribute(name, attribute.clone());
    }
  }
  const { position } = geometry.attributes;
  const point = new THREE.Vector3();
  mesh.skeleton?.update();
  for (let i = 0; i < position.count; i += 1) {
    position.setXYZ(i, ...mesh.getVertexPosition(i, point).applyMatrix4(mesh.matrixWorld));
  }
  return geometry;
}

function empty() {
  return { scene: stage(), update() {} };
}

/** The baseline: three's InstancedMesh without animation. */
function plain(gltf, count) {
  const scene = stage();
  for (const mesh of meshesOf(gltf.scene)) {
    const instanced = new THREE.InstancedMesh(stillGeometry(mesh), mesh.material, count);
    for (let i = 0; i < count; i += 1) {
      instanced.setMatrixAt(i, matrixOf(i));
    }
    instanced.frustumCulled = false;
    scene.add(instanced);
  }
  return { scene, update() {} };
}

function texeleton(asset, clip, count, heard) {
  const scene = stage();
  const crowd = new TexeletonCrowd(asset, count);
  const { lengthSeconds } = asset.clips[asset.clipIndex(clip)];
  for (let i = 0; i < count; i += 1) {
    crowd.setMatrixAt(i, matrixOf(i));
    crowd.play(i, clip, { startSeconds: startOf(i, lengthSeconds) });
  }
  scene.add(crowd);
  const result = { scene, events: 0, update: () => crowd.update(STEP_SECONDS) };
  if (heard) {
    crowd.onEvent = () => (result.events += 1);
  }
  return result;
}

/** @three.ez/instanced-mesh: instances share one draw; the CPU poses the skeleton for each, and sends all bones. */
function threeEz(gltf, clip, count) {
  const scene = stage();
  const root = clone(gltf.scene);
  const mixer = new THREE.AnimationMixer(root);
  mixer.clipAction(clip).play();
  const skinned = [];
  const rigid = [];
  for (const mesh of meshesOf(root)) {
    const instanced = new InstancedMesh2(mesh.geometry, mesh.material, { capacity: count, renderer });
    if (mesh.isSkinnedMesh) {
      instanced.initSkeleton(mesh.skeleton, false);
      skinned.push(instanced);
    } else {
      rigid.push({ mesh, instanced });
    }
    instanced.addInstances(count, (entity, i) => entity.position.set(...place(i)));
    Object.assign(instanced, { perObjectFrustumCulled: false, frustumCulled: false });
    scene.add(instanced);
  }
  const placed = new THREE.Matrix4();
  let seconds = 0;
  const update = () => {
    seconds += STEP_SECONDS;
    for (let i = 0; i < count; i += 1) {
      mixer.setTime(startOf(i, clip.duration) + seconds);
      root.updateMatrixWorld(true);
      skinned.forEach((instanced) => instanced.setBonesAt(i, false));
      rigid.forEach(({ mesh, instanced }) => instanced.setMatrixAt(i, placed.multiplyMatrices(matrixOf(i), mesh.matrixWorld)));
    }
  };
  return { scene, update };
}

/** A model with its own mixer for each instance, as in three's examples. */
function skinnedEach(gltf, clip, count) {
  const scene = stage();
  const mixers = [];
  for (let i = 0; i < count; i += 1) {
    const root = clone(gltf.scene);
    root.position.set(...place(i));
    root.traverse((object) => (object.frustumCulled = false));
    scene.add(root);
    const mixer = new THREE.AnimationMixer(root);
    const action = mixer.clipAction(clip).play();
    action.time = startOf(i, clip.duration);
    mixers.push(mixer);
  }
  return { scene, update: () => mixers.forEach((mixer) => mixer.update(STEP_SECONDS)) };
}

function start(width, height) {
  renderer = new THREE.WebGLRenderer({ antialias: false, powerPreference: "high-performance" });
  renderer.setPixelRatio(1);
  renderer.setSize(width, height);
  renderer.info.autoReset = true;
  document.body.append(renderer.domElement);
  const gl = renderer.getContext();
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  return {
    renderer: gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER),
    timerQueries: Boolean(gl.getExtension("EXT_disjoint_timer_query_webgl2")),
    three: THREE.REVISION,
    browser: navigator.userAgent,
  };
}

/** Makes a crowd of each kind; all of them stay, so that rounds can take turns. */
async function setUp({ pack, model, clip: asked, count, only }) {
  const asset = await TexeletonAsset.load(pack);
  const gltf = await new GLTFLoader().loadAsync(model);
  const name = asked || (asset.clips.find((clip) => clip.loop && clip.lengthSeconds > 0) ?? asset.clips[0]).name;
  const clip = gltf.animations.find((animation) => animation.name === name);
  if (!clip) {
    throw new Error(`the model has no clip "${name}"; it has ${gltf.animations.map((animation) => animation.name).join(", ")}`);
  }
  const { center, radius } = asset.boundingSphere;
  const side = Math.ceil(Math.sqrt(count));
  const step = 1.2 * radius;
  place = (i) => [((i % side) - (side - 1) / 2) * step, 0, (Math.floor(i / side) - (side - 1) / 2) * step];
  const reach = side * step + 2 * radius;
  camera = new THREE.PerspectiveCamera(40, renderer.domElement.width / renderer.domElement.height, 0.02 * reach, 6 * reach);
  camera.position.set(0, center.y + 0.9 * reach, 1.1 * reach);
  camera.lookAt(0, center.y, 0);
  const makers = {
    empty,
    plain: () => plain(gltf, count),
    texeleton: () => texeleton(asset, name, count, false),
    "texeleton-events": () => texeleton(asset, name, count, true),
    "three.ez": () => threeEz(gltf, clip, count),
    skinned: () => skinnedEach(gltf, clip, count),
  };
  const hasEvents = asset.clips[asset.clipIndex(name)].events?.length > 0;
  variants = {};
  const drawn = {};
  for (const key of Object.keys(makers)) {
    if ((only.length > 0 && !only.includes(key)) || (key === "texeleton-events" && !hasEvents)) {
      continue;
    }
    const begun = performance.now();
    const variant = makers[key]();
    variants[key] = variant;
    variant.update();
    const first = pixels(variant);
    for (let i = 0; i < 12; i += 1) {
      variant.update();
    }
    const second = pixels(variant);
    let covered = 0;
    let moved = 0;
    for (let i = 0; i < first.length; i += 4) {
      covered += first[i + 3] > 0 ? 1 : 0;
      moved += first[i] !== second[i] || first[i + 1] !== second[i + 1] || first[i + 3] !== second[i + 3] ? 1 : 0;
    }
    const { calls, triangles } = renderer.info.render;
    drawn[key] = { covered, moved, calls, triangles, setUpSeconds: (performance.now() - begun) / 1000 };
  }
  return { clip: name, vertices: asset.pack.mesh.attributes.POSITION.length / 3, drawn };
}

/** All pixels of a picture; waits until they are drawn. */
function pixels({ scene }) {
  renderer.setClearColor(0x000000, 0);
  renderer.render(scene, camera);
  const { width, height } = renderer.domElement;
  const gl = renderer.getContext();
  const bytes = new Uint8Array(width * height * 4);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
  return bytes;
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve, 0));

/**
 * Pictures of one variant: at most `frames`, at most for `seconds`, one at least. Milliseconds of each: `update` and `render` in
 * script, `frame` with the GPU's work awaited (a pixel is read), `gpu` by timer queries where the browser has them.
 */
async function round(key, frames, seconds) {
  const variant = variants[key];
  const gl = renderer.getContext();
  const timer = gl.getExtension("EXT_disjoint_timer_query_webgl2");
  const pixel = new Uint8Array(4);
  const rows = { update: [], render: [], frame: [], gpu: [] };
  const queries = [];
  const end = performance.now() + 1000 * seconds;
  for (let i = 0; i < frames && (i === 0 || performance.now() < end); i += 1) {
    const query = timer && gl.createQuery();
    const begin = performance.now();
    variant.update();
    const updated = performance.now();
    if (query) {
      gl.beginQuery(timer.TIME_ELAPSED_EXT, query);
    }
    renderer.render(variant.scene, camera);
    if (query) {
      gl.endQuery(timer.TIME_ELAPSED_EXT);
    }
    const rendered = performance.now();
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    const done = performance.now();
    rows.update.push(updated - begin);
    rows.render.push(rendered - updated);
    rows.frame.push(done - begin);
    if (query) {
      queries.push(query);
    }
    await nextTask();
  }
  for (const query of queries) {
    for (let i = 0; i < 500 && !gl.getQueryParameter(query, gl.QUERY_RESULT_AVAILABLE); i += 1) {
      await nextTask();
    }
    if (gl.getQueryParameter(query, gl.QUERY_RESULT_AVAILABLE) && !gl.getParameter(timer.GPU_DISJOINT_EXT)) {
      rows.gpu.push(gl.getQueryParameter(query, gl.QUERY_RESULT) / 1e6);
    }
    gl.deleteQuery(query);
  }
  return { ...rows, events: variant.events };
}

window.bench = { start, setUp, round };
window.ready = true;
