/** The canary as a texture of that pixel format ("rgba16f" or "rgba32f") holds it. */
export function canaryTexels(pixelFormat: any): number[][];
/** Where canary texel `i` lies: [x, y]. */
export function canaryAddress({ width, canaryRow }: {
    width: any;
    canaryRow: any;
}, i: any): any[];
/** Every texel that diagnoseCanary() may ask for, as [x, y]: for players that read them from the GPU at once. */
export function canaryPlaces(exported: any): any[][];
/** What a player says of damages, in one line. @param {{text: string, mend: string}[]} damages */
export function damageText(damages: {
    text: string;
    mend: string;
}[]): string;
/**
 * What was done to a texture: nothing where the canary is whole, or where the pack has none.
 * @param {{width: number, height: number, canaryRow?: number, pixelFormat: string}} exported The manifest's `texture`.
 * @param {{width: number, height: number}} seen The texture as the player has it.
 * @param {(x: number, y: number) => ArrayLike<number>} texelAt A texel of it: four numbers. Row 0 is the pack's first.
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
