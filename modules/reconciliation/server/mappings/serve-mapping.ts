import { fileMappingSchema } from '@wattyard/payment-files'
import type { RowOf } from '@wattyard/resource'
import {
  type Call,
  col,
  invalid,
  Refusal,
  type SaveChange,
  serveResource,
  type ServedResource,
  type Tx,
  uuidList,
  valueAfter,
} from '@wattyard/server-kit'
import { isZone } from '@wattyard/time'
import { channelAccount } from '@wattyard/payments/server'
import { mapping, type MappingState } from '../../contract/index.ts'
import { FAMILIES_OF_CHANNEL } from '../files/families.ts'

type Row = RowOf<typeof mapping>
type Change = SaveChange<typeof mapping>

/** @throws Refusal on `rules` for what is no description, or can read nothing */
function mustBeReadable(rules: unknown): void {
  const read = fileMappingSchema.safeParse(rules)
  if (!read.success) throw invalid({ rules: { key: 'reconciliation.field.noMapping' } })
  const { columns, sign, zone, layout } = read.data
  const hasAmount =
    sign.kind === 'two-columns'
      ? columns.income !== undefined && columns.expense !== undefined
      : columns.amount !== undefined
  if (!hasAmount) throw invalid({ rules: { key: 'reconciliation.field.noAmountColumn' } })
  if (columns.time === undefined && columns.date === undefined)
    throw invalid({ rules: { key: 'reconciliation.field.noTimeColumn' } })
  if (sign.kind === 'word' && columns.direction === undefined)
    throw invalid({ rules: { key: 'reconciliation.field.noDirectionColumn' } })
  if (zone !== undefined && !isZone(zone)) throw invalid({ rules: { key: 'reconciliation.field.noZone' } })
  if (layout.kind === 'widths' && Object.values(layout.columns).some(({ from, to }) => to <= from))
    throw invalid({ rules: { key: 'reconciliation.field.noMapping' } })
}

/** @throws Refusal on `channel` when it makes no such files */
async function mustFitChannel({ tx, caller }: Call, change: Change): Promise<void> {
  const channel = valueAfter(mapping, change, 'channel')
  const family = valueAfter(mapping, change, 'family')
  if (!channel || !family) return
  const account = await channelAccount(tx, caller.tenantId, channel)
  if (account && !FAMILIES_OF_CHANNEL[account.kind].includes(family))
    throw invalid({ family: { key: 'reconciliation.field.notOfChannel' } })
}

/** Returns how many files were read by some descriptions. */
async function filesOf(tx: Tx, tenantId: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.query(
    { mapping_id: col.uuid, count: col.integer },
    `select mapping_id, count(*)::int as count from reconciliation_file
     where tenant_id = $1 and mapping_id = any($2::uuid[]) and state in ('sound', 'withdrawn') group by mapping_id`,
    [tenantId, uuidList(ids)],
  )
  return new Map(rows.map(one => [one.mapping_id, one.count]))
}

/** Locks an edition that is to be replaced. @throws Refusal on `replaces` for one that was replaced already */
async function lockReplaced(tx: Tx, tenantId: string, id: string): Promise<{ name: string; edition: number }> {
  const [before] = await tx.query(
    { name: col.text, edition: col.integer, state: col.text },
    'select name, edition, state from reconciliation_mapping where tenant_id = $1 and id = $2 for update',
    [tenantId, id],
  )
  if (!before) throw invalid({ replaces: { key: 'kernel.field.noSuchRecord' } })
  if (before.state === 'replaced') throw new Refusal('reconciliation.replacedAlready')
  return before
}

/** @throws Refusal on `name` when another description has it; editions of one share theirs */
async function mustHaveFreeName(tx: Tx, tenantId: string, name: string, but: string | null): Promise<void> {
  const others = await tx.query(
    { id: col.uuid },
    'select id from reconciliation_mapping where tenant_id = $1 and name = $2 and id is distinct from $3 limit 1',
    [tenantId, name, but],
  )
  if (others.length > 0) throw invalid({ name: { key: 'kernel.field.taken' } })
}

async function beforeSave(call: Call, change: Change) {
  const { tx, caller } = call
  const { tenantId } = caller
  if (change.input.rules !== undefined) mustBeReadable(change.input.rules)
  await mustFitChannel(call, change)
  if (change.mode === 'update') return changeOf(call, change)
  const { replaces } = change.input
  const before = replaces ? await lockReplaced(tx, tenantId, replaces) : null
  const name = change.input.name ?? ''
  if (before?.name !== name) await mustHaveFreeName(tx, tenantId, name, null)
  if (replaces)
    await tx.execute(
      `update reconciliation_mapping set state = 'replaced', version = version + 1, updated_at = now() where tenant_id = $1 and id = $2`,
      [tenantId, replaces],
    )
  return { state: 'current' as const, edition: (before?.edition ?? 0) + 1, actor: caller.displayName }
}

/** What files were read by stays: a change of it is a new edition. */
async function changeOf({ tx, caller }: Call, change: Extract<Change, { mode: 'update' }>) {
  const { input, before, id } = change
  const { tenantId } = caller
  const isOther = (['rules', 'family', 'isNet'] as const).some(key => {
    const next = input[key]
    return next !== undefined && JSON.stringify(next) !== JSON.stringify(key === 'isNet' ? before.is_net : before[key])
  })
  if (isOther && ((await filesOf(tx, tenantId, [id])).get(id) ?? 0) > 0) throw new Refusal('reconciliation.mappingUsed')
  if (input.name !== undefined && input.name !== before.name) await mustHaveFreeName(tx, tenantId, input.name, id)
  return { actor: caller.displayName }
}

async function setState({ tx, caller }: Call, rows: readonly Row[], state: MappingState) {
  await tx.execute(
    'update reconciliation_mapping set state = $3, version = version + 1, updated_at = now() where tenant_id = $1 and id = any($2::uuid[])',
    [caller.tenantId, uuidList(rows.map(row => row.id)), state],
  )
  return {}
}

/** Serves descriptions of files: made by people from a file, kept with each file that was read so. */
export function serveMapping(): ServedResource {
  return serveResource(mapping, {
    beforeSave,
    async beforeDelete({ tx, caller }, { id }) {
      const [file] = await tx.query(
        { id: col.uuid },
        'select id from reconciliation_file where tenant_id = $1 and mapping_id = $2 limit 1',
        [caller.tenantId, id],
      )
      if (file) throw new Refusal('reconciliation.mappingUsed')
    },
    commands: {
      retire: (call, rows) => setState(call, rows, 'off'),
      restore: (call, rows) => setState(call, rows, 'current'),
    },
    allows: (action, row) =>
      action === 'retire'
        ? row.state === 'current'
        : action === 'restore'
          ? row.state === 'off'
          : action !== 'update' || row.state !== 'replaced',
    async decorate(tx, { tenantId }, records) {
      const files = await filesOf(
        tx,
        tenantId,
        records.map(one => one.id),
      )
      for (const record of records) record.files = files.get(record.id) ?? 0
    },
  })
}
