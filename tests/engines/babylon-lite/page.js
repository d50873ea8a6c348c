// Runs in the browser; run_babylon_lite.mjs calls what is on window.tests.
import {
  addToScene, captureScreenshot, createArcRotateCamera, createDirectionalLight, createEngine, createGround, createHemisphericLight,
  createPcfDirectionalShadowGenerator, createSceneContext, createStandardMaterial, disposeEngine, goToFrame, loadGltf,
  registerScene, registerSceneWithShadowSupport, setShadowTaskCasterMeshes, startEngine, stopAnimation,
} from "@babylonjs/lite";

import { decodeSocket, loadPack } from "/resources/engines/web/index.js";
import { interrupted } from "/tests/engines/web/interrupted.js";
import { sections } from "/tests/engines/web/sections.js";
import { TexeletonCrowd } from "export/babylon-lite/crowd.js";
import { MatrixRows } from "export/web-crowd/matrix_rows.js";

async function stage(bounds, [width, height] = [480, 320]) {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  document.body.replaceChildren(canvas);
  const engine = await createEngine(canvas);
  const scene = createSceneContext(engine);
  scene.clearColor = { r: 1, g: 0, b: 1, a: 1 };
  const radius = 0.5 * Math.hypot(...bounds.min.map((v, i) => bounds.max[i] - v));
  const middle = bounds.min.map((v, i) => (v + bounds.max[i]) / 2);
  // Babylon mirrors X of a glTF.
  const camera = createArcRotateCamera(1.1, 1.25, 3 * radius, { x: -middle[0], y: middle[1], z: middle[2] });
  camera.nearPlane = 0.05 * radius;
  camera.farPlane = 60 * radius;
  scene.camera = camera;
  addToScene(scene, createHemisphericLight([0, 1, 0], 1));
  return { engine, scene, camera, radius };
}

/** Draws the frames that `work` waits for: one, and more if that one was too early. */
async function drawUntil(work) {
  let isDone = false;
  const done = work.finally(() => { isDone = true; });
  while (!isDone) {
    await window.drawFrames(1);
    await Promise.race([done, new Promise((later) => setTimeout(later, 500))]);
  }
  return done;
}

/** The picture after the changes have been drawn. */
async function shot(engine) {
  await window.drawFrames(1);
  return (await drawUntil(captureScreenshot(engine))).data;
}

const isBare = (data, i) => data[i] > 250 && data[i + 1] < 5 && data[i + 2] > 250;

/** Share of the covered pixels that both cover, and the mean difference of their colours. */
function compared(ours, theirs) {
  let both = 0;
  let either = 0;
  let colour = 0;
  for (let i = 0; i < ours.length; i += 4) {
    const a = !isBare(ours, i);
    const b = !isBare(theirs, i);
    either += a || b ? 1 : 0;
    if (a && b) {
      both += 1;
      colour += Math.abs(ours[i] - theirs[i]) + Math.abs(ours[i + 1] - theirs[i + 1]) + Math.abs(ours[i + 2] - theirs[i + 2]);
    }
  }
  return { covered: both, overlap: both / either, colour: colour / (3 * both) };
}

const times = (clip) => {
  const steps = clip.loop ? clip.frameCount : clip.frameCount - 1;
  // Frames, and a time half-way between two.
  return [0, Math.round(0.3 * steps), Math.floor(0.6 * steps) + 0.5, Math.round(0.8 * steps)].map((f) => (f * clip.lengthSeconds) / steps);
};

/** A clip in our crowd and by Babylon Lite's own skinning of the source. */
async function againstSkinning(url, source, clipName, skinnedOnly) {
  const { bounds, clips } = await MatrixRows.load(url);
  const clip = clips.find((c) => c.name === clipName);
  const ours = await stage(bounds);
  const crowd = await TexeletonCrowd.load(url, ours.engine, ours.scene, 1);
  await registerScene(ours.scene);
  await drawUntil(startEngine(ours.engine));
  const mine = [];
  for (const seconds of times(clip)) {
    crowd.play(0, clipName, { speed: 0, startSeconds: seconds });
    crowd.update(0);
    mine.push(await shot(ours.engine));
  }
  // After many steps there is no drift.
  crowd.play(0, clipName, { startSeconds: 0 });
  const far = (clip.loop ? 1000 : 0) * clip.lengthSeconds + times(clip)[1];
  for (let i = 0; i < 500; i += 1) {
    crowd.update(far / 500);
  }
  const after = compared(await shot(ours.engine), mine[1]);
  disposeEngine(ours.engine);

  const theirs = await stage(bounds);
  const asset = await loadGltf(theirs.engine, source);
  addToScene(theirs.scene, asset);
  if (skinnedOnly) {
    theirs.scene.meshes.filter((mesh) => !mesh.skeleton).forEach((mesh) => { mesh.visible = false; });
  }
  await registerScene(theirs.scene);
  await drawUntil(startEngine(theirs.engine));
  const group = asset.animationGroups.find((g) => g.name === clipName);
  asset.animationGroups.forEach(stopAnimation);
  const rows = [];
  for (const [i, seconds] of times(clip).entries()) {
    goToFrame(group, seconds * (group.frameRate || 60), theirs.engine);
    rows.push({ seconds, ...compared(mine[i], await shot(theirs.engine)) });
  }
  disposeEngine(theirs.engine);
  return { rows, after };
}

/** A cross-fade (its ends are the clips, its middle is neither) and an interrupted one. */
async function fade(url, first, second, third) {
  const { bounds } = await MatrixRows.load(url);
  const { engine, scene } = await stage(bounds);
  const crowd = await TexeletonCrowd.load(url, engine, scene, 1);
  await registerScene(scene);
  await drawUntil(startEngine(engine));
  const show = async (change) => {
    change();
    crowd.update(0);
    return shot(engine);
  };
  const a = await show(() => crowd.play(0, first, { speed: 0 }));
  const start = await show(() => crowd.play(0, second, { speed: 0, fadeSeconds: 1 }));
  const half = await show(() => crowd.update(0.5));
  const end = await show(() => crowd.update(0.6));
  const b = await show(() => crowd.play(0, second, { speed: 0 }));
  const jumps = interrupted(crowd, [first, second, third], crowd.sockets[0].name, (matrix) => matrix);
  const { mine, whole, told } = await sections(crowd, 0, second, first, show);
  Object.assign(jumps, { section: compared(mine, whole).overlap, told });
  disposeEngine(engine);
  return { ...jumps, start: compared(start, a).overlap, end: compared(end, b).overlap, middleA: compared(half, a).overlap, middleB: compared(half, b).overlap };
}

/** A crowd with shadows; returns the ground pixels that change between two times. */
async function shadows(url) {
  const { bounds } = await MatrixRows.load(url);
  const { engine, scene, camera, radius } = await stage(bounds, [300, 200]);
  camera.radius = 6.5 * radius;
  camera.beta = 0.95;
  const sun = createDirectionalLight([-3, -6, -2], 1.5);
  sun.position.set(6 * radius, 14 * radius, 4 * radius);
  const crowd = await TexeletonCrowd.load(url, engine, scene, 4);
  for (let i = 0; i < 4; i += 1) {
    crowd.setMatrixAt(i, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ((i % 2) - 0.5) * 1.6 * radius, 0, (Math.floor(i / 2) - 0.5) * 1.6 * radius, 1]);
    crowd.play(i, crowd.clips[i % crowd.clips.length].name, { startSeconds: 0.1 * i });
    crowd.setTintAt(i, { r: 1, g: 1 - i / 12, b: 0.5 + i / 20 });
  }
  crowd.boundWholeCrowd();
  const ground = createGround(engine, { width: 40 * radius, height: 40 * radius });
  ground.material = createStandardMaterial();
  ground.material.specularColor = [0, 0, 0];
  ground.material.diffuseColor = [0.35, 0.36, 0.38];
  ground.receiveShadows = true;
  const generator = createPcfDirectionalShadowGenerator(engine, sun, { mapSize: 512, bias: 0.002, orthoMinZ: 0.1, orthoMaxZ: 60 * radius, forceRefreshEveryFrame: true });
  sun.shadowGenerator = generator;
  setShadowTaskCasterMeshes(generator, crowd.meshes);
  addToScene(scene, sun);
  addToScene(scene, ground);
  await registerSceneWithShadowSupport(scene);
  await drawUntil(startEngine(engine));
  crowd.update(0.2);
  const before = await shot(engine);
  crowd.update(0.25);
  const after = await shot(engine);
  // Bodies and shadows both move; shadows change only pixels that are grey (ground) before or after.
  const isGrey = (d, i) => Math.abs(d[i] - d[i + 1]) < 12 && Math.abs(d[i + 1] - d[i + 2]) < 14;
  let moved = 0;
  for (let i = 0; i < before.length; i += 4) {
    moved += isGrey(before, i) && isGrey(after, i) && Math.abs(before[i] - after[i]) > 25 ? 1 : 0;
  }
  return { moved };
}

/** Events and sockets, without a picture. */
async function eventsAndSockets(url, packUrl, clipName) {
  const { bounds } = await MatrixRows.load(url);
  const { engine, scene } = await stage(bounds);
  const crowd = await TexeletonCrowd.load(url, engine, scene, 2);
  const clip = crowd.clips.find((c) => c.name === clipName);
  crowd.play(0, clipName, { speed: 0 });
  crowd.update(0); // Without a listener for its start.
  const fired = [];
  crowd.onEvent = ({ instance, name }) => fired.push(`${instance} ${name}`);
  crowd.play(1, clipName);
  for (let i = 0; i < 999; i += 1) {
    crowd.update(clip.lengthSeconds / 100);
  }
  crowd.onEvent = null;
  const pack = await loadPack(packUrl);
  let far = 0;
  let count = 0;
  for (const { name: played, lengthSeconds } of crowd.clips) {
    for (const turn of [0, 0.31, 0.77]) {
      crowd.play(1, played, { startSeconds: turn * lengthSeconds, speed: 0 });
      crowd.sockets.forEach(({ name }, index) => {
        const own = pack.manifest.clips.find((c) => c.name === played);
        const rows = crowd.clips.find((c) => c.name === played);
        const { current, next, fraction } = crowd.players.framesOf(1);
        const from = { current: current - rows.frameBegin + own.frameBegin, next: next - rows.frameBegin + own.frameBegin, fraction };
        const { position } = decodeSocket(pack, index, { from });
        const m = crowd.socketMatrix(1, name);
        [-position[0], position[1], position[2]].forEach((v, i) => { far = Math.max(far, Math.abs(v - m[12 + i])); });
        count += 1;
      });
    }
  }
  disposeEngine(engine);
  return { fired, far, count };
}

/** The loader's message about a changed file. */
async function complaint(url) {
  const { engine, scene } = await stage({ min: [0, 0, 0], max: [1, 1, 1] });
  try {
    await TexeletonCrowd.load(url, engine, scene, 1);
    return "";
  } catch (error) {
    return error.message;
  } finally {
    disposeEngine(engine);
  }
}

window.tests = { complaint, againstSkinning, fade, shadows, eventsAndSockets };
window.ready = true;
