import { invalid, type SaveChange, type ServedResource, serveResource } from '@wattyard/server-kit'
import { CLOCK_TIME, rule } from '../../contract/index.ts'
import type { Kinds } from '../kinds.ts'

/** What the row will hold: what is sent, else what it holds. */
function after({ input, before }: SaveChange, key: string, column: string): unknown {
  return key in input ? input[key] : before?.[column]
}

function mustFit(kinds: Kinds, change: SaveChange): void {
  const kind = after(change, 'kind', 'kind')
  if (typeof kind !== 'string' || !kinds.byName(kind))
    throw invalid({ kind: { key: 'notifications.field.noSuchKind' } })
  const channels = after(change, 'channels', 'channels')
  if (!Array.isArray(channels) || channels.length === 0) throw invalid({ channels: { key: 'kernel.field.required' } })
  const hours = { quietFrom: after(change, 'quietFrom', 'quiet_from'), quietTo: after(change, 'quietTo', 'quiet_to') }
  const isClock = (value: unknown): boolean =>
    value === null || value === undefined || (typeof value === 'string' && CLOCK_TIME.test(value))
  const wrong = Object.entries(hours).filter(([, value]) => !isClock(value))
  if (wrong.length > 0)
    throw invalid(Object.fromEntries(wrong.map(([key]) => [key, { key: 'notifications.field.notAClockTime' }])))
  if (!hours.quietFrom !== !hours.quietTo)
    throw invalid({ [hours.quietFrom ? 'quietTo' : 'quietFrom']: { key: 'notifications.field.bothHours' } })
}

/** Rules of a tenant: who gets what, by which ways and when. */
export function serveRule(kinds: Kinds): ServedResource {
  return serveResource(rule, {
    async beforeSave(_call, change) {
      mustFit(kinds, change)
    },
  })
}
