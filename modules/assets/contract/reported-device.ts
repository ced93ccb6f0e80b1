import { computed, defineResource, field, optional } from '@wattyard/resource'

/**
 * What piles call themselves when they boot, where the catalogue does not know it (上报型号): one row per vendor and model
 * word, until somebody says which model that is.
 */
export const reportedDevice = defineResource({
  name: 'assets.reportedDevice',
  path: 'basedata/reportedDevice',
  scope: 'wholeTenant',
  writes: 'commands-only',
  fields: {
    vendor: computed(field.text({ max: 50 })),
    model: computed(field.text({ max: 50 })),
    firmware: computed(optional(field.text({ max: 100 }))),
    boots: computed(field.integer()),
    lastPile: computed(optional(field.ref('assets.pile'))),
    lastSeenAt: computed(field.instant()),
  },
  list: {
    columns: ['vendor', 'model', 'firmware', 'boots', 'lastPile', 'lastSeenAt'],
    filters: ['vendor'],
    sort: '-lastSeenAt',
    sorts: ['vendor', 'boots'],
    search: ['vendor', 'model'],
  },
  label: 'model',
  unique: [['vendor', 'model']],
  commands: {
    /** Says which model of the catalogue it is; piles that reported so and have no model get it. */
    bind: { on: 'one', input: { model: field.ref('assets.model') } },
    /** Says that it is of no interest; it comes back when a pile boots with it again. */
    dismiss: { on: 'batch', confirm: true },
  },
})
