import { join } from 'node:path'
import { type Field, type Problem } from '@wattyard/byte-frame'
import { type Language, loadWords, type Words } from '@wattyard/server-kit'
import type { ParsedField } from '../../contract/index.ts'

let loaded: Words | undefined
/**
 * Names of fields and messages. They are many and only the server says them, so they are not among the words that
 * every page of the gateway loads.
 */
const words = () => (loaded ??= loadWords([join(import.meta.dirname, '../../locales/frames')]))

type Params = Readonly<Record<string, string | number>>

/** Says the parser's words in one language. */
export interface Teller {
  language: Language
  say(key: string, params?: Params): string
  /** The word of a key, or the text that stands for itself. */
  sayOr(key: string, text: string): string
}

export function tellerOf(language: Language): Teller {
  const say = (key: string, params: Params = {}) => words().say(language, `frames.${key}`, params)
  return {
    language,
    say,
    sayOr: (key, text) => (words().has(language, `frames.${key}`) ? say(key) : text),
  }
}

/** Whether there is a word; for tests. */
export const hasFrameWord = (language: Language, key: string): boolean => words().has(language, `frames.${key}`)

/** An integer of so many decimals as a decimal text, exactly. */
export function decimalText(value: number, decimals: number): string {
  if (decimals === 0) return String(value)
  const digits = String(Math.abs(value)).padStart(decimals + 1, '0')
  return `${value < 0 ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** Words of a path, segment by segment; numbers of a list and the protocol's own names stand for themselves. */
export function labelsOf(teller: Teller, path: string): string[] {
  return path.split('/').map(name => (/^\d+$/.test(name) ? `#${name}` : teller.sayOr(`field.${name}`, name)))
}

/** Words of a message type: `bill`, `bill-answer`; what is not known stands for itself. */
export function messageName(teller: Teller, protocol: string, name: string): string {
  const own = teller.sayOr(`message.${protocol}.${name}`, '')
  if (own !== '') return own
  const [, base, kind] = /^(.*)-(answer|refusal)$/.exec(name) ?? []
  return base === undefined ? name : teller.say(`${kind}To`, { name: messageName(teller, protocol, base) })
}

/** `ykc.stop.remote`: the word of a dictionary, or of a message type. */
function meaningOf(teller: Teller, meaning: string): string {
  const [, protocol, name] = /^([a-z0-9]+)\.message\.(.+)$/.exec(meaning) ?? []
  if (protocol !== undefined && name !== undefined) return messageName(teller, protocol, name)
  return teller.sayOr(`value.${meaning}`, meaning.split('.').at(-1) ?? '')
}

/** A field of a binary frame in words. */
export function tellField(teller: Teller, field: Field): ParsedField {
  const isNumber = typeof field.value === 'number'
  const meanings = field.meanings.map(meaning => meaningOf(teller, meaning))
  return {
    path: field.path,
    labels: labelsOf(teller, field.path),
    from: field.from,
    to: field.to,
    raw: field.raw,
    value: typeof field.value === 'number' ? decimalText(field.value, field.decimals) : field.value,
    isNumber,
    unit: field.unit === null ? null : teller.sayOr(`unit.${field.unit}`, field.unit),
    meaning: meanings.length > 0 ? meanings.join(teller.language === 'zh' ? '、' : ', ') : null,
    problem: field.problem && teller.say(`fieldProblem.${field.problem}`),
  }
}

/** A member of a JSON text: its name is the protocol's. */
export function tellMember(field: Field): ParsedField {
  return {
    path: field.path,
    labels:
      field.path === '' ? ['/'] : field.path.split('/').map(name => name.replaceAll('~1', '/').replaceAll('~0', '~')),
    from: field.from,
    to: field.to,
    raw: field.raw,
    value: String(field.value),
    isNumber: /^-?\d/.test(field.raw),
    unit: null,
    meaning: null,
    problem: null,
  }
}

export const tellProblem = (teller: Teller, { code, params = {} }: Problem): string =>
  teller.say(`problem.${code}`, params)
