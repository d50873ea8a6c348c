// For WebGLRenderer; webgpu.js is for WebGPURenderer.
import "./version.js";

export { TexeletonAsset } from "./asset.js";
export { TexeletonCrowd } from "./webgl_crowd.js";
export * from "../web/index.js";
