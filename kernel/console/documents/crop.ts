/** A part of a picture, in its pixels. */
export interface Crop {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Bounds {
  readonly width: number
  readonly height: number
}

/** Shapes that people choose from, as width divided by height; null is free. */
export const RATIOS = { free: null, square: 1, photo: 4 / 3, wide: 16 / 9 } as const satisfies Readonly<
  Record<string, number | null>
>
export type RatioName = keyof typeof RATIOS

/** Smallest side of a crop, in pixels. */
const MIN_SIDE = 16

const between = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), Math.max(min, max))

/** Returns the largest part of a picture with a shape, in its middle; the whole picture for the free shape. */
export function largestCrop(bounds: Bounds, ratio: number | null): Crop {
  if (ratio === null) return { x: 0, y: 0, ...bounds }
  const width = Math.round(Math.min(bounds.width, bounds.height * ratio))
  const height = Math.min(bounds.height, Math.round(width / ratio))
  return { x: Math.floor((bounds.width - width) / 2), y: Math.floor((bounds.height - height) / 2), width, height }
}

/** Returns the crop moved by pixels, within the picture. */
export function moveCrop(crop: Crop, dx: number, dy: number, bounds: Bounds): Crop {
  return {
    ...crop,
    x: between(Math.round(crop.x + dx), 0, bounds.width - crop.width),
    y: between(Math.round(crop.y + dy), 0, bounds.height - crop.height),
  }
}

/** Returns the crop with its lower right corner moved by pixels. With a fixed shape, the larger of the two changes decides. */
export function resizeCrop(crop: Crop, dx: number, dy: number, bounds: Bounds, ratio: number | null): Crop {
  const room = { width: bounds.width - crop.x, height: bounds.height - crop.y }
  if (ratio === null)
    return {
      ...crop,
      width: between(Math.round(crop.width + dx), MIN_SIDE, room.width),
      height: between(Math.round(crop.height + dy), MIN_SIDE, room.height),
    }
  const wanted = crop.width + (Math.abs(dx) >= Math.abs(dy * ratio) ? dx : dy * ratio)
  const least = Math.max(MIN_SIDE, MIN_SIDE * ratio)
  const width = between(Math.round(wanted), least, Math.min(room.width, room.height * ratio))
  return { ...crop, width, height: Math.min(room.height, Math.round(width / ratio)) }
}
