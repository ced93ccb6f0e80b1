import {
  actorOf,
  audit,
  type CommandHandler,
  invalid,
  newId,
  Refusal,
  type SaveChange,
  searchText,
  serveResource,
  type ServedResource,
  type Tx,
  valueAfter,
  col,
} from '@wattyard/server-kit'
import { METER_PROTOCOLS, model } from '../../contract/index.ts'
import { mustFitEvse } from '../pile/fit-connectors.ts'
import type { AssetsPorts } from '../ports.ts'
import { stateCommands } from './serve-catalogue-state.ts'

/** Fields that a pile's model needs and a meter's may lack. */
const OF_PILES = ['currentType', 'power', 'connectorCount', 'connectorKind'] as const

const isMeter = (change: SaveChange<typeof model>): boolean =>
  METER_PROTOCOLS.some(one => one === valueAfter(model, change, 'protocol'))

function checkModel(change: SaveChange<typeof model>): void {
  const number = (key: 'connectorCount' | 'connectorsPerEvse'): number | null => valueAfter(model, change, key) ?? null
  const voltage = (key: 'minVoltage' | 'maxVoltage'): bigint | null => valueAfter(model, change, key) ?? null
  const [lowest, highest] = [voltage('minVoltage'), voltage('maxVoltage')]
  if (lowest !== null && highest !== null && lowest > highest)
    throw invalid({ maxVoltage: { key: 'assets.error.voltagesSwapped' } })
  const count = number('connectorCount')
  const meters = isMeter(change)
  if (count !== null && count < 1 && !meters)
    throw invalid({ connectorCount: { key: 'kernel.field.tooSmall', params: { min: 1 } } })
  const perEvse = number('connectorsPerEvse')
  if (perEvse !== null && !meters) mustFitEvse(perEvse, count)
  const missing = meters ? [] : OF_PILES.filter(key => (valueAfter(model, change, key) ?? null) === null)
  if (missing.length) throw invalid(Object.fromEntries(missing.map(key => [key, { key: 'kernel.field.required' }])))
  const bad = new Set(valueAfter(model, change, 'badFirmware'))
  const both = valueAfter(model, change, 'goodFirmware')?.find(one => bad.has(one))
  if (both !== undefined)
    throw invalid({ badFirmware: { key: 'assets.error.firmwareInBoth', params: { firmware: both } } })
}

/** Columns that a copy takes over: all that describes devices, nothing that names them. */
const COPIED = [
  'manufacturer_id',
  'device_type_id',
  'current_type',
  'phases',
  'power_w',
  'connector_count',
  'connectors_per_evse',
  'connector_kind',
  'protocol',
  'min_voltage',
  'max_voltage',
  'max_current',
  'good_firmware',
  'bad_firmware',
  'note',
].join(', ')

/** Handles `copy`. Reported names are not copied: two models with one name could not be told apart at a boot. */
const copyModel: CommandHandler<typeof model, 'copy'> = async (call, rows, { code, name }) => {
  const [row] = rows
  if (!row) throw new Error('the command is on one record')
  const taken = await call.tx.query('select 1 from assets_model where tenant_id = $1 and code = $2', [
    call.tx.tenantId,
    code,
  ])
  if (taken.length) throw invalid({ code: { key: 'kernel.field.taken' } })
  const id = newId()
  await call.tx.execute(
    `insert into assets_model (tenant_id, id, code, name, search_text, ${COPIED})
     select tenant_id, $3, $4, $5, $6, ${COPIED} from assets_model where tenant_id = $1 and id = $2`,
    [call.tx.tenantId, row.id, id, code, name, searchText(model, { code, name, reported_as: null })],
  )
  await audit(call.tx, actorOf(call), [
    { resource: model.name, recordId: id, action: 'create', after: { code, name, copyOf: row.id } },
  ])
  return { id }
}

/** Piles that have not left, by model. */
async function pilesOf(tx: Tx, modelIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.query(
    { model_id: col.uuid, piles: col.integer },
    `select model_id, count(*)::int as piles from assets_pile
     where tenant_id = $1 and model_id = any($2::uuid[]) and status <> 'retired' group by 1`,
    [tx.tenantId, modelIds],
  )
  return new Map(rows.map(row => [row.model_id, row.piles]))
}

export function serveModel(ports: AssetsPorts): ServedResource {
  const states = stateCommands('assets_model')
  return serveResource(model, {
    ...states,
    commands: { ...states.commands, copy: copyModel },
    async beforeSave(_call, change) {
      checkModel(change)
      // The form starts with a pile's fields; a meter has none of them.
      return isMeter(change)
        ? { current_type: null, power_w: null, connector_count: null, connectors_per_evse: null, connector_kind: null }
        : {}
    },
    async beforeDelete({ tx }, row) {
      const used = await ports.modelsInUse?.(tx, [row.id])
      if (used?.size) throw new Refusal('assets.modelInUse', { params: { name: row.name } })
    },
    async decorate(tx, caller, records) {
      // The number for the whole tenant is not shown to callers with a limited scope.
      if (caller.scope.stations !== null || caller.scope.operators !== null) return
      const counts = await pilesOf(
        tx,
        records.map(one => one.id),
      )
      for (const record of records) record.pileCount = counts.get(record.id) ?? 0
    },
  })
}
