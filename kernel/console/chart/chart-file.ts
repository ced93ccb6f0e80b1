import { csvLine } from '@wattyard/resource'
import { dayOf } from '../format/time.ts'
import type { ChartTable } from './chart-data.ts'

/** Signs that file systems keep for themselves. */
const RESERVED = /[\\/:*?"<>|\p{Cc}]+/gu

/** Title and day of a chart as the name of a file. */
export const chartFileName = (title: string, ending: string, now: number, zone: string): string =>
  `${title.replaceAll(RESERVED, ' ').replaceAll(/ +/g, ' ').trim()} ${dayOf(now, zone)}.${ending}`

/** Returns the table with every value as it came; with the mark by which spreadsheet programs know UTF-8. */
export function chartCsv({ heads, columns, rows }: ChartTable): string {
  const lines = rows.map(({ labels, values }) => csvLine([...labels, ...values.map(value => value ?? '')]))
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
 * The drawn chart with its title, on the ground it was seen on.
 *
 * @param scale pixels of the picture for each of the page
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
