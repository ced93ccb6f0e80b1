import type { Transformer } from '@napi-rs/image'
import type { ImageType } from '@wattyard/resource'
import { invalid } from '../refusal.ts'
import { barePng } from './bare-png.ts'
import { type ImageSize, imageSize, isDeep } from './image-size.ts'

/** Pixels that are decoded. One takes up to 17 bytes while a picture is scaled, of 16 bits a colour 28: some 400 MB together. */
const MAX_PIXELS = 25_000_000
const MAX_DEEP_PIXELS = 12_000_000
/** Longest side that is decoded. A picture one pixel wide with 24 million rows kept a core busy for 4 to 10 s. */
const MAX_DECODED_SIDE = 16_384
/** Longest side of what is stored; larger pictures are scaled down. */
const MAX_SIDE = 4096
const THUMBNAIL_SIDE = 320
const QUALITY = 85
const THUMBNAIL_QUALITY = 75
/** A picture that is not drawn by then is given up. */
const DRAW_MS = 20_000

/** A picture as it is stored: drawn anew from its pixels alone, so without EXIF, place, comments or anything appended. */
export interface DrawnImage extends ImageSize {
  readonly content: Buffer
  /** WebP, at most 320 pixels on its longer side. */
  readonly thumbnail: Buffer
}

function encode(picture: Transformer, type: ImageType, signal: AbortSignal): Promise<Buffer> {
  if (type === 'png') return picture.png(undefined, signal)
  return type === 'jpeg' ? picture.jpeg(QUALITY, signal) : picture.webp(QUALITY, signal)
}

async function draw(type: ImageType, bytes: Buffer, size: ImageSize): Promise<DrawnImage> {
  // Loaded with the first picture: most processes, command lines among them, never draw one.
  const { ResizeFit, Transformer } = await import('@napi-rs/image')
  const signal = AbortSignal.timeout(DRAW_MS)
  // Turned as the camera held it, before that note is dropped with the others.
  const picture = new Transformer(type === 'png' ? barePng(bytes) : bytes).rotate()
  if (Math.max(size.width, size.height) > MAX_SIDE)
    picture.resize({ width: MAX_SIDE, height: MAX_SIDE, fit: ResizeFit.Inside })
  const content = await encode(picture, type, signal)
  const drawn = imageSize(type, content)
  if (!drawn) throw new Error('a drawn picture has no size')
  const small = new Transformer(content)
  if (Math.max(drawn.width, drawn.height) > THUMBNAIL_SIDE)
    small.resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: ResizeFit.Inside })
  return { ...drawn, content, thumbnail: await small.webp(THUMBNAIL_QUALITY, signal) }
}

/**
 * Draws a picture anew; called in turn (`inTurn`). Its size is read from the header first: what would not fit into memory is never decoded.
 *
 * @throws Refusal `kernel.invalid` naming `file` when it is too large or cannot be decoded
 */
export async function redrawImage(type: ImageType, bytes: Buffer): Promise<DrawnImage> {
  const size = imageSize(type, bytes)
  if (!size) throw invalid({ file: { key: 'kernel.field.imageBroken' } })
  if (Math.max(size.width, size.height) > MAX_DECODED_SIDE)
    throw invalid({ file: { key: 'kernel.field.imageTooLong', params: { max: MAX_DECODED_SIDE } } })
  const most = isDeep(type, bytes) ? MAX_DEEP_PIXELS : MAX_PIXELS
  if (size.width * size.height > most)
    throw invalid({ file: { key: 'kernel.field.imageTooLarge', params: { max: most / 1_000_000 } } })
  try {
    return await draw(type, bytes, size)
  } catch {
    throw invalid({ file: { key: 'kernel.field.imageBroken' } })
  }
}
