export { TexeletonAsset } from "./asset.js";
export { TexeletonCrowd } from "./crowd.js";
export * from "../web/index.js";
