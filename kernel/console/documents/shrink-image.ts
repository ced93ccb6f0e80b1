import { type FileType, isImageType } from '@wattyard/resource'
import type { Crop } from './crop.ts'
import { renamed } from './file-text.ts'

/** Longest side of a sent picture in pixels: enough for a large screen, and a tenth of a camera's size. */
const MAX_SIDE = 2560
const QUALITY = 0.9

export interface NamedContent {
  readonly name: string
  readonly content: Blob
}

const TYPES: Readonly<Record<string, FileType>> = { 'image/jpeg': 'jpeg', 'image/png': 'png', 'image/webp': 'webp' }

/** Returns the type of a picture that this browser can redraw; null for anything else. */
export const drawableType = (content: Blob): FileType | null => {
  const type = TYPES[content.type]
  return type !== undefined && isImageType(type) ? type : null
}

/**
 * Draws a part of a picture on a canvas and encodes it, at most MAX_SIDE pixels long.
 * @throws Error when the browser cannot read or write the picture
 */
async function draw(picture: ImageBitmap, type: string, { x, y, width, height }: Crop): Promise<Blob> {
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, x, y, width, height, 0, 0, canvas.width, canvas.height)
  const done = Promise.withResolvers<Blob>()
  canvas.toBlob(blob => (blob ? done.resolve(blob) : done.reject(new Error('no picture'))), type, QUALITY)
  return done.promise
}

/**
 * Crops a picture and scales it down before it is sent. A picture that needs no change, and one that the browser cannot draw, is
 * returned unchanged; the server checks and limits it anyway.
 */
export async function shrinkImage({ name, content }: NamedContent, crop?: Crop): Promise<NamedContent> {
  if (drawableType(content) === null) return { name, content }
  let picture: ImageBitmap
  try {
    picture = await createImageBitmap(content, { imageOrientation: 'from-image' })
  } catch {
    return { name, content }
  }
  try {
    const whole = { x: 0, y: 0, width: picture.width, height: picture.height }
    if (!crop && Math.max(picture.width, picture.height) <= MAX_SIDE) return { name, content }
    const drawn = await draw(picture, content.type, crop ?? whole)
    // A browser that cannot encode the type encodes PNG.
    return { name: renamed(name, TYPES[drawn.type] ?? 'png'), content: drawn }
  } catch {
    return { name, content }
  } finally {
    picture.close()
  }
}
