import { defineResource, field, optional } from '@wattyard/resource'

/** A price policy (价格策略): the name under which prices change from version to version. */
export const policy = defineResource({
  name: 'pricing.policy',
  path: 'pricing/policy',
  scope: 'shared',
  changes: 'guarded',
  writes: 'crud',
  fields: {
    code: field.code({ max: 32 }),
    name: field.text({ max: 50 }),
    /** The other two languages of the console; the name stands in where one is empty. */
    nameEn: optional(field.text({ max: 50 })),
    nameEs: optional(field.text({ max: 50 })),
    /** Whose wall clock the day plans follow; taken over by the next version that is published. */
    zone: field.zone({ initial: 'Asia/Shanghai' }),
    /** How exact amounts become fen, see `RoundingRule`; taken over like the zone. */
    rounding: field.oneOf(['row_sum', 'exact_total'], { initial: 'row_sum' }),
    /** Decimals of billed energy in kWh: two where a partner sees the order (T/CEC 102 `DetailPower`). */
    energyDecimals: field.oneOf(['2', '4'], { initial: '4' }),
    /** A stopped policy runs on where it runs; it is not assigned any more. */
    status: field.oneOf(['active', 'stopped'], { initial: 'active' }),
    note: optional(field.note({ max: 500 })),
  },
  list: {
    columns: ['code', 'name', 'status', 'note', 'zone', 'rounding', 'createdAt', 'nameEn', 'nameEs'],
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
