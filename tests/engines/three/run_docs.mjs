// run_docs.mjs CLI: docs/engines/three.md in a clean project: its commands, its code for Vite (an export outside the
// application, built and served) and for React Three Fiber, in headless Chromium. Exit code 77: the browser or the packages are not there.
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { Packs, inBrowser, modules, root, samples, skip, softwareWebGl } from "./harness.mjs";

const [cli] = process.argv.slice(2);
if (!["vite", "react", "react-dom", "@react-three/fiber"].every((name) => existsSync(path.join(modules, name)))) {
  skip(`needs vite, react, react-dom and @react-three/fiber in ${modules}`);
}
const packs = new Packs(cli);
const { folder } = packs;
const page = readFileSync(path.join(root, "docs/engines/three.md"), "utf8");

/** Code blocks of a language, in order. */
const blocks = (language) => [...page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms"))].map(([, code]) => code);

// The first block's commands, with a model that is at hand.
copyFileSync(path.join(samples, "lantern-knight.glb"), path.join(folder, "hero.glb"));
const commands = blocks("sh")[0].split("\n").filter((line) => line.startsWith("texeleton-cli") && !line.includes("single-file"));
for (const line of commands) {
  const words = line.replace(/#.*/, "").replaceAll('"', "").trim().split(/ +/).slice(1);
  execFileSync(cli, [...words.map((word) => word.replace("hero.fbx", "hero.glb")), "--quiet"], { cwd: folder, stdio: "inherit" });
}

/** An application beside the export, with packages as npm install links them. */
function application(name, files) {
  const app = path.join(folder, name);
  mkdirSync(path.join(app, "node_modules"), { recursive: true });
  readdirSync(modules).filter((entry) => !entry.startsWith(".")).forEach((entry) => symlinkSync(path.join(modules, entry), path.join(app, "node_modules", entry)));
  symlinkSync("../../web/texeleton", path.join(app, "node_modules/texeleton"));
  cpSync(path.join(folder, "web/hero.texpack"), path.join(app, "public/hero.texpack"), { recursive: true });
  writeFileSync(path.join(app, "package.json"), '{ "private": true, "type": "module" }');
  Object.entries(files).forEach(([file, text]) => writeFileSync(path.join(app, file), text));
  return app;
}

/** Software draws a hundred in seconds. */
const few = (code) => code.replaceAll("100)", "10)").replaceAll("i < 100", "i < 10");
const html = (script) => `<!doctype html><link rel="icon" href="data:,"><style>body { margin: 0 } #root { height: 100vh }</style><div id="root"></div><script type="module" src="/${script}"></script>\n`;
const config = blocks("js").find((code) => code.includes("// vite.config.js"));
const plain = application("plain", { "index.html": html("main.ts"), "main.ts": few(blocks("ts")[0]), "vite.config.js": config });
const react = application("react", {
  "index.html": html("main.jsx"),
  "vite.config.js": config,
  "Crowd.jsx": blocks("jsx")[0],
  "main.jsx": `import { Suspense, useState } from "react";
import { createRoot } from "react-dom/client";
import { Canvas } from "@react-three/fiber";
import { Crowd } from "./Crowd.jsx";

function App() {
  const [instances, setInstances] = useState([{ position: [1, 0, 0], clip: "Walk" }, { position: [-1, 0, 0], rotation: [0, 1, 0], scale: 1.5, clip: "Run", tint: "tomato" }]);
  window.setInstances = setInstances;
  return <Canvas camera={{ position: [0, 2, 6] }} onCreated={({ scene }) => (window.scene = scene)}>
    <hemisphereLight args={[0xffffff, 0x444444, 3]} />
    <Suspense fallback={null}><Crowd url="/hero.texpack" instances={instances} /></Suspense>
  </Canvas>;
}
createRoot(document.getElementById("root")).render(<App />);
`,
});

const vite = path.join(modules, "vite/bin/vite.js");
const build = (app) => spawnSync(process.execPath, [vite, "build"], { cwd: app, encoding: "utf8" });
const built = [plain, react].map(build);
const servers = [];

await inBrowser(packs, softwareWebGl, async ({ page: tab, check }) => {
  built.forEach(({ status, stdout, stderr }, i) => check(`Vite builds ${["the page's code", "React Three Fiber"][i]} with an export outside the application`, status === 0, `${stdout}${stderr}`.slice(-600)));
  // Until the crowd is drawn, which makes the picture's bytes many: read in the frame that drew it.
  const isDrawn = async () => {
    for (let i = 0; i < 120; i += 1) {
      const bytes = await tab.evaluate(() => new Promise((done) => {
        setTimeout(() => requestAnimationFrame(() => done(document.querySelector("canvas")?.toDataURL().length ?? 0)), 20);
      }));
      if (bytes > 8000) {
        return bytes;
      }
      await tab.waitForTimeout(250);
    }
    return 0;
  };
  await tab.setViewportSize({ width: 320, height: 240 });
  const { createServer, preview } = await import(pathToFileURL(path.join(modules, "vite/dist/node/index.js")).href);
  const at = { host: "127.0.0.1", port: 0 };
  /** Opens what a server of Vite serves. */
  const open = async (server) => {
    servers.push(server);
    await tab.goto(`http://127.0.0.1:${server.httpServer.address().port}/`);
  };
  await open(await preview({ root: plain, logLevel: "error", preview: at }));
  const bytes = await isDrawn();
  check("what was built draws", bytes > 0, bytes);

  await open(await preview({ root: react, logLevel: "error", preview: at }));
  const crowd = () => tab.evaluate(() => {
    const found = window.scene?.children.find((child) => child.isGroup && child.asset);
    return found && Array.from({ length: found.count }, (_, i) => ({ clip: found.clipAt(i), matrix: found.getMatrixAt(i, found.matrix.clone()).elements }));
  });
  await tab.waitForFunction(() => window.scene?.children.some((child) => child.isGroup && child.asset));
  await tab.waitForTimeout(500);
  const before = await crowd();
  const turned = Math.cos(1) * 1.5;
  check("React Three Fiber: props place instances", before.length === 2 && before[0].clip === "Walk" && before[1].clip === "Run" && before[0].matrix[12] === 1 && before[1].matrix[12] === -1 && Math.abs(before[1].matrix[0] - turned) < 1e-6, before);
  await tab.evaluate(() => window.setInstances([{ position: [0, 0, 1], clip: "Run" }, { position: [2, 0, 0], clip: "Run" }, { position: [3, 0, 0], clip: "Walk" }]));
  await tab.waitForFunction(() => window.scene.children.some((child) => child.asset && child.count === 3));
  await tab.waitForTimeout(500);
  const after = await crowd();
  check("and new props move them", after.map(({ clip, matrix }) => `${clip} ${matrix.slice(12, 15)}`).join() === "Run 0,0,1,Run 2,0,0,Walk 3,0,0", after);
  check("it draws", (await isDrawn()) > 0, "");

  const server = await createServer({ root: plain, logLevel: "error", server: at });
  await open(await server.listen());
  const shown = await isDrawn();
  check("Vite's development server serves it", shown > 0, shown);
  await Promise.all(servers.map((one) => one.close()));
});
