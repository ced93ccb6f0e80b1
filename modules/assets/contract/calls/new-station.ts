import { defineCall, idInput } from '@wattyard/calls'
import { z } from 'zod'

/** Most piles created together with a station. More are imported. */
export const MOST_NEW_PILES = 50

/** Fields of the definition, checked as a save checks them. */
const fields = z.record(z.string().max(60), z.unknown())

export const createStationWithPiles = defineCall({
  method: 'POST',
  path: '/api/device/station/saveWithPiles',
  // Each pile also needs `assets.pile:create`.
  access: 'assets.station:create',
  summary: 'creates a station and its piles, all or nothing; what is wrong is named `station.code`, `piles.3.identity`',
  input: z.strictObject({ station: fields, piles: z.array(fields).min(1).max(MOST_NEW_PILES) }),
  output: z.object({
    id: idInput,
    piles: z.int(),
  }),
})

export const checkStationWithPiles = defineCall({
  method: 'POST',
  path: '/api/device/station/checkWithPiles',
  access: 'assets.station:create',
  summary:
    'refuses values that `saveWithPiles` would refuse, of a station and of piles as far as they are given; creates nothing',
  input: z.strictObject({ station: fields.default({}), piles: z.array(fields).max(MOST_NEW_PILES).default([]) }),
  output: z.object({}),
})
