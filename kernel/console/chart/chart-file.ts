import { csvLine } from '@wattyard/resource'
import { dayOf } from '../format/time.ts'
import type { ChartTable } from './chart-data.ts'
import { fileText } from './chart-text.ts'

/** Characters that file systems reserve. */
const RESERVED = /[\\/:*?"<>|\p{Cc}]+/gu

/** Returns the file name of a chart: its title without reserved characters, and the day. */
export const chartFileName = (title: string, ending: string, now: number, zone: string): string =>
  `${title.replaceAll(RESERVED, ' ').replaceAll(/ +/g, ' ').trim()} ${dayOf(now, zone)}.${ending}`

/** Returns the table as CSV, with the decimals that it shows; a byte order mark tells spreadsheet programs that it is UTF-8. */
export function chartCsv({ heads, columns, rows }: ChartTable): string {
  const lines = rows.map(({ labels, values }) =>
    csvLine([...labels, ...values.map((value, column) => fileText(value, columns[column] ?? {}))]),
  )
  return `\uFEFF${csvLine([...heads, ...columns.map(({ head }) => head)])}${lines.join('')}`
}

interface PictureLook {
  readonly title: string
  readonly ground: string
  readonly text: string
}

const PAD = 16
const TITLE = 18

/**
 * Returns a PNG of the drawn chart below its title, on the background of the page; null when the browser has no canvas.
 * @param scale pixels of the picture for each pixel of the page
 */
export async function chartPicture(
  drawing: HTMLCanvasElement,
  { title, ground, text }: PictureLook,
  scale: number,
): Promise<Blob | null> {
  const picture = document.createElement('canvas')
  const pad = PAD * scale
  const head = (PAD + TITLE) * scale
  picture.width = drawing.width + 2 * pad
  picture.height = drawing.height + head + 2 * pad
  const pen = picture.getContext('2d')
  if (!pen) return null
  pen.fillStyle = ground
  pen.fillRect(0, 0, picture.width, picture.height)
  pen.fillStyle = text
  pen.font = `600 ${TITLE * scale * 0.8}px ${getComputedStyle(document.body).fontFamily}`
  pen.textBaseline = 'top'
  pen.fillText(title, pad, pad, picture.width - 2 * pad)
  pen.drawImage(drawing, pad, head + pad)
  return new Promise(done => picture.toBlob(done, 'image/png'))
}
