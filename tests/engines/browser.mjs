// Shared by tests in a real browser: a server, headless Chromium with WebGL 2 and WebGPU in software, checks.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
export const models = process.env.TEXELETON_MODELS ?? path.join(root, "../shared/models");
export const samples = path.join(root, "resources/samples");

/** Exits with code 77 if the browser, packages or models are missing. Returns the folder of the packages. */
export function needs(here, packages, files) {
  const browser = browserPath();
  const modules = process.env.TEXELETON_NODE_MODULES ?? path.join(here, "node_modules");
  const absent = [
    ...(browser ? [] : ["Chromium"]),
    ...[...packages, "playwright-core"].filter((name) => !existsSync(path.join(modules, name))).map((name) => `${name} in ${modules} (npm ci)`),
    ...files.filter((file) => !existsSync(file)),
  ];
  if (absent.length > 0) {
    console.log(`skipped: needs ${absent.join(", ")}`);
    process.exit(77);
  }
  return modules;
}

/** The path of Chromium; undefined if it is missing. */
export function browserPath() {
  return [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser"].find((p) => p && existsSync(p));
}

/** A folder that is removed when the process ends. */
export function temporaryFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), "texeleton-web-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The output of the command line, with its exit code. */
export function run(cli, ...args) {
  try {
    return { code: 0, text: execFileSync(cli, args, { stdio: ["ignore", "pipe", "pipe"] }).toString() };
  } catch (error) {
    return { code: error.status, text: `${error.stdout}${error.stderr}` };
  }
}

const types = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".json": "application/json", ".wasm": "application/wasm" };

/**
 * Serves folders under their prefixes, the first that fits; gives its address.
 * @param {Object<string, string|string[]>} places Of several folders the first that has the file.
 * @param {Object<string, string>} [headers] Sent with each answer.
 */
export async function serve(places, headers = {}) {
  const server = createServer((request, response) => {
    const url = decodeURIComponent(request.url.split("?")[0]);
    const prefix = Object.keys(places).find((p) => url.startsWith(p));
    try {
      Object.entries(headers).forEach(([name, value]) => response.setHeader(name, value));
      const end = path.normalize(`/${url.slice(prefix.length)}`);
      const file = [places[prefix]].flat().map((folder) => path.join(folder, end)).find(existsSync);
      response.setHeader("Content-Type", types[path.extname(file)] ?? "application/octet-stream");
      response.end(readFileSync(file));
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  return { server, address: `http://127.0.0.1:${server.address().port}` };
}

/**
 * From the next address on, the page draws only in drawFrames(): in software a page that draws all the time takes the
 * processors from everything else, in pictures that are not looked at.
 */
export async function holdFrames(page) {
  await page.addInitScript(() => {
    if (window.drawFrames) {
      return; // Already held.
    }
    const { requestAnimationFrame: next } = window;
    const waiting = new Map();
    let last = 0;
    window.requestAnimationFrame = (callback) => {
      last += 1;
      waiting.set(last, callback);
      return last;
    };
    window.cancelAnimationFrame = (id) => waiting.delete(id);
    const frame = () => new Promise((drawn) => next.call(window, (now) => {
      const callbacks = [...waiting.values()];
      waiting.clear();
      callbacks.forEach((callback) => callback(now));
      drawn();
    }));
    window.drawFrames = async (count) => {
      for (let i = 0; i < count; i += 1) {
        await frame();
      }
      await new Promise((shown) => next.call(window, shown));
    };
  });
}

/** Draws frames of a page whose frames are held. */
export const drawFrames = (page, count) => page.evaluate((n) => window.drawFrames(n), count);

/** A page that calls window.tests[NAME], and checks whose failures determine the exit code. */
export class BrowserTest {
  failures = [];
  passed = 0;
  since = Date.now();

  constructor(modules, pictures) {
    this.modules = modules;
    this.pictures = pictures;
  }

  async start() {
    const { chromium } = createRequire(path.join(this.modules, "x"))("playwright-core");
    this.browser = await chromium.launch({
      executablePath: browserPath(),
      args: [
        "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist",
        "--enable-features=Vulkan", "--use-vulkan=swiftshader", // Else image copies to WebGPU textures fail at times.
        "--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader",
      ],
    });
    this.page = await this.browser.newPage({ viewport: { width: 640, height: 400 } });
    this.page.setDefaultTimeout(240000);
    this.page.on("console", (message) => {
      if (message.type() === "error" || process.env.TEXELETON_BROWSER_LOG) {
        console.error(`${message.type()}: ${message.text()} ${message.location().url}`);
      }
      if (message.type() === "error") {
        this.failures.push(message.text());
      }
    });
    this.page.on("pageerror", (error) => {
      this.failures.push(String(error));
      console.error(error);
    });
    return this.page;
  }

  call(name, ...args) {
    return this.page.evaluate(([n, a]) => window.tests[n](...a), [name, args]);
  }

  check(what, holds, detail) {
    const seconds = ((Date.now() - this.since) / 1000).toFixed(1);
    this.since = Date.now();
    console.log(`${holds ? "PASS" : "FAIL"} (${seconds} s): ${what}: ${JSON.stringify(detail)}`);
    if (holds) {
      this.passed += 1;
    } else {
      this.failures.push(what);
    }
  }

  async screenshot(name) {
    if (this.pictures) {
      mkdirSync(this.pictures, { recursive: true });
    }
    return this.#shot(this.#into(name));
  }

  #into(name) {
    return this.pictures ? { path: path.join(this.pictures, name) } : {};
  }

  /** A screenshot may take minutes on a busy machine. */
  #shot(options = {}) {
    return this.page.screenshot({ timeout: 240000, ...options });
  }

  /** The first picture that `fits`, of a frame each, or the last one before the time is up. */
  async #shotThat(fits, options, seconds = 60) {
    const end = Date.now() + 1000 * seconds;
    for (;;) {
      await drawFrames(this.page, 1);
      const shot = await this.#shot(options);
      if (fits(shot) || Date.now() > end) {
        return shot;
      }
    }
  }

  /** Opens an exported page with few characters in a small picture, for software. They must be visible and move. */
  async exportedPage(address, name) {
    await this.page.setViewportSize({ width: 320, height: 240 });
    await this.page.route(address, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace(/(<input id="count"[^>]* value=")[0-9]+/, (_, start) => `${start}4`) });
    });
    await holdFrames(this.page);
    await this.page.goto(address);
    const isReady = () => this.page.evaluate(() => document.querySelectorAll("#clip option").length > 1 && document.getElementById("words").textContent === "");
    for (const end = Date.now() + 240000; !(await isReady()) && Date.now() < end; ) {
      await drawFrames(this.page, 1);
      await this.page.waitForTimeout(50);
    }
    const count = await this.page.evaluate(() => document.getElementById("count").value);
    const before = await this.#shotThat((shot) => shot.length > 9000);
    const after = await this.#shotThat((shot) => !shot.equals(before), this.#into(`${name}.png`));
    this.check(`the exported page ${name} draws and moves`, count === "4" && before.length > 9000 && !before.equals(after), { count, pngBytes: before.length });
    await this.page.goto("about:blank"); // Stops drawing.
  }

  /** The same page, opened with a double click: it says what to do. @param {string} file @param {string} selector Where. */
  async openedAsFile(file, selector) {
    await this.page.goto(`file://${file}`);
    const said = await this.page.textContent(selector);
    this.check(`${file.split("/").at(-1)} opened from the disk says what to do`, said.includes("npx serve"), said);
    await this.page.goto("about:blank");
    this.failures = this.failures.filter((failure) => !failure.includes("npx serve")); // The page ends with this error.
  }

  /** A page whose packages are there, and which fails while it plays: packages are not blamed. @param {string} script Its module. */
  async failsLater(address, script) {
    const lost = "The GPU device was lost";
    await this.page.route(`**/${script}`, (route) => route.fulfill({ contentType: "text/javascript", body: `export const show = async () => { throw new Error("${lost}"); };` }));
    await this.page.goto(address);
    await this.page.waitForFunction(() => !document.getElementById("words").textContent.startsWith("Loading"));
    const said = await this.page.textContent("#words");
    this.check("a page that fails while it plays blames no packages", said === lost, said);
    await this.page.goto("about:blank");
    this.failures = this.failures.filter((failure) => !failure.includes(lost)); // The page ends with this error.
  }

  async end() {
    await this.browser?.close();
    console.log(`${this.passed} passed, ${this.failures.length} failed`);
    process.exit(this.failures.length === 0 && this.passed > 0 ? 0 : 1);
  }
}
