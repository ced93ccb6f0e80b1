import { searchText, type Tx } from '@wattyard/server-kit'
import { station, type StationStatus } from '../../contract/index.ts'

export interface StationRow {
  id: string
  tenantId: string
  code: string
  name: string
  operatorId: string
  status: StationStatus
  address: string
  areaCode: string | null
  /** Degrees as decimal text, GCJ-02. */
  lng: string
  lat: string
  zone: string
  construction?: string
  servicePhone?: string
  parkingKind?: string
  parkingBays?: number
  amenities?: readonly string[]
  tags?: readonly string[]
  ratedCapacityKva?: number
  commissionedOn?: string
}

/** Writes stations one by one; for set-ups and tests, where there are few. */
export async function insertStations(tx: Tx, stations: readonly StationRow[]): Promise<void> {
  for (const row of stations) {
    await tx.execute(
      `insert into assets_station (tenant_id, id, code, name, another_name, operator_id, kind, construction, status, address, area_code, location,
         service_phone, open_all_day, parking_bays, parking_kind, amenities, tags, rated_capacity_kva, commissioned_on, zone, search_text)
       values ($1, $2, $3, $4, $4, $5, 'public', $6, $7, $8, $9, $10, $11, true, $12, $13, $14, $15, $16, $17, $18, $19)`,
      [
        row.tenantId,
        row.id,
        row.code,
        row.name,
        row.operatorId,
        row.construction ?? null,
        row.status,
        row.address,
        row.areaCode,
        JSON.stringify({ lng: row.lng, lat: row.lat }),
        row.servicePhone ?? null,
        row.parkingBays ?? null,
        row.parkingKind ?? null,
        row.amenities ?? [],
        row.tags ?? [],
        row.ratedCapacityKva ?? null,
        row.commissionedOn ?? null,
        row.zone,
        searchText(station, { code: row.code, name: row.name, another_name: row.name, address: row.address }),
      ],
    )
  }
}
