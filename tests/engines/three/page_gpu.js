// Runs in the browser; run_gpu.mjs calls what is on window.tests. ?webgl: the renderer's WebGL 2 fallback.
import * as THREE from "three/webgpu";
import { mrt, output, pass, velocity, vec4 } from "three/tsl";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";

import { TexeletonAsset, TexeletonCrowd, decodePositions } from "texeleton-three/webgpu.js";

const WIDTH = 640;
const HEIGHT = 400;
const renderer = new THREE.WebGPURenderer({ antialias: false, forceWebGL: location.search.includes("webgl") });
renderer.setSize(WIDTH, HEIGHT);
renderer.shadowMap.enabled = true;
await renderer.init();
document.body.append(renderer.domElement);
const target = new THREE.RenderTarget(WIDTH, HEIGHT);

function stage(asset) {
  const scene = new THREE.Scene();
  const { center, radius } = asset.boundingSphere;
  const camera = new THREE.PerspectiveCamera(35, WIDTH / HEIGHT, 0.05 * radius, 40 * radius);
  camera.position.set(center.x + 1.6 * radius, center.y + 0.9 * radius, center.z + 3.2 * radius);
  camera.lookAt(center);
  return { scene, camera, center, radius };
}

/** The drawn pixels, as bytes; alpha is 0 outside of objects. */
async function pixelsOf(scene, camera, into = target) {
  renderer.setClearColor(0x000000, 0);
  renderer.setRenderTarget(into);
  renderer.render(scene, camera);
  const pixels = await renderer.readRenderTargetPixelsAsync(into, 0, 0, WIDTH, HEIGHT);
  renderer.setRenderTarget(null);
  return pixels;
}

/** The pixels as a PNG: a canvas of WebGPU is not in a page's screenshot. */
function pngOf(pixels) {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: WIDTH, height: HEIGHT });
  const image = new ImageData(WIDTH, HEIGHT);
  const linear = (value) => 255 * (value / 255) ** (1 / 2.2);
  for (let y = 0; y < HEIGHT; y += 1) {
    const from = renderer.backend.isWebGPUBackend ? y : HEIGHT - 1 - y;
    image.data.set(pixels.subarray(4 * from * WIDTH, 4 * (from + 1) * WIDTH).map((value, i) => (i % 4 === 3 ? 255 : linear(value))), 4 * y * WIDTH);
  }
  canvas.getContext("2d").putImageData(image, 0, 0);
  return canvas.toDataURL("image/png");
}

function compare(ours, theirs) {
  let both = 0;
  let either = 0;
  let colour = 0;
  for (let i = 0; i < ours.length; i += 4) {
    const [a, b] = [ours[i + 3] > 0, theirs[i + 3] > 0];
    either += a || b ? 1 : 0;
    if (a && b) {
      both += 1;
      colour += Math.abs(ours[i] - theirs[i]) + Math.abs(ours[i + 1] - theirs[i + 1]) + Math.abs(ours[i + 2] - theirs[i + 2]);
    }
  }
  return { covered: both, overlap: both / either, colour: colour / (3 * both) };
}

const light = () => {
  const lamp = new THREE.DirectionalLight(0xffffff, 2);
  lamp.position.set(1, 2, 3);
  return [new THREE.HemisphereLight(0xffffff, 0x888888, 2), lamp];
};

/** Pictures of clips at some times against the same glTF played by three's own SkinnedMesh and AnimationMixer. */
async function againstSkinnedMesh(url, source, clipNames) {
  const asset = await TexeletonAsset.load(url);
  const { scene, camera } = stage(asset);
  const crowd = new TexeletonCrowd(asset, 2);
  crowd.setVisibleAt(0, false);
  scene.add(...light(), crowd);
  const gltf = await new GLTFLoader().loadAsync(source);
  const other = new THREE.Scene();
  other.add(...light(), gltf.scene);
  gltf.scene.traverse((object) => (object.frustumCulled = false));
  const mixer = new THREE.AnimationMixer(gltf.scene);
  const rows = [];
  for (const name of clipNames) {
    mixer.stopAllAction();
    mixer.clipAction(gltf.animations.find((clip) => clip.name === name)).play();
    const clip = asset.clips[asset.clipIndex(name)];
    const steps = clip.loop ? clip.frameCount : clip.frameCount - 1;
    for (const turn of [0.2, 0.7]) {
      const seconds = (Math.round(turn * steps) / steps) * clip.lengthSeconds;
      crowd.play(1, name, { speed: 0, startSeconds: seconds });
      crowd.update(0);
      mixer.setTime(seconds);
      rows.push({ name, seconds, ...compare(await pixelsOf(scene, camera), await pixelsOf(other, camera)) });
    }
  }
  crowd.dispose();
  asset.dispose();
  return rows;
}

/** A pack in motion, with interrupted fades and long after the start, against a mesh from decodePositions(). */
async function againstDecoder(url) {
  const asset = await TexeletonAsset.load(url);
  const { name, lengthSeconds } = asset.clips[0];
  asset.addSection("section", name, 0.25 * lengthSeconds, 0.75 * lengthSeconds, { loop: true });
  const { scene, camera } = stage(asset);
  const crowd = new TexeletonCrowd(asset, 1);
  scene.add(crowd);
  crowd.children.forEach(({ material }) => (material.side = THREE.DoubleSide)); // As in the reference mesh.
  const names = asset.clips.map((clip) => clip.name);
  const at = (i) => names[i % names.length];
  const rows = [];
  const plain = new THREE.MeshBasicMaterial({ side: THREE.DoubleSide });
  for (const before of [0, 3600 * 72]) {
    crowd.update(before);
    if (before > 0 && asset.masks.length > 0 && window.backend === "WebGPU") {
      crowd.playLayer(0, at(1), asset.masks[0].name, { fadeSeconds: 0.5, startSeconds: 0.2, hold: true });
    }
    crowd.play(0, at(0), { speed: 1.1, startSeconds: 0.1 });
    crowd.update(0.21);
    crowd.play(0, at(1), { speed: -0.8, fadeSeconds: 0.4 });
    crowd.update(0.13);
    crowd.play(0, at(2), { fadeSeconds: 0.3 });
    for (const step of [0.05, 0.11, 0.3]) {
      crowd.update(step);
      const moment = crowd.momentOf(0);
      const geometry = new THREE.BufferGeometry();
      geometry.setAttribute("position", new THREE.BufferAttribute(decodePositions(asset.pack, moment), 3));
      const { primitives } = asset.pack.mesh.lods[0];
      geometry.setIndex(primitives.flatMap(({ indices }) => [...indices]));
      const other = new THREE.Scene();
      other.add(new THREE.Mesh(geometry, plain));
      const { covered, overlap } = compare(await pixelsOf(scene, camera), await pixelsOf(other, camera));
      rows.push({ covered, overlap, share: moment.share, lastShare: moment.lastShare, layer: moment.over?.share ?? 0 });
      geometry.dispose();
    }
  }
  let refused = "";
  try {
    crowd.playLayer(0, at(0), asset.masks[0]?.name);
  } catch (error) {
    refused = error.message;
  }
  rows[0].refused = refused;
  crowd.dispose();
  asset.dispose();
  return rows;
}

/** A crowd with tints and shadows to look at; returns the pixels that only shadows changed between two times. */
async function crowdPicture(url, kind, count) {
  const asset = await TexeletonAsset.load(url);
  const { scene, camera, center, radius } = stage(asset);
  camera.position.set(center.x + 3 * radius, center.y + 3.4 * radius, center.z + 8 * radius);
  camera.lookAt(center.x, center.y * 0.6, center.z);
  const lamp = {
    directional: () => new THREE.DirectionalLight(0xffffff, 2.5),
    spot: () => new THREE.SpotLight(0xffffff, 900 * radius * radius, 0, 0.6),
    point: () => new THREE.PointLight(0xffffff, 300 * radius * radius),
  }[kind]();
  lamp.position.set(center.x + 3 * radius, 6 * radius, center.z + 2 * radius);
  lamp.castShadow = true;
  lamp.shadow.mapSize.set(1024, 1024);
  lamp.shadow.bias = -0.002;
  if (kind === "directional") {
    Object.assign(lamp.shadow.camera, { left: -6 * radius, right: 6 * radius, top: 6 * radius, bottom: -6 * radius, far: 30 * radius });
  }
  const ground = new THREE.Mesh(new THREE.PlaneGeometry(60 * radius, 60 * radius), new THREE.MeshStandardMaterial({ color: 0x8d9299 }));
  ground.rotation.x = -Math.PI / 2;
  ground.receiveShadow = true;
  scene.add(lamp, new THREE.HemisphereLight(0xbfd4ff, 0x40382f, 1.2), ground);
  const crowd = new TexeletonCrowd(asset, count);
  crowd.cullInstances = true;
  const matrix = new THREE.Matrix4();
  const color = new THREE.Color();
  for (let i = 0; i < count; i += 1) {
    crowd.setMatrixAt(i, matrix.makeTranslation(((i % 4) - 1.5) * 1.5 * radius, 0, (Math.floor(i / 4) - 1) * 1.7 * radius));
    crowd.setTintAt(i, color.setHSL(i / count, 0.55, 0.65));
    crowd.play(i, asset.clips[i % asset.clips.length].name, { startSeconds: 0.1 * i });
  }
  scene.add(crowd);
  crowd.update(0.3);
  // Bodies cast shadows but are not drawn: only shadows differ between two times.
  crowd.children.forEach((mesh) => mesh.layers.set(1));
  lamp.shadow.camera.layers.enable(1);
  const before = await pixelsOf(scene, camera);
  crowd.update(0.25);
  const after = await pixelsOf(scene, camera);
  camera.layers.enable(1);
  let moved = 0;
  for (let i = 0; i < before.length; i += 4) {
    moved += Math.abs(before[i] - after[i]) > 12 ? 1 : 0;
  }
  scene.background = new THREE.Color(0x3a3f46);
  const picture = await pixelsOf(scene, camera);
  return { moved, drawn: crowd.drawnCounts, url: pngOf(picture) };
}

/** scene.overrideMaterial draws posed objects too. */
async function overridden(url) {
  const asset = await TexeletonAsset.load(url);
  const { scene, camera } = stage(asset);
  const crowd = new TexeletonCrowd(asset, 1);
  crowd.play(0, asset.clips[asset.clips.length - 1].name, { startSeconds: 0.2 });
  crowd.update(0.1);
  scene.add(...light(), crowd);
  const own = await pixelsOf(scene, camera);
  scene.overrideMaterial = new THREE.MeshNormalNodeMaterial({ side: THREE.DoubleSide });
  const normals = await pixelsOf(scene, camera);
  scene.overrideMaterial = null;
  crowd.dispose();
  asset.dispose();
  return compare(own, normals);
}

/**
 * Motion vectors of a velocity pass: an instance that moves aside while its clip plays, against where decodePositions()
 * says that its vertices were. Largest difference in pixels over some vertices that are seen.
 */
async function motionVectors(url) {
  const asset = await TexeletonAsset.load(url);
  const { scene, camera } = stage(asset);
  const crowd = new TexeletonCrowd(asset, 1);
  crowd.motionVectors = true;
  scene.add(...light(), crowd);
  const passes = pass(scene, camera, { type: THREE.FloatType });
  passes.setMRT(mrt({ output, velocity: vec4(velocity, 0, 1) }));
  const quad = new THREE.QuadMesh(new THREE.NodeMaterial());
  quad.material.fragmentNode = passes.getTextureNode("velocity");
  const float = new THREE.RenderTarget(WIDTH, HEIGHT, { type: THREE.FloatType });
  const draw = async () => {
    // A pass is drawn once per frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    renderer.setRenderTarget(float);
    quad.render(renderer);
    renderer.setRenderTarget(null);
  };
  const clip = asset.clips[asset.clips.length - 1].name;
  crowd.play(0, clip, { startSeconds: 0.2 });
  crowd.update(0.1);
  await draw();
  const positions = () => {
    const local = decodePositions(asset.pack, crowd.momentOf(0));
    const matrix = crowd.getMatrixAt(0, new THREE.Matrix4()).premultiply(crowd.matrixWorld);
    return Array.from({ length: local.length / 3 }, (_, i) => new THREE.Vector3().fromArray(local, 3 * i).applyMatrix4(matrix).project(camera));
  };
  const before = positions();
  crowd.setMatrixAt(0, new THREE.Matrix4().makeTranslation(0.03, 0.01, 0));
  crowd.update(0.04);
  await draw();
  const pixels = await renderer.readRenderTargetPixelsAsync(float, 0, 0, WIDTH, HEIGHT);
  const after = positions();
  const { indices } = asset.pack.mesh.lods[0].primitives[0];
  const firstIsTop = renderer.backend.isWebGPUBackend; // The first row read.
  // The nearest object of each pixel, by centres of triangles.
  const nearest = new Map();
  for (const { indices: all } of asset.pack.mesh.lods[0].primitives) {
    for (let i = 0; i < all.length; i += 3) {
      const corner = (list) => [0, 1, 2].reduce((sum, k) => sum.add(list[all[i + k]]), new THREE.Vector3()).divideScalar(3);
      const [a, b] = [corner(after), corner(before)];
      const x = Math.floor(((a.x + 1) / 2) * WIDTH);
      const key = Math.floor(((firstIsTop ? 1 - a.y : a.y + 1) / 2) * HEIGHT) * WIDTH + x;
      if (!nearest.has(key) || nearest.get(key).z > a.z) {
        nearest.set(key, { z: a.z, dx: ((a.x - b.x) * WIDTH) / 2, dy: ((a.y - b.y) * HEIGHT) / 2 });
      }
    }
  }
  const errors = [];
  let moved = 0;
  for (const [key, { dx, dy }] of nearest) {
    const vx = (pixels[4 * key] * WIDTH) / 2;
    const vy = (pixels[4 * key + 1] * HEIGHT) / 2;
    if (vx !== 0 || vy !== 0) {
      errors.push(Math.hypot(vx - dx, vy - dy));
      moved = Math.max(moved, Math.hypot(dx, dy));
    }
  }
  errors.sort((a, b) => a - b);
  crowd.dispose();
  asset.dispose();
  return { triangles: indices.length / 3, compared: errors.length, median: errors[errors.length >> 1], most: errors[Math.floor(errors.length * 0.9)], moved };
}

/** The crowd's diagnosis of the canary, and its picture: pixels that are magenta, black, or another colour. */
async function canary(url) {
  const asset = await TexeletonAsset.load(url);
  const { scene, camera } = stage(asset);
  const crowd = new TexeletonCrowd(asset, 2);
  crowd.setMatrixAt(1, new THREE.Matrix4().makeTranslation(0.5, 0, 0));
  scene.add(...light(), crowd);
  const said = [];
  const { error } = console;
  console.error = (text) => said.push(text);
  await pixelsOf(scene, camera);
  for (let i = 0; asset.damages === null && i < 200; i += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const pixels = await pixelsOf(scene, camera);
  console.error = error;
  const result = { names: asset.damages.map(({ name }) => name), said: said.join(" "), magenta: 0, black: 0, other: 0 };
  for (let i = 0; i < pixels.length; i += 4) {
    if (pixels[i + 3] === 255) {
      const [r, g, b] = pixels.subarray(i, i + 3);
      result[g === 0 && r === b && (r === 0 || r === 255) ? (r === 255 ? "magenta" : "black") : "other"] += 1;
    }
  }
  crowd.dispose();
  asset.dispose();
  return result;
}

window.tests = { canary, againstSkinnedMesh, againstDecoder, crowdPicture, overridden, motionVectors };
window.backend = renderer.backend.isWebGPUBackend ? "WebGPU" : "WebGL 2";
window.ready = true;
