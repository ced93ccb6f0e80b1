import { dictionaryOf, type Field } from '@wattyard/resource'
import { allValues, entryChange } from './own-words.ts'

/** Meaning of a state, independent of colour: good, busy, waiting, bad, or nothing special. */
export type Tone = 'good' | 'busy' | 'wait' | 'bad' | 'idle'

/** Values with the same meaning in every definition. A module may register another tone for its own field. */
const BY_WORD: Readonly<Record<Exclude<Tone, 'idle'>, readonly string[]>> = {
  good: 'open operating available online active enabled approved paid settled succeeded success done completed published effective inService accepted normal healthy verified closedOk posted'.split(
    ' ',
  ),
  busy: 'charging running inProgress processing importing sending occupied preparing finishing plugged started dispatched reserved ongoing'.split(
    ' ',
  ),
  wait: 'pending waiting draft suspended suspendedEV suspendedEVSE underConstruction construction paused queued scheduled frozen unpaid toCheck submitted doubtful review maintenance'.split(
    ' ',
  ),
  bad: 'faulted fault failed error abnormal rejected refused overdue lost blocked expiredUnpaid alarm disputed critical'.split(
    ' ',
  ),
}

const TONES: ReadonlyMap<string, Tone> = new Map(
  Object.entries(BY_WORD).flatMap(([tone, words]) =>
    // The keys of BY_WORD are tones.
    words.map((word): [string, Tone] => [word.toLowerCase(), tone as Tone]),
  ),
)

const TONE_WORDS: readonly Tone[] = ['good', 'busy', 'wait', 'bad', 'idle']
const own = new Map<string, Tone>()

/** Registers a module's own tones of a field's values: `registerTones('assets.station.status', { retired: 'bad' })`. */
export function registerTones(field: string, tones: Readonly<Record<string, Tone>>): void {
  for (const [value, tone] of Object.entries(tones)) own.set(`${field}.${value}`, tone)
}

/**
 * Returns whether any value of a field has a colour or an icon. If so, the field is a state, and all its values are drawn as
 * tags.
 */
export function hasColour(field: Field, name: string): boolean {
  const dictionary = dictionaryOf(field, name)
  return allValues(field, name).some(value => {
    const { colour, icon } = entryChange(dictionary, value) ?? {}
    return (colour ?? icon) !== undefined || (field.kind === 'oneOf' && toneOf(dictionary, value) !== 'idle')
  })
}

/** Returns the colour that the tenant has given a value, `#rrggbb`; undefined when it is a tone or absent. */
export function colourOf(field: string, value: string): string | undefined {
  const colour = entryChange(field, value)?.colour
  return colour?.startsWith('#') ? colour : undefined
}

/** Returns the tone of a value of a field such as `assets.station.status`: the tenant's, the module's, or that of its word. */
export function toneOf(field: string, value: string): Tone {
  const colour = entryChange(field, value)?.colour
  return (
    TONE_WORDS.find(tone => tone === colour) ?? own.get(`${field}.${value}`) ?? TONES.get(value.toLowerCase()) ?? 'idle'
  )
}
