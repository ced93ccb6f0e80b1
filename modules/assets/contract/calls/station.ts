import { defineCall, flagInput, idInput, searchWord } from '@wattyard/calls'
import { z } from 'zod'
import { STATION_STATUSES } from '../words.ts'

/*
 * Calls of the console contract about stations, beside those of the definition. Some change something by GET, as the
 * contract has it; the kernel takes such from scripts of our own page only (trust W7).
 */

const choice = z.object({
  id: z.string(),
  code: z.string(),
  label: z.string(),
  /** Name that drivers see. */
  anotherName: z.string(),
  status: z.enum(STATION_STATUSES),
})

export const listStationChoices = defineCall({
  method: 'GET',
  path: '/api/device/station/list/select',
  access: 'signed-in',
  summary: 'stations for the selector',
  input: z.strictObject({ q: searchWord }),
  output: z.object({ list: z.array(choice) }),
})

const tree = {
  method: 'GET',
  access: 'signed-in',
  input: z.strictObject({ q: searchWord }),
  output: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        kind: z.literal('operator'),
        label: z.string(),
        children: z.array(choice.extend({ kind: z.literal('station') })),
      }),
    ),
  }),
} as const

export const readStationTree = defineCall({
  ...tree,
  path: '/api/device/station/tree',
  summary: 'operators and their stations',
})

/** Reads the stations in operation, that is, those that serve cars. */
export const readOpenStationTree = defineCall({
  ...tree,
  path: '/api/device/station/tree/operation/in',
  summary: 'operators and their stations in operation',
})

export const listStationTags = defineCall({
  method: 'GET',
  path: '/api/device/station/station_tags',
  access: 'signed-in',
  summary: 'tags that may be given to stations now, in the tenant’s order and words',
  input: z.strictObject({}),
  output: z.object({
    list: z.array(
      z.object({
        code: z.string(),
        /** In the reader's language, with the tenant's own text where there is one. */
        label: z.string(),
        /** Tone or `#rrggbb` set by the tenant; null for the product's colour. */
        colour: z.string().nullable(),
        icon: z.string().nullable(),
      }),
    ),
  }),
})

const changed = z.object({ changed: z.int() })

export const openOrCloseStation = defineCall({
  method: 'GET',
  path: '/api/device/station/open_or_close',
  // The direction decides which of two permissions is needed.
  access: 'signed-in',
  summary: 'opens or closes a station; without `open` it turns it around',
  input: z.strictObject({ id: idInput, open: flagInput.optional(), evenIfCharging: flagInput.default(false) }),
  output: changed,
})

export const bindStationToCompany = defineCall({
  method: 'GET',
  path: '/api/device/station/bind/company',
  access: 'assets.station:bind',
  summary: 'give a station to an operator',
  input: z.strictObject({ id: idInput, company: idInput }),
  output: changed,
})

export const countConnectorStates = defineCall({
  method: 'GET',
  path: '/api/vstation/status',
  access: 'assets.station:read',
  summary: 'stations with their connectors counted by state',
  input: z.strictObject({ id: idInput.optional() }),
  output: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        status: z.string(),
        connectors: z.int(),
        /** Number of connectors by state. States without connectors are absent. */
        states: z.record(z.string(), z.int()),
      }),
    ),
  }),
})

export const countModels = defineCall({
  method: 'GET',
  path: '/api/vstation/model',
  access: 'assets.pile:read',
  summary: 'piles of the scope counted by model',
  input: z.strictObject({ id: idInput.optional() }),
  output: z.object({
    list: z.array(
      z.object({
        modelId: z.string().nullable(),
        name: z.string().nullable(),
        currentType: z.string(),
        piles: z.int(),
        connectors: z.int(),
      }),
    ),
  }),
})
