// The page NAME.babylon.html: a crowd on a ground, with shadows.
import { ArcRotateCamera } from "@babylonjs/core/Cameras/arcRotateCamera.js";
import { Engine } from "@babylonjs/core/Engines/engine.js";
import { DirectionalLight } from "@babylonjs/core/Lights/directionalLight.js";
import { HemisphericLight } from "@babylonjs/core/Lights/hemisphericLight.js";
import { ShadowGenerator } from "@babylonjs/core/Lights/Shadows/shadowGenerator.js";
import "@babylonjs/core/Lights/Shadows/shadowGeneratorSceneComponent.js";
import { StandardMaterial } from "@babylonjs/core/Materials/standardMaterial.js";
import { Color3, Color4 } from "@babylonjs/core/Maths/math.color.js";
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateGround } from "@babylonjs/core/Meshes/Builders/groundBuilder.js";
import { Scene } from "@babylonjs/core/scene.js";

import { CrowdControls, inSquare, isDark } from "../web-crowd/crowd_page.js";
import { TexeletonCrowd } from "./crowd.js";

/** @param {string} url Address of NAME.vat.json. */
export async function show(url) {
  const canvas = document.getElementById("view");
  const engine = new Engine(canvas, true);
  const scene = new Scene(engine);
  const camera = new ArcRotateCamera("camera", 1.2, 1.2, 6, Vector3.Zero(), scene);
  camera.attachControl(canvas, true);
  camera.wheelDeltaPercentage = 0.02;
  const sky = new HemisphericLight("sky", new Vector3(0, 1, 0), scene);
  sky.intensity = 0.9;
  sky.groundColor = new Color3(0.35, 0.32, 0.3);
  const sun = new DirectionalLight("sun", new Vector3(-0.5, -1.2, -0.6).normalize(), scene);
  sun.intensity = 2.4;
  const shadows = new ShadowGenerator(2048, sun);
  shadows.usePercentageCloserFiltering = true;
  shadows.bias = 0.002;
  const ground = CreateGround("ground", { width: 1, height: 1 }, scene);
  const floor = new StandardMaterial("floor", scene);
  floor.specularColor = Color3.Black();
  ground.material = floor;
  ground.receiveShadows = true;

  const controls = new CrowdControls(20000, fill, paint);

  async function fill(count) {
    const crowd = await TexeletonCrowd.load(url, scene, count);
    controls.crowd?.dispose();
    const { min, max } = crowd.rows.bounds;
    const { tall, side, places } = inSquare(crowd.rows.bounds, count);
    places.forEach(([x, z], i) => crowd.setMatrixAt(i, Matrix.Translation(x, 0, z)));
    ground.scaling.setAll((2 * side + 8) * tall);
    sun.position = sun.direction.scale(-2 * side * tall);
    camera.setTarget(new Vector3(0, (min[1] + max[1]) / 2, 0));
    camera.radius = (1.4 + 0.48 * side) * tall;
    camera.minZ = 0.01 * tall;
    camera.maxZ = 40 * side * tall;
    shadows.getShadowMap().renderList = [...crowd.meshes];
    for (const mesh of crowd.meshes) {
      mesh.receiveShadows = true;
    }
    controls.show(crowd);
  }

  function paint() {
    scene.clearColor = isDark() ? new Color4(0.165, 0.176, 0.2, 1) : new Color4(0.875, 0.894, 0.918, 1);
    floor.diffuseColor = isDark() ? new Color3(0.13, 0.14, 0.155) : new Color3(0.22, 0.23, 0.245);
  }
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint);
  paint();
  await fill(controls.count);
  scene.onBeforeRenderObservable.add(() => {
    controls.crowd.update(engine.getDeltaTime() / 1000);
    controls.playAgain();
  });
  engine.runRenderLoop(() => scene.render());
  addEventListener("resize", () => engine.resize());
  const { damages, rows } = controls.crowd;
  return { engine, scene, camera, words: damages.length > 0 ? rows.damageWords(damages) : "", crowd: () => controls.crowd };
}
