import type { Random } from '@wattyard/charging/testing'
import type { Protocol } from './dialects.ts'
import type { Message, Outbox, Sent } from './outbox.ts'
import type { Surroundings } from './surroundings.ts'

export const frameOf = ({ id, action, payload }: Sent): string => `[2,"${id}","${action}",${payload}]`

/** A call as it arrives: perhaps not at all, perhaps twice, perhaps among what nobody wanted to send. */
export function* arrivals(sent: Sent, outbox: Outbox, { random, plan }: Surroundings): Generator<string> {
  if (random.chance(plan.dropCall)) return
  const text = frameOf(sent)
  yield text
  if (random.chance(plan.duplicate)) yield text
  if (random.chance(plan.repeat)) yield frameOf({ ...sent, id: outbox.newId() })
  if (random.chance(plan.junk)) yield random.pick(JUNK)
  const { acked } = outbox
  const old = acked.length > 0 && random.chance(plan.late) ? acked[random.int(0, acked.length - 1)] : null
  if (old?.sent) yield frameOf({ ...old.sent, id: outbox.newId() })
}

/** Real piles keep a start before the rest of its session; readings, stops and sessions overtake each other. */
export function reordered(kept: readonly Message[], protocol: Protocol, random: Random): Message[] {
  const shuffled = random.shuffle(kept)
  if (protocol === 'ocpp2.0.1') return shuffled
  const starts = new Map(kept.filter(one => one.kind === 'start').map(one => [one.session, one]))
  const ordered: Message[] = []
  for (const message of shuffled) {
    const start = starts.get(message.session)
    if (start !== undefined && !ordered.includes(start)) ordered.push(start)
    if (!ordered.includes(message)) ordered.push(message)
  }
  return ordered
}

/** What the junk has of a stop: it can be read, and no start fits it. */
export const JUNK_STOP = { at: Date.UTC(2026, 4, 11, 8), register: 10n } as const

const JUNK: readonly [string, ...string[]] = [
  '',
  '[]',
  '{"a":1}',
  '[2]',
  '[2,"",""]',
  '[2,"j1","Nonsense",{}]',
  '[2,"j2","StatusNotification",{"connectorId":"one"}]',
  '[2,"j3","MeterValues",[]]',
  '[3,"nobody-asked",{}]',
  '[4,"nobody-asked","InternalError","",{}]',
  '[2,"j4","StartTransaction",{"connectorId":1e999,"idTag":"X","meterStart":0,"timestamp":"never"}]',
  '[2,"j5","StopTransaction",{"transactionId":12345678901234567890,"meterStop":1,"timestamp":"2026-05-11T08:00:00Z"}]',
  `[2,"j6","DataTransfer",${'['.repeat(200)}${']'.repeat(200)}]`,
]
