import { defineResource, field, optional } from '@wattyard/resource'

/** A price policy (价格策略). Its prices change from version to version. */
export const policy = defineResource({
  name: 'pricing.policy',
  path: 'pricing/policy',
  scope: 'shared',
  changes: 'guarded',
  writes: 'crud',
  fields: {
    code: field.code({ max: 32 }),
    name: field.text({ max: 50 }),
    /** Names in the console's other languages. Where one is empty, `name` is shown. */
    nameEn: optional(field.text({ max: 50 })),
    nameEs: optional(field.text({ max: 50 })),
    /** Time zone of the day plans. A change takes effect with the next published version. */
    zone: field.zone({ initial: 'Asia/Shanghai' }),
    /** Rounding of exact amounts to fen, see `RoundingRule`. A change takes effect with the next published version. */
    rounding: field.oneOf(['row_sum', 'exact_total'], { initial: 'row_sum' }),
    /** Decimals of billed energy in kWh: two when a partner sees the order (T/CEC 102 `DetailPower`). */
    energyDecimals: field.oneOf(['2', '4'], { initial: '4' }),
    /** A stopped policy stays in force where it is assigned, but cannot be assigned any more. */
    status: field.oneOf(['active', 'stopped'], { initial: 'active' }),
    note: optional(field.note({ max: 500 })),
  },
  added: {
    /** Electricity and service by the version in force and the clock of the policy's zone; null without one. */
    priceNow: field.price(),
  },
  list: {
    columns: ['code', 'name', 'priceNow', 'status', 'note', 'zone', 'rounding', 'createdAt', 'nameEn', 'nameEs'],
    filters: ['name', 'status'],
    sort: 'code',
    sorts: ['name', 'createdAt'],
    search: ['code', 'name', 'nameEn', 'nameEs'],
  },
  form: [['code', 'name'], ['nameEn', 'nameEs'], ['zone', 'status'], ['rounding', 'energyDecimals'], ['note']],
  label: 'name',
  labelIn: { en: 'nameEn', es: 'nameEs' },
  unique: [['code']],
})
