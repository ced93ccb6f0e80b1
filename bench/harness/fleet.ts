import { insertPiles } from '@wattyard/assets/server'
import { addCredentials } from '@wattyard/gateway/server'
import { insertTags, openWallets } from '@wattyard/members/server'
import { fen, ZERO_FEN } from '@wattyard/money'
import { payInDemo } from '@wattyard/payments/server'
import { type Database, newId, type Tx, col } from '@wattyard/server-kit'

/** One virtual pile with the driver who charges at it, and nobody else does. */
export interface BenchPile {
  identity: string
  stationKey: string
  pileId: string
  stationId: string
  memberId: string
  tag: string
}

export interface BenchFleet {
  tenantId: string
  zone: string
  piles: BenchPile[]
  /** In every wallet before the run. */
  deposit_fen: bigint
}

const DEPOSIT_FEN = fen(1_000_000n)
const POWER_W = 120_000
const CHUNK = 500

/** Piles at the demo's stations, each with a key, and as many members with a tag and money; set by set, through the modules' doors. */
export async function prepareFleet(db: Database, count: number): Promise<BenchFleet> {
  const { tenantId, zone, stations } = await db.platform(async tx => {
    const rows = await tx.query(
      { tenant_id: col.uuid, id: col.uuid, operator_id: col.uuid, zone: col.text },
      "select tenant_id, id, operator_id, zone from assets_station where status = 'open' order by code limit 20",
    )
    const [first] = rows
    if (!first) throw new Error('the demonstration has no station')
    return {
      tenantId: first.tenant_id,
      zone: first.zone,
      stations: rows.filter(row => row.tenant_id === first.tenant_id && row.zone === first.zone),
    }
  })
  const piles: BenchPile[] = []
  for (let from = 0; from < count; from += CHUNK) {
    const numbers = Array.from({ length: Math.min(CHUNK, count - from) }, (_, index) => from + index)
    await db.platform(async tx => {
      const chosen = numbers.map(number => ({ number, station: stations[number % stations.length]! })) // at least one station
      const made = chosen.map(({ number, station }) => ({
        number,
        station,
        pileId: newId(),
        memberId: newId(),
        identity: `BENCH-${String(number).padStart(5, '0')}`,
        tag: `B${String(number).padStart(9, '0')}`,
      }))
      await insertPiles(
        tx,
        made.map(one => ({
          id: one.pileId,
          tenantId,
          identity: one.identity,
          code: one.identity,
          name: one.identity,
          stationId: one.station.id,
          operatorId: one.station.operator_id,
          modelId: null,
          currentType: 'dc' as const,
          power_w: POWER_W,
          connectorCount: 1,
          connectorsPerEvse: 1,
          protocol: 'ocpp16' as const,
          status: 'normal' as const,
          firmware: null,
          serial: null,
        })),
        'http://127.0.0.1/c/',
      )
      const keys = await addCredentials(
        tx,
        made.map(one => ({ tenantId, pileId: one.pileId, profile: 'plain' as const })),
      )
      await insertDrivers(tx, tenantId, made)
      made.forEach((one, index) =>
        piles.push({
          identity: one.identity,
          stationKey: keys[index] ?? '',
          pileId: one.pileId,
          stationId: one.station.id,
          memberId: one.memberId,
          tag: one.tag,
        }),
      )
    })
  }
  return { tenantId, zone, piles, deposit_fen: DEPOSIT_FEN }
}

async function insertDrivers(
  tx: Tx,
  tenantId: string,
  drivers: readonly { memberId: string; tag: string; identity: string }[],
): Promise<void> {
  await tx.execute(
    `insert into members_member (tenant_id, id, code, name, search_text)
     select $1, * from unnest($2::uuid[], $3::text[], $4::text[], $5::text[])`,
    [
      tenantId,
      drivers.map(one => one.memberId),
      drivers.map(one => one.tag),
      drivers.map(one => `Driver of ${one.identity}`),
      drivers.map(one => one.tag.toLowerCase()),
    ],
  )
  await insertTags(
    tx,
    drivers.map(one => ({ tenantId, memberId: one.memberId, tag: one.tag, kind: 'rfid' as const, expiresAt: null })),
  )
  await openWallets(
    tx,
    drivers.map(one => ({ tenantId, memberId: one.memberId })),
  )
  const at = Date.now()
  // With their payments and lots, so that the verifier finds the books of a run in order.
  for (const { memberId } of drivers)
    await payInDemo(tx, {
      tenantId,
      memberId,
      requestKey: `bench.deposit:${memberId}`,
      channel: 'bank',
      at,
      principal: DEPOSIT_FEN,
      gift: ZERO_FEN,
    })
}
