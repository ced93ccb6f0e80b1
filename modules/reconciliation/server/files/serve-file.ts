import type { CommandInput, RowOf } from '@wattyard/resource'
import { businessDay } from '@wattyard/time'
import {
  type Call,
  col,
  invalid,
  Refusal,
  serveResource,
  type ServedResource,
  storedFiles,
  type Tx,
  uuidList,
} from '@wattyard/server-kit'
import { isProduct, PRODUCT_WORD } from '@wattyard/ledger/contract'
import { expireRequestsAbout } from '@wattyard/platform/server'
import { file, outcome } from '../../contract/index.ts'
import { channelAccount } from '@wattyard/payments/server'
import { mappingById } from '../mappings/known-mapping.ts'
import { FAMILIES_OF_CHANNEL } from './families.ts'
import { fetchByHand } from './fetch-bills.ts'
import { leadOf, markDays } from '../compare/due-days.ts'
import { REACH_DAYS } from '../compare/store-outcomes.ts'
import { lockOutcomes } from '../outcomes/stored-outcomes.ts'
import { workNow } from '../work-now.ts'
import type { ReconciliationWorld } from '../world.ts'

/** Takes away what the rows of a file were compared to: nobody may book what is in no file any more. What else it held is told anew. */
async function dropOutcomes(tx: Tx, tenantId: string, fileId: string): Promise<void> {
  const gone = await tx.query(
    { id: col.uuid },
    `with gone as (
       delete from reconciliation_outcome o using reconciliation_item i, reconciliation_row r
       where o.tenant_id = $1 and o.ending is null and i.tenant_id = $1 and i.outcome_id = o.id and i.side = 'channel' and r.tenant_id = $1
         and r.file_id = $2 and i.item_id = r.id::text returning o.id, o.channel_id, o.day),
     marked as (
       update reconciliation_day d set is_due = true from gone
       where d.tenant_id = $1 and d.channel_id = gone.channel_id and d.day between gone.day - ${REACH_DAYS} and gone.day + ${REACH_DAYS} and d.compared_at is not null)
     select distinct id from gone`,
    [tenantId, fileId],
  )
  await expireRequestsAbout(
    tx,
    tenantId,
    outcome.name,
    gone.map(one => one.id),
  )
}

/** Takes away what a file said that its channel pays out; the accounts are compared without it. */
async function dropSettlements(tx: Tx, tenantId: string, fileId: string): Promise<void> {
  const gone = await tx.query(
    { bank_id: col.uuid, due: col.day },
    'delete from reconciliation_settlement where tenant_id = $1 and file_id = $2 returning bank_id, due',
    [tenantId, fileId],
  )
  for (const { bank_id: channelId, due } of gone)
    await markDays(tx, tenantId, { channelId, from: due, to: due, actor: '' })
}

/** Takes a file out: what it told is compared no more, and another one may take its days. */
async function withdraw(
  { tx, caller }: Call,
  rows: readonly RowOf<typeof file>[],
  { reason }: CommandInput<typeof file, 'withdraw'>,
) {
  const [row] = rows
  if (!row) throw new Refusal('kernel.notFound', { status: 404 })
  const { tenantId, displayName: actor } = caller
  const counts = await tx.query(
    { count: col.bigint },
    `select count(*) as count from reconciliation_row r
     join reconciliation_item i on i.tenant_id = r.tenant_id and i.side = 'channel' and i.item_id = r.id::text
     join reconciliation_outcome o on o.tenant_id = i.tenant_id and o.id = i.outcome_id and o.ending is not null
     where r.tenant_id = $1 and r.file_id = $2
     union all
     select count(*) from reconciliation_settlement s join reconciliation_item i on i.tenant_id = s.tenant_id and i.side = 'order' and i.item_id = s.id::text
     join reconciliation_outcome o on o.tenant_id = i.tenant_id and o.id = i.outcome_id and o.ending is not null
     where s.tenant_id = $1 and s.file_id = $2`,
    [tenantId, row.id],
  )
  // What people ended rests on its rows, and would rest on nothing.
  const held = counts.reduce((all, { count }) => all + Number(count), 0)
  if (held > 0) throw new Refusal('reconciliation.fileInUse', { params: { count: held } })
  await tx.execute(
    `update reconciliation_file set state = 'withdrawn', reason = $3, version = version + 1, updated_at = now() where tenant_id = $1 and id = $2`,
    [tenantId, row.id, reason],
  )
  await dropOutcomes(tx, tenantId, row.id)
  await dropSettlements(tx, tenantId, row.id)
  await tx.execute('delete from reconciliation_row where tenant_id = $1 and file_id = $2', [tenantId, row.id])
  if (row.first_day !== null && row.last_day !== null)
    await markDays(tx, tenantId, {
      channelId: row.channel_id,
      from: businessDay(row.first_day),
      to: businessDay(row.last_day),
      actor,
      actorId: caller.userId,
    })
  return {}
}

/** Takes the lock of the outcomes that rows of files may be in. */
async function lockOutcomesOf({ tx, caller }: Call, ids: readonly string[]): Promise<void> {
  const { tenantId } = caller
  const files = await tx.query(
    { channel_id: col.uuid },
    'select distinct channel_id from reconciliation_file where tenant_id = $1 and id = any($2::uuid[])',
    [tenantId, uuidList(ids)],
  )
  const leads = await Promise.all(files.map(one => leadOf(tx, tenantId, one.channel_id)))
  await lockOutcomes(
    tx,
    tenantId,
    leads.filter(one => one !== null),
  )
}

/** @throws Refusal on `mapping` when files of the channel are not read by it, or on `format` when both are said */
async function mustFitMapping(
  { tx, caller }: Call,
  { mapping: id, format, channel }: { mapping: string | null; format: string | null; channel: string },
): Promise<void> {
  if (id === null) return
  if (format !== null) throw invalid({ format: { key: 'reconciliation.field.formatOrMapping' } })
  const { tenantId } = caller
  const known = await mappingById(tx, tenantId, id)
  const account = await channelAccount(tx, tenantId, channel)
  const isFit =
    account !== null &&
    known?.state === 'current' &&
    FAMILIES_OF_CHANNEL[account.kind].includes(known.family) &&
    (known.channelId === null || account.channelIds.includes(known.channelId))
  if (!isFit) throw invalid({ mapping: { key: 'reconciliation.field.notOfChannel' } })
}

/** Handles `readAgain`: what was found is forgotten, and the file waits to be read as it did when it came. */
async function readAgain(
  call: Call,
  rows: readonly RowOf<typeof file>[],
  { mapping, day }: CommandInput<typeof file, 'readAgain'>,
) {
  const [row] = rows
  if (!row) throw new Refusal('kernel.notFound', { status: 404 })
  const { tx, caller } = call
  await mustFitMapping(call, { mapping: mapping ?? null, format: null, channel: row.channel_id })
  await tx.execute('delete from reconciliation_finding where tenant_id = $1 and file_id = $2', [
    caller.tenantId,
    row.id,
  ])
  await tx.execute(
    `update reconciliation_file set state = 'received', fault = null, format = null, family = null, mapping_id = $3, day = coalesce($4, day), first_day = null,
       last_day = null, rows = null, unread = null, income_fen = null, expense_fen = null, fees_fen = null, merchant = null, digest = null, parser_version = null,
       version = version + 1, updated_at = now()
     where tenant_id = $1 and id = $2`,
    [caller.tenantId, row.id, mapping ?? null, day ?? null],
  )
  return {}
}

/** Serves files: received with their bytes, read by the product, withdrawn by people, never changed. */
export function serveFile(world: ReconciliationWorld): ServedResource {
  return serveResource(file, {
    inner: { parser_version: col.integer.orNull, actor_id: col.uuid.orNull },
    wordsOf: { actor: ({ actor }) => (isProduct(String(actor)) ? [{ word: PRODUCT_WORD }] : []) },
    lockFirst: lockOutcomesOf,
    async beforeSave(call, { mode, input }) {
      if (mode !== 'create') return {}
      const { tx, caller } = call
      const { mapping = null, format = null, channel } = input
      await mustFitMapping(call, { mapping, format, channel })
      const [stored] = await storedFiles(tx, [input.content])
      return {
        state: 'received' as const,
        name: stored?.name ?? '',
        actor: caller.displayName,
        actor_id: caller.userId,
      }
    },
    async afterSave({ tx }) {
      tx.afterCommit(() => workNow(world))
    },
    commands: {
      fetch: (call, _rows, input) => fetchByHand(call, world, input),
      async readAgain(call, rows, input) {
        const done = await readAgain(call, rows, input)
        call.tx.afterCommit(() => workNow(world))
        return done
      },
      async withdraw(call, rows, input) {
        const done = await withdraw(call, rows, input)
        call.tx.afterCommit(() => workNow(world))
        return done
      },
    },
    // A sound file is evidence: it is withdrawn and stays.
    allows: (action, row) =>
      action === 'delete' || action === 'readAgain'
        ? row.state === 'faulty'
        : action === 'withdraw'
          ? row.state === 'sound'
          : action !== 'update',
    whyNot: action => (action === 'withdraw' ? 'reconciliation.notSound' : undefined),
  })
}
