// For WebGPURenderer: the same, with node materials.
export * from "./index.js";
