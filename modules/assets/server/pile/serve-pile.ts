import { mustKeepLimit } from '@wattyard/identity/server'
import type { RowOf } from '@wattyard/resource'
import {
  actorOf,
  audit,
  type Call,
  invalid,
  Refusal,
  type SaveChange,
  serveResource,
  type ServedResource,
  type Tx,
  col,
} from '@wattyard/server-kit'
import { type ConnectorKind, pile, CONNECTOR_KINDS, station } from '../../contract/index.ts'
import { countPiles } from '../count-assets.ts'
import { mustBeFreeIdentity } from './free-identity.ts'
import { mustFitEvse } from './fit-connectors.ts'
import type { AssetsPorts } from '../ports.ts'
import { followPiles } from './write-connectors.ts'

/**
 * Identities of OCPP: an `identifierString` of at most 48 characters (2.0.1 part 2, 3.2; part 4, 3.1.1), in the URL verbatim or
 * percent-encoded. It must not start with `= + - @ .`, which spreadsheets take for formulas and URLs for folders.
 */
const IDENTITY = /^[A-Za-z0-9*_:|][A-Za-z0-9*\-_=:+|@.]{0,47}$/

export function isIdentity(text: string): boolean {
  return IDENTITY.test(text)
}

function checkEvses({ input, before }: SaveChange<typeof pile>): void {
  const { connectorCount } = input
  const perEvse = input.connectorsPerEvse ?? before?.connectors_per_evse ?? 1
  mustFitEvse(perEvse, connectorCount ?? before?.connector_count ?? 1)
}

/** Refuses to remove connectors of a pile that has charged, because orders refer to them. They can be stopped instead. */
async function refuseShrinking(tx: Tx, change: SaveChange<typeof pile>, ports: AssetsPorts): Promise<void> {
  const { before, input } = change
  const shrinks = before && typeof input.connectorCount === 'number' && input.connectorCount < before.connector_count
  if (shrinks && (await ports.pilesWithHistory(tx, [change.id])).has(change.id))
    throw invalid({ connectorCount: { key: 'assets.error.connectorHasHistory' } })
}

async function kindOfModel(tx: Tx, modelId: string | null): Promise<ConnectorKind | null> {
  if (!modelId) return null
  const [row] = await tx.query(
    { connector_kind: col.oneOf(CONNECTOR_KINDS).orNull },
    'select connector_kind from assets_model where tenant_id = $1 and id = $2',
    [tx.tenantId, modelId],
  )
  return row?.connector_kind ?? null
}

type PileRow = RowOf<typeof pile>

/** Returns the fields of a pile row that `followPiles` needs. */
async function pileOfRow(tx: Tx, row: Readonly<PileRow>) {
  return {
    id: row.id,
    identity: row.identity,
    tenantId: row.tenant_id,
    code: row.code,
    stationId: row.station_id,
    operatorId: row.operator_id,
    currentType: row.current_type,
    connectorCount: row.connector_count,
    connectorsPerEvse: row.connectors_per_evse,
    connectorKind: await kindOfModel(tx, row.model_id),
  }
}

const evsesDiffer = (before: Readonly<PileRow>, after: Readonly<PileRow>): boolean =>
  before.connectors_per_evse !== after.connectors_per_evse || before.connector_count !== after.connector_count

/** Tells that the piles of a station are others than before: its live status depends on them. */
function tellOfStation({ tx, caller }: Call, ports: AssetsPorts, id: string): void {
  tx.afterCommit(() =>
    ports.live?.publish({ tenantId: caller.tenantId, topic: station.name, stationId: id, data: { id } }),
  )
}

export function servePile(ports: AssetsPorts): ServedResource {
  return serveResource(pile, {
    checkValues({ identity }) {
      if (typeof identity === 'string' && !isIdentity(identity))
        throw invalid({ identity: { key: 'assets.error.badIdentity' } })
    },
    async beforeSave(call: Call, change) {
      checkEvses(change)
      await refuseShrinking(call.tx, change, ports)
      if (change.input.identity !== change.before?.identity) await mustBeFreeIdentity(call, change.input.identity)
    },
    async afterSave(call, { id, mode, before, after }) {
      if (after.status !== 'retired' && (before === null || before.status === 'retired'))
        await mustKeepLimit(call.tx, call.caller.tenantId, 'piles', countPiles)
      const fitted = await pileOfRow(call.tx, after)
      await followPiles(call.tx, [fitted], ports.qrPrefix)
      if (before !== null && evsesDiffer(before, after)) call.tx.afterCommit(() => ports.evsesChanged?.(fitted))
      const stationId = after.station_id
      call.tx.afterCommit(() =>
        ports.live?.publish({ tenantId: call.caller.tenantId, topic: pile.name, stationId, data: { id, mode } }),
      )
      if (before !== null && before.station_id !== stationId) tellOfStation(call, ports, before.station_id)
    },
    async beforeDelete(call, row) {
      const { id } = row
      if ((await ports.pilesWithHistory(call.tx, [id])).has(id))
        throw new Refusal('assets.pileHasHistory', { params: { code: row.code } })
      // Its connectors are deleted by the foreign key. The history records them, because they carried QR codes.
      const gone = await call.tx.query(
        { id: col.uuid, code: col.text },
        'select id, code from assets_connector where tenant_id = $1 and pile_id = $2',
        [call.tx.tenantId, id],
      )
      await audit(
        call.tx,
        actorOf(call),
        gone.map(one => ({
          resource: 'assets.connector',
          recordId: one.id,
          action: 'delete',
          before: { code: one.code },
        })),
      )
    },
    async afterDelete(call, rows) {
      for (const id of new Set(rows.map(row => row.station_id))) tellOfStation(call, ports, id)
    },
  })
}
