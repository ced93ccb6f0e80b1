import { labelsOf, type Reader, type ResourceIndex, type Tx } from '@wattyard/server-kit'

/** What names the record that caused something, and what it is called once that is known. */
export interface NamedSource {
  readonly sourceType?: unknown
  readonly sourceId?: unknown
  sourceName?: unknown
}

/**
 * Adds to journals what the record that caused each is called by the reader, as `sourceName`: an id tells nobody anything. A person's name
 * is masked as everywhere else; a record that is gone has no name. One query for each kind of record.
 */
export async function nameSources(
  tx: Tx,
  caller: Reader,
  journals: readonly NamedSource[],
  index: ResourceIndex,
): Promise<void> {
  for (const [type, group] of Map.groupBy(journals, one => String(one.sourceType))) {
    const target = index.byName(type)?.resource
    const labels = target
      ? await labelsOf(
          tx,
          index,
          { fields: { sourceId: { kind: 'ref', of: type } }, scope: 'wholeTenant' },
          group.filter(one => UUID.test(String(one.sourceId))).map(({ sourceId }) => ({ sourceId })),
          caller,
        )
      : {}
    for (const one of group) one.sourceName = labels[type]?.[String(one.sourceId)] ?? ''
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
