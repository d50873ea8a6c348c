// The page NAME.playcanvas.html: a crowd on a ground, with shadows.
import {
  AppBase, AppOptions, CameraComponentSystem, Color, Entity, FILLMODE_FILL_WINDOW, LightComponentSystem, RESOLUTION_AUTO, RenderComponentSystem,
  ScriptComponentSystem, StandardMaterial, Vec3, createGraphicsDevice,
} from "playcanvas";

import { CrowdControls, inSquare, isDark } from "../web-crowd/crowd_page.js";
import { TexeletonCrowd } from "./crowd.mjs";

/** @param {string} url Address of NAME.playcanvas.json. */
export async function show(url) {
  const canvas = document.getElementById("view");
  const options = new AppOptions();
  options.graphicsDevice = await createGraphicsDevice(canvas, { deviceTypes: ["webgl2"], antialias: true });
  options.componentSystems = [CameraComponentSystem, LightComponentSystem, RenderComponentSystem, ScriptComponentSystem];
  const app = new AppBase(canvas);
  app.init(options);
  app.setCanvasFillMode(FILLMODE_FILL_WINDOW);
  app.setCanvasResolution(RESOLUTION_AUTO);
  addEventListener("resize", () => app.resizeCanvas());

  const camera = new Entity("camera", app);
  camera.addComponent("camera", {});
  const sun = new Entity("sun", app);
  sun.addComponent("light", { type: "directional", intensity: 1.6, castShadows: true, shadowResolution: 2048, shadowBias: 0.3, normalOffsetBias: 0.05 });
  sun.setEulerAngles(42, 38, 0);
  const ground = new Entity("ground", app);
  ground.addComponent("render", { type: "plane" });
  const floor = new StandardMaterial();
  ground.render.meshInstances[0].material = floor;
  [camera, sun, ground].forEach((entity) => app.root.addChild(entity));

  const controls = new CrowdControls(20000, fill, paint);

  // Orbit: dragging rotates, the wheel zooms.
  const orbit = { yaw: 25, pitch: -18, distance: 5, target: new Vec3() };
  function look() {
    camera.setEulerAngles(orbit.pitch, orbit.yaw, 0);
    camera.setPosition(camera.forward.clone().mulScalar(-orbit.distance).add(orbit.target));
  }
  canvas.addEventListener("pointermove", ({ buttons, movementX, movementY }) => {
    if (buttons & 1) {
      orbit.yaw -= movementX * 0.3;
      orbit.pitch = Math.max(-89, Math.min(20, orbit.pitch - movementY * 0.3));
      look();
    }
  });
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    orbit.distance *= 1.001 ** event.deltaY;
    look();
  }, { passive: false });

  async function fill(count) {
    const crowd = await TexeletonCrowd.load(url, app, count);
    controls.crowd?.dispose();
    const { min, max } = crowd.json.bounds;
    const { tall, side, places } = inSquare(crowd.json.bounds, count);
    places.forEach(([x, z], i) => crowd.setTransform(i, new Vec3(x, 0, z)));
    const reach = (2 * side + 8) * tall;
    ground.setLocalScale(reach, 1, reach);
    orbit.target.set(0, (min[1] + max[1]) / 2, 0);
    orbit.distance = (1.4 + 0.55 * side) * tall;
    camera.camera.nearClip = 0.01 * tall;
    camera.camera.farClip = 40 * side * tall;
    sun.light.shadowDistance = (4 + 2 * side) * tall;
    look();
    controls.show(crowd);
  }

  function paint() {
    const dark = isDark();
    camera.camera.clearColor = dark ? new Color(0.165, 0.176, 0.2) : new Color(0.875, 0.894, 0.918);
    app.scene.ambientLight = dark ? new Color(0.35, 0.36, 0.4) : new Color(0.5, 0.5, 0.52);
    floor.diffuse = dark ? new Color(0.4, 0.41, 0.43) : new Color(0.6, 0.61, 0.63);
    floor.update();
  }
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint);
  paint();
  await fill(controls.count);
  app.on("update", (seconds) => {
    controls.crowd.update(seconds);
    controls.playAgain();
  });
  app.start();
}
