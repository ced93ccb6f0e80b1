import { wholeInput } from '@wattyard/calls'
import { route, type Route, col } from '@wattyard/server-kit'
import type { GeoPoint } from '@wattyard/resource'
import { z } from 'zod'
import { AMENITIES, PARKING_KINDS } from '../../contract/index.ts'
import { connectorsAt } from '../pile/connector-view.ts'
import type { AssetsPorts } from '../ports.ts'

const MAX_PAGE_SIZE = 100
/** Largest page number. Maps should query by area. */
const MAX_PAGE = 1_000

/**
 * All public data of a station. It contains no identity, serial, SIM, network address or plate number of a device (trust R-41).
 * Only columns named here become public.
 */
export const publicStation = z.strictObject({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  areaCode: z.string().nullable(),
  location: z.strictObject({ lng: z.string(), lat: z.string() }),
  servicePhone: z.string().nullable(),
  openAllDay: z.boolean(),
  openingHours: z.string().nullable(),
  parkingKind: z.enum(PARKING_KINDS).nullable(),
  parkingNote: z.string().nullable(),
  amenities: z.array(z.enum(AMENITIES)),
  guide: z.string().nullable(),
  /** Connectors by kind of current, and how many are free now. */
  fast: z.strictObject({ total: z.number(), free: z.number() }),
  slow: z.strictObject({ total: z.number(), free: z.number() }),
})
export type PublicStation = z.infer<typeof publicStation>

const COLUMNS = `id, coalesce(another_name, name) as name, address, area_code as "areaCode", location, service_phone as "servicePhone",
  open_all_day as "openAllDay", opening_hours as "openingHours", parking_kind as "parkingKind", parking_note as "parkingNote", amenities, guide`

const SLOW = new Set(['householdSocket', 'acSocket', 'acPlug', 'type2'])

const page = (max: number, initial: number) => wholeInput(1, max).default(initial)

/** Serves `GET /pubapi/station/list`: open public stations of every tenant, for drivers' apps and maps. */
export function publicStations(ports: AssetsPorts): Route {
  return route({
    method: ['GET', 'POST'],
    path: '/pubapi/station/list',
    access: 'public',
    input: z.strictObject({
      page: page(MAX_PAGE, 1),
      pageSize: page(MAX_PAGE_SIZE, 20),
      areaCode: z
        .string()
        .regex(/^\d{2,12}$/, { error: 'notAnAreaCode' })
        .optional(),
    }),
    output: z.strictObject({ list: z.array(publicStation) }),
    work: 'read',
    summary: 'open public stations',
    async handle({ tx, input }) {
      const rows = await tx.query(
        {
          id: col.uuid,
          name: col.text,
          address: col.text,
          areaCode: col.text.orNull,
          location: col.json<GeoPoint>(),
          servicePhone: col.text.orNull,
          openAllDay: col.boolean,
          openingHours: col.text.orNull,
          parkingKind: col.oneOf(PARKING_KINDS).orNull,
          parkingNote: col.text.orNull,
          amenities: col.textsOf(AMENITIES),
          guide: col.text.orNull,
        },
        `select ${COLUMNS} from assets_station where status = 'open' and kind = 'public' and ($1::text is null or starts_with(area_code, $1))
         order by name, id limit $2 offset $3`,
        [input.areaCode ?? null, input.pageSize, (input.page - 1) * input.pageSize],
      )
      const connectors = await connectorsAt(
        tx,
        ports,
        rows.map(row => row.id),
      )
      const count = (stationId: string, slow: boolean) => {
        const here = connectors.filter(one => one.stationId === stationId && SLOW.has(one.kind) === slow)
        return { total: here.length, free: here.filter(one => one.isFree).length }
      }
      return {
        list: rows.map((row): PublicStation => ({ ...row, fast: count(row.id, false), slow: count(row.id, true) })),
      }
    },
  })
}
