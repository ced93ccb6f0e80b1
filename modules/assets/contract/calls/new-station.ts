import { defineCall, idInput } from '@wattyard/calls'
import { z } from 'zod'

/** Piles that come with a new station; more are imported. */
export const MOST_NEW_PILES = 50

/** Checked against the definition, as a save is. */
const fields = z.record(z.string().max(60), z.unknown())

export const createStationWithPiles = defineCall({
  method: 'POST',
  path: '/api/device/station/saveWithPiles',
  // Piles take `assets.pile:create` besides.
  access: 'assets.station:create',
  summary: 'creates a station and its piles, all or nothing; what is wrong is named `station.code`, `piles.3.identity`',
  input: z.strictObject({ station: fields, piles: z.array(fields).min(1).max(MOST_NEW_PILES) }),
  output: z.object({
    id: idInput,
    piles: z.int(),
  }),
})
