// Shared by the browser tests of three.js: packs baked into a folder of their own, a server, a browser, checks. Exit
// code 77 if the browser or the packages are missing.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
export const root = path.resolve(here, "../../..");
export const samples = path.join(root, "resources/samples");
export const models = process.env.TEXELETON_MODELS ?? path.join(root, "../shared/models");
export const modules = process.env.TEXELETON_NODE_MODULES ?? path.join(here, "node_modules");

const browserPath = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser"].find((p) => p && existsSync(p));

export function skip(why) {
  console.log(`skipped: ${why}`);
  process.exit(77);
}

/** Bakes into `packs`, which is removed at the end. */
export class Packs {
  constructor(cli) {
    if (!browserPath || !existsSync(path.join(modules, "three")) || !existsSync(path.join(modules, "playwright-core"))) {
      skip(`needs Chromium, and three and playwright-core in ${modules}`);
    }
    this.cli = cli;
    this.made = path.join(path.dirname(cli), "../engines"); // cmake/decoders.cmake
    this.folder = mkdtempSync(path.join(tmpdir(), "texeleton-three-"));
  }

  run(...args) {
    execFileSync(this.cli, args, { stdio: ["ignore", "inherit", "inherit"] });
  }

  bake(name, model, ...options) {
    this.run("bake", model, "-o", path.join(this.folder, `${name}.texpack`), "--quiet", ...options);
  }
}

const types = { ".html": "text/html", ".js": "text/javascript", ".json": "application/json" };

/** Serves the repository's root with the files that the build makes, packs under /packs/, models under /models/, npm's packages. */
function serve({ folder: packs, made }, more) {
  return createServer((request, response) => {
    const url = decodeURIComponent(request.url.split("?")[0]);
    const places = { ...more, "/packs/site/node_modules/": modules, "/node_modules/": modules, "/packs/": packs, "/models/": models };
    const prefix = Object.keys(places).find((p) => url.startsWith(p));
    const own = url.startsWith("/page") ? `/tests/engines/three${url}` : url;
    const inMade = path.join(made, own.replace("/resources/engines/", "/"));
    const file = prefix ? path.join(places[prefix], url.slice(prefix.length)) : existsSync(inMade) ? inMade : path.join(root, own);
    try {
      response.setHeader("Content-Type", types[path.extname(file)] ?? "application/octet-stream");
      response.end(readFileSync(file));
    } catch {
      response.statusCode = 404;
      response.end();
    }
  }).listen(0, "127.0.0.1");
}

/** Runs `work({page, address, call, check})` and ends the program: 0 when all checks passed. `more`: folders by prefix. */
export async function inBrowser(packs, args, work, more = {}) {
  const { chromium } = createRequire(path.join(modules, "x"))("playwright-core");
  const server = serve(packs, more);
  const browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox", ...args] });
  const failures = [];
  let passed = 0;
  let since = Date.now();
  const check = (what, holds, detail) => {
    const seconds = ((Date.now() - since) / 1000).toFixed(1);
    since = Date.now();
    console.log(`${holds ? "PASS" : "FAIL"} (${seconds} s): ${what}: ${JSON.stringify(detail)}`);
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
      // Chromium's message about WebGPU when leaving a page.
      if (message.text().includes("Instance dropped in popErrorScope")) {
        return;
      }
      if (message.type() === "error" || (process.env.VERBOSE && message.type() === "warning")) {
        failures.push(message.text());
        console.error(message.text());
      }
    });
    page.on("pageerror", (error) => {
      if (String(error).includes("Instance dropped in popErrorScope")) {
        return;
      }
      failures.push(String(error));
      console.error(error);
    });
    const call = (name, ...given) => page.evaluate(([n, a]) => window.tests[n](...a), [name, given]);
    await work({ page, address: `http://127.0.0.1:${server.address().port}`, call, check });
  } finally {
    await browser.close();
    server.close();
    rmSync(packs.folder, { recursive: true });
  }
  console.log(`${passed} passed, ${failures.length} failed`);
  process.exit(failures.length === 0 ? 0 : 1);
}

export const softwareWebGl = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"];
// Without Vulkan, copies of images to WebGPU textures fail sporadically.
export const softwareWebGpu = ["--enable-features=Vulkan", "--use-vulkan=swiftshader", "--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader", ...softwareWebGl];
