// Runs in the browser; run_three.mjs calls what is on window.tests.
import * as THREE from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";

import { TexeletonAsset } from "texeleton-three/asset.js";
import { TexeletonCrowd } from "texeleton-three/crowd.js";
import { POSE_HEAD } from "texeleton-three/pose_glsl.js";
import { crowdUniforms } from "texeleton-three/materials.js";
import { decodeVertex } from "/resources/engines/web/decode.js";

const renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
renderer.setSize(640, 400);
renderer.shadowMap.enabled = true;
renderer.debug.onShaderError = (gl, program, vertex) => {
  throw new Error(gl.getShaderInfoLog(vertex) || gl.getProgramInfoLog(program));
};
document.body.append(renderer.domElement);

/** Some instances in different clips, speeds and fades. */
function playingCrowd(asset, count) {
  const crowd = new TexeletonCrowd(asset, count);
  for (let i = 0; i < count; i += 1) {
    const clip = asset.clips[i % asset.clips.length];
    crowd.play(i, clip.name, { speed: i % 5 === 3 ? -0.7 : 0.5 + 0.1 * i, startSeconds: 0.13 * i });
  }
  crowd.update(0.4);
  for (let i = 0; i < count; i += 3) {
    crowd.play(i, asset.clips[(i + 1) % asset.clips.length].name, { fadeSeconds: 0.5 });
  }
  return crowd;
}

/**
 * Largest differences, in metres and of unit vectors, between what the vertex shader makes of each vertex and what
 * decodeVertex() does. Each vertex is drawn as a point into a pixel of its own.
 */
async function probe(url) {
  const asset = await TexeletonAsset.load(url);
  const count = 8;
  const crowd = playingCrowd(asset, count);
  const vertices = asset.pack.mesh.attributes.POSITION.length / 3;
  const target = new THREE.WebGLRenderTarget(vertices, count, { type: THREE.FloatType, count: 2, depthBuffer: false });
  const mesh = crowd.children[0];
  const geometry = new THREE.InstancedBufferGeometry();
  geometry.instanceCount = count;
  for (const [name, attribute] of Object.entries(mesh.geometry.attributes)) {
    geometry.setAttribute(name, attribute);
  }
  const uniforms = crowdUniforms(asset);
  const define = {};
  if (asset.manifest.mode === "bone") define.TEXELETON_BONES = 1;
  if (asset.manifest.texture.rowsPerFrame > 1) define.TEXELETON_FOLDED = 1;
  const material = new THREE.ShaderMaterial({
    glslVersion: THREE.GLSL3,
    defines: define,
    uniforms,
    vertexShader: `${POSE_HEAD}
      out vec3 shownPosition;
      out vec3 shownNormal;
      void main() {
        texeletonPose();
        shownPosition = texPosition;
        shownNormal = texNormal;
        vec2 pixel = (vec2(float(gl_VertexID), float(gl_InstanceID)) + 0.5) / vec2(${vertices}.0, ${count}.0);
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
  const points = new THREE.Points(geometry, material);
  points.frustumCulled = false;
  const scene = new THREE.Scene();
  scene.add(points);
  let metres = 0;
  let normals = 0;
  for (const seconds of [0, 0.1, 0.3, 1.7, 3600 * 72]) {
    crowd.update(seconds);
    uniforms.texClock.value = clockOf(crowd);
    renderer.setRenderTarget(target);
    renderer.render(scene, new THREE.Camera());
    const shown = [0, 1].map((index) => {
      const pixels = new Float32Array(vertices * count * 4);
      renderer.readRenderTargetPixels(target, 0, 0, vertices, count, pixels, undefined, index);
      return pixels;
    });
    renderer.setRenderTarget(null);
    for (let instance = 0; instance < count; instance += 1) {
      const moment = crowd.momentOf(instance);
      for (let vertex = 0; vertex < vertices; vertex += 3) {
        const expected = decodeVertex(asset.pack, vertex, moment);
        const at = (instance * vertices + vertex) * 4;
        if (shown[0][at + 3] !== 1) {
          return { error: `vertex ${vertex} of instance ${instance} was not drawn` };
        }
        for (let i = 0; i < 3; i += 1) {
          metres = Math.max(metres, Math.abs(shown[0][at + i] - expected.position[i]));
          normals = Math.max(normals, Math.abs(shown[1][at + i] - expected.normal[i]));
        }
      }
    }
  }
  crowd.dispose();
  asset.dispose();
  return { vertices, metres, normals, sizeMetres: asset.manifest.sizeMetres };
}

/** The clock of a crowd's own materials, for the probe. */
function clockOf(crowd) {
  const shader = { uniforms: {}, vertexShader: "", fragmentShader: "" };
  crowd.children[0].material.onBeforeCompile(shader);
  return shader.uniforms.texClock.value;
}

function stage(asset) {
  const scene = new THREE.Scene();
  const { center, radius } = asset.boundingSphere;
  const camera = new THREE.PerspectiveCamera(35, 640 / 400, 0.05 * radius, 20 * radius);
  camera.position.set(center.x + 1.6 * radius, center.y + 0.9 * radius, center.z + 3.2 * radius);
  camera.lookAt(center);
  return { scene, camera, center, radius };
}

/** Pixels that are not the background. */
function silhouette(scene, camera) {
  renderer.setClearColor(0x000000, 0);
  renderer.clear();
  renderer.render(scene, camera);
  const gl = renderer.getContext();
  const pixels = new Uint8Array(640 * 400 * 4);
  gl.readPixels(0, 0, 640, 400, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  return pixels;
}

/** Share of the pixels that either covers and both do, for a clip at some times: the pack against three's own skinning. */
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

/** A crowd with shadows of the three kinds of light, to look at; gives the shadows' pixels that moved. */
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
  lamp.shadow.mapSize.set(1024, 1024);
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
  // Bodies cast but are not drawn: what differs between two times is the shadows.
  const hide = (hidden) => crowd.children.forEach((mesh) => { mesh.material.colorWrite = !hidden; mesh.material.depthWrite = !hidden; });
  hide(true);
  const before = silhouette(scene, camera);
  crowd.update(0.25);
  const after = silhouette(scene, camera);
  hide(false);
  let moved = 0;
  for (let i = 0; i < before.length; i += 4) {
    moved += Math.abs(before[i] - after[i]) > 12 ? 1 : 0;
  }
  renderer.render(scene, camera);
  return { moved, calls: renderer.info.render.calls };
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

window.tests = { probe, againstSkinnedMesh, crowdPicture, events };
window.ready = true;
