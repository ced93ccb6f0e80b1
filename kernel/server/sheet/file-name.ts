import { localDayOf } from '@wattyard/time'

/** What a file is called: words in the reader's language, and the day on the calendar of a zone. */
export interface FileTitle {
  readonly title: string
  /** IANA zone; without one the name has no day. */
  readonly zone?: string | undefined
}

/** Signs that file systems do not take, in a row one blank. */
const NOT_IN_NAMES = /[\\/:*?"<>|\p{Cc}\s]+/gu
/** A title that says of which days the file tells: another day behind them would read as the end of a period. */
const ENDS_WITH_DAY = /\d{4}-\d{2}-\d{2}$/

/** Returns `充电站-2026-11-26.xlsx`, and `应收账龄 2026-10-31.xlsx` of a title with a day. A mask of a name stays, in signs that names take. */
export function fileNameOf({ title, zone }: FileTitle, ending: string, at: number): string {
  const name = title.replaceAll('*', '＊').replaceAll(NOT_IN_NAMES, ' ').trim()
  const day = zone === undefined || ENDS_WITH_DAY.test(name) ? '' : `-${localDayOf(at, zone)}`
  return `${name}${day}.${ending}`
}

/**
 * Returns the header for a file with a name in any letters (RFC 6266): the name itself, and an ASCII one for programs that do not
 * read it.
 */
export function dispositionOf(way: 'inline' | 'attachment', name: string): string {
  const plain = name.replaceAll(/[^\w.-]/g, '_')
  return `${way}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}`
}
