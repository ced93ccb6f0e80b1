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
 * `queued` written down · `sent` on the wire · then what the pile said (`accepted` … `failed`), or `timed-out` (no
 * answer in time) or `offline` (not connected when its turn came).
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
/** Where a pile uploads to or fetches from; piles speak FTP as well, so this is no https-only url. */
const location = field.text({ max: 512 })

/** What was asked of piles and what they answered. A command is written down, sent, and its row tells how it ended. */
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
  label: 'kind',
  commands: {
    remoteStart: {
      on: 'none',
      keyed: true,
      input: { pile, connector: optional(connector), tag: field.text({ max: 36 }) },
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
