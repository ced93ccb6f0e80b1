import type { Field } from '@wattyard/resource'

/** Returns the fields that refer to records, with their keys. */
export function refTargets(fields: Readonly<Record<string, Field>>): [string, Field][] {
  return Object.entries(fields).filter(([, f]) => f.kind === 'ref' || f.kind === 'refs')
}
