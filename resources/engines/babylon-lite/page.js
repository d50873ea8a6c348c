// The page NAME.lite.html: a crowd on a ground, with shadows.
import {
  addToScene, attachControl, createArcRotateCamera, createDirectionalLight, createEngine, createGround, createHemisphericLight,
  createPcfDirectionalShadowGenerator, createSceneContext, createStandardMaterial, disposeScene, onBeforeRender,
  registerSceneWithShadowSupport, setShadowTaskCasterMeshes, startEngine, unregisterScene,
} from "@babylonjs/lite";

import { CrowdControls, inSquare, isDark } from "../web-crowd/crowd_page.js";
import { TexeletonCrowd } from "./crowd.js";

/** @param {string} url Address of NAME.lite.vat.json. */
export async function show(url) {
  const canvas = document.getElementById("view");
  if (!navigator.gpu) {
    throw new Error("This browser has no WebGPU, which Babylon Lite needs");
  }
  const engine = await createEngine(canvas);
  let scene = null;
  const controls = new CrowdControls(4096, fill, () => fill(controls.count));

  /** A scene of its own for each crowd: Babylon Lite makes its shaders when the scene is registered. */
  async function fill(count) {
    const next = createSceneContext(engine);
    const sky = createHemisphericLight([0, 1, 0], 0.9);
    const sun = createDirectionalLight([-0.5, -1.2, -0.6], 2.4);
    const crowd = await TexeletonCrowd.load(url, engine, next, count);
    const { min, max } = crowd.rows.bounds;
    const { tall, side, places } = inSquare(crowd.rows.bounds, count);
    places.forEach(([x, z], i) => crowd.setMatrixAt(i, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, z, 1]));
    crowd.boundWholeCrowd();
    const reach = (2 * side + 8) * tall;
    const ground = createGround(engine, { width: reach, height: reach });
    ground.material = createStandardMaterial();
    ground.material.specularColor = [0, 0, 0];
    ground.material.diffuseColor = isDark() ? [0.13, 0.14, 0.155] : [0.22, 0.23, 0.245];
    ground.receiveShadows = true;
    crowd.meshes.forEach((mesh) => { mesh.receiveShadows = true; });
    sun.position.set(1.2 * side * tall, 3 * side * tall, 1.4 * side * tall);
    const shadows = createPcfDirectionalShadowGenerator(engine, sun, { mapSize: 2048, bias: 0.002, orthoMinZ: 0.1 * tall, orthoMaxZ: 12 * side * tall, forceRefreshEveryFrame: true });
    sun.shadowGenerator = shadows;
    setShadowTaskCasterMeshes(shadows, crowd.meshes);
    [sky, sun, ground].forEach((thing) => addToScene(next, thing));
    const camera = createArcRotateCamera(1.2, 1.2, (1.4 + 0.48 * side) * tall, { x: 0, y: (min[1] + max[1]) / 2, z: 0 });
    camera.nearPlane = 0.01 * tall;
    camera.farPlane = 40 * side * tall;
    next.camera = camera;
    attachControl(camera, canvas, next);
    next.clearColor = isDark() ? { r: 0.165, g: 0.176, b: 0.2, a: 1 } : { r: 0.875, g: 0.894, b: 0.918, a: 1 };
    onBeforeRender(next, (milliseconds) => {
      crowd.update(milliseconds / 1000);
      controls.playAgain();
    });
    await registerSceneWithShadowSupport(next);
    if (scene) {
      unregisterScene(scene);
      disposeScene(scene);
    }
    scene = next;
    controls.show(crowd);
  }

  await fill(controls.count);
  await startEngine(engine);
}
