import { invalid, type SaveChange, type ServedResource, serveResource, valueAfter } from '@wattyard/server-kit'
import { rule } from '../../contract/index.ts'
import { type Kinds, kindWord } from '../kinds.ts'

function mustFit(kinds: Kinds, change: SaveChange<typeof rule>): void {
  const kind = valueAfter(rule, change, 'kind')
  if (!kind || !kinds.byName(kind)) throw invalid({ kind: { key: 'notifications.field.noSuchKind' } })
  if (!valueAfter(rule, change, 'channels')?.length) throw invalid({ channels: { key: 'kernel.field.required' } })
  const hours = { quietFrom: valueAfter(rule, change, 'quietFrom'), quietTo: valueAfter(rule, change, 'quietTo') }
  if (!hours.quietFrom !== !hours.quietTo)
    throw invalid({ [hours.quietFrom ? 'quietTo' : 'quietFrom']: { key: 'notifications.field.bothHours' } })
}

/** Serves the tenant's rules: recipients, channels and times of messages. */
export function serveRule(kinds: Kinds): ServedResource {
  return serveResource(rule, {
    wordsOf: { kind: ({ kind }) => [{ word: kindWord(String(kind), 'name') }] },
    async beforeSave(_call, change) {
      mustFit(kinds, change)
    },
  })
}
