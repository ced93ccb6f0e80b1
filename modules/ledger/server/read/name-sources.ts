import { type Caller, labelsOf, type ResourceIndex, type Tx, type WireRecord } from '@wattyard/server-kit'

/**
 * Adds to journals what the record that caused each is called by the reader, as `sourceName`: an id tells nobody anything. A person's name
 * is masked as everywhere else; a record that is gone has no name. One query for each kind of record.
 */
export async function nameSources(
  tx: Tx,
  caller: Caller,
  journals: readonly WireRecord[],
  index: ResourceIndex,
): Promise<void> {
  for (const [type, group] of Map.groupBy(journals, one => String(one.sourceType))) {
    const target = index.byName(type)?.resource
    const labels = target
      ? await labelsOf(
          tx,
          index,
          { fields: { sourceId: { kind: 'ref', of: type } }, scope: 'wholeTenant' },
          group.filter(one => UUID.test(String(one.sourceId))),
          caller,
        )
      : {}
    for (const one of group) one.sourceName = labels[type]?.[String(one.sourceId)] ?? ''
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
