import { type CallAnswer, defineCall, idInput, idsInput, instant, momentInput } from '@wattyard/calls'
import { PILE_PROTOCOLS } from '@wattyard/assets/contract'
import { z } from 'zod'
import { PROFILES } from '../credential.ts'
import type { EventKind } from '../event.ts'

/** Most piles that get their first key in one call. */
export const MAX_FIRST_KEYS = 200

const pileIds = idsInput(MAX_FIRST_KEYS)

const pileWithKey = z.object({
  pile: z.string(),
  code: z.string(),
  name: z.string(),
  /** Last part of the address, and the user name of the sign-in. */
  identity: z.string(),
  protocol: z.enum(PILE_PROTOCOLS),
  /** Password of the sign-in, 40 hex digits. It is in this answer only. */
  key: z.string(),
})
export type PileWithKey = z.output<typeof pileWithKey>

export const makeFirstKeys = defineCall({
  method: 'POST',
  path: '/api/device/credential/firstKeys',
  access: 'gateway.credential:create',
  summary: 'first station keys of piles that have none; asks for the password once more',
  input: z.strictObject({
    piles: pileIds,
    profile: z.enum(PROFILES),
    password: z.string().max(1_000),
    /** Name of the key that the password is sealed with; empty for a plain password. */
    key: z.string().max(200).default(''),
  }),
  output: z.object({ list: z.array(pileWithKey), at: instant }),
})
export type FirstKeys = CallAnswer<typeof makeFirstKeys>

export const listPilesWithoutKey = defineCall({
  method: 'GET',
  path: '/api/device/credential/without',
  access: 'gateway.credential:create',
  summary: 'piles that cannot connect because they have no key yet',
  input: z.strictObject({ station: idInput.optional() }),
  output: z.object({
    list: z.array(z.object({ pile: z.string(), code: z.string(), name: z.string(), identity: z.string() })),
    /** There are more; the next ones come when these have keys. */
    hasMore: z.boolean(),
  }),
})
export type PilesWithoutKey = CallAnswer<typeof listPilesWithoutKey>

export const readPileAddress = defineCall({
  method: 'GET',
  path: '/api/device/credential/address',
  access: 'gateway.credential:read',
  summary: 'address at which piles reach the gateway; null when it is the address of the console',
  input: z.strictObject({}),
  output: z.object({ base: z.string().nullable() }),
})

/** Events by which the gateway turned a pile away, as a person who connects it can mend them. */
export const REFUSALS = [
  'wrong-key',
  'key-missing',
  'profile-mismatch',
  'network-refused',
  'protocol-refused',
  'credential-disabled',
] as const satisfies readonly EventKind[]

export const listenForPiles = defineCall({
  method: 'GET',
  path: '/api/device/credential/heard',
  access: 'gateway.credential:read',
  summary: 'whether piles have been heard since an instant, and why they were turned away',
  input: z.strictObject({
    piles: pileIds,
    /** Epoch ms; now when absent, which begins to wait. */
    since: momentInput.optional(),
  }),
  output: z.object({
    since: instant,
    list: z.array(
      z.object({
        pile: z.string(),
        online: z.boolean(),
        /** Newest message of the pile since then. */
        heard: z.object({ at: instant, action: z.string(), protocol: z.string() }).nullable(),
        /** Newest refusal since then. */
        refused: z
          .object({
            at: instant,
            kind: z.enum(REFUSALS),
            detail: z.string().nullable(),
            ip: z.string().nullable(),
          })
          .nullable(),
      }),
    ),
  }),
})
export type HeardPile = CallAnswer<typeof listenForPiles>['list'][number]
