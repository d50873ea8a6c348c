// Runs in the browser; run_playcanvas.mjs calls what is on window.tests.
import {
  AnimClip, AnimComponentSystem, AnimEvaluator, AppBase, AppOptions, Asset, CameraComponentSystem, Color, ContainerHandler, DefaultAnimBinder,
  Entity, LightComponentSystem, RenderComponentSystem, ScriptComponentSystem, StandardMaterial, TextureHandler, Vec3, createGraphicsDevice,
} from "playcanvas";

import { decodeSocket, loadPack } from "/resources/engines/web/index.js";
import { interrupted } from "/tests/engines/web/interrupted.js";
import { sections } from "/tests/engines/web/sections.js";
import { TexeletonCrowd } from "export/playcanvas/crowd.mjs";

const canvas = document.getElementById("view");
const options = new AppOptions();
options.graphicsDevice = await createGraphicsDevice(canvas, { deviceTypes: ["webgl2"], preserveDrawingBuffer: true, antialias: true });
options.graphicsDevice.maxPixelRatio = 1;
options.componentSystems = [CameraComponentSystem, LightComponentSystem, RenderComponentSystem, ScriptComponentSystem, AnimComponentSystem];
options.resourceHandlers = [TextureHandler, ContainerHandler];
const app = new AppBase(canvas);
app.init(options);
app.scene.ambientLight = new Color(0.4, 0.4, 0.4);
const camera = new Entity("camera", app);
camera.addComponent("camera", { clearColor: new Color(1, 0, 1) });
const sun = new Entity("sun", app);
sun.addComponent("light", { type: "directional", intensity: 1, castShadows: false, shadowResolution: 512, shadowBias: 0.3, normalOffsetBias: 0.05 });
sun.setEulerAngles(42, 38, 0);
app.root.addChild(camera);
app.root.addChild(sun);
app.autoRender = false; // Software takes seconds for a picture: only the compared ones are drawn.
app.start();

function look(bounds, far = 1) {
  const middle = new Vec3(...bounds.min.map((v, i) => (v + bounds.max[i]) / 2));
  const radius = 0.5 * Math.hypot(...bounds.min.map((v, i) => bounds.max[i] - v));
  camera.setPosition(middle.clone().add(new Vec3(1.3, 0.7 * far, 2.6).mulScalar(radius * far)));
  camera.lookAt(middle);
  Object.assign(camera.camera, { nearClip: 0.05 * radius, farClip: 60 * radius });
  sun.light.shadowDistance = 30 * radius;
  return radius;
}

/** The picture after the changes have been drawn: scripts run once before drawing. */
async function shot() {
  await new Promise((next) => app.once("frameend", next));
  app.renderNextFrame = true;
  await new Promise((next) => app.once("frameend", next));
  const copy = new OffscreenCanvas(480, 320).getContext("2d");
  copy.drawImage(canvas, 0, 0, 480, 320);
  return copy.getImageData(0, 0, 480, 320).data;
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

const load = (url) => new Promise((loaded, failed) => {
  const asset = new Asset(url, "container", { url });
  asset.once("load", () => loaded(asset.resource));
  asset.once("error", failed);
  app.assets.add(asset);
  app.assets.load(asset);
});

/** A clip in our crowd and by PlayCanvas' own skinning (or morphing) of the source, at and between frames. */
async function againstOwn(url, source, clipName) {
  const crowd = await TexeletonCrowd.load(url, app, 1);
  look(crowd.json.bounds);
  const clip = crowd.clips.find((c) => c.name === clipName);
  const steps = clip.loop ? clip.frameCount : clip.frameCount - 1;
  const times = [0, Math.round(0.3 * steps), Math.floor(0.6 * steps) + 0.5, clip.loop ? Math.round(0.8 * steps) : steps].map((f) => (f * clip.lengthSeconds) / steps);
  const mine = [];
  for (const seconds of times) {
    crowd.play(0, clipName, { speed: 0, startSeconds: seconds });
    crowd.update(0);
    mine.push(await shot());
  }
  crowd.play(0, clipName, { startSeconds: 0 });
  const far = (clip.loop ? 1000 : 0) * clip.lengthSeconds + times[1];
  for (let i = 0; i < 500; i += 1) {
    crowd.update(far / 500);
  }
  const after = compared(await shot(), mine[1]);
  crowd.dispose();

  const resource = await load(source);
  const entity = resource.instantiateRenderEntity();
  app.root.addChild(entity);
  const evaluator = new AnimEvaluator(new DefaultAnimBinder(entity));
  const track = resource.animations.map((asset) => asset.resource).find((t) => t.name === clipName);
  const playing = new AnimClip(track, 0, 1, true, true);
  evaluator.addClip(playing);
  const rows = [];
  let before = null;
  for (const [i, seconds] of times.entries()) {
    playing.time = Math.min(seconds, track.duration);
    playing.pause?.();
    evaluator.update(0);
    const picture = await shot();
    rows.push({ seconds, still: before ? compared(picture, before).overlap : 0, ...compared(mine[i], picture) });
    before = picture;
  }
  entity.destroy();
  return { rows, after };
}

/** The same moment by day and by night. */
async function inTwoLights(url) {
  const crowd = await TexeletonCrowd.load(url, app, 1);
  look(crowd.json.bounds);
  crowd.update(0);
  const day = await shot();
  const { ambientLight } = app.scene;
  app.scene.ambientLight = new Color(0, 0, 0);
  sun.light.intensity = 0;
  const night = await shot();
  app.scene.ambientLight = ambientLight;
  sun.light.intensity = 1;
  crowd.dispose();
  return compared(day, night);
}

/** A crowd with shadows; returns the ground pixels that change between two times. */
async function shadows(url) {
  const crowd = await TexeletonCrowd.load(url, app, 4);
  const radius = look(crowd.json.bounds, 2.5);
  sun.light.castShadows = true;
  sun.light.shadowDistance = 16 * radius;
  const ground = new Entity("ground", app);
  ground.addComponent("render", { type: "plane" });
  ground.setLocalScale(40 * radius, 1, 40 * radius);
  const grey = new StandardMaterial();
  grey.diffuse = new Color(0.5, 0.5, 0.5);
  grey.update();
  ground.render.meshInstances[0].material = grey;
  app.root.addChild(ground);
  for (let i = 0; i < 4; i += 1) {
    crowd.setTransform(i, new Vec3(((i % 2) - 0.5) * 1.6 * radius, 0, (Math.floor(i / 2) - 0.5) * 1.6 * radius));
    crowd.play(i, crowd.clips[i % crowd.clips.length].name, { startSeconds: 0.1 * i });
  }
  crowd.update(0.2);
  const before = await shot();
  crowd.update(0.25);
  const after = await shot();
  const isGrey = (d, i) => Math.abs(d[i] - d[i + 1]) < 6 && Math.abs(d[i + 1] - d[i + 2]) < 6;
  let moved = 0;
  for (let i = 0; i < before.length; i += 4) {
    moved += isGrey(before, i) && isGrey(after, i) && Math.abs(before[i] - after[i]) > 20 ? 1 : 0;
  }
  return { moved };
}

/** A cross-fade (its ends are the clips, its middle is neither) for each instance, and an interrupted one. */
async function fade(url, first, second, third) {
  const crowd = await TexeletonCrowd.load(url, app, 2);
  look(crowd.json.bounds);
  crowd.setTransform(0, new Vec3(0, -1000, 0));
  const show = async (change) => {
    change();
    crowd.update(0);
    return shot();
  };
  const a = await show(() => crowd.play(1, first, { speed: 0 }));
  const start = await show(() => crowd.play(1, second, { speed: 0, fadeSeconds: 1 }));
  const half = await show(() => crowd.update(0.5));
  const end = await show(() => crowd.update(0.6));
  const b = await show(() => crowd.play(1, second, { speed: 0 }));
  const { mine, whole, told } = await sections(crowd, 1, second, first, show);
  crowd.setTransform(0, new Vec3());
  const jumps = interrupted(crowd, [first, second, third], crowd.sockets[0].name, (matrix) => matrix.data);
  crowd.dispose();
  return { ...jumps, section: compared(mine, whole).overlap, told, start: compared(start, a).overlap, end: compared(end, b).overlap, middleA: compared(half, a).overlap, middleB: compared(half, b).overlap };
}

async function eventsAndSockets(url, packUrl, clipName) {
  const crowd = await TexeletonCrowd.load(url, app, 2);
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
  for (const { name: played, lengthSeconds, frameBegin } of crowd.clips) {
    for (const turn of [0, 0.31, 0.77]) {
      crowd.play(1, played, { startSeconds: turn * lengthSeconds, speed: 0 });
      crowd.sockets.forEach(({ name }, index) => {
        const own = pack.manifest.clips.find((c) => c.name === played);
        const { current, next, fraction } = crowd.players.framesOf(1);
        const from = { current: current - frameBegin + own.frameBegin, next: next - frameBegin + own.frameBegin, fraction };
        const { position } = decodeSocket(pack, index, { from });
        position.forEach((v, i) => { far = Math.max(far, Math.abs(v - crowd.socketMatrix(1, name).data[12 + i])); });
        count += 1;
      });
    }
  }
  crowd.dispose();
  return { fired, far, count };
}

/** The loader's message about a changed file. */
async function complaint(url) {
  try {
    (await TexeletonCrowd.load(url, app, 1)).dispose();
    return "";
  } catch (error) {
    return error.message;
  }
}

window.tests = { fade, complaint, againstOwn, inTwoLights, shadows, eventsAndSockets };
window.ready = true;
