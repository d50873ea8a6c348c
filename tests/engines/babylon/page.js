// Runs in the browser; run_babylon.mjs calls what is on window.tests.
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { Engine } from "@babylonjs/core/Engines/engine.js";
import { DirectionalLight } from "@babylonjs/core/Lights/directionalLight.js";
import { HemisphericLight } from "@babylonjs/core/Lights/hemisphericLight.js";
import { PointLight } from "@babylonjs/core/Lights/pointLight.js";
import { SpotLight } from "@babylonjs/core/Lights/spotLight.js";
import { ShadowGenerator } from "@babylonjs/core/Lights/Shadows/shadowGenerator.js";
import "@babylonjs/core/Lights/Shadows/shadowGeneratorSceneComponent.js";
import { ImportMeshAsync } from "@babylonjs/core/Loading/sceneLoader.js";
import { StandardMaterial } from "@babylonjs/core/Materials/standardMaterial.js";
import { Color3, Color4 } from "@babylonjs/core/Maths/math.color.js";
import { Matrix, Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { CreateGround } from "@babylonjs/core/Meshes/Builders/groundBuilder.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { Scene } from "@babylonjs/core/scene.js";
import "@babylonjs/core/Animations/animatable.js";
import "@babylonjs/loaders/glTF/2.0/index.js";

import { decodeSocket, loadPack } from "/resources/engines/web/index.js";
import { interrupted } from "/tests/engines/web/interrupted.js";
import { sections } from "/tests/engines/web/sections.js";
import { TexeletonCrowd } from "export/babylon/crowd.js";

const engine = new Engine(document.getElementById("view"), true, { preserveDrawingBuffer: true });

function stage(bounds) {
  const scene = new Scene(engine);
  scene.clearColor = new Color4(0, 0, 0, 0);
  const [low, high] = [bounds.min, bounds.max];
  const radius = 0.5 * Math.hypot(...low.map((v, i) => high[i] - v));
  // Babylon mirrors X of a glTF.
  const center = new Vector3(-(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2);
  const camera = new FreeCamera("camera", center.add(new Vector3(1.3 * radius, 0.7 * radius, 2.6 * radius)), scene);
  camera.minZ = 0.05 * radius;
  camera.maxZ = 50 * radius;
  camera.setTarget(center);
  new HemisphericLight("sky", new Vector3(0, 1, 0), scene).groundColor = new Color3(0.5, 0.5, 0.5);
  return { scene, camera, center, radius };
}

async function pixels(scene) {
  await scene.whenReadyAsync();
  scene.render();
  return engine.readPixels(0, 0, 640, 400);
}

/** Share of the covered pixels that both cover, and the mean difference of their colours. */
function compared(ours, theirs) {
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
  return { covered: both, overlap: both / either, colour: colour / (3 * both) };
}

const frameTime = (clip, turn) => {
  const steps = clip.loop ? clip.frameCount : clip.frameCount - 1;
  return steps > 0 ? (Math.round(turn * steps) * clip.lengthSeconds) / steps : 0;
};

/** A clip at frames, in our crowd and by Babylon's own skinning of the source. */
async function againstSkinning(url, source, clipName) {
  const { rows: { bounds } } = await TexeletonCrowd.load(url, new Scene(engine));
  const ours = stage(bounds);
  const crowd = await TexeletonCrowd.load(url, ours.scene, 1);
  const theirs = stage(bounds);
  const { animationGroups } = await ImportMeshAsync(source, theirs.scene);
  animationGroups.forEach((group) => group.stop());
  theirs.scene.meshes.forEach((mesh) => { mesh.alwaysSelectAsActiveMesh = true; });
  const group = animationGroups.find((g) => g.name === clipName);
  const clip = crowd.clips.find((c) => c.name === clipName);
  const rows = [];
  for (const turn of [0, 0.2, 0.55, 0.8]) {
    const seconds = frameTime(clip, turn);
    crowd.play(0, clipName, { startSeconds: seconds });
    crowd.update(0);
    group.start(false);
    group.goToFrame(seconds * 60);
    group.pause();
    rows.push({ seconds, ...compared(await pixels(ours.scene), await pixels(theirs.scene)) });
  }
  ours.scene.dispose();
  theirs.scene.dispose();
  return rows;
}

/** The picture after playing for a while, against the same frame shown at once, with ends and loops of the clock. */
async function overTime(url, clipName, speed) {
  const { rows: { bounds } } = await TexeletonCrowd.load(url, new Scene(engine));
  const { scene } = stage(bounds);
  const crowd = await TexeletonCrowd.load(url, scene, 1);
  const clip = crowd.clips.find((c) => c.name === clipName);
  const steps = clip.loop ? clip.frameCount : clip.frameCount - 1;
  const rows = [];
  const turns = clip.loop ? [0.25, 1.5, 400.5, 100000.3] : [0.25, 0.9, 1, 1.01, 1000];
  for (const turn of turns) {
    const frames = Math.round(turn * steps);
    // In the middle of a row's time.
    crowd.play(0, clipName, { speed, startSeconds: speed < 0 && !clip.loop ? clip.lengthSeconds : 0 });
    const all = (frames * clip.lengthSeconds) / steps / Math.abs(speed);
    const step = Math.max(all / 7, Math.min(all, 0.013));
    for (let t = 0; t < all - 1e-9; t += step) {
      crowd.update(Math.min(step, all - t));
    }
    const shown = await pixels(scene);
    const way = clip.loop ? frames % steps : Math.min(frames, steps);
    const at = speed < 0 ? (clip.loop ? (steps - way) % steps : steps - way) : way;
    crowd.play(0, clipName, { speed: 0, startSeconds: (at * clip.lengthSeconds) / steps });
    crowd.update(0);
    const expected = await pixels(scene);
    const changed = await differsFromNeighbour(crowd, scene, clip, at, steps, expected);
    rows.push({ turn, at, changed, ...compared(shown, expected) });
  }
  scene.dispose();
  return rows;
}

/** Whether the picture distinguishes a frame from the one three later. */
async function differsFromNeighbour(crowd, scene, clip, at, steps, expected) {
  crowd.play(0, clip.name, { speed: 0, startSeconds: (((at + 3) % steps) * clip.lengthSeconds) / steps });
  crowd.update(0);
  return compared(await pixels(scene), expected).overlap < 0.9995;
}

/** A crowd with the shadows of a light; returns the ground pixels that change between two times. */
async function shadows(url, light, tinted) {
  const { rows: { bounds } } = await TexeletonCrowd.load(url, new Scene(engine));
  const { scene, camera, center, radius } = stage(bounds);
  scene.clearColor = new Color4(0.23, 0.25, 0.27, 1);
  camera.position = center.add(new Vector3(2.5 * radius, 3 * radius, 7 * radius));
  camera.setTarget(center.scale(0.6));
  const at = center.add(new Vector3(3 * radius, 6 * radius, 2 * radius));
  const lamps = {
    directional: () => new DirectionalLight("lamp", new Vector3(-3, -6, -2).normalize(), scene),
    spot: () => new SpotLight("lamp", at, new Vector3(-3, -6, -2).normalize(), 1.4, 1, scene),
    point: () => new PointLight("lamp", at, scene),
  };
  const lamp = lamps[light]();
  lamp.position = at;
  lamp.intensity = light === "directional" ? 2 : 40 * radius * radius;
  const generator = new ShadowGenerator(512, lamp);
  generator.bias = 0.01;
  const ground = CreateGround("ground", { width: 40 * radius, height: 40 * radius }, scene);
  ground.material = new StandardMaterial("ground", scene);
  ground.material.specularColor = Color3.Black();
  ground.material.diffuseColor = new Color3(0.25, 0.26, 0.28); // So dark that no light clips.
  ground.receiveShadows = true;
  const crowd = await TexeletonCrowd.load(url, scene, 8);
  for (let i = 0; i < 8; i += 1) {
    crowd.setMatrixAt(i, Matrix.RotationY(0.4 * i).multiply(Matrix.Translation(((i % 4) - 1.5) * 1.5 * radius, 0, (Math.floor(i / 4) - 0.5) * 1.7 * radius)));
    crowd.play(i, crowd.clips[i % crowd.clips.length].name, { startSeconds: 0.1 * i });
    if (tinted) {
      crowd.setTintAt(i, Color3.FromHSV(30 * i, 0.45, 1));
    }
  }
  crowd.update(0.3);
  generator.getShadowMap().renderList.push(...crowd.meshes);
  // Bodies cast shadows but are not drawn: only shadows differ between two times.
  const hide = (hidden) => crowd.meshes.forEach(({ material }) => { material.disableColorWrite = hidden; material.disableDepthWrite = hidden; });
  hide(true);
  const before = await pixels(scene);
  crowd.update(0.25);
  const after = await pixels(scene);
  let moved = 0;
  for (let i = 0; i < before.length; i += 4) {
    moved += Math.abs(before[i] - after[i]) > 12 ? 1 : 0;
  }
  hide(false);
  await pixels(scene);
  window.held = scene;
  return { moved };
}

/** Events over some seconds, by update() in steps. */
async function events(url, clip, seconds, step) {
  const scene = new Scene(engine);
  const crowd = await TexeletonCrowd.load(url, scene, 3);
  const fired = [];
  [0, 2].forEach((i) => crowd.play(i, clip, { speed: 0 })); // These stand still.
  crowd.update(0); // Without a listener for their start.
  crowd.onEvent = ({ instance, name, clip: of }) => fired.push(`${instance} ${of} ${name}`);
  crowd.play(1, clip);
  for (let i = 1; i <= Math.round(seconds / step); i += 1) {
    crowd.update(step);
  }
  scene.dispose();
  return fired;
}

/** Largest distance of a socket from the decoder of packs, in metres and of unit axes. */
async function sockets(url, packUrl) {
  const scene = new Scene(engine);
  const crowd = await TexeletonCrowd.load(url, scene, 2);
  const pack = await loadPack(packUrl);
  const placed = Matrix.RotationY(0.7).multiply(Matrix.Translation(3, 1, -2));
  crowd.setMatrixAt(1, placed);
  let far = 0;
  let count = 0;
  for (const clip of crowd.clips) {
    for (const turn of [0, 0.31, 0.77]) {
      crowd.play(1, clip.name, { startSeconds: turn * clip.lengthSeconds });
      crowd.sockets.forEach(({ name }, index) => {
        // The frames of the pack; they equal those of the rows at the same rate.
        const own = pack.manifest.clips.find((c) => c.name === clip.name);
        const frames = crowd.players.framesOf(1);
        const shown = (frames.fraction < 0.5 ? frames.current : frames.next) - clip.frameBegin + own.frameBegin;
        const from = { current: shown, next: shown, fraction: 0 };
        const { position, rotation, scale } = decodeSocket(pack, index, { from });
        // In Babylon's space: X is mirrored, and so is the rotation.
        const expected = Matrix.Compose(new Vector3(...scale), new Quaternion(rotation[0], -rotation[1], -rotation[2], rotation[3]), new Vector3(-position[0], position[1], position[2])).multiply(placed);
        crowd.socketMatrix(1, name).m.forEach((value, i) => { far = Math.max(far, Math.abs(value - expected.m[i])); });
        count += 1;
      });
    }
  }
  scene.dispose();
  return { far, count };
}

/** A cross-fade (its ends are the clips, its middle is neither) and an interrupted one. */
async function fade(url, first, second, third) {
  const { rows: { bounds } } = await TexeletonCrowd.load(url, new Scene(engine));
  const { scene } = stage(bounds);
  const crowd = await TexeletonCrowd.load(url, scene, 1);
  const show = (change) => {
    change();
    crowd.update(0);
    return pixels(scene);
  };
  const a = await show(() => crowd.play(0, first, { speed: 0 }));
  const start = await show(() => crowd.play(0, second, { speed: 0, fadeSeconds: 1 }));
  const half = await show(() => crowd.update(0.5));
  const end = await show(() => crowd.update(0.6));
  const b = await show(() => crowd.play(0, second, { speed: 0 }));
  const result = { start: compared(start, a).overlap, end: compared(end, b).overlap, middleA: compared(half, a).overlap, middleB: compared(half, b).overlap };
  Object.assign(result, interrupted(crowd, [first, second, third], crowd.sockets[0].name, (matrix) => matrix.m));
  const { mine, whole, told } = await sections(crowd, 0, second, first, show);
  Object.assign(result, { section: compared(mine, whole).overlap, told });
  scene.dispose();
  return result;
}

/**
 * A box attached to a socket, against one attached to the node of that name, animated by Babylon's own importer:
 * without a parent, and below one that is rotated, scaled and moved. Largest distance of their corners, in metres.
 */
async function parented(url, source, clipName, socket) {
  const scene = new Scene(engine);
  const crowd = await TexeletonCrowd.load(url, scene, 1);
  const { animationGroups, transformNodes } = await ImportMeshAsync(source, scene);
  const group = animationGroups.find(({ name }) => name === clipName);
  const clip = crowd.clips.find(({ name }) => name === clipName);
  const theirs = transformNodes.find(({ name }) => name === socket);
  const free = new TransformNode("free", scene);
  const parent = new TransformNode("parent", scene);
  parent.position.set(1, 2, -3);
  parent.rotation.set(0.4, -0.8, 0.3);
  parent.scaling.setAll(1.7);
  const child = new TransformNode("child", scene);
  child.parent = parent;
  for (const node of [free, child]) {
    node.rotationQuaternion = new Quaternion();
  }
  let far = 0;
  for (const turn of [0, 0.35, 0.8]) {
    const seconds = frameTime(clip, turn);
    crowd.play(0, clipName, { startSeconds: seconds });
    crowd.update(0);
    animationGroups.forEach((other) => other.stop());
    group.start(false);
    group.goToFrame(seconds * 60);
    const matrix = crowd.socketMatrix(0, socket);
    matrix.decompose(free.scaling, free.rotationQuaternion, free.position);
    matrix.multiply(Matrix.Invert(parent.computeWorldMatrix(true))).decompose(child.scaling, child.rotationQuaternion, child.position);
    theirs.parent && theirs.computeWorldMatrix(true);
    for (const corner of [[0.3, 0.1, 0.7], [-0.2, 0.5, 0], [0, 0, 0]]) {
      // The node of a glTF is right-handed; sockets are in Babylon's space, with X mirrored.
      const expected = Vector3.TransformCoordinates(new Vector3(...corner), theirs.getWorldMatrix());
      for (const node of [free, child]) {
        const shown = Vector3.TransformCoordinates(new Vector3(-corner[0], corner[1], corner[2]), node.computeWorldMatrix(true));
        far = Math.max(far, Vector3.Distance(shown, expected));
      }
    }
  }
  scene.dispose();
  return far;
}

/** The crowd's diagnosis of a changed file, and its picture. */
async function damaged(url) {
  const said = [];
  const { Error: error } = Logger;
  Logger.Error = (text) => said.push(text);
  const { rows: { bounds } } = await TexeletonCrowd.load(url, new Scene(engine));
  const { scene } = stage(bounds);
  const crowd = await TexeletonCrowd.load(url, scene, 1);
  Logger.Error = error;
  crowd.update(0.1);
  const shown = await pixels(scene);
  let checker = 0;
  let other = 0;
  for (let i = 0; i < shown.length; i += 4) {
    if (shown[i + 3] === 255) {
      const [r, g, b] = shown.subarray(i, i + 3);
      const isChecker = g === 0 && r === b;
      checker += isChecker ? 1 : 0;
      other += isChecker ? 0 : 1;
    }
  }
  scene.dispose();
  return { names: crowd.damages.map(({ name }) => name), said: said.join(" "), checker, other };
}

window.tests = { fade, parented, againstSkinning, overTime, shadows, events, sockets, damaged };
window.ready = true;
