// run_three.mjs CLI PICTURES: the three.js run-time in a real browser (headless Chromium, WebGL 2 in software), against
// the decoder of ../../../resources/engines/web and three's own skinning. Exit code 77: the browser or the packages are
// not there (`npm install` in this folder brings them).
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const [cli, pictures] = process.argv.slice(2);
const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, "../../..");
const browserPath = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser"].find((p) => p && existsSync(p));
const modules = process.env.TEXELETON_NODE_MODULES ?? path.join(here, "node_modules");
if (!browserPath || !existsSync(path.join(modules, "three")) || !existsSync(path.join(modules, "playwright-core"))) {
  console.log(`skipped: needs Chromium, and three and playwright-core in ${modules}`);
  process.exit(77);
}
const { chromium } = createRequire(path.join(modules, "x"))("playwright-core");

const packs = mkdtempSync(path.join(tmpdir(), "texeleton-three-"));
const models = process.env.TEXELETON_MODELS ?? path.join(root, "../shared/models");
const bake = (name, model, ...options) => {
  execFileSync(cli, ["bake", model, "-o", path.join(packs, `${name}.texpack`), "--quiet", ...options], { stdio: ["ignore", "inherit", "inherit"] });
};
const samples = path.join(root, "resources/samples");
bake("knight", path.join(samples, "lantern-knight.glb"), "--fps", "60");
bake("knight-vertex", path.join(samples, "lantern-knight.glb"), "--mode", "vertex", "--max-size", "2048");
bake("banner", path.join(samples, "banner.glb"), "--mode", "vertex");

execFileSync(cli, ["export", path.join(packs, "knight.texpack"), "--engine", "three", "-o", path.join(packs, "site"), "--quiet"]);

const types = { ".html": "text/html", ".js": "text/javascript", ".json": "application/json" };
const server = createServer((request, response) => {
  const url = decodeURIComponent(request.url.split("?")[0]);
  const places = { "/packs/site/node_modules/": modules, "/node_modules/": modules, "/packs/": packs, "/models/": models };
  const prefix = Object.keys(places).find((p) => url.startsWith(p));
  const file = prefix ? path.join(places[prefix], url.slice(prefix.length)) : path.join(root, url === "/" ? "/tests/engines/three/page.html" : url.startsWith("/page") ? `/tests/engines/three${url}` : url);
  try {
    response.setHeader("Content-Type", types[path.extname(file)] ?? "application/octet-stream");
    response.end(readFileSync(file));
  } catch {
    response.statusCode = 404;
    response.end();
  }
}).listen(0, "127.0.0.1");

const browser = await chromium.launch({
  executablePath: browserPath,
  args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
});
const failures = [];
let passed = 0;
const check = (what, holds, detail) => {
  console.log(`${holds ? "PASS" : "FAIL"}: ${what}: ${JSON.stringify(detail)}`);
  if (holds) {
    passed += 1;
  } else {
    failures.push(what);
  }
};
try {
  const page = await browser.newPage({ viewport: { width: 640, height: 400 } });
  page.setDefaultTimeout(240000);
  page.on("console", (message) => {
    if (message.type() === "error") {
      failures.push(message.text());
      console.error(message.text());
    }
  });
  page.on("pageerror", (error) => {
    failures.push(String(error));
    console.error(error);
  });
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.waitForFunction(() => window.ready);
  const call = (name, ...args) => page.evaluate(([n, a]) => window.tests[n](...a), [name, args]);

  const probed = [
    ...["bone-half", "bone-float-folded", "vertex-half", "vertex-float-folded"].map((name) => `/tests/vectors/${name}.texpack`),
    "/packs/knight.texpack",
    "/packs/knight-vertex.texpack",
  ];
  for (const url of probed) {
    const result = await call("probe", url);
    // Weights are 16-bit shares, so a vertex may lie that share of the model's size off.
    const close = result.metres < 3e-5 * Math.max(1, result.sizeMetres) && result.normals < 2e-3;
    check(`vertex shader against the decoder, ${url}`, !result.error && close, result);
  }
  for (const [url, clip] of [["/packs/knight.texpack", "Run"], ["/packs/knight.texpack", "Walk"]]) {
    const rows = await call("againstSkinnedMesh", url, "/resources/samples/lantern-knight.glb", clip);
    check(`${clip} against three's own skinning`, rows.every((row) => row.overlap > 0.985 && row.covered > 2000 && row.colour < 6), rows);
  }
  for (const light of ["directional", "spot", "point"]) {
    const picture = await call("crowdPicture", "/packs/knight.texpack", light);
    check(`shadows of a ${light} light move`, picture.moved > 300, picture);
    if (pictures) {
      mkdirSync(pictures, { recursive: true });
      await page.screenshot({ path: path.join(pictures, `three-${light}.png`) });
    }
  }
  const manifest = JSON.parse(readFileSync(path.join(packs, "knight.texpack/manifest.json"), "utf8"));
  const walk = manifest.clips.find((clip) => clip.events.length > 0);
  if (walk) {
    const fired = await call("events", "/packs/knight.texpack", walk.name, walk.lengthSeconds * 10 + 0.001, 0.013);
    check("each event once a cycle, for the instance that plays it", fired.length >= walk.events.length * 10 && fired.every((text) => text.startsWith("1 ")), fired.length);
  }
  // What the export wrote, as who opens its page sees it.
  await page.goto(`http://127.0.0.1:${server.address().port}/packs/site/knight.html`);
  await page.waitForFunction(() => document.querySelectorAll("#clip option").length > 1 && document.querySelector("canvas"));
  await page.waitForTimeout(3000);
  const shot = await page.screenshot(pictures ? { path: path.join(pictures, "three-page.png") } : {});
  check("the exported page draws", shot.length > 20000, { pngBytes: shot.length });
} finally {
  await browser.close();
  server.close();
  rmSync(packs, { recursive: true });
}
console.log(`${passed} passed, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);
