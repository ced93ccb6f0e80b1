import { absFen, fen } from '@wattyard/money'
import type { CommandInput, RowOf } from '@wattyard/resource'
import { businessDay, daysBetween, localDayOf } from '@wattyard/time'
import { peopleWho, tenantById } from '@wattyard/identity/server'
import { type Call, col, emit, serveResource, type ServedResource, type Tx, uuidList } from '@wattyard/server-kit'
import { outcome } from '../../contract/index.ts'
import { DIFFERENCE_ASSIGNED, type DifferenceAssigned } from '../../contract/events.ts'
import { workNow } from '../work-now.ts'
import type { ReconciliationWorld } from '../world.ts'
import { match } from './match.ts'
import { remedy, REMEDY_BY_TWO } from './remedy.ts'
import { companiesOf, findByWho } from './who.ts'
import { reopen } from './reopen.ts'
import { lockChannelsOf } from './stored-outcomes.ts'

type Row = RowOf<typeof outcome>

/** Returns the people who can open what they are given; whoever could not should not hear of it. */
const possibleOwners = (tx: Tx): Promise<string[]> =>
  peopleWho(tx, tx.tenantId ?? '', { may: [`${outcome.name}:read`], operatorId: null })

async function setOwner({ tx, caller }: Call, rows: readonly Row[], owner: string) {
  await tx.execute(
    `update reconciliation_outcome set owner_id = $3, version = version + 1, updated_at = now() where tenant_id = $1 and id = any($2::uuid[])`,
    [caller.tenantId, uuidList(rows.map(row => row.id)), owner],
  )
  await emit(
    tx,
    rows.map(row => ({
      tenantId: caller.tenantId,
      topic: DIFFERENCE_ASSIGNED,
      key: row.id,
      body: { ...assignedBody(row, owner, caller) },
    })),
  )
  return {}
}

function assignedBody(row: Row, ownerId: string, { userId, displayName }: Call['caller']): DifferenceAssigned {
  const amount = fen(row.delta_fen)
  return {
    subject: `${row.key} · ${row.day}`,
    amount_fen: String(absFen(amount)),
    ownerId,
    byId: userId,
    by: displayName,
  }
}

async function annotate(
  { tx, caller }: Call,
  [row]: readonly Row[],
  { note }: CommandInput<typeof outcome, 'annotate'>,
) {
  await tx.execute(
    `update reconciliation_outcome set note = $3, version = version + 1, updated_at = now() where tenant_id = $1 and id = $2`,
    [caller.tenantId, row?.id ?? null, note ?? null],
  )
  return {}
}

const isOpen = ({ standing, ending }: Pick<Row, 'standing' | 'ending'>): boolean =>
  ending === null && (standing === 'difference' || standing === 'waiting')

function doesFit(action: string, row: Row): boolean {
  if (action === 'remedy' || action === 'assign' || action === 'take')
    return row.ending === null && row.standing === 'difference'
  if (action === 'match') return isOpen(row)
  if (action === 'reopen') return row.ending === 'matched' || row.ending === 'explained'
  return action === 'annotate'
}

/** Returns why an action does not fit an outcome. */
function whyNot(action: string, { ending }: Row): string {
  if (action === 'reopen') return ending === 'booked' ? 'reconciliation.reverseJournal' : 'reconciliation.notEnded'
  return ending === null ? 'reconciliation.noDifference' : 'reconciliation.endedAlready'
}

/** Serves outcomes: told by runs, and ended by later runs, by a person or by two people. */
export function serveOutcome(world: ReconciliationWorld): ServedResource {
  return serveResource(outcome, {
    inner: { run_id: col.uuid, company: col.text.orNull, mark: col.text, is_across: col.boolean, days: col.texts },
    lockFirst: ({ tx, caller }, ids) => lockChannelsOf(tx, caller.tenantId, ids),
    commands: {
      take: (call, rows) => setOwner(call, rows, call.caller.userId),
      assign: (call, rows, { owner }) => setOwner(call, rows, owner),
      annotate,
      match,
      remedy: (call, rows, input) => remedy(call, world, rows, input),
      async reopen(call, rows) {
        const done = await reopen(call, rows)
        call.tx.afterCommit(() => workNow(world))
        return done
      },
    },
    secondPerson: { remedy: REMEDY_BY_TWO },
    choices: { assign: { owner: possibleOwners } },
    findChoices: findByWho,
    allows: doesFit,
    whyNot,
    async decorate(tx, { tenantId }, records) {
      const companies = await companiesOf(
        tx,
        tenantId,
        records.map(record => record.id),
      )
      const tenant = await tenantById(tx, tenantId)
      const today = localDayOf(world.clock.now(), tenant?.zone ?? 'Asia/Shanghai')
      for (const record of records) {
        record.party = companies.get(record.id) ?? record.party
        const isWaiting = record.standing === 'difference' || record.standing === 'waiting'
        record.age = isWaiting ? daysBetween(businessDay(String(record.day)), today) : null
      }
    },
  })
}
