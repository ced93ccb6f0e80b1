import { encode } from 'uqr'

/** Version 10 holds 213 bytes, more than an address of ours or of a messaging app needs; denser is hard to read off a screen. */
const MAX_VERSION = 10
/** Light cells around a code that readers need. */
const MARGIN = 4

/**
 * Returns a QR code as SVG without script, text or addresses. It is drawn here instead of by the library, whose cells show seams
 * where a browser smooths edges.
 * @throws RangeError when the text is too long, which is a programming error since all addresses are the product's own
 */
export function drawQrCode(text: string): string {
  const { data, size } = encode(text, { ecc: 'M', border: MARGIN, maxVersion: MAX_VERSION })
  // One rectangle per run of dark cells.
  const path = data.flatMap((line, y) =>
    [...line.map(Number).join('').matchAll(/1+/g)].map(
      ({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`,
    ),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path.join('')}" fill="#000"/></svg>`
}
