import { type CallAnswer, defineCall } from '@wattyard/calls'
import { z } from 'zod'
import { MAP_DATUMS } from '../map-pack.ts'

export const mapGround = defineCall({
  method: 'GET',
  path: '/api/device/station/ground',
  access: 'assets.station:read',
  summary: 'the ground that maps of the tenant show below its stations; null when there is none',
  input: z.strictObject({}),
  output: z
    .object({
      name: z.string(),
      approvalNumber: z.string().nullable(),
      source: z.string(),
      datum: z.enum(MAP_DATUMS),
      /** Areas are closed; inner rings are holes. Longitude and latitude alternate, in degrees. */
      shapes: z.array(z.object({ closed: z.boolean(), rings: z.array(z.array(z.number())) })),
    })
    .nullable(),
})
export type MapGroundAnswer = CallAnswer<typeof mapGround>
