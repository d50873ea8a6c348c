// run_types.mjs CLI: the types of the three.js run-time, as exported and found by npm, checked by the TypeScript
// compiler, and compared with the code. Exit code 77: the compiler or three's types are missing (npm ci).
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const [cli, pack] = process.argv.slice(2);
const here = path.dirname(fileURLToPath(import.meta.url));
const modules = process.env.TEXELETON_NODE_MODULES ?? path.join(here, "node_modules");
if (!existsSync(path.join(modules, "typescript")) || !existsSync(path.join(modules, "@types/three"))) {
  console.log(`skipped: needs typescript and @types/three in ${modules}`);
  process.exit(77);
}
const folder = mkdtempSync(path.join(tmpdir(), "texeleton-types-"));
let failed = false;
try {
  execFileSync(cli, ["export", pack, "--engine", "three", "-o", path.join(folder, "site"), "--quiet"], { stdio: "inherit" });
  mkdirSync(path.join(folder, "node_modules"));
  for (const name of ["three", "@types", "@dimforge", "@tweenjs", "@webgpu", "fflate", "meshoptimizer", "typescript"]) {
    if (existsSync(path.join(modules, name))) {
      symlinkSync(path.join(modules, name), path.join(folder, "node_modules", name));
    }
  }
  symlinkSync("../site/texeleton", path.join(folder, "node_modules/texeleton"));
  copyFileSync(path.join(here, "use.ts"), path.join(folder, "use.mts"));
  const compiler = path.join(modules, "typescript/bin/tsc");
  for (const resolution of [["bundler", "esnext"], ["node16", "node16"]]) {
    const given = ["--noEmit", "--strict", "--preserveSymlinks", "--target", "esnext", "--lib", "esnext,dom"];
    const result = spawnSync(process.execPath, [compiler, ...given, "--moduleResolution", resolution[0], "--module", resolution[1], "--skipLibCheck", "use.mts"], { cwd: folder, encoding: "utf8" });
    console.log(`${result.status === 0 ? "PASS" : "FAIL"}: types, as ${resolution[0]} finds them\n${result.stdout}`);
    failed ||= result.status !== 0;
  }
  // Each declared member of the classes exists in the code.
  const types = readFileSync(path.join(folder, "site/texeleton/three/index.d.ts"), "utf8");
  const code = ["asset.js", "crowd.js"].map((name) => readFileSync(path.join(folder, "site/texeleton/three", name), "utf8")).join("");
  const members = [...types.matchAll(/^  (?:static |readonly )*(\w+)(?:\(|\??:)/gm)].map(([, name]) => name);
  const classes = types.slice(types.indexOf("export class"));
  const missing = members.filter((name) => classes.includes(`  ${name}`) && name !== "constructor" && !new RegExp(`\\b${name}\\b`).test(code));
  console.log(`${missing.length === 0 ? "PASS" : "FAIL"}: the code has what the types declare: ${missing}`);
  failed ||= missing.length > 0 || members.length < 40;
} finally {
  rmSync(folder, { recursive: true });
}
process.exit(failed ? 1 : 0);
