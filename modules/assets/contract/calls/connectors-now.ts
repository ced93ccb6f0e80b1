import { defineCall, idInput, instant } from '@wattyard/calls'
import { z } from 'zod'
import { SHOWN_CONNECTOR_STATES } from '../live/shown-connector.ts'
import { CONNECTOR_KINDS } from '../words.ts'

/** One connector as live screens show it. */
const connector = z.object({
  id: idInput,
  code: z.string(),
  number: z.int(),
  kind: z.enum(CONNECTOR_KINDS),
  bay: z.string().nullable(),
  pileId: idInput,
  pileCode: z.string(),
  pileName: z.string(),
  stationId: idInput,
  power_w: z.int(),
  state: z.enum(SHOWN_CONNECTOR_STATES),
  /** A driver can use it now: the connector and all others of its EVSE are idle. */
  isFree: z.boolean(),
})
export type ConnectorView = z.output<typeof connector>

export const connectorsNow = defineCall({
  method: 'GET',
  path: '/api/device/station/portInfo',
  access: 'assets.station:read',
  summary: 'connectors of a station with their state',
  input: z.strictObject({ id: idInput }),
  output: z.object({
    list: z.array(connector),
    /** Number of connectors by state. States without connectors are absent. */
    counts: z.record(z.string(), z.int()),
    asOf: instant,
  }),
})
