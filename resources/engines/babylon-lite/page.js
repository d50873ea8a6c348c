// The page NAME.lite.html: a crowd on a ground, with shadows.
import {
  addToScene, attachControl, createArcRotateCamera, createDirectionalLight, createEngine, createGround, createHemisphericLight,
  createPcfDirectionalShadowGenerator, createSceneContext, createStandardMaterial, disposeScene, onBeforeRender,
  registerSceneWithShadowSupport, setShadowTaskCasterMeshes, startEngine, unregisterScene,
} from "@babylonjs/lite";

import { TexeletonCrowd } from "./crowd.js";

/** @param {string} url Address of NAME.lite.vat.json. */
export async function show(url) {
  const canvas = document.getElementById("view");
  const input = (id) => document.getElementById(id);
  if (!navigator.gpu) {
    throw new Error("This browser has no WebGPU, which Babylon Lite needs");
  }
  const engine = await createEngine(canvas);
  let scene = null;
  let crowd = null;

  function play(i) {
    const clip = crowd.clips.find(({ name }) => name === input("clip").value) ?? crowd.clips[i % crowd.clips.length];
    const startSeconds = clip.loop ? (i * 0.37) % (clip.lengthSeconds || 1) : undefined;
    crowd.play(i, clip.name, { speed: input("speed").valueAsNumber, startSeconds, fadeSeconds: 0.3 });
  }

  function playAll() {
    for (let i = 0; i < crowd.count; i += 1) {
      play(i);
    }
  }

  function isDark() {
    const chosen = document.documentElement.dataset.theme;
    return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  }

  /** A scene of its own for each crowd: Babylon Lite makes its shaders when the scene is registered. */
  async function fill(count) {
    const next = createSceneContext(engine);
    const sky = createHemisphericLight([0, 1, 0], 0.9);
    const sun = createDirectionalLight([-0.5, -1.2, -0.6], 2.4);
    const filled = await TexeletonCrowd.load(url, engine, next, count);
    const { min, max } = filled.rows.bounds;
    const tall = Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
    const side = Math.ceil(Math.sqrt(count));
    for (let i = 0; i < count; i += 1) {
      const x = ((i % side) - (side - 1) / 2) * tall * 0.75;
      const z = (Math.floor(i / side) - (side - 1) / 2) * tall * 0.75;
      filled.setMatrixAt(i, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, z, 1]);
    }
    filled.boundWholeCrowd();
    const reach = (2 * side + 8) * tall;
    const ground = createGround(engine, { width: reach, height: reach });
    ground.material = createStandardMaterial();
    ground.material.specularColor = [0, 0, 0];
    ground.material.diffuseColor = isDark() ? [0.13, 0.14, 0.155] : [0.22, 0.23, 0.245];
    ground.receiveShadows = true;
    filled.meshes.forEach((mesh) => { mesh.receiveShadows = true; });
    sun.position.set(1.2 * side * tall, 3 * side * tall, 1.4 * side * tall);
    const shadows = createPcfDirectionalShadowGenerator(engine, sun, { mapSize: 2048, bias: 0.002, orthoMinZ: 0.1 * tall, orthoMaxZ: 12 * side * tall, forceRefreshEveryFrame: true });
    sun.shadowGenerator = shadows;
    setShadowTaskCasterMeshes(shadows, filled.meshes);
    [sky, sun, ground].forEach((thing) => addToScene(next, thing));
    const camera = createArcRotateCamera(1.2, 1.2, (1.4 + 0.48 * side) * tall, { x: 0, y: (min[1] + max[1]) / 2, z: 0 });
    camera.nearPlane = 0.01 * tall;
    camera.farPlane = 40 * side * tall;
    next.camera = camera;
    attachControl(camera, canvas, next);
    next.clearColor = isDark() ? { r: 0.165, g: 0.176, b: 0.2, a: 1 } : { r: 0.875, g: 0.894, b: 0.918, a: 1 };
    if (input("clip").options.length === 0) {
      input("clip").append(new Option("all clips", ""), ...filled.clips.map(({ name }) => new Option(name, name)));
    }
    onBeforeRender(next, (milliseconds) => {
      filled.update(milliseconds / 1000);
      for (let i = 0; i < filled.count; i += 1) {
        if (filled.isFinished(i) && Math.random() < 0.02) {
          play(i); // Clips that play once are repeated after a pause.
        }
      }
    });
    await registerSceneWithShadowSupport(next);
    if (scene) {
      unregisterScene(scene);
      disposeScene(scene);
    }
    scene = next;
    crowd = filled;
    playAll();
  }

  const again = () => fill(Math.max(1, Math.min(4096, input("count").valueAsNumber || 1)));
  input("theme").addEventListener("click", () => {
    document.documentElement.dataset.theme = isDark() ? "light" : "dark";
    again();
  });
  input("clip").addEventListener("change", playAll);
  input("speed").addEventListener("input", playAll);
  input("count").addEventListener("change", again);
  await again();
  await startEngine(engine);
}
