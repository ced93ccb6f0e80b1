import { masked } from '@wattyard/resource'
import { veilFrame } from '@wattyard/ocpp-frame'
import { expect, test } from 'vitest'

/** What the expressions of masks and veils look for or look behind. */
const TOKENS = [
  ...'\\ " \' { } [ ] < > ( ) , ; : = & @ / . - _ # % + | “ ： ·'.split(' '),
  '\n',
  ' ',
  '\t',
  '--',
  '=>',
  ':=',
  '%3D',
  '\\"',
  '\\\\"',
  '\\u0061',
  '\u200b',
  '</',
  '["',
  '{"a":"',
  '","',
  '"idTag":"',
  '"idTag"',
  'idTag',
  '<idTag>',
  'card ',
  '卡号',
  'rfid:',
  'id tag ',
  '"key":"',
  '"value":"',
  '"key":"idTag",',
  'key',
  'name=',
  'value=',
  'password',
  'password=',
  '"password":"',
  'pin ',
  'pwd',
  '密码',
  '密码是',
  '口令 ',
  'clave: ',
  '"key":"AuthorizationKey","value":"',
  '<password>',
  '<param name="password">',
  'token=',
  'API key: ',
  'password is ',
  'http://',
  'http://a:',
  'a://',
  'ftp://u:p@',
  'basic ',
  'Bearer ',
  'authorization: ',
  'Digest ',
  'response="',
  'Cookie: ',
  '-----BEGIN PRIVATE KEY-----',
  '-----',
  'a=b;',
  'is ',
  '是',
  '为',
  '1',
  '13',
  '138 ',
  '1-',
  '13800138000 ',
  '+1',
  '(010)',
  '6222',
  '4403',
  '00',
  'A1',
  '粤',
  '粤B',
  '粤B1',
  'LSVAA',
  '04A1',
  '0x',
  'a',
  'a.',
  'x-',
  'р',
  'ｐ',
  'é',
  'ß',
  'ı',
  '𝟙',
  '٣',
  'ก',
]
const LONG = 65_536
const SHORT = LONG / 4
/** Length at which a unit is tried first: a time that grows with the square shows here already. */
const FIRST = LONG / 8

const of = (unit: string, length: number): string => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

/** Returns the shortest time of several runs in milliseconds, as this process works: other work on the machine does not count. */
function time(work: (text: string) => unknown, text: string, runs: number): number {
  return Math.min(
    ...Array.from({ length: runs }, () => {
      const begin = process.cpuUsage()
      work(text)
      return process.cpuUsage(begin).user / 1_000
    }),
  )
}

/** Returns how long a text of 64 KiB takes where that is more than its length explains; undefined else. */
function excess(work: (text: string) => unknown, make: (length: number) => string): string | undefined {
  // Linear work of this length takes few milliseconds; work of the square that takes less is fast enough at eight times of it.
  if (time(work, make(FIRST), 1) < 6) return undefined
  const [short, long] = [time(work, make(SHORT), 3), time(work, make(LONG), 3)]
  return long < 100 || long < 8 * short + 50 ? undefined : `${Math.round(short)} → ${Math.round(long)} ms`
}

/** Returns the units over which a text takes too long. */
function slowUnits(work: (text: string) => unknown, units: readonly string[]): string[] {
  return units.flatMap(unit => {
    const found = excess(work, length => of(unit, length))
    return found === undefined ? [] : [`${JSON.stringify(unit)} ${found}`]
  })
}

/** Of every fourteenth token: all ten thousand pairs would take minutes. */
const SOME = TOKENS.filter((_token, at) => at % 14 === 0)
const PAIRS = SOME.flatMap(one => SOME.filter(other => other !== one).map(other => one + other))

test.each<[string, (text: string) => unknown]>([
  ['the veil of a frame', veilFrame],
  ['the mask of a frame', text => masked('json', text)],
  ['the mask of words', text => masked('words', text)],
])(
  '%s takes time with the length of a text alone',
  (_what, work) => {
    const members = TOKENS.map(token => `{"x":"${token}`)
    expect(slowUnits(work, [...TOKENS, ...members])).toEqual([])
    expect(slowUnits(work, PAIRS)).toEqual([])
  },
  300_000,
)

test.each(['name', 'phone', 'card', 'plate', 'text'] as const)('so does the mask of a %s', kind =>
  expect(slowUnits(text => masked(kind, text), TOKENS)).toEqual([]),
)
