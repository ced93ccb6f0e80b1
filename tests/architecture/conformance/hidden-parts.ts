import type { MaskKind, Resource } from '@wattyard/resource'
import { masksOf, sortableFields } from '@wattyard/resource'
import { SENTINELS, TYPED } from './sentinels.ts'
import { type Called, requiredInputs, textInputs } from './route-inputs.ts'

/** Returns a text of the same shape that nothing in the world holds, so that nothing is refused for it. */
const others = (text: string): string =>
  Array.from(text, (sign, at) =>
    /\d/.test(sign)
      ? String((Number(sign) * 3 + at * 7 + 4) % 10)
      : /\p{Script=Han}/u.test(sign)
        ? '龘'
        : /[a-z]/i.test(sign)
          ? 'Q'
          : sign,
  ).join('')

/** Texts of which readers without the right see a part at most, and the beginning and end that they see. */
const HIDDEN: readonly (readonly [text: string, first: number, last: number])[] = [
  [SENTINELS.name, 1, 0],
  [SENTINELS.phone, 3, 4],
  [SENTINELS.card, 3, 4],
  [SENTINELS.plate, 2, 2],
  [SENTINELS.text, 0, 0],
  ...TYPED.slice(0, 2).map(
    text => [text, /^\p{Script=Han}/u.test(text) ? 2 : 3, /^\p{Script=Han}/u.test(text) ? 2 : 4] as const,
  ),
]

/** A question about something hidden, and the same about nothing. */
export interface HiddenPair {
  readonly asks: string
  readonly nothing: string
}

/** Returns whether a text holds another in letters of any case. */
export const holds = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase())

/** Returns what somebody asks who wants to find out hidden texts: two signs more than are shown, and what is between. */
export const HIDDEN_PAIRS: readonly HiddenPair[] = HIDDEN.flatMap(([text, first, last]) => {
  const signs = Array.from(text)
  const asks = [signs.slice(0, first + 2).join(''), signs.slice(first, signs.length - last).join('')]
  // Two or three letters are in any word.
  const telling = asks.filter(one => !/^[A-Z]{0,3}$/.test(one))
  return [...new Set(telling)].map(one => ({ asks: one, nothing: others(one) }))
})

/** Members of an answer that are another each time: its instant, its number, and what it repeats of the question. */
const PASSING = new Set(['asOf', 'requestId', 'traceId', 'at', 'now', 'tookMs'])

/** Returns an answer without what passes, and without the question in it. */
export function lasting(text: string, asked: string): string {
  const plain = text.replaceAll(asked, '?').replaceAll(asked.toLowerCase(), '?')
  try {
    return JSON.stringify(JSON.parse(plain), (key, value: unknown) => (PASSING.has(key) ? undefined : value))
  } catch {
    return plain
  }
}

/** Ways in which a filter asks: what stands behind its name, and the value. */
const FILTERS: readonly ((text: string) => readonly [end: string, value: string])[] = [
  text => ['', text],
  text => ['', `${text},${text}0`],
  text => ['.not', text],
]

/** Answers what it was given, or looks for colleagues, with a limit of its own. */
const NO_DOOR = /\/(message\/parse|get\/loginName|account\/check)$/

/** Returns whether a call reads what is stored, in an answer or a file. */
export const isDoor = ({ route }: Called): boolean =>
  (route.work === 'read' || (route.work === 'raw' && route.path.endsWith('/export'))) &&
  route.access !== 'public' &&
  !NO_DOOR.test(route.path)

/** Returns every question with a text that a call takes: its own inputs, and filters by each field of its definition. */
export function questionsOf(call: Called, resource: Resource | undefined, text: string): Record<string, unknown>[] {
  const rest = requiredInputs(call)
  const own = textInputs(call).map(key => ({ ...rest, [key]: text }))
  const isList = resource && /\/(list|totals|export)$/.test(call.route.path)
  if (!isList) return own
  const filters = resource.list.filters.filter(key => masksOf(resource)[key] !== undefined)
  return [
    ...own,
    ...filters.flatMap(key =>
      FILTERS.map(ask => {
        const [end, value] = ask(text)
        return { ...rest, [`filter.${key}${end}`]: value }
      }),
    ),
  ]
}

/** Returns fields whose order would tell what is hidden of them. */
export const hiddenSorts = (resource: Resource): string[] =>
  Object.entries<MaskKind | undefined>(masksOf(resource)).flatMap(([key, mask]) =>
    mask && sortableFields(resource).includes(key) ? [key] : [],
  )
