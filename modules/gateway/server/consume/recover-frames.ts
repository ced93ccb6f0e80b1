import { type DeviceIdentity, parseFrame, type ReadContext } from '@wattyard/ocpp-frame'
import type { ConnectorMap } from '@wattyard/ocpp201'
import { type Database, type Tx, col, type RowIn } from '@wattyard/server-kit'
import { ConnectorUse, mapOf } from '../connection/connector-use.ts'
import { contextOf } from '../connection/pile-runtime.ts'
import {
  type StoredTransaction,
  toTransaction,
  TRANSACTION_COLUMNS,
  TRANSACTION_ROW,
} from '../ingest/transaction-store.ts'
import { pileInfos } from '../piles.ts'
import { type MapPeriod, mapPeriods, readingsAt } from '../points/pile-maps.ts'
import { DRIVERS } from '../protocol/drivers.ts'
import { statesOfShared } from '../state/read-states.ts'
import type { FrameFacts } from './fact-queue.ts'
import { toFacts } from './translate.ts'

/** Frames read per page when a stream is processed again. */
const PAGE = 2_000

export const STORED_FRAME = {
  seq: col.bigint,
  tenant_id: col.uuid,
  pile_id: col.uuid,
  received_at: col.instant,
  protocol: col.oneOf(['ocpp1.6', 'ocpp2.0.1']),
  session_id: col.uuid.orNull,
  skew_ms: col.bigint.orNull,
  frame: col.text,
  action: col.text,
}

export type StoredFrame = RowIn<typeof STORED_FRAME>

export interface PileKnowledge {
  context: ReadContext
  utcOffset_min: number
  device: DeviceIdentity | null
  /** Connectors by EVSE, as assets has them now. */
  evses: ConnectorMap
  /** Follows the frames, starting from the state stored with the last processed one. */
  use: ConnectorUse
  /** Point maps the pile has run, the oldest first; nearly every pile has none. */
  maps: readonly MapPeriod[]
}

/**
 * Reads frames again that are stored and not yet worked through, and translates them as they were translated when
 * they came: session, skew and verdict are stored, the device's quirks follow its boot frames.
 */
export function createRecovery(db: Database, given: { stream: number; after: number; upTo: number }) {
  let after = given.after
  const piles = new Map<string, PileKnowledge>()

  return async (): Promise<FrameFacts[] | null> => {
    if (after >= given.upTo) return null
    const page = await db.platform(async tx => {
      const rows = await tx.query(
        STORED_FRAME,
        `select ${FRAME_COLUMNS} from gateway_frame
         where stream = $1 and seq > $2 and seq <= $3 and direction = 'in' and problem is null order by seq limit ${PAGE}`,
        [given.stream, after, given.upTo],
      )
      return {
        to: Number(rows.at(-1)?.seq ?? given.upTo),
        frames: await translateStored(tx, given.stream, rows, piles),
      }
    })
    // Advanced only here: a page whose transaction failed is read again.
    after = page.to
    return page.frames.length === 0 ? null : page.frames
  }
}

export const FRAME_COLUMNS = 'seq, tenant_id, pile_id, received_at, protocol, session_id, skew_ms, frame, action'

/** @param piles what is known of piles so far; entries are added, and updated by boots */
export async function translateStored(
  tx: Tx,
  stream: number,
  rows: readonly StoredFrame[],
  piles: Map<string, PileKnowledge> = new Map(),
): Promise<FrameFacts[]> {
  await learnPiles(tx, piles, rows)
  const sessions = await readSessions(tx, rows)
  return rows.map(row => translate(stream, row, piles, sessions))
}

async function learnPiles(tx: Tx, piles: Map<string, PileKnowledge>, rows: readonly StoredFrame[]): Promise<void> {
  const unknown = [...new Set(rows.map(row => row.pile_id))].filter(id => !piles.has(id))
  if (unknown.length === 0) return
  const infos = await pileInfos(tx, unknown)
  const devices = await tx.query(
    { pile_id: col.uuid, vendor: col.text.orNull, model: col.text.orNull, firmware: col.text.orNull },
    'select pile_id, vendor, model, firmware from gateway_pile_state where pile_id = any($1::uuid[])',
    [unknown],
  )
  const known = new Map(devices.map(row => [row.pile_id, row]))
  const maps = await mapPeriods(tx, unknown)
  const states = await statesOfShared(tx, [...infos.values()])
  for (const id of unknown) {
    const info = infos.get(id)
    const device = known.get(id)
    const offset = info?.utcOffset_min ?? 0
    const vendor = device?.vendor ?? null
    const use = new ConnectorUse(states.get(id))
    const told = vendor === null ? null : { vendor, model: device?.model ?? '', firmware: device?.firmware ?? null }
    piles.set(id, {
      context: contextOf(told, offset),
      utcOffset_min: offset,
      device: told,
      evses: mapOf(info ?? { connectorCount: 1, connectorsPerEvse: 1 }, use),
      use,
      maps: maps.get(id) ?? [],
    })
  }
}

/** The transactions of the sessions of these frames; per session the one that holds the start wins. */
async function readSessions(tx: Tx, rows: readonly StoredFrame[]): Promise<Map<string, StoredTransaction>> {
  const ids = [...new Set(rows.flatMap(row => row.session_id ?? []))]
  if (ids.length === 0) return new Map()
  const found = await tx.query(
    TRANSACTION_ROW,
    `select ${TRANSACTION_COLUMNS} from gateway_transaction t where t.tenant_id = any($1::uuid[]) and t.session_id = any($2::uuid[])
     order by t.verdict is not null, t.created_at desc`,
    [[...new Set(rows.map(row => row.tenant_id))], ids],
  )
  return new Map(found.map(row => [row.session_id, toTransaction(row)]))
}

function translate(
  stream: number,
  row: StoredFrame,
  piles: ReadonlyMap<string, PileKnowledge>,
  sessions: ReadonlyMap<string, StoredTransaction>,
): FrameFacts {
  const pile = piles.get(row.pile_id)
  const base = { seq: Number(row.seq), tenantId: row.tenant_id, pileId: row.pile_id, receivedAt: row.received_at }
  const nothing: FrameFacts = { ...base, facts: [], values: [] }
  const frame = parseFrame(row.frame)
  if (pile === undefined || frame.type !== 'call') return nothing
  const context =
    pile.maps.length === 0
      ? pile.context
      : contextOf(pile.device, pile.utcOffset_min, readingsAt(pile.maps, row.received_at))
  const read = DRIVERS[row.protocol].read(frame, context, pile.evses)
  if (!read.ok) return nothing
  const { drafts, values } = read.call
  pile.use.learn(drafts)
  const boot = drafts.find(draft => draft.kind === 'pile-booted')
  if (boot) {
    pile.device = boot
    pile.context = contextOf(boot, pile.utcOffset_min)
  }
  const transaction = sessions.get(row.session_id ?? '') ?? null
  const envelope = {
    frame: `${stream}:${row.seq}`,
    tenantId: row.tenant_id,
    pileId: row.pile_id,
    receivedAt: row.received_at,
    skew_ms: row.skew_ms === null ? null : Number(row.skew_ms),
  }
  const facts = toFacts(drafts, envelope, {
    sessionId: row.session_id,
    transaction,
    verdict: transaction?.decision?.verdict ?? null,
  })
  return { ...base, facts, values }
}
