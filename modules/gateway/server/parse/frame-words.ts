import { join } from 'node:path'
import { type Field, type Problem } from '@wattyard/byte-frame'
import { type Language, loadWords, type Words } from '@wattyard/server-kit'
import type { ParsedField } from '../../contract/index.ts'

let loaded: Words | undefined
/**
 * Names of fields and messages. There are many and only the server needs them, so they are not among the texts that every page of
 * the gateway loads.
 */
const words = () => (loaded ??= loadWords([join(import.meta.dirname, '../../locales/frames')]))

type Params = Readonly<Record<string, string | number>>

/** Translates the parser's words into one language. */
export interface FrameTexts {
  language: Language
  translate(key: string, params?: Params): string
  /** The translation of a key, or the given text if there is none. */
  translateOr(key: string, text: string): string
}

export function frameTextsIn(language: Language): FrameTexts {
  const translate = (key: string, params: Params = {}) => words().translate(language, `frames.${key}`, params)
  return {
    language,
    translate,
    translateOr: (key, text) => (words().has(language, `frames.${key}`) ? translate(key) : text),
  }
}

/** Whether a translation exists; for tests. */
export const hasFrameWord = (language: Language, key: string): boolean => words().has(language, `frames.${key}`)

/** Returns an integer of so many decimals as a decimal text, exactly. */
export function decimalText(value: number, decimals: number): string {
  if (decimals === 0) return String(value)
  const digits = String(Math.abs(value)).padStart(decimals + 1, '0')
  return `${value < 0 ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** Labels of a path, segment by segment; list indexes and unknown protocol names stay as they are. */
export function labelsOf(frameTexts: FrameTexts, path: string): string[] {
  return path.split('/').map(name => (/^\d+$/.test(name) ? `#${name}` : frameTexts.translateOr(`field.${name}`, name)))
}

/** Label of a message type: `bill`, `bill-answer`; an unknown type stays as it is. */
export function messageName(frameTexts: FrameTexts, protocol: string, name: string): string {
  const own = frameTexts.translateOr(`message.${protocol}.${name}`, '')
  if (own !== '') return own
  const [, base, kind] = /^(.*)-(answer|refusal)$/.exec(name) ?? []
  return base === undefined
    ? name
    : frameTexts.translate(`${kind}To`, { name: messageName(frameTexts, protocol, base) })
}

/** Label of `ykc.stop.remote`: from the value dictionary, or of a message type. */
function meaningOf(frameTexts: FrameTexts, meaning: string): string {
  const [, protocol, name] = /^([a-z0-9]+)\.message\.(.+)$/.exec(meaning) ?? []
  if (protocol !== undefined && name !== undefined) return messageName(frameTexts, protocol, name)
  return frameTexts.translateOr(`value.${meaning}`, meaning.split('.').at(-1) ?? '')
}

/** Returns a field of a binary frame with its labels. */
export function describeField(frameTexts: FrameTexts, field: Field): ParsedField {
  const isNumber = typeof field.value === 'number'
  const meanings = field.meanings.map(meaning => meaningOf(frameTexts, meaning))
  return {
    path: field.path,
    labels: labelsOf(frameTexts, field.path),
    from: field.from,
    to: field.to,
    raw: field.raw,
    value: typeof field.value === 'number' ? decimalText(field.value, field.decimals) : field.value,
    isNumber,
    unit: field.unit === null ? null : frameTexts.translateOr(`unit.${field.unit}`, field.unit),
    meaning: meanings.length > 0 ? meanings.join(frameTexts.language === 'zh' ? '、' : ', ') : null,
    problem: field.problem && frameTexts.translate(`fieldProblem.${field.problem}`),
  }
}

/** Returns a member of a JSON text: its name is the protocol's. */
export function describeMember(field: Field): ParsedField {
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

export const describeProblem = (frameTexts: FrameTexts, { code, params = {} }: Problem): string =>
  frameTexts.translate(`problem.${code}`, params)
