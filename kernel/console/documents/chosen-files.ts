import { endingOf, type FileRule, MEGABYTE } from '@wattyard/resource'
import { endingsOf } from './file-text.ts'

/** Reason why a chosen file is not sent: a key under `kit.files` and the values of its placeholders. */
export type Refused =
  | { readonly key: 'tooMany'; readonly max: number }
  | { readonly key: 'tooLarge'; readonly name: string; readonly max: number }
  | { readonly key: 'wrongType'; readonly name: string; readonly endings: string }
  | { readonly key: 'empty'; readonly name: string }

type Chosen = Pick<File, 'name' | 'size'>

function flawOf({ name, size }: Chosen, { types, bytes }: FileRule, isScaled: boolean): Refused | null {
  const endings = endingsOf(types)
  if (!endings.includes(`.${endingOf(name)}`)) return { key: 'wrongType', name, endings: endings.join(' ') }
  if (size === 0) return { key: 'empty', name }
  // A picture is scaled down before it is sent, so its present size does not count.
  if (!isScaled && size > bytes) return { key: 'tooLarge', name, max: Math.floor(bytes / MEGABYTE) }
  return null
}

/** Splits chosen files into those that a field accepts and those that it refuses, before anything is sent. */
export function chosenFiles<F extends Chosen>(
  files: readonly F[],
  rule: FileRule,
  room: number,
  isScaled: boolean,
): { accepted: F[]; refused: Refused[] } {
  const refused: Refused[] = []
  const fit = files.filter(file => {
    const flaw = flawOf(file, rule, isScaled)
    if (flaw) refused.push(flaw)
    return flaw === null
  })
  if (fit.length > room) refused.push({ key: 'tooMany', max: rule.count })
  return { accepted: fit.slice(0, Math.max(0, room)), refused }
}
