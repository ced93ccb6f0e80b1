import { pile as assetsPile } from '@wattyard/assets/contract'
import { defineResource, field, optional } from '@wattyard/resource'

export const COMMAND_KINDS = [
  'remote-start',
  'remote-stop',
  'reset',
  'unlock',
  'change-availability',
  'get-configuration',
  'set-configuration',
  'trigger',
  'get-diagnostics',
  'update-firmware',
  'clear-cache',
  'data-transfer',
] as const

/**
 * `queued`: stored · `sent` to the pile · then the pile's answer (`accepted` … `failed`), `timed-out` (no answer in time) or
 * `offline` (not connected at its turn).
 */
export const COMMAND_STATES = [
  'queued',
  'sent',
  'accepted',
  'scheduled',
  'reboot-required',
  'rejected',
  'not-supported',
  'unknown-key',
  'failed',
  'timed-out',
  'offline',
] as const

/** States of a command that has no answer yet. */
export const RUNNING_COMMAND_STATES = ['queued', 'sent'] as const satisfies readonly (typeof COMMAND_STATES)[number][]

/** Ends of a command without the wanted effect. */
export const FAILED_COMMAND_STATES = [
  'rejected',
  'not-supported',
  'unknown-key',
  'failed',
  'timed-out',
  'offline',
] as const satisfies readonly (typeof COMMAND_STATES)[number][]

export const COMMAND_TRIGGERS = [
  'boot',
  'heartbeat',
  'status',
  'meter-values',
  'firmware-status',
  'diagnostics-status',
] as const

const piles = field.refs('assets.pile', { max: 500 })
const pile = field.ref('assets.pile')
const connector = field.integer({ min: 0, max: 200 })
/** Upload or download address for a pile. Piles also use FTP, so it is not restricted to https. */
const location = field.text({ max: 512 })

/** Longest identification of a driver on the wire: 36 characters in OCPP 2.0.1. */
export const MAX_CARD = 36

/** Returns whether a text can be the number of a card: piles take printable ASCII without blanks (CiString of OCPP). */
export const isCardNumber = (text: string): boolean => /^[!-~]{1,36}$/.test(text)

/** A command to a pile with its answer. It is stored, then sent, and its row gets the result. */
export const command = defineResource({
  name: 'gateway.command',
  path: 'device/command',
  scope: { through: 'pile', of: assetsPile },
  writes: 'commands-only',
  fields: {
    pile,
    station: optional(field.ref('assets.station')),
    kind: field.oneOf(COMMAND_KINDS),
    payload: field.json(),
    state: field.oneOf(COMMAND_STATES),
    detail: optional(field.text({ max: 500 })),
    result: optional(field.json()),
    askedBy: field.text({ max: 100 }),
    notBefore: field.instant(),
    expires: field.instant(),
    sent: optional(field.instant()),
    ended: optional(field.instant()),
    frame: optional(field.text({ max: 40 })),
  },
  list: {
    columns: ['createdAt', 'pile', 'kind', 'state', 'detail', 'askedBy', 'sent', 'ended'],
    filters: ['pile', 'station', 'kind', 'state', 'createdAt'],
    sort: '-createdAt',
  },
  texts: 'open',
  masked: { payload: 'json', result: 'json', detail: 'words' },
  label: 'kind',
  commands: {
    remoteStart: {
      on: 'none',
      keyed: true,
      input: { pile, connector: optional(connector), tag: field.text({ max: MAX_CARD }) },
      masked: { tag: 'card' },
    },
    remoteStop: { on: 'none', keyed: true, confirm: true, input: { pile, transaction: field.text({ max: 36 }) } },
    reset: {
      on: 'none',
      keyed: true,
      confirm: true,
      input: { piles, mode: field.oneOf(['soft', 'hard'], { initial: 'soft' }) },
    },
    unlock: { on: 'none', keyed: true, confirm: true, input: { pile, connector } },
    changeAvailability: {
      on: 'none',
      keyed: true,
      confirm: true,
      input: { piles, connector, operative: field.boolean() },
    },
    getConfiguration: { on: 'none', keyed: true, input: { pile, keys: field.tags({ max: 50 }) } },
    setConfiguration: {
      on: 'none',
      keyed: true,
      confirm: true,
      input: { piles, key: field.text({ max: 250 }), value: field.text({ max: 1000 }) },
    },
    trigger: {
      on: 'none',
      keyed: true,
      input: { piles, message: field.oneOf(COMMAND_TRIGGERS), connector: optional(connector) },
    },
    diagnostics: {
      on: 'none',
      keyed: true,
      input: { pile, location, from: optional(field.instant()), to: optional(field.instant()) },
    },
    firmware: { on: 'none', keyed: true, confirm: true, input: { piles, location, retrieve: field.instant() } },
    clearCache: { on: 'none', keyed: true, confirm: true, input: { piles } },
  },
})
