import { type CallAnswer, decimalText, defineCall, idInput, instant } from '@wattyard/calls'
import { z } from 'zod'

const sums = z.object({
  /** Billed sessions. */
  orders: z.int(),
  energy: decimalText,
  /** Electricity and service fees before discounts, as the home page counts income. */
  income: decimalText,
})

/** Reads the day of one station or pile so far, by the stop of each session and the station's own midnight. */
export const readPlaceDay = defineCall({
  method: 'GET',
  path: '/api/charging/place/today',
  access: 'charging.order:read',
  summary: 'what a station or a pile charged since its midnight, and the same time of the day before',
  input: z.strictObject({ kind: z.enum(['station', 'pile']), id: idInput }),
  output: z.object({
    /** Day at the station, `YYYY-MM-DD`. */
    day: z.string(),
    zone: z.string(),
    today: sums,
    /** The day before, until the same time. */
    before: sums,
    /** Sessions under way. */
    running: z.int(),
    /** Connectors without those of retired piles. */
    connectors: z.int(),
    /** Time since midnight in which connectors had a session, added up over all connectors, in seconds. */
    charging_s: z.int(),
    /** That time as a share of the time of all connectors, in percent to a tenth; null without connectors. */
    utilisation: decimalText.nullable(),
    asOf: instant,
  }),
})
export type PlaceDay = CallAnswer<typeof readPlaceDay>
