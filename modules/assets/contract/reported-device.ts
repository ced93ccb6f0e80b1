import { computed, defineResource, field, optional } from '@wattyard/resource'
import { MODELS_OF_PILES } from './model.ts'

/** Vendor and model names from boot messages that the catalogue lacks (上报型号): one row per pair until somebody assigns a model. */
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
  texts: 'open',
  label: 'model',
  unique: [['vendor', 'model']],
  commands: {
    /** Assigns a model of the catalogue. Piles that reported these names and have no model get it. */
    bind: { on: 'one', input: { model: field.ref('assets.model', { only: MODELS_OF_PILES }) } },
    /** Removes the row. It reappears when a pile boots with these names again. */
    dismiss: { on: 'batch', confirm: true },
  },
})
