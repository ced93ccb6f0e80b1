import { DECIDED_SEVERITIES } from '../../contract/abnormal/abnormal.ts'

/** Parts of the list with their filters as the address has them; notices stand apart, because they need no decision. */
export const PARTS = {
  open: { 'f.state': 'open', 'f.severity': DECIDED_SEVERITIES.join(',') },
  notices: { 'f.state': 'open', 'f.severity': 'notice' },
  closed: { 'f.state': 'handled,dismissed' },
  all: { 'f.state': 'open,handled,dismissed' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>

export type Part = keyof typeof PARTS

// Object.keys loses the key types.
export const PART_NAMES = Object.keys(PARTS) as Part[]

/** Returns the part whose filters an address has; null when it has others. Further filters, such as of a station, narrow a part. */
export function partOf(search: URLSearchParams): Part | null {
  const sorted = (text: string | null): string => (text ?? '').split(',').sort().join(',')
  const fits = (part: Part): boolean => {
    const wanted: Readonly<Record<string, string>> = PARTS[part]
    return ['f.state', 'f.severity'].every(key => sorted(search.get(key)) === sorted(wanted[key] ?? null))
  }
  return PART_NAMES.find(fits) ?? null
}
