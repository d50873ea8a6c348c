/** The canary's texels in a pixel format ("rgba16f" or "rgba32f"). */
export function canaryTexels(pixelFormat: any): number[][];
/** The place of canary texel `i`: [x, y]. */
export function canaryAddress({ width, canaryRow }: {
    width: any;
    canaryRow: any;
}, i: any): any[];
/** All texels that diagnoseCanary() may read, as [x, y], for players that read them from the GPU in one go. */
export function canaryPlaces(exported: any): any[][];
/** A description of damages in one line. @param {{text: string, mend: string}[]} damages */
export function damageText(damages: {
    text: string;
    mend: string;
}[]): string;
/**
 * The damages to a texture; empty if the canary is intact or the pack has none.
 * @param {{width: number, height: number, canaryRow?: number, pixelFormat: string}} exported The manifest's `texture`.
 * @param {{width: number, height: number}} seen The size of the player's texture.
 * @param {(x: number, y: number) => ArrayLike<number>} texelAt Returns a texel of it: four numbers. Row 0 is the pack's
 * first.
 * @returns {{name: string, text: string, mend: string}[]}
 */
export function diagnoseCanary(exported: {
    width: number;
    height: number;
    canaryRow?: number;
    pixelFormat: string;
}, seen: {
    width: number;
    height: number;
}, texelAt: (x: number, y: number) => ArrayLike<number>): {
    name: string;
    text: string;
    mend: string;
}[];
