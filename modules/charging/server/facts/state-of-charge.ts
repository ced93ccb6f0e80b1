const PPM_PER_PERMILLE = 1_000n

/** Returns a pile's state of charge, permille, as the order's row holds it. */
export function socToPpm(permille: number | null): bigint | null {
  return permille === null ? null : BigInt(permille) * PPM_PER_PERMILLE
}

/** Returns a stored state of charge as live screens and rules take it: permille. */
export function socToPermille(ppm: bigint | null): number | null {
  return ppm === null ? null : Number(ppm / PPM_PER_PERMILLE)
}
