import { localDayOf } from '@wattyard/time'

/** What a file is called: words in the reader's language, and the day on the calendar of a zone. */
export interface FileTitle {
  readonly title: string
  /** IANA zone; without one the name has no day. */
  readonly zone?: string | undefined
}

/** Signs that file systems do not take, in a row one blank. */
const NOT_IN_NAMES = /[\\/:*?"<>|\p{Cc}]+/gu

/** Returns `充电站-2026-11-26.xlsx`. */
export function fileNameOf({ title, zone }: FileTitle, ending: string, at: number): string {
  const day = zone === undefined ? '' : `-${localDayOf(at, zone)}`
  return `${title.replaceAll(NOT_IN_NAMES, ' ').trim()}${day}.${ending}`
}

/**
 * Returns the header for a file with a name in any letters (RFC 6266): the name itself, and an ASCII one for programs that do not
 * read it.
 */
export function dispositionOf(way: 'inline' | 'attachment', name: string): string {
  const plain = name.replaceAll(/[^\w.-]/g, '_')
  return `${way}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}`
}
