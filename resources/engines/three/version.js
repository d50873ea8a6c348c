import { REVISION } from "three";

/**
 * The oldest supported releases of three.js, by renderer. Must equal package.json and the documents (checked by
 * tests/engines/three/run_types.mjs).
 */
export const OLDEST_THREE = { WebGLRenderer: 170, WebGPURenderer: 185 };

/** Throws an error if three.js is older, which would fail silently or later. @param {keyof typeof OLDEST_THREE} renderer */
export function checkThree(renderer) {
  const oldest = OLDEST_THREE[renderer];
  if (!(Number.parseInt(REVISION, 10) >= oldest)) {
    throw new Error(`Texeleton needs three.js 0.${oldest} or newer for ${renderer}; this is 0.${REVISION}: run "npm install three@latest"`);
  }
}

checkThree("WebGLRenderer");
