import { peopleWho, type Recipient, recipients, tenantById } from '@wattyard/identity/server'
import type { MessageDraft, MessageKind, OutboxHandler, Tx } from '@wattyard/server-kit'
import { MESSAGE_NEWS, OUTSIDE_CHANNELS, type Plan, planFor } from '../../contract/index.ts'
import { queueDeliveries, type Wanted } from '../outbox/queue-deliveries.ts'
import { preferencesOf } from '../rules/preferences.ts'
import { rulesOf } from '../rules/read-rules.ts'
import type { NotifyWorld } from '../world.ts'
import { type EndedMessages, endMessages } from './end-messages.ts'
import { writeMessages } from './write-messages.ts'

type Draft = MessageDraft & { fromId?: string }

async function concerned(tx: Tx, tenantId: string, draft: Draft): Promise<readonly string[]> {
  const { people, may = [], operatorId = null, stationId = null, except = [] } = draft
  const ids = people ?? (await peopleWho(tx, tenantId, { may, operatorId, stationId }))
  return ids.filter(id => !except.includes(id))
}

/**
 * Notifies the people concerned by an event, each through the channels of rules and preferences: messages into the inbox now,
 * deliveries into the outbox.
 * @returns the number of people notified
 */
export async function notify(
  tx: Tx,
  world: NotifyWorld,
  tenantId: string,
  { kind, draft }: { kind: MessageKind; draft: Draft },
): Promise<number> {
  const now = world.clock.now()
  const severity = draft.severity ?? kind.severity
  const ids = await concerned(tx, tenantId, draft)
  const people = await recipients(tx, tenantId, ids, world.messenger?.name ?? null)
  if (people.length === 0) return 0
  const rules = await rulesOf(tx, tenantId, kind.name)
  const own = await preferencesOf(tx, tenantId, people, kind.name)
  const plans = new Map<string, { person: Recipient; plan: Plan }>()
  for (const person of people) {
    const plan = planFor(rules, person, own.get(person.id), { severity, compulsory: kind.compulsory ?? false })
    if (plan.channels.length > 0) plans.set(person.id, { person, plan })
  }
  const told = await writeMessages(
    tx,
    {
      tenantId,
      kind: kind.name,
      severity,
      about: draft.about,
      subjectId: draft.subjectId ?? draft.about,
      params: draft.params,
      link: draft.link,
      gathers: kind.gathers ?? false,
      ...(draft.fromId ? { fromId: draft.fromId } : {}),
    },
    [...plans.values()].map(({ person, plan }) => ({ userId: person.id, aside: !plan.channels.includes('console') })),
    now,
  )
  const wanted = [...told].flatMap(([userId, messageId]): Wanted[] => {
    const plan = plans.get(userId)?.plan
    const ways = OUTSIDE_CHANNELS.filter(channel => plan?.channels.includes(channel))
    return plan ? ways.map(channel => ({ userId, channel, messageId, quiet: plan.quiet })) : []
  })
  if (wanted.length > 0) {
    const zone = (await tenantById(tx, tenantId))?.zone ?? 'Asia/Shanghai'
    await queueDeliveries(tx, { tenantId, kind, zone, now }, wanted)
  }
  tx.afterCommit(() => {
    for (const [userId, id] of told)
      world.live.publish({ tenantId, topic: MESSAGE_NEWS, stationId: null, userId, data: { id } })
  })
  return told.size
}

/** Corrects or puts away what people were told about something that is over. */
async function end(tx: Tx, { live, clock }: NotifyWorld, ended: EndedMessages): Promise<void> {
  const { tenantId } = ended
  const gone = await endMessages(tx, ended, clock.now())
  tx.afterCommit(() => {
    for (const [userId, id] of gone)
      live.publish({ tenantId, topic: MESSAGE_NEWS, stationId: null, userId, data: { id } })
  })
}

/** Returns one outbox listener per topic that has kinds of messages, or that ends some. */
export function listeners(world: NotifyWorld): Readonly<Record<string, OutboxHandler>> {
  const { all } = world.kinds
  const topics = new Set(all.flatMap(({ topic, endedBy }) => (endedBy === undefined ? [topic] : [topic, endedBy])))
  const handlers = [...topics].map((topic): [string, OutboxHandler] => [
    topic,
    async (tx, event) => {
      for (const kind of all) {
        const { tenantId, key: about } = event
        if (kind.endedBy === topic)
          await end(tx, world, { tenantId, kind: kind.name, about, gathers: kind.gathers ?? false })
        const draft = kind.topic === topic ? kind.draft(event) : null
        if (draft) await notify(tx, world, tenantId, { kind, draft })
      }
    },
  ])
  return Object.fromEntries(handlers)
}
