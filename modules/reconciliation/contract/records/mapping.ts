import type { FileMapping } from '@wattyard/payment-files/mapping'
import { computed, defineResource, field, optional } from '@wattyard/resource'

/**
 * What a file tells of.
 *
 * - trade: payments and refunds of a merchant, compared with our records and the books
 * - funds: what a merchant's account at the channel did: payouts and fees besides
 * - account: what a bank account did, compared like trades
 */
export const FILE_FAMILIES = ['trade', 'funds', 'account'] as const
export type FileFamily = (typeof FILE_FAMILIES)[number]

/**
 * - current: files that fit it are read by it
 * - replaced: a later edition is read instead; files that were read by it keep it
 * - off: no further file is read by it
 */
export const MAPPING_STATES = ['current', 'replaced', 'off'] as const
export type MappingState = (typeof MAPPING_STATES)[number]

/** How a file of an acquirer, an aggregator or a bank is read. Once a file was read by it, it never changes: a change is a new edition. */
export const mapping = defineResource({
  name: 'reconciliation.mapping',
  path: 'reconciliation/mapping',
  scope: 'wholeTenant',
  writes: 'crud',
  fields: {
    name: field.text({ max: 60 }),
    family: field.oneOf(FILE_FAMILIES),
    /** The channel whose files it is for; empty for any that has such files. */
    channel: optional(field.ref('payments.channel', { only: { kind: ['wechat', 'alipay', 'bank'] } })),
    /** Whether amounts are without the fee that stands beside them. */
    isNet: field.boolean(),
    /** The earlier edition that it takes the place of. */
    replaces: optional(field.ref('reconciliation.mapping', { fixed: true })),
    edition: computed(field.integer()),
    state: computed(field.oneOf(MAPPING_STATES)),
    /** Encoding, layout, columns, signs and formats; checked by `fileMappingSchema`. */
    rules: field.json<FileMapping>(),
    actor: computed(field.text()),
  },
  added: {
    /** How many files were read by it. */
    files: field.integer(),
  },
  list: {
    columns: ['name', 'edition', 'family', 'channel', 'state', 'files', 'isNet', 'actor', 'createdAt', 'replaces'],
    priority: ['name', 'edition', 'family', 'channel', 'state', 'files', 'createdAt'],
    filters: ['family', 'channel', 'state'],
    sort: 'name',
    sorts: ['createdAt'],
    search: ['name'],
  },
  form: [['name'], ['family', 'channel', 'isNet'], ['rules']],
  label: 'name',
  commands: {
    /** No further file is read by it. */
    retire: { on: 'one', confirm: true },
    restore: { on: 'one' },
  },
})
