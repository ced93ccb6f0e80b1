import type { FileMapping } from '../../contract/calls/import.ts'

/** Returns every column that a mapping looks at. */
export function columnsOf(mapping: FileMapping): string[] {
  const { station, connector, site, model, user, price, soc, duration, state } = mapping
  const sources = [station, connector, site, model, user, price?.currency]
  const all = [
    ...mapping.key,
    ...mapping.start,
    ...(mapping.end ?? []),
    mapping.energy.column,
    ...sources.flatMap(one => one?.column ?? []),
    ...[price?.column, soc?.start, soc?.end, duration?.column, state?.column].flatMap(name => name ?? []),
  ]
  return [...new Set(all)]
}
